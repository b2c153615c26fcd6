"""The browsers that watch a page: each has its own queue, and a message enters all of them once.

A queue is bounded: a browser that cannot keep up is dropped, connects again on its own, and gets everything again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

WAITING = 32  # messages that a client may be behind
MOST_CLIENTS = 400


class Full(Exception):
    """The page serves as many watching clients as it can."""


class Client:
    """One watching browser."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.dropped = False
        self.on_drop: Callable[[], object] = lambda: None  # ends a call that is stuck in sending
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING)

    def give(self, message: bytes) -> bool:
        """Queue a message for the client; return whether there was room."""
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.dropped = True
            return False
        return True

    def end(self) -> None:
        """Wake the waiting thread: there will be no more messages."""
        if self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait(None)

    async def next(self) -> bytes | None:
        """Wait for the next message; return None if there will be no more."""
        message = await self._waiting.get()
        return None if self.dropped else message


class Clients:
    """All browsers that watch one page; used in the page's thread."""

    def __init__(self) -> None:
        self._all: set[Client] = set()

    def __len__(self) -> int:
        return len(self._all)

    @property
    def languages(self) -> set[str]:
        """The languages that somebody watches in."""
        return {client.language for client in self._all}

    def add(self, language: str, everything: Callable[[], bytes]) -> Client:
        """Add a client and send it everything; raise Full if there is no room."""
        if len(self._all) >= MOST_CLIENTS:
            raise Full
        client = Client(language)
        client.give(everything())
        self._all.add(client)
        return client

    def discard(self, client: Client) -> None:
        """Remove a client."""
        self._all.discard(client)

    def give(self, message: bytes, language: str = "") -> None:
        """Send a message to all, or to those of one language; drop clients that have no room for it."""
        for client in list(self._all):
            if language in ("", client.language) and not client.give(message):
                self._all.discard(client)
                client.on_drop()

    def end(self) -> None:
        """End every connection there is."""
        for client in self._all:
            client.end()
