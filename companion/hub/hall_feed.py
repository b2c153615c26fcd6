"""The hub's feed: turns what the listener hears into messages to every watching browser.

The listener's thread only leaves its messages here. A few times a second the page's own thread handles all of them at
once, and every client gets one message with the changed tables, however many moves were made meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from companion.hub.hall import Announced, Changes, Ended, Gone, Hall, Heard, Link, Lives
from companion.shelf.shelf import title_of
from companion.web.feed import BEAT_S
from companion.web.live import Client, Clients

Json = dict[str, Any]
GATHER_S = 0.1  # eyes cannot follow more than ten messages a second
SOON_S = 0.005  # after a quiet time a move is sent almost at once, with whatever follows it
LOOK_S = 1.0  # how often to check for silent tables and calls for help


class HallFeed:
    """All viewers of the hall."""

    def __init__(self, hall: Hall, now: Callable[[], float], about: Json) -> None:
        """`about` is the part that never changes."""
        self._hall, self._now, self._about = hall, now, _json(about)
        self._hearing = threading.Lock()
        self._heard: dict[tuple[str, ...], Heard] = {}  # waiting messages: the newest of each table
        self._loop: asyncio.AbstractEventLoop | None = None
        self._clients = Clients()
        self._number = 0
        self._changed_at = now()
        self._is_due = False
        self._spread_at = now() - GATHER_S
        self._timers: dict[str, asyncio.TimerHandle] = {}

    # --- from the listener's thread ---

    def hear(self, heard: Sequence[Heard]) -> None:
        """Add a message without waiting; from any thread."""
        with self._hearing:
            for one in heard:
                key = _key(one)
                if not (isinstance(one, Lives) and key in self._heard):  # the waiting message says more
                    self._heard.pop(key, None)  # so that it comes last
                    self._heard[key] = one
        loop = self._loop
        if loop is not None and heard and not self._is_due:
            # Set this before asking: on a busy machine the page's thread may send it before this one continues.
            self._is_due = True
            with suppress(RuntimeError):  # the page has ended: the next server handles what waits
                loop.call_soon_threadsafe(self._gather)

    # --- in the page's thread ---

    def open(self) -> None:
        """Begin, in the loop that runs now."""
        self._loop = asyncio.get_running_loop()
        self._is_due = False  # it may be set since an earlier page ended
        self._clients = Clients()
        self._gather()
        self._look()
        self._beat()

    def close(self) -> None:
        """End every connection."""
        self._loop = None
        for timer in self._timers.values():
            timer.cancel()
        self._clients.end()

    @property
    def watching(self) -> int:
        """The number of clients."""
        return len(self._clients)

    def join(self, language: str) -> Client:
        """Add a client and send it everything; raise Full if there is no room."""
        return self._clients.add(language, lambda: _message("state", self._head(), f'"document":{self.document()}'))

    def leave(self, client: Client) -> None:
        """Remove a client."""
        self._clients.discard(client)

    def document(self) -> str:
        """Describe everything, as JSON."""
        return _object(
            {
                "about": self._about,
                "tables": _object({table_id: self._entry(table_id) for table_id in self._hall.tables}),
                "evening": self._evening(),
                "link": self._link(),
            }
        )

    def _gather(self) -> None:
        self._later("gather", max(SOON_S, self._spread_at + GATHER_S - self._now()), self._spread)

    def _look(self) -> None:
        self._tell(self._hall.look(self._now()))
        self._later("look", LOOK_S, self._look)

    def _spread(self) -> None:
        self._is_due = False
        self._spread_at = self._now()
        with self._hearing:
            heard, self._heard = self._heard, {}
        self._tell(self._hall.hear(heard.values(), self._now()))

    def _tell(self, changes: Changes) -> None:
        if not changes:
            return
        self._number += 1
        self._changed_at = self._now()
        if self._clients:
            self._clients.give(_message("change", self._head(), f'"changes":{self._changes(changes)}'))

    def _beat(self) -> None:
        self._clients.give(_message("beat", self._head()))
        self._later("beat", BEAT_S, self._beat)

    def _later(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        if self._loop is not None:
            self._timers[name] = self._loop.call_later(seconds, call)

    # --- what is told ---

    def _head(self) -> str:
        return f'"number":{self._number},"age_s":{round(max(0.0, self._now() - self._changed_at), 1)}'

    def _changes(self, changes: Changes) -> str:
        told: dict[str, str] = {}
        if changes.tables or changes.gone:
            merged = _object({table_id: self._entry(table_id) for table_id in changes.tables})
            told["tables"] = _object({"merge": merged, "drop": json.dumps(sorted(changes.gone))})
        if changes.standings:
            told["evening"] = self._evening()
        if changes.link:
            told["link"] = self._link()
        return _object(told)

    def _entry(self, table_id: str) -> str:
        seat = self._hall.tables[table_id]
        told = {
            "told_s": round(self._now() - seat.told_at, 1),
            "stale": seat.is_stale,
            "help": [str(reason) for reason in seat.help],
        }
        return f'{json.dumps(told)[:-1]},"table":{seat.text}}}'

    def _evening(self) -> str:
        evening = self._hall.evening
        rankings = [
            {**ranking._asdict(), "title": title_of(ranking.game), "rows": [row._asdict() for row in ranking.rows]}
            for ranking in evening.rankings
        ]
        return _json({"games": evening.games, "rankings": rankings})

    def _link(self) -> str:
        return _json({"trouble": self._hall.trouble})


def _key(heard: Heard) -> tuple[str, ...]:
    """Return which older message a newer one replaces; the end of a game is never replaced."""
    match heard:
        case Announced(announcement):
            over = announcement.winners is not None
            return (announcement.id, announcement.game_id) if over else (announcement.id,)
        case Lives(table_id) | Gone(table_id):
            return (table_id,)
        case Ended(results):
            return ("", "ended", *(word for result, _ in results for word in result.played))
        case Link():
            return ("", "link")


def _json(value: object) -> str:
    """Return JSON in ASCII, without line breaks, which would end a message."""
    return json.dumps(value, separators=(",", ":"))


def _object(parts: dict[str, str]) -> str:
    """Return an object made from parts that are JSON already."""
    return "{" + ",".join(f"{json.dumps(key)}:{value}" for key, value in parts.items()) + "}"


def _message(event: str, *parts: str) -> bytes:
    """Return a server-sent event; the JSON has no line breaks."""
    return f"event: {event}\ndata: {{{','.join(parts)}}}\n\n".encode()
