"""Requests and answers as messages: what a port is to a machine's page, for a page whose table is in the same browser.

In, from the page:

    {"number": 7, "ask": "http", "method": "POST", "target": "/api/choose?lang=en", "body": "{…}"}
    {"number": 7, "ask": "gone"}                                        nobody waits for the answer any more

Out, to the page:

    {"number": 7, "kind": "start", "status": 200, "headers": {"content-type": "application/json"}}
    {"number": 7, "kind": "more", "text": "…"}                          as often as there is something, for a stream
    {"number": 7, "kind": "end", "text": "…"}

Whoever asks sits at this very machine, so the page's application sees a request from here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from typing import TYPE_CHECKING, Any, Final

from companion.web.serving import LOCAL_HOSTS
from hardware.tended import Tended

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Scope

_log = logging.getLogger(__name__)
Json = dict[str, Any]
Send = Callable[[Json], None]
HOST: Final = "localhost"
AGAIN_S: Final = 5.0  # until what runs next to the page is tried again
SETTLED_S: Final = 2.0  # how long an answer may take that the table's end comes between


class Counter:
    """Answers messages with whichever application serves now; between two of them, requests wait."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._app: ASGIApp | None = None
        self._asked: dict[int, asyncio.Task[None]] = {}
        self._posted: set[asyncio.Task[None]] = set()
        self._waiting: list[Json] = []

    def serve(self, app: ASGIApp) -> None:
        """Answer with this application, first whoever has waited for it."""
        self._app = app
        waiting, self._waiting = self._waiting, []
        for message in waiting:
            self.take(message)

    async def settled(self) -> None:
        """Let the next requests wait, and return once the answers to all that asked for a change are on their way."""
        self._app = None
        if self._posted:
            await asyncio.wait(self._posted, timeout=SETTLED_S)

    def pause(self) -> None:
        """End all answers; the next requests wait."""
        self._app = None
        for task in list(self._asked.values()):
            task.cancel()

    def take(self, message: Json) -> None:
        """Take a request, or that nobody waits for its answer any more."""
        number = message["number"]
        if message["ask"] == "gone":
            self._waiting = [each for each in self._waiting if each["number"] != number]
            if task := self._asked.get(number):
                task.cancel()
        elif self._app is None:
            self._waiting.append(message)
        else:
            task = self._asked[number] = asyncio.ensure_future(self._answer(self._app, message))
            task.add_done_callback(lambda _: self._asked.pop(number, None))
            if message["method"] == "POST":
                self._posted.add(task)
                task.add_done_callback(self._posted.discard)

    async def _answer(self, app: ASGIApp, message: Json) -> None:
        number, body, is_over = message["number"], str(message.get("body") or "").encode(), False
        asked: asyncio.Queue[Message] = asyncio.Queue()
        asked.put_nowait({"type": "http.request", "body": body, "more_body": False})

        async def send(said: Message) -> None:
            nonlocal is_over
            if said["type"] == "http.response.start":
                headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in said["headers"]}
                self._send({"number": number, "kind": "start", "status": said["status"], "headers": headers})
            else:
                is_over = not said.get("more_body", False)
                kind = "end" if is_over else "more"
                self._send({"number": number, "kind": kind, "text": said.get("body", b"").decode()})

        try:
            await app(_scope(message), asked.get, send)
        except asyncio.CancelledError:
            pass
        except Exception:  # a bug in one answer must not end the others
            _log.exception("%s: not answered", message.get("target"))
        if not is_over:
            self._send({"number": number, "kind": "end", "text": "", "broken": True})


def _scope(message: Json) -> Scope:
    path, _, query = str(message["target"]).partition("?")
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "method": message["method"],
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [
            (b"host", HOST.encode()),
            (b"origin", f"http://{HOST}".encode()),
            (b"content-type", b"application/json"),
        ],
        "client": ("127.0.0.1", 0),
        "server": (HOST, 80),
    }


class InTab:
    """Serves one page by messages; nobody else can reach it."""

    part: Tended | None = None
    port = 0
    is_on_lan = False

    def __init__(
        self,
        counter: Counter,
        make_app: Callable[[], ASGIApp],
        *,
        on_open: Callable[[], None],
        on_close: Callable[[], None],
        beside: Callable[[], Coroutine[Any, Any, None]] | None = None,
    ) -> None:
        """Serve the application that `make_app` returns, at this counter; `beside` runs alongside it."""
        self._counter, self._make_app, self._beside = counter, make_app, beside
        self._on_open, self._on_close = on_open, on_close
        self._running: asyncio.Task[None] | None = None
        self._is_open = False

    @property
    def address(self) -> str:
        """The address that requests seem to have."""
        return f"http://{HOST}/"

    lan_url = address

    def hosts(self) -> Collection[str]:
        """Return the host names that requests may use."""
        return LOCAL_HOSTS

    def open(self) -> None:
        """Answer requests from now on."""
        self._is_open = True
        self._on_open()
        if self._beside:
            self._running = asyncio.ensure_future(_kept_running(self._beside))
        self._counter.serve(self._make_app())

    def wait(self) -> None:
        """It answers as soon as it is open."""

    def close(self) -> None:
        """End every answer; harmless if it is not open."""
        if not self._is_open:
            return
        self._is_open = False
        if self._running:
            self._running.cancel()
        self._on_close()
        self._counter.pause()

    def let_in(self, *, phones: bool) -> None:
        """Do nothing: there is no way in."""


async def _kept_running(beside: Callable[[], Coroutine[Any, Any, None]]) -> None:
    while True:
        try:
            await beside()
        except Exception:  # a bug must not end it for the rest of the evening
            _log.exception("a task next to the page failed; restarting it")
            await asyncio.sleep(AGAIN_S)
