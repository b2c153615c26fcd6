"""The page before there is a table: says what the start waits for, or asks for `ok`, where no panel can.

In: a screen of the front. Out: that screen to whoever looks, and the `ok` of somebody at this machine. Everything else
is answered with 503 and the same words; once the table's own page is there, the script loads that one instead.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from html import escape
from string import Template
from typing import Any

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp

from companion.config.settings import Config
from companion.table.screen import Row, Screen
from companion.web.guard import Guard, is_here, refuse
from companion.web.page_files import STATIC, files
from companion.words.say import Translate
from hardware.ports import Clock

NOT_KEPT = {"Cache-Control": "no-store"}
Json = dict[str, Any]


class StartPage:
    """Serves one screen after another, from the moment that it is made."""

    def __init__(
        self, config: Config, translate: Translate, on_ok: Callable[[], None], *, clock: Clock = time.monotonic
    ) -> None:
        """Serve where the table's page will be; raise CannotServe if that is impossible."""
        from companion.web.server import Server  # the table's page says that there is none of these, wherever it is

        self._translate, self._on_ok, self._clock = translate, on_ok, clock
        self._language = config.language
        self._screen: Screen | None = None
        self._server = Server(
            self.make_app,
            bind=config.web.bind,
            port=config.web.port,
            hosts=config.web.hosts,
            proxies=config.web.proxies,
            on_open=lambda: None,
            on_close=lambda: None,
        )
        self._server.open()

    @property
    def address(self) -> str:
        """Where the page is."""
        return self._server.address

    def show(self, screen: Screen) -> None:
        """Show a screen; if it has a hint, somebody is asked for `ok`."""
        self._screen = screen

    def close(self) -> None:
        """Stop serving, and free the port."""
        self._server.close()

    def make_app(self) -> ASGIApp:
        """Return the application."""
        routes = [
            Route("/", self._index),
            Route("/api/start", self._start),
            Route("/api/press", self._press, methods=["POST"]),
            Mount("/static", files(STATIC)),
        ]
        app = Starlette(routes=routes, exception_handlers={404: self._no_table, 405: self._no_table})
        return Guard(app, self._server.hosts, self._clock)

    def _describe(self, request: Request) -> Json:
        screen = self._screen
        return {
            "title": self._said(screen.title) if screen else "",
            "rows": list(self._rows(screen)) if screen else [],
            "ok": self._said(screen.hint) if screen and screen.hint else "",
            "may_press": is_here(request),
        }

    def _rows(self, screen: Screen) -> Iterator[str]:
        return (self._said(row) for row in screen.rows if isinstance(row, Row))

    def _said(self, row: Row) -> str:
        return row.left.in_language(self._translate)

    async def _index(self, request: Request) -> Response:
        told = self._describe(request)
        page = Template((STATIC / "start.html").read_text(encoding="utf-8"))
        rows = "".join(f"<p>{escape(row)}</p>" for row in told["rows"])
        words = {"language": escape(self._language), "title": escape(told["title"]), "ok": escape(told["ok"])}
        return HTMLResponse(page.substitute(words, rows=rows), headers=NOT_KEPT)

    async def _start(self, request: Request) -> Response:
        return JSONResponse(self._describe(request), headers=NOT_KEPT)

    async def _press(self, request: Request) -> Response:
        """Take the `ok` of somebody at this machine; there is no PIN yet that could let others in."""
        if not is_here(request):
            return refuse(401, "not_paired", "only watching: press ok at the table's own machine")
        button = (await request.json()).get("button")
        if button != "ok":
            return refuse(422, "button", f"{button!r:.30}: there is only ok")
        if self._screen is None or self._screen.hint is None:
            return refuse(409, "nothing_asked", "nothing is asked")
        # Afterwards: this page may end at once, and the answer must have been sent.
        return JSONResponse({}, background=BackgroundTask(self._on_ok))

    async def _no_table(self, request: Request, _: Exception) -> Response:
        return refuse(503, "no_table", " ".join(self._describe(request)["rows"]) or "there is no table yet")


async def nothing_asked(_: Request) -> Response:
    """Answer, on any other page, whoever looks whether a start asks something; a browser would complain of a 404."""
    return Response(status_code=204)
