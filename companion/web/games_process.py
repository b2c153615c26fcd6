"""Replays stored games in a separate process, so that no press waits for it.

In: a browser's request for stored games. Out: the answer of `companion/web/games_page.py` in the other process. That
process starts on the first request, has a low priority, and ends when nobody has asked for a while or this process has
ended. Requests and answers are one line of JSON each; an answer is followed by its body.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import os
import pickle
import select
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import IO, Any, Final, NamedTuple

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message

from companion.config.settings import Config
from companion.running import apart
from companion.web.guard import REFUSALS, refuse
from hardware.tended import ENDED
from hardware.trouble import NO_TROUBLE, Trouble

_log = logging.getLogger(__name__)
PATIENCE_S: Final = 30.0  # for one answer; the first statistics over years of games take a while
IDLE_S: Final = 300.0
MOST_WAITING: Final = 16  # waiting callers; the next one must try again
NICENESS: Final = 10
_LONGEST_LINE: Final = 1 << 16


class Answered(NamedTuple):
    """An answer of the archive."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


class Gone(Exception):
    """The other process has ended, or does not answer."""


class StoredGamesProcess:
    """The other process, as seen from this one."""

    def __init__(
        self,
        config: Config,
        game: str,
        *,
        note: Callable[[Trouble], None] = lambda _: None,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """Read games for this table's game; `note` is called with what is wrong, or empty once it works again."""
        self._hello = base64.b64encode(pickle.dumps((_plain(config), game))) + b"\n"
        self._note, self._patience_s = note, patience_s
        self._asking = threading.Lock()
        self._starting = threading.Lock()  # never held for long, unlike the other, which is held during a request
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False

    def ask(self, path: str, query: str) -> Answered:
        """Send a request and return the answer; raise Gone if there is none."""
        with self._asking:
            for is_last in (False, True):
                is_new = self._process is None
                try:
                    answered = self._asked(path, query)
                except Gone as error:
                    self._end()
                    if self._is_closed:
                        raise
                    if is_new or is_last:  # otherwise it may have ended because nobody had asked for a long time
                        self._note(ENDED)
                        _log.error("the archive: %s", error)
                        raise
                else:
                    self._note(NO_TROUBLE)
                    return answered
        raise AssertionError

    def close(self) -> None:
        """End the other process, even during a request, which then gets no answer."""
        with self._starting:
            self._is_closed = True
            process = self._process  # only once: the waiting request may have seen it end
            if process:
                process.kill()
        with self._asking:
            self._end()

    def _asked(self, path: str, query: str) -> Answered:
        process = self._started()
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(json.dumps([path, query]).encode() + b"\n")
            process.stdin.flush()
        except OSError as error:
            raise Gone(f"it takes no question: {error.strerror}") from error
        if not select.select([process.stdout], [], [], self._patience_s)[0]:
            raise Gone(f"no answer to {path!r:.80} in {self._patience_s:g} s")
        try:
            status, headers, length = json.loads(process.stdout.readline(_LONGEST_LINE))
            body = process.stdout.read(length)
        except (ValueError, TypeError) as error:
            raise Gone(f"no answer to {path!r:.80}") from error
        if len(body) != length:
            raise Gone(f"half an answer to {path!r:.80}")
        return Answered(status, tuple((name, value) for name, value in headers), body)

    def _started(self) -> subprocess.Popen[bytes]:
        with self._starting:
            if self._is_closed:
                raise Gone("the page ends")
            if self._process is None:
                try:
                    self._process = apart.begin("companion.web.games_process")
                    assert self._process.stdin
                    self._process.stdin.write(self._hello)
                except OSError as error:
                    raise Gone(f"it cannot be started: {error}") from error
            return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        apart.kill(process)
        process.wait()


class StoredGamesBeside:
    """The routes of the archive, each answered by the other process."""

    def __init__(self, process: StoredGamesProcess) -> None:
        self._process = process
        self._limiter: CapacityLimiter | None = None
        self._waiting = 0

    def routes(self) -> list[Route]:
        """Return the routes."""
        paths = ("/api/games", "/api/games/{rest:path}", "/api/statistics")
        return [Route(path, self._answer) for path in paths]

    async def _answer(self, request: Request) -> Response:
        if self._waiting >= MOST_WAITING:
            return refuse(503, "busy", "too many look at old games just now: try again in a moment")
        self._limiter = self._limiter or CapacityLimiter(1)
        self._waiting += 1
        try:
            ask = partial(self._process.ask, request.scope["path"], request.scope["query_string"].decode("latin-1"))
            status, headers, body = await run_sync(ask, limiter=self._limiter)
        except Gone:
            return refuse(503, "archive", "old games cannot be shown just now: try again in a moment")
        finally:
            self._waiting -= 1
        return Response(body, status, dict(headers))


# --- in the other process ---


def _plain(config: Config) -> bytes:
    """Return a configuration that can be pickled: its read-only mappings cannot."""

    class Pickler(pickle.Pickler):
        def reducer_override(self, given: object) -> Any:
            return (_proxy, (dict(given),)) if isinstance(given, MappingProxyType) else NotImplemented

    import io

    written = io.BytesIO()
    Pickler(written).dump(config)
    return written.getvalue()


def _proxy(given: Mapping[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType(given)


def make_app(config: Config, game: str) -> ASGIApp:
    """Return the archive as a separate application."""
    from companion.archive.stored_games import reading
    from companion.assembly.game_parts import translator
    from companion.shelf.shelf import open_box
    from companion.web.games_page import StoredGames

    box = open_box(game)
    archive = StoredGames(
        partial(reading, config), game, lambda language: translator(language or "en", config.names, box), config.names
    )
    return Starlette(routes=archive.routes(), exception_handlers=REFUSALS)


async def answer(app: ASGIApp, path: str, query: str) -> Answered:
    """Ask an application as a server would."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode("utf-8", "surrogateescape"),
        "query_string": query.encode("latin-1"),
        "headers": [],
        "http_version": "1.1",
        "scheme": "http",
        "root_path": "",
    }
    said: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        said.append(message)

    await app(scope, receive, send)
    headers = tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in said[0]["headers"])
    return Answered(said[0]["status"], headers, b"".join(message.get("body", b"") for message in said[1:]))


def serve(asked: IO[bytes], told: IO[bytes], *, idle_s: float = IDLE_S) -> None:
    """Answer until the input ends, or nothing was asked for a long time."""
    config, game = pickle.loads(base64.b64decode(asked.readline()))
    app = make_app(pickle.loads(config), game)
    with asyncio.Runner() as runner:
        while select.select([asked], [], [], idle_s)[0] and (line := asked.readline(_LONGEST_LINE)):
            status, headers, body = runner.run(answer(app, *json.loads(line)))
            told.write(json.dumps([status, headers, len(body)]).encode() + b"\n" + body)
            told.flush()


if __name__ == "__main__":
    with suppress(OSError):  # a service may not; then it has the same priority as the table
        os.nice(NICENESS)
    with suppress(KeyboardInterrupt, BrokenPipeError):
        serve(os.fdopen(0, "rb", 0), sys.stdout.buffer)
