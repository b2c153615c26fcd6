"""The feed: takes snapshots of the table from its thread, and sends messages to every watching browser.

The table's thread only leaves its newest snapshot here and goes on. A moment later the page's own thread describes it
once for each language, and sends every client the difference from the previous one.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from companion.running.daemon import Daemon
from companion.table.view import View
from companion.web.live import Client, Clients

Json = dict[str, Any]


class Snapshot(NamedTuple):
    """What the page knows of a table at one moment."""

    game_id: str
    revision: int
    view: View


def take(daemon: Daemon) -> Snapshot:
    """Take a snapshot; in the daemon's own thread, after a scene was shown."""
    return Snapshot(daemon.game_id, daemon.revision, daemon.view)


Describe = Callable[[Snapshot, str], Json]

# One move shows several scenes (seen, kept, shown); those within this time make one message. The delay also lets the
# table's thread finish first, because both share one interpreter.
GATHER_S = 0.02
BEAT_S = 1.0  # so that whoever looks knows within three seconds that something is wrong
GROWING = ("log", "plot")  # lists that mostly grow at their end


class _Told(NamedTuple):
    """What was last sent in a language."""

    number: int
    document: Json


class Feed:
    """All viewers of one table."""

    def __init__(self, describe: Describe, now: Callable[[], float]) -> None:
        self._describe, self._now = describe, now
        self._loop: asyncio.AbstractEventLoop | None = None
        self._clients = Clients()
        self._told: dict[str, _Told] = {}
        self._latest: Snapshot | None = None
        self._followed: Snapshot | None = None  # the one that listeners have taken in
        self._is_due = False
        self._changed_at = now()
        self._revision: tuple[str, int] = ("", -1)
        self._beating: asyncio.TimerHandle | None = None
        self._listeners: list[Callable[[Snapshot], None]] = []

    # --- from the table's thread ---

    def publish(self, snapshot: Snapshot) -> None:
        """Leave a snapshot without waiting; from any thread."""
        self._latest = snapshot
        if not self._is_due:
            # Set this before asking: on a busy machine the page's thread may send it before this one continues.
            self._is_due = True
            self._call(self._gather)

    def part(self, title: str) -> None:
        """Tell everybody that the table is set up for this game next, and that it will be there again."""
        self._call(lambda: self._clients.give(_message("parting", {"title": title})))

    # --- in the page's thread ---

    def open(self) -> None:
        """Begin, in the loop that runs now."""
        self._loop = asyncio.get_running_loop()
        self._is_due = False  # it may be set since an earlier page ended
        self._clients = Clients()
        self._gather()
        self._beat()

    def close(self) -> None:
        """End every connection, and take no more snapshots."""
        self._loop = None
        if self._beating:
            self._beating.cancel()
        self._clients.end()

    def _call(self, function: Callable[[], None]) -> None:
        """Run something in the page's thread, if there is one."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # it has ended: the table goes on without a page
                loop.call_soon_threadsafe(function)

    @property
    def snapshot(self) -> Snapshot | None:
        """The newest snapshot."""
        return self._latest

    @property
    def watching(self) -> int:
        """The number of clients."""
        return len(self._clients)

    def listen(self, listener: Callable[[Snapshot], None]) -> None:
        """Call a listener, in the page's thread, with every snapshot that is sent."""
        self._listeners.append(listener)

    def join(self, language: str) -> Client:
        """Add a client and send it everything; raise Full if there is no room."""
        return self._clients.add(language, lambda: self._everything(language))

    def leave(self, client: Client) -> None:
        """Remove a client."""
        self._clients.discard(client)

    def _everything(self, language: str) -> bytes:
        told = self._told.get(language)
        if told is None or language not in self._clients.languages:
            told = self._told[language] = _Told(told.number + 1 if told else 1, self.document(language))
        return _message("state", {"number": told.number, "age_s": self._age_s, "document": told.document})

    @property
    def _age_s(self) -> float:
        return round(max(0.0, self._now() - self._changed_at), 1)

    def document(self, language: str) -> Json:
        """Describe the newest snapshot."""
        snapshot = self._follow()
        return {} if snapshot is None else self._describe(snapshot, language)

    def _follow(self) -> Snapshot | None:
        """Return the newest snapshot, once listeners have taken it in: what follows from it is told with it."""
        snapshot = self._latest
        if snapshot is not None and snapshot is not self._followed:
            self._followed = snapshot
            for listener in self._listeners:
                listener(snapshot)
        return snapshot

    def refresh(self) -> None:
        """Send what has changed besides the table itself, such as a simulated piece."""
        if not self._is_due:
            self._is_due = True
            self._gather()

    def _gather(self) -> None:
        if self._loop is not None:
            self._loop.call_later(GATHER_S, self._spread)

    def _spread(self) -> None:
        self._is_due = False
        snapshot = self._follow()
        if snapshot is None:
            return
        if (snapshot.game_id, snapshot.revision) != self._revision:
            self._revision = snapshot.game_id, snapshot.revision
            self._changed_at = self._now()
        for language in self._clients.languages:
            before = self._told[language]
            document = self._describe(snapshot, language)
            changes = difference(before.document, document)
            if not changes:
                continue
            told = self._told[language] = _Told(before.number + 1, document)
            self._clients.give(
                _message("change", {"number": told.number, "age_s": self._age_s, "changes": changes}), language
            )

    def _beat(self) -> None:
        for language in self._clients.languages:
            self._clients.give(
                _message("beat", {"number": self._told[language].number, "age_s": self._age_s}), language
            )
        if self._loop is not None:
            self._beating = self._loop.call_later(BEAT_S, self._beat)


def difference(before: Json, after: Json) -> Json:
    """Return what changed: whole sections, and for growing lists how much stays and what is added.

    >>> difference({"a": 1, "log": [1, 2, 3]}, {"a": 1, "log": [1, 2, 4, 5]})
    {'log': {'keep': 2, 'add': [4, 5]}}
    """
    changes: Json = {}
    for key, value in after.items():
        old = before.get(key)
        if key in before and old == value:
            continue
        if key in GROWING and isinstance(old, list) and isinstance(value, list):
            keep = next(
                (n for n, (x, y) in enumerate(zip(old, value, strict=False)) if x != y), min(len(old), len(value))
            )
            changes[key] = {"keep": keep, "add": value[keep:]}
        else:
            changes[key] = value
    return changes


def _message(event: str, data: Json) -> bytes:
    """Return a server-sent event; the JSON has no line breaks."""
    return f"event: {event}\ndata: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()
