"""The board check on the page: the board file as it is, and corrections saved as the owner's own file."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.games.game import GameError, WrongBoard
from companion.running.daemon import Daemon
from companion.shelf.boards import Boards
from companion.table.intents import ConfirmBoard
from companion.web.asking import Refused, do, post
from companion.web.control import Handler, answered
from companion.words.say import Translate


class Boardroom:
    """The board of one table."""

    def __init__(self, boards: Boards, daemon: Daemon, speak: Callable[[str], Translate]) -> None:
        """Use the owner's board, the table that plays on it, and these languages."""
        self._boards, self._daemon, self._speak = boards, daemon, speak

    def routes(self, controlling: Callable[[Handler], Handler]) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/board", answered(self._show)),
            Route("/api/board/save", answered(controlling(self._save)), methods=["POST"]),
        ]

    async def _show(self, _: Request) -> Response:
        return JSONResponse(self._boards.describe())

    async def _save(self, request: Request) -> Response:
        try:
            board = self._boards.correct(await request.json())
        except GameError as error:
            refusal = error.refusal if isinstance(error, WrongBoard) else None
            if refusal is None:  # clicks cannot cause this
                raise Refused(422, "board", str(error)) from error
            translate = self._speak(request.query_params.get("lang", ""))
            raise Refused(422, refusal.code, refusal.message(translate), refusal.advice(translate)) from error
        saved: list[str | OSError] = []

        def save() -> None:
            try:
                saved.append(self._boards.save(board))
            except OSError as error:
                saved.append(error)
            else:
                self._boards.adopt(board)

        await do(self._daemon, save)  # all of it, or nothing if the table does not answer
        (name,) = saved
        if isinstance(name, OSError):
            raise Refused(503, "disk", f"the board cannot be saved: {name.strerror}") from name
        await post(self._daemon, ConfirmBoard())
        return JSONResponse({"file": name})
