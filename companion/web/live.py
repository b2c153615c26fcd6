"""The live view: one stream of server-sent events for each watching browser.

Each browser has its own queue, and a message enters all of them once. A queue is bounded: a browser that cannot keep up
is dropped, connects again on its own, and gets everything again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from starlette.types import Receive, Scope, Send

from companion.web.guard import refuse

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


class Watched(Protocol):
    """What browsers can watch."""

    def join(self, language: str) -> Client:
        """Add a client and send it everything; raise Full if there is no room."""

    def leave(self, client: Client) -> None:
        """Remove a client."""


class Events:
    """The endpoint `/api/events?lang=en`."""

    def __init__(
        self,
        feed: Watched,
        languages: Collection[str],
        attending: Callable[[Scope], AbstractContextManager[None]] = lambda _: nullcontext(),
    ) -> None:
        """`attending` is told who watches, and for how long."""
        self._feed, self._languages, self._attending = feed, languages, attending

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send messages until the browser, or the table, goes away."""
        language = scope["query_string"].decode("latin-1").removeprefix("lang=") or "en"
        if language not in self._languages:
            await refuse(422, "language", f"expected one of {', '.join(self._languages)}")(scope, receive, send)
            return
        try:
            client = self._feed.join(language)
        except Full:
            await refuse(503, "full", "too many watch this table already")(scope, receive, send)
            return
        with self._attending(scope):
            await self._tell(client, receive, send)

    async def _tell(self, client: Client, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
        gone = asyncio.create_task(_gone(receive))
        gone.add_done_callback(lambda _: client.end())
        this = asyncio.current_task()
        client.on_drop = this.cancel if this else client.end
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            while (message := await client.next()) is not None:
                await send({"type": "http.response.body", "body": message, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except asyncio.CancelledError:
            if not client.dropped:
                raise
        finally:
            self._feed.leave(client)
            gone.cancel()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
