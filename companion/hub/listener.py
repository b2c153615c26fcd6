"""The hub's listener: a thread that hears the tables at the exchange, and hands on what it understands.

A table has gone when its key has expired on the server: a silent one is looked up there. Messages that no table of ours
would send are ignored, with one line in the log for each table and reason.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from companion.hub.announcement import (
    BadAnnouncement,
    Json,
    Result,
    age_in,
    announcement_from,
    id_of,
    parse_object,
    parse_result,
    result_from,
    text_of,
)
from companion.hub.exchange import BEAT_S, PARTING_S, Away, Exchange, Left
from companion.hub.hall import Announced, Ended, Gone, Heard, Link, Lives
from companion.words.outside import one_line
from hardware.ports import Clock
from hardware.tended import Tended

_log = logging.getLogger(__name__)
SWEEP_S = 1.0
SILENT_S = BEAT_S + 1.0
RETRY_S = 1.0
MOST_COMPLAINTS, LONGEST_COMPLAINT = 100, 300  # nobody reads more than this


class Listener:
    """Listens until it is closed."""

    def __init__(
        self,
        make_exchange: Callable[[], Exchange],
        hand_on: Callable[[Sequence[Heard]], None],
        *,
        clock: Clock = time.monotonic,
        sweep_s: float = SWEEP_S,
        silent_s: float = SILENT_S,
        retry_s: float = RETRY_S,
    ) -> None:
        """Use this way to reach the exchange: one connection listens, another one asks."""
        self._ear, self._mouth = make_exchange(), make_exchange()
        self._hand_on, self._clock = hand_on, clock
        self._sweep_s, self._silent_s, self._retry_s = sweep_s, silent_s, retry_s
        self._numbers: dict[str, int] = {}  # number of the newest announcement of each table
        self._heard_at: dict[str, float] = {}
        self._complaints: set[str] = set()
        self._trouble: str | None = None
        self._stopping = threading.Event()
        self.part = Tended(self._run, "listener")

    def open(self) -> None:
        """Begin."""
        self.part.start()

    def close(self) -> None:
        """End; abandon the thread if it is stuck."""
        self.part.stop()
        self._stopping.set()
        self.part.join(PARTING_S)

    # --- in the thread ---

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen()
            except Away as error:
                if not self._trouble:
                    _log.warning("the tables cannot be heard: %s; trying again", error)
                self._retry(str(error))
            except Exception as error:  # a bug must not silence the hub for the rest of the evening
                if not self._trouble:
                    _log.exception("the tables cannot be heard; trying again")
                self._retry(f"{type(error).__name__}: {error}")
        self._ear.close()
        self._mouth.close()

    def _retry(self, trouble: str) -> None:
        self._link(trouble)
        self.part.beat()
        self._stopping.wait(self._retry_s)

    def _link(self, trouble: str) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            self._hand_on([Link(trouble)])

    def _listen(self) -> None:
        with self._ear.news() as wait:
            self._catch_up()
            if self._trouble:
                _log.info("the tables are heard again")
            self._link("")
            swept_at = self._clock()
            while not self._stopping.is_set():
                self.part.beat()
                news = wait(self._sweep_s)
                if news is not None:
                    self._hand_on(self._understood("a message", news))
                if self._clock() - swept_at >= self._sweep_s:
                    swept_at = self._clock()
                    self._sweep()

    def _catch_up(self) -> None:
        """Fetch everything that was announced before, and find tables that have gone meanwhile."""
        for some in self._mouth.results():
            # All at once, so that the page can handle thousands of them between other work.
            self._hand_on([Ended(tuple(self._results(some)))])
        heard: list[Heard] = []
        found = self._mouth.announcements()
        for table_id, text in found.items():
            if text is not None:
                heard += self._understood(f"table {table_id}", text)
        self._mouth.forget([table_id for table_id, text in found.items() if text is None])
        heard += [self._lost(table_id) for table_id in list(self._numbers) if found.get(table_id) is None]
        self._hand_on(heard)

    def _results(self, some: Iterable[Left]) -> Iterator[tuple[Result, float]]:
        for game_id, text, age_s in some:
            try:
                yield parse_result(text), age_s
            except Exception as error:  # as below
                self._complain(f"the result of game {game_id!a:.40}", error)

    def _sweep(self) -> None:
        """Look up tables that have fallen silent; if there are none, check that the server answers at all."""
        now = self._clock()
        silent = [table_id for table_id, at in self._heard_at.items() if now - at >= self._silent_s]
        if not silent:
            self._mouth.ping()
            return
        found = self._mouth.announcements(silent)
        gone = [table_id for table_id, text in found.items() if text is None]
        self._mouth.forget(gone)
        self._hand_on([self._lost(table_id) for table_id in gone])

    def _lost(self, table_id: str) -> Gone:
        self._numbers.pop(table_id, None)
        self._heard_at.pop(table_id, None)
        return Gone(table_id)

    # --- what is understood ---

    def _understood(self, source: str, data: bytes) -> list[Heard]:
        """Return what a message says; log an unreadable one, once."""
        try:
            told = parse_object(data)
            source = f"table {id_of(told)}"
            return self._read(told)
        except Away:
            raise
        except Exception as error:  # whatever a foreign message causes, the others must still be heard
            self._complain(source, error)
            return []

    def _read(self, told: Json) -> list[Heard]:
        table_id = id_of(told)
        if "gone" in told:
            return [self._lost(table_id)]
        if "result" in told:
            return [Ended(((result_from({"id": table_id, **told["result"]}), age_in(told, "age_s")),))]
        if "beat" not in told:
            return [self._told(told)]
        self._heard_at[table_id] = self._clock()
        if self._numbers.get(table_id) == told["beat"]:
            return [Lives(table_id, age_in(told, "told_s"))]
        # An announcement was lost, or this hub has just started.
        newest = self._mouth.announcements([table_id])[table_id]
        return [] if newest is None else [self._told(parse_object(newest))]

    def _told(self, told: Json) -> Announced:
        announcement = announcement_from(told)
        self._numbers[announcement.id] = announcement.number
        self._heard_at[announcement.id] = self._clock()
        return Announced(announcement, text_of(announcement))

    def _complain(self, source: str, error: Exception) -> None:
        why = str(error) if isinstance(error, BadAnnouncement) else type(error).__name__
        complaint = one_line(f"{source} is not understood: {why}", LONGEST_COMPLAINT)
        if complaint not in self._complaints and len(self._complaints) < MOST_COMPLAINTS:
            self._complaints.add(complaint)
            _log.warning("%s", complaint)
