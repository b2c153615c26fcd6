"""The board check on the page: the board file as it is, and corrections saved as the owner's own file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.game import GameError
from companion.web.asking import Refused
from companion.web.control import Handler, answered

Json = dict[str, Any]


class Boardroom:
    """The board of one table."""

    def __init__(self, describe: Callable[[], Json], correct: Callable[[Json], str], path: Path) -> None:
        """Take how the board is described, how a corrected one is written as text, and where to save it."""
        self._describe, self._correct, self._path = describe, correct, path

    def routes(self, controlling: Callable[[Handler], Handler]) -> list[Route]:
        """Give the routes."""
        return [
            Route("/api/board", answered(self._show)),
            Route("/api/board/save", answered(controlling(self._save)), methods=["POST"]),
        ]

    async def _show(self, _: Request) -> Response:
        return JSONResponse({**self._describe(), "own": self._path.is_file()})

    async def _save(self, request: Request) -> Response:
        try:
            text = self._correct(await request.json())
        except GameError as error:
            raise Refused(422, "board", str(error)) from error
        try:
            await run_in_threadpool(_write, self._path, text)
        except OSError as error:
            raise Refused(503, "disk", f"the board cannot be saved: {error.strerror}") from error
        return JSONResponse({"file": self._path.name})


def _write(path: Path, text: str) -> None:
    """Write whole or not at all: a board file cut short would stop the next start."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)
