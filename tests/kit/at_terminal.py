"""A companion with whatever game of the shelf, played by keys at a terminal that is a sheet, in virtual time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from random import Random

from companion.assembly.game_parts import calling, translator
from companion.assembly.loading import Sitting
from companion.display.cells import Sheet
from companion.running.posts import Busy, Claim, Posted, Reply
from companion.shelf.box import GameBox
from companion.shelf.shelf import SHELF
from companion.table import proposals
from companion.table.intents import Equip, Intent
from companion.table.owners import HERE, ROBOT, By
from companion.terminal.seated import Seated
from companion.web.feed import take
from companion.web.robots import Robots
from companion.web.virtual_table import VirtualTable
from tests.kit.any_game import AnyGame

STANDSTILL_S = 60.0  # of virtual time: many times what the longest move takes a robot


class AtTerminal:
    """Somebody at a terminal, and robots."""

    def __init__(self, rig: AnyGame, *, begins_with: Sequence[str] = (), language: str = "", seed: int = 1) -> None:
        self.rig, self.now_s = rig, 0.0
        self.replies: list[Reply] = []
        composed = rig.composed
        bench = VirtualTable(rig.table, composed.pieces, (), "tap")
        self.robots = Robots(
            rig.game,
            rig.players,
            bench,
            lambda intent, at: self._post(intent, at, ROBOT),
            Random(seed),
            lambda: self.now_s,
        )
        speak = cache(lambda given: translator(language or given or "en", {}, rig.box))
        self.seat = Seated(
            rig.box,
            composed.game_table,
            self.robots,
            self._post,
            lambda: self.now_s,
            speak,
            partial(calling, rig.box),
            tuple(SHELF),
            begins_with=begins_with,
        )
        rig.daemon.watch(lambda daemon: self.seat.see(take(daemon)))
        self._post(Equip(cardboard=False, deals=True, owners=True), None)
        self.seat.see(take(rig.daemon))

    def _post(self, intent: Intent, revision: int | None, by: By = HERE) -> None:
        self.rig.daemon.handle(Posted(intent, revision, self._answered, Claim(), by))

    def _answered(self, reply: Reply) -> None:
        self.replies.append(reply)
        match reply:
            case proposals.Refused(refusal, is_shown) if not is_shown:
                self.seat.refuse(refusal)
            case proposals.Stale() | Busy():
                self.seat.refuse_stale()
            case _:
                self.seat.see(take(self.rig.daemon))

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.seat.key(key)

    def wait(self) -> bool:
        """Let the robots do the next thing; return whether they did something."""
        done = self.seat.step()
        self.now_s += self.robots.pace_s
        return done

    def sheet(self, columns: int = 120, lines: int = 40) -> Sheet:
        return self.seat.picture(columns, lines)

    def text(self, columns: int = 120, lines: int = 40) -> str:
        return "\n".join(self.sheet(columns, lines).text)

    @property
    def is_at_home(self) -> bool:
        """Whether somebody here sees the game's own menu, to make a move."""
        view = self.rig.daemon.view
        return view.is_at_home and self.seat.waits_for_keys and self.rig.goes_on

    def play(self, is_done: Callable[[], bool], pick: Callable[[int], int] = lambda _: 0) -> None:
        """Play until something holds, ever with the line that is picked, and never stand still."""
        moved_s, revision = self.now_s, -1
        while not is_done():
            if self.rig.daemon.revision != revision:
                moved_s, revision = self.now_s, self.rig.daemon.revision
            assert self.now_s < moved_s + STANDSTILL_S, self.text()
            if not self.wait() and self.seat.waits_for_keys:
                count = len(self.seat.told().asked.lines)
                line = pick(count)
                self.press(*(["home"] + ["down"] * line + ["enter"]))


@contextmanager
def at_terminal(
    box: GameBox, state: Path, *, sitting: Sitting | None = None, begins_with: Sequence[str] = (), language: str = ""
) -> Iterator[AtTerminal]:
    """Start a companion with this game and sit down at its terminal."""
    rig = AnyGame(box, state, kit="tap", sitting=sitting)
    try:
        yield AtTerminal(rig, begins_with=begins_with, language=language)
    finally:
        rig.close()
