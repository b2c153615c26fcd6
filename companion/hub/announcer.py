"""Announces a table from a thread of its own, so that a slow or absent server costs no move.

The daemon's thread only leaves its newest observations here. Changes within a moment make one announcement; while
nothing changes, a sign of life goes out now and then. A server that is away is tried again, less and less often, and
then gets the results that it has missed. Those that only the journal has, because the power failed at a game's end
before its result was noted, are looked for at the start.
"""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.archive.stored_games import StoredGame, read_stored_game, reading
from companion.assembly.game_parts import calling
from companion.errors import UserError
from companion.hub.announcement import Announcement, format_announcement, result_of
from companion.hub.exchange import BEAT_S, PARTING_S, Away, Exchange
from companion.hub.observer import Observation, Observer, observe
from companion.hub.outcomes import Outcomes
from companion.journal.journal import Journal, JournalError
from companion.running.daemon import Daemon
from companion.shelf.shelf import open_box
from companion.table.intents import CallHelp, Errand
from hardware.ports import Clock
from hardware.tended import Tended

if TYPE_CHECKING:
    from companion.assembly.compose import Composed
    from companion.config.settings import Config
    from companion.shelf.box import GameBox
    from companion.table.gametable import GameTable

_log = logging.getLogger(__name__)
MOST_UNSEEN = 20  # enough for some ten games within the half minute between two tries
GATHER_S = 0.02  # one move shows several scenes: seen, kept, shown
FIRST_RETRY_S, LONGEST_RETRY_S = 0.5, 30.0


class Voice:
    """Carries an observer's announcements to the exchange; the close-up only while somebody looks, or when idle."""

    def __init__(self, observer: Observer, exchange: Exchange, clock: Clock, outcomes: Outcomes | None = None) -> None:
        self._observer, self._exchange = observer, exchange
        self._clock = clock
        self._outcomes = outcomes or Outcomes(clock=clock)
        self._owes_results = True  # the server may not know how earlier games ended
        self._going_on = ""  # the game that has no result on the server
        self._number, self._told_at = -1, clock()
        self._is_looked_at = self._owes_detail = False

    def see(self, observations: Sequence[Observation]) -> None:
        """Take in an observation of the table; nothing is sent yet."""
        for observation in observations:
            self._observer.see(observation)
            if observation is not observations[-1]:  # nothing else will report it: it may be the end of a game
                self.remember()

    def remember(self) -> Announcement:
        """Remember the result of a game that has ended, or that it goes on; return what there is to send."""
        announcement = self._observer.announcement()
        if announcement.ended_s is not None:
            self._owes_results |= self._outcomes.keep(result_of(announcement), announcement.ended_s)
            self._going_on = ""
        elif announcement.winners is None:
            self._outcomes.take_back(announcement.game_id)
        return announcement

    def tell(self) -> None:
        """Announce the table's current state, or raise Away."""
        announcement = self.remember()
        self._leave_results()
        # The players may have taken back its end, now or earlier.
        goes_on = announcement.game_id if announcement.winners is None else ""
        void = goes_on if goes_on != self._going_on else ""
        detail = self._detail(announcement) if self._is_looked_at else None
        looks = self._exchange.tell(self._observer.table_id, format_announcement(announcement), detail, goes_on=void)
        self._number, self._told_at = announcement.number, self._clock()
        self._is_looked_at, self._owes_detail = looks, detail is None
        if looks and detail is None:
            self._show(announcement)
        self._going_on = goes_on

    def _leave_results(self) -> None:
        if self._owes_results:
            for left in self._outcomes.told(self._exchange.wall_clock_s):
                self._exchange.leave(self._observer.table_id, left)
            self._owes_results = False

    def beat(self) -> None:
        """Send a sign of life, or raise Away."""
        told_s = round(self._clock() - self._told_at, 1)
        if not self._exchange.beat(self._observer.table_id, self._number, told_s):
            self._owes_results = True  # the server has restarted, or was away for a long time
            self.tell()
        if self._owes_detail:
            self._show(self._observer.announcement())

    def _show(self, announcement: Announcement) -> None:
        self._exchange.show(self._observer.table_id, self._detail(announcement))
        self._owes_detail = False

    def _detail(self, announcement: Announcement) -> bytes:
        told = {**self._observer.detail(), "game_id": announcement.game_id, "revision": announcement.revision}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()

    def withdraw(self) -> None:
        """Say good-bye, or raise Away."""
        self._exchange.withdraw(self._observer.table_id)


class Unseen:
    """Waiting observations: the first and the newest of each game, so that every end is noticed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sights: deque[Observation] = deque(maxlen=MOST_UNSEEN)

    def add(self, observation: Observation) -> None:
        """Add an observation without waiting."""
        with self._lock:
            if len(self._sights) > 1 and self._sights[-2].game_id == self._sights[-1].game_id == observation.game_id:
                self._sights.pop()
            self._sights.append(observation)

    def take(self) -> list[Observation]:
        """Take all of them, in order."""
        with self._lock:
            observations = list(self._sights)
            self._sights.clear()
            return observations


class Announcer:
    """An attendant of the daemon that announces the table."""

    def __init__(
        self,
        daemon: Daemon,
        observer: Observer,
        exchange: Exchange,
        *,
        clock: Clock = time.monotonic,
        beat_s: float = BEAT_S,
        first_retry_s: float = FIRST_RETRY_S,
        outcomes: Outcomes | None = None,
        on_state: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Call `on_state`, from the thread, with why the server is away, or with nothing once it is back."""
        self._daemon, self._observer, self._exchange = daemon, observer, exchange
        self._voice = Voice(observer, exchange, clock, outcomes)
        self._beat_s, self._first_retry_s = beat_s, first_retry_s
        self._on_state = on_state
        self._unseen = Unseen()
        self._news = threading.Event()
        self._stopping = threading.Event()
        self._part = Tended(self._run, "hub")
        self._trouble = ""

    def open(self) -> None:
        """Start; called in the daemon's own thread, once it has shown its first scene."""
        self._daemon.watch(self._leave)
        self._leave(self._daemon)
        self._daemon.parts.tend(self._part)
        self._part.start()

    def close(self) -> None:
        """Say good-bye, if the server answers, and end; abandon the thread if it is stuck."""
        self._part.stop()
        self._stopping.set()
        self._news.set()
        self._part.join(PARTING_S)

    def run_errand(self, errand: Errand) -> None:
        """Call for help, or stop calling, as the players choose."""
        if isinstance(errand, CallHelp):
            self._observer.calls = errand.wanted
            self._leave(self._daemon)

    def _leave(self, daemon: Daemon) -> None:
        self._unseen.add(observe(daemon))
        self._news.set()

    # --- in the thread ---

    def _run(self) -> None:
        retry_s = self._first_retry_s
        self._news.set()  # after an error it is unknown how far it got
        while not self._stopping.is_set():
            self._part.beat()
            is_new = self._news.wait(self._beat_s)
            if is_new:
                self._stopping.wait(GATHER_S)
            try:
                self._say(is_new=is_new)
            except Away as error:
                self._note(str(error))
                # New moves do not shorten the wait: a server that is down stays down for longer than a turn.
                self._stopping.wait(retry_s)
                retry_s = min(2 * retry_s, LONGEST_RETRY_S)
                self._news.set()
            else:
                self._note("")
                retry_s = self._first_retry_s
        if observations := self._unseen.take():  # the server may be away; the table will announce itself again
            self._voice.see(observations)
            self._voice.remember()
        if not self._trouble:  # otherwise nobody hears it, and the players would wait for the time-out
            with suppress(Away):
                self._voice.withdraw()
        self._exchange.close()

    def _say(self, *, is_new: bool) -> None:
        self._news.clear()
        observations = self._unseen.take()
        self._voice.see(observations)
        if is_new or observations:
            self._voice.tell()
        else:
            self._voice.beat()

    def _note(self, trouble: str) -> None:
        if bool(trouble) != bool(self._trouble):
            if trouble:
                _log.warning("the hub does not hear this table: %s; trying again", trouble)
            else:
                _log.info("the hub hears this table again")
        self._trouble = trouble
        self._on_state(trouble)


def table_id(state: Path) -> str:
    """Return an id that belongs to this machine and state folder, even if cards were copied."""
    words = f"{uuid.getnode():x}/{socket.gethostname()}/{state}"
    return blake2b(words.encode(), digest_size=8).hexdigest()


def make_announcer(config: Config, composed: Composed, *, exchange: Exchange | None = None) -> Announcer:
    """Return the announcer of this table, not open yet."""
    daemon = composed.daemon

    def observe(box: GameBox, game_table: GameTable) -> Observer:
        return Observer(
            table_id(config.state),
            config.hub.table or socket.gethostname(),
            game_table,
            box.summary(game_table.game),
            lambda: daemon.showing.language,
            time.monotonic,
            named=frozenset(config.names),
            call=partial(calling, box),
            shows_scores=config.web.scores,
        )

    def observe_stored(stored: StoredGame) -> Observer:
        box = open_box(stored.game.id)
        return observe(box, box.table(stored.game))

    outcomes = Outcomes(config.state / "evening.json")
    recall(outcomes, observe_stored, partial(reading, config))
    observer = observe(composed.parts.box, composed.game_table)
    return Announcer(daemon, observer, exchange or Exchange(config.hub.server), outcomes=outcomes)


_log = logging.getLogger(__name__)
LOOKED_BACK: Final = 2  # the newest game, and the one before it if another has begun since


def recall(
    outcomes: Outcomes,
    observer_of: Callable[[StoredGame], Observer],
    reading: Callable[[], AbstractContextManager[Journal]],
) -> None:
    """Remember the results of the newest games that only the journal knows; skip a game that cannot be read.

    They may be of different kinds: `observer_of` returns the observer for one.
    """
    try:
        with reading() as journal:
            for game_id in journal.ids()[-LOOKED_BACK:]:
                try:
                    _recall_game(outcomes, observer_of, journal, game_id)
                except (UserError, JournalError) as error:
                    _log.warning("cannot tell whether the result of game %s is missing: %s", game_id, error)
    except (UserError, JournalError) as error:
        _log.warning("cannot tell whether a result of this evening is missing: %s", error)


def _recall_game(
    outcomes: Outcomes, observer_of: Callable[[StoredGame], Observer], journal: Journal, game_id: str
) -> None:
    info = journal.info(game_id)
    if not info.revision:
        return
    (last,) = journal.read(game_id, after=info.revision - 1)
    try:
        ended = datetime.fromisoformat(last.at).timestamp()
    except ValueError:  # a journal keeps what it is given
        return
    if outcomes.lacks(game_id, ended):
        stored = read_stored_game(journal, game_id)
        result = observer_of(stored).result(game_id, stored.history, stored.people)
        if result:
            outcomes.recall(result, ended)
