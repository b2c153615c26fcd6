"""The live view: one stream of server-sent events for each watching browser."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Protocol

from starlette.types import Receive, Scope, Send

from companion.web.clients import Client, Full
from companion.web.guard import refuse


class Watched(Protocol):
    """What browsers can watch."""

    def join(self, language: str) -> Client:
        """Add a client and send it everything; raise Full if there is no room."""

    def leave(self, client: Client) -> None:
        """Remove a client."""


class Events:
    """The endpoint `/api/events?lang=en`."""

    def __init__(self, feed: Watched, languages: Collection[str]) -> None:
        self._feed, self._languages = feed, languages

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
