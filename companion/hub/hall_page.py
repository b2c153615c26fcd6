"""The hub's page: hears the tables at an exchange, and shows them all to everyone who looks.

In: a way to reach the exchange, and which games can be drawn. Out: an address. The page is read-only.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp

from companion import version_number
from companion.hub.announcement import Announcement, parse_object
from companion.hub.exchange import LARGEST_DETAIL, Away, Exchange
from companion.hub.hall import Announced, Hall, Heard
from companion.hub.hall_feed import HallFeed
from companion.hub.listener import Listener
from companion.shelf.shelf import boxes
from companion.web.guard import REFUSALS, Guard, refuse
from companion.web.live import Events
from companion.web.page_files import file_routes, files
from companion.web.server import Server
from companion.web.start_page import nothing_asked
from companion.words.say import LANGUAGES
from hardware.ports import Clock
from hardware.tended import Tended

_log = logging.getLogger(__name__)
STATIC = Path(__file__).parent / "static"
MOST_ASKING: Final = 4  # threads that may wait for the server at once; the page's files have their own
MOST_STRANGE: Final = 20  # unknown games that are logged
_KINDS: Final[Mapping[str, type]] = {"board": dict, "game": dict, "game_id": str, "revision": int}  # of a close-up


class Hub:
    """Serves the hall."""

    def __init__(
        self,
        make_exchange: Callable[[], Exchange],
        drawings: Mapping[str, Path],
        *,
        bind: str,
        port: int,
        tries: int = 1,
        clock: Clock = time.monotonic,
    ) -> None:
        """Use this way to reach the exchange, and these folders with the files that draw each game."""
        self._make_exchange, self._drawings, self._clock = make_exchange, drawings, clock
        self.hall = Hall()
        titles = {box.id: box.title for box in boxes()}
        self.feed = HallFeed(self.hall, clock, {"drawings": sorted(drawings), "titles": titles})
        self._strange: set[str] = set()  # games that cannot be drawn here and were logged
        self._listener = Listener(make_exchange, self._hear, clock=clock)
        self._server = Server(
            self.make_app, bind=bind, port=port, tries=tries, on_open=self.feed.open, on_close=self.feed.close
        )

    @property
    def address(self) -> str:
        """Where the page is."""
        return self._server.address

    def _hear(self, heard: Sequence[Heard]) -> None:
        """Take in messages; an unknown game is shown as text only, and logged once."""
        for each in heard:
            if isinstance(each, Announced):
                self._expect_known(each.announcement)
        self.feed.hear(heard)

    def _expect_known(self, announcement: Announcement) -> None:
        game = announcement.game
        if game in self._drawings or game in self._strange or len(self._strange) == MOST_STRANGE:
            return
        self._strange.add(game)
        known = ", ".join(self._drawings)
        _log.warning("table %s: game %r: this version draws %s", announcement.id, game, known)

    @property
    def parts(self) -> tuple[Tended, ...]:
        """The parts that have a thread."""
        return self._server.part, self._listener.part

    def open(self) -> None:
        """Start listening and serving."""
        self._listener.open()
        self._server.open()

    def wait(self) -> None:
        """Wait until the page answers."""
        self._server.wait()

    def close(self) -> None:
        """Stop both."""
        self._server.close()
        self._listener.close()

    def make_app(self) -> ASGIApp:
        """Put the application together."""
        self._asking = CapacityLimiter(MOST_ASKING)
        routes = [
            Route("/", _index),
            Route("/api/events", Events(self.feed, LANGUAGES)),
            Route("/api/hall", self._hall),
            Route("/api/start", nothing_asked),
            Route("/health", self._health),
            Route("/api/tables/{table_id}", self._table),
            Mount("/hub", files(STATIC)),
            *file_routes(self._drawings),
        ]
        app = Starlette(routes=routes, exception_handlers=REFUSALS)
        return Guard(app, self._server.hosts, self._clock)

    async def _health(self, _: Request) -> Response:
        """Return the health of the hub, without the names of tables and players."""
        parts = {part.name: {"trouble": part.look(), "restarts": part.restarts} for part in self.parts}
        told = {
            "version": version_number(),
            "well": not any(part["trouble"] for part in parts.values()) and not self.hall.trouble,
            "parts": parts,
            "server": self.hall.trouble,
            "tables": len(self.hall.tables),
            "watching": self.feed.watching,
        }
        return JSONResponse(told, headers={"Cache-Control": "no-store"})

    async def _hall(self, _: Request) -> Response:
        return Response(self.feed.document(), media_type="application/json", headers={"Cache-Control": "no-store"})

    async def _table(self, request: Request) -> Response:
        """Return one table in close-up; the server is asked only now that somebody looks."""
        table_id = request.path_params["table_id"]
        seat = self.hall.tables.get(table_id)
        if seat is None:
            return refuse(404, "not_found", "there is no such table")
        if self.hall.trouble:
            return refuse(503, "away", self.hall.trouble)
        try:
            detail = await run_sync(self._detail, table_id, seat.announcement.game, limiter=self._asking)
        except Away as error:
            return refuse(503, "away", str(error))
        return Response(detail, media_type="application/json", headers={"Cache-Control": "no-store"})

    def _detail(self, table_id: str, game: str) -> str:
        if self.hall.trouble:  # even for those who queued before that was known
            raise Away(self.hall.trouble)
        exchange = self._make_exchange()
        try:
            text = exchange.detail(table_id)
        finally:
            exchange.close()
        nothing = dict.fromkeys(_KINDS) | {"drawn": game in self._drawings}
        try:
            whole = parse_object(text or b"{}", LARGEST_DETAIL)
            fitting = {key: whole[key] for key, kind in _KINDS.items() if isinstance(whole.get(key), kind)}
            return json.dumps(nothing | fitting, allow_nan=False)
        except (ValueError, RecursionError):
            return json.dumps(nothing)


async def _index(_: Request) -> Response:
    return FileResponse(STATIC / "index.html")
