"""The companion on a simulated table, played in a terminal: one sitting after the other, until somebody leaves.

The table runs in its own thread, as on a Pi; keys, robots and pictures belong to the thread that was there before.
"""

from __future__ import annotations

import io
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from functools import cache, partial
from random import SystemRandom

from companion.assembly.compose import Composed
from companion.assembly.game_parts import calling, translator
from companion.assembly.loading import Sitting
from companion.assembly.service import Service
from companion.config.settings import Config
from companion.running.daemon import Daemon
from companion.running.devices import configured_kit, simulated_devices, simulated_table
from companion.running.logs import Log, start_log
from companion.running.posts import Busy, Reply
from companion.running.supervision import stopping_at_signals
from companion.shelf.shelf import SHELF
from companion.table import proposals
from companion.table.intents import Equip, Intent
from companion.table.owners import HERE, ROBOT
from companion.terminal.seated import Seated
from companion.terminal.tty import DEFAULT_SIZE, Tty
from companion.thinking.thinker import Thinker, is_too_small
from companion.web.assemble import make_bench
from companion.web.feed import Snapshot, take
from companion.web.robots import Robots


def play_keys(config: Config, first: Sitting, robots: Sequence[str] = (), *, is_ascii: bool = False) -> None:
    """Play in the terminal until `q`; the log is printed afterwards."""
    log = io.StringIO()
    start_log(config.log.level, log)
    sitting: Sitting | None = first
    try:
        while sitting is not None:
            sitting = _Played(config, sitting, robots, Tty(is_ascii=is_ascii)).play()
            robots = ()
    finally:
        print(log.getvalue(), end="", file=sys.stderr)


class _Played:
    """One sitting: the table in its thread, and the terminal."""

    def __init__(self, config: Config, sitting: Sitting, robots: Sequence[str], tty: Tty) -> None:
        self._kit = configured_kit(config, sitting.laid_out_for)
        self._table = simulated_table(self._kit, clock=time.monotonic)
        self._config, self._robots, self._tty = config, robots, tty
        self._service = Service(
            config, simulated_devices(self._table), sitting=sitting, invents_pieces=True, asks=False, witnesses=(Log(),)
        )
        self._arrived: deque[Snapshot | Reply] = deque()  # from the table's thread
        self._failed: list[BaseException] = []
        self._has_ended = False
        self._is_new = True  # there is something to draw
        self._thinker: Thinker | None = None

    def play(self) -> Sitting | None:
        """Play until somebody leaves, or the table must be set up again; return for what."""
        thread = threading.Thread(target=self._serve, name="table")
        following: Sitting | None = None
        with stopping_at_signals(self._stop), self._tty.taken():
            thread.start()
            try:
                following = self._listen() or self._service.following  # stopping is for good
            finally:
                if self._thinker:
                    self._thinker.close()
                self._service.stop()
                thread.join()
                self._service.close()
        if self._failed:
            raise self._failed[0]
        return following

    def _stop(self) -> None:
        self._service.stop()
        self._has_ended = True
        self._tty.wake()

    # --- in the table's thread ---

    def _serve(self) -> None:
        try:
            composed = self._service.start()
            if composed:
                composed.daemon.watch(self._arrive)
                self._arrive(composed.daemon)
                composed.daemon.run()
        except BaseException as error:
            self._failed.append(error)
        finally:
            self._has_ended = True
            self._tty.wake()

    def _arrive(self, daemon: Daemon) -> None:
        self._put(take(daemon))

    def _put(self, news: Snapshot | Reply) -> None:
        self._arrived.append(news)
        self._tty.wake()

    # --- in the terminal's thread ---

    def _listen(self) -> Sitting | None:
        """Carry out keys and let the robots play; return what somebody wants to play instead."""
        seated: Seated | None = None
        next_s, drawn = 0.0, DEFAULT_SIZE
        while not self._has_ended:
            if seated is None and self._arrived:
                assert self._service.composed
                seated = self._sit_down(self._service.composed)
            if seated:
                self._take_in(seated)
                if time.monotonic() >= next_s:
                    self._is_new |= seated.step()
                    next_s = time.monotonic() + seated.pace_s
                if seated.wanted:
                    game = seated.wanted.game
                    return Sitting(game, begins=True) if game else None
                if self._is_new or self._tty.has_lost_picture or drawn != self._tty.size:
                    self._is_new, drawn = False, self._tty.size
                    self._tty.draw(seated.picture(*drawn))
            for key in self._tty.read(next_s - time.monotonic() if seated else 1.0):
                if seated:
                    self._take_in(seated)  # a key is meant for what was there when it was pressed
                    seated.key(key)
                    self._is_new = True
        return None

    def _renew(self) -> None:
        self._is_new = True

    def _take_in(self, seated: Seated) -> None:
        while self._arrived:
            self._is_new = True
            match self._arrived.popleft():
                case Snapshot() as snapshot:
                    seated.see(snapshot)
                case proposals.Refused(refusal, is_shown) if not is_shown:
                    seated.refuse(refusal)
                case proposals.Stale() | Busy():
                    seated.refuse_stale()
                case _:
                    pass

    def _sit_down(self, composed: Composed) -> Seated:
        daemon, parts = composed.daemon, composed.parts
        bench = make_bench(self._table, self._kit, composed.pieces, self._kit.title)
        bench.on_change = self._renew  # what robots wait for
        game = parts.game_table.game

        def post_for_robot(intent: Intent, revision: int) -> None:
            daemon.post(intent, revision=revision, by=ROBOT)

        def answered(reply: Reply) -> None:
            self._put(reply)
            self._arrive(daemon)  # not all that changes is shown on the small screen

        def post(intent: Intent, revision: int | None) -> None:
            daemon.post(intent, answered, revision=revision, by=HERE)

        daemon.post(Equip(cardboard=False, deals=True, owners=True))
        self._thinker = Thinker(game, is_off=is_too_small())
        robots = Robots(
            game, parts.box.players(), bench, post_for_robot, SystemRandom(), time.monotonic, thinker=self._thinker
        )
        speak = cache(lambda language: translator(language or self._config.language, {}, parts.box))
        return Seated(
            parts.box,
            parts.game_table,
            robots,
            post,
            time.monotonic,
            speak,
            partial(calling, parts.box),
            tuple(SHELF),
            begins_with=self._robots,
        )
