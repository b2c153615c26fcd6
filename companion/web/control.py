"""Control from the page: for those who paired with the PIN, or for everyone if the page is open.

Every request names the state it is about (a revision, a dialog), and is refused if that has changed. The board check
is there for all; who may control can save corrections as the owner's own file.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.games.game import Game, GameError, Unreadable, WrongBoard
from companion.running.daemon import Daemon
from companion.running.posts import Done
from companion.shelf.box import Boards
from companion.table.intents import (
    AskBack,
    Button,
    Choose,
    ConfirmBoard,
    Intent,
    LeaveSeat,
    NamePlayers,
    Play,
    Press,
    TakeBack,
)
from companion.table.owners import HERE, PROGRAM, By, Phone, format_by
from companion.web.asking import Refused, do, post
from companion.web.guard import refuse
from companion.web.pairing import SESSION_S, Answer, Pairing
from companion.words.say import Translate
from hardware.ports import Clock

COOKIE = "hansa_session"
Json = dict[str, Any]
Handler = Callable[[Request], Awaitable[Response]]
_ANSWERS = {
    Answer.WRONG: (403, "wrong_pin", "that is not the PIN on the small screen"),
    Answer.TOO_OFTEN: (429, "too_often", "too many PINs; wait half a minute"),
    Answer.NO_MORE: (429, "no_more", "too many wrong PINs from here: choose Phones in the table menu again"),
    Answer.NONE_SHOWN: (409, "no_pin", "no PIN is shown: choose Phones in the table menu"),
}


def answered(handler: Handler, paragraphs: Mapping[str, str] = MappingProxyType({})) -> Handler:
    """Turn a handler's Refused into an answer, with the paragraph of the rule book that answers it, by its code."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except Refused as refused:
            told = {
                "error": refused.code,
                "reason": refused.reason,
                "remedy": refused.remedy,
                "paragraph": paragraphs.get(refused.code, ""),
                "shown": refused.is_shown,
                "kept": refused.kept,
            }
            return JSONResponse(told, refused.status)

    return handle


def kept(done: Done) -> Response:
    """Answer that something is durable, and as which revision of which game."""
    return JSONResponse({"game": done.game_id, "revision": done.revision, "kept": done.kept})


def paired(told: Json, token: str) -> Response:
    """Answer a client that may control the table from now on."""
    response = JSONResponse({"may_control": True, **told})
    response.set_cookie(COOKIE, token, max_age=int(SESSION_S), httponly=True, samesite="strict", path="/")
    return response


def field(body: Json, key: str, kind: type, expected: str) -> Any:
    """Return a field of a body, or raise Refused."""
    value = body.get(key)
    if type(value) is not kind:
        raise Refused(422, "field", f"{key}: {value!r:.60} given, expected {expected}")
    return value


def texts(body: Json, key: str, expected: str) -> Mapping[str, str]:
    """Return a field that maps texts to texts, such as colours to names, or raise Refused."""
    given = field(body, key, dict, expected)
    if not all(type(value) is str for value in given.values()):
        raise Refused(422, "field", f"{key}: {given!r:.60} given, expected {expected}")
    return MappingProxyType({colour: text.strip() for colour, text in given.items()})


class Control:
    """What a page may ask of the table."""

    def __init__(
        self,
        daemon: Daemon,
        game: Game[Any, Any, Any],
        pairing: Pairing,
        *,
        is_open: Callable[[Request], bool],
        speak: Callable[[str], Translate],
        clock: Clock,
        paragraphs: Mapping[str, str],
    ) -> None:
        self._daemon, self._game, self._pairing, self._paragraphs = daemon, game, pairing, paragraphs
        self._is_open, self._speak, self._clock = is_open, speak, clock

    def routes(self) -> list[Route]:
        """Return the routes."""
        posts = {
            "/api/choose": self._choose,
            "/api/move": self._move,
            "/api/take-back": self._take_back,
            "/api/press": self._press,
            "/api/names": self._names,
        }
        return [
            Route("/api/me", self._me),
            Route("/api/pin", self.controlling(self._pin)),
            Route("/api/pair", answered(self._pair), methods=["POST"]),
            Route("/api/unpair", answered(self._unpair), methods=["POST"]),
            *(
                Route(path, answered(self.controlling(handler), self._paragraphs), methods=["POST"])
                for path, handler in posts.items()
            ),
        ]

    # --- who ---

    def may_control(self, request: Request) -> bool:
        """Return whether a request comes from somebody who may control the table."""
        return self._is_open(request) or self._pairing.is_paired(request.cookies.get(COOKIE, ""))

    def by(self, request: Request) -> By:
        """Return who asks: a person at this machine, or a client that paired."""
        return HERE if self._is_open(request) else Phone(self._pairing.client(request.cookies.get(COOKIE, "")))

    def client(self, request: Request) -> str:
        """Return by what the table knows a client that paired; empty for all others."""
        return "" if self._is_open(request) else self._pairing.client(request.cookies.get(COOKIE, ""))

    def controlling(self, handler: Handler) -> Handler:
        """Restrict a handler to those who may control the table."""

        async def handle(request: Request) -> Response:
            if not self.may_control(request):
                return refuse(401, "not_paired", "only watching: enter the PIN that the small screen shows")
            return await handler(request)

        return handle

    async def _me(self, request: Request) -> Response:
        paired = self._pairing.is_paired(request.cookies.get(COOKIE, ""))
        may_control = self.may_control(request)
        told = {
            "may_control": may_control,
            "paired": paired,
            "open": self._is_open(request),
            "asks": format_by(self.by(request)) if may_control else "",
        }
        return JSONResponse(told, headers={"Cache-Control": "no-store"})

    async def _pair(self, request: Request) -> Response:
        pin = field(await request.json(), "pin", str, "six digits")
        answer, token = self._pairing.pair(pin, request.client.host if request.client else "")
        if answer is not Answer.PAIRED:
            return refuse(*_ANSWERS[answer])
        return paired({}, token)

    async def _pin(self, _: Request) -> Response:
        """Tell the PIN to those who may control the table, so that they can let others in."""
        return JSONResponse({"pin": self._pairing.shown}, headers={"Cache-Control": "no-store"})

    async def _unpair(self, request: Request) -> Response:
        """End a session; the seats that nobody has any more are everybody's at the table."""
        token = request.cookies.get(COOKIE, "")
        phone = Phone(self._pairing.client(token))
        if phone.client and not self._pairing.has_others(token):
            people = self._daemon.view.kept.people
            for player in [player for player, _ in people.seats if people.owner(player) == phone]:
                await post(self._daemon, LeaveSeat(player), phone)
        self._pairing.unpair(token)
        response = JSONResponse({"may_control": False})
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return response

    # --- what ---

    async def _choose(self, request: Request) -> Response:
        body = await request.json()
        dialog, line = field(body, "dialog", str, "a dialog's id"), field(body, "line", int, "the number of a line")
        return await self.posted(request, Choose(dialog, line))

    async def _move(self, request: Request) -> Response:
        body = await request.json()
        revision = field(body, "revision", int, "the revision that was shown")
        try:
            entry = self._game.parse_entry(field(body, "entry", dict, "a move or a correction"))
        except Unreadable as error:
            raise Refused(422, "unreadable", str(error)) from error
        return await self.posted(request, Play(entry), revision)

    async def _take_back(self, request: Request) -> Response:
        body = await request.json()
        revision = field(body, "revision", int, "the revision that was shown")
        return await self.posted(request, AskBack() if body.get("asks") is True else TakeBack(), revision)

    async def _press(self, request: Request) -> Response:
        body = await request.json()
        button = field(body, "button", str, "a button")
        if button not in set(Button):
            raise Refused(422, "button", f"{button!r:.30}: there are {', '.join(Button)}")
        # What a button means depends on whose turn it is: whoever says what was shown does not press for the next one.
        revision = field(body, "revision", int, "the revision that was shown") if "revision" in body else None
        return await self.posted(request, Press(Button(button), self._clock(), body.get("held") is True), revision)

    async def _names(self, request: Request) -> Response:
        names = texts(await request.json(), "names", "a name for each player")
        return await self.posted(request, NamePlayers(tuple(names.items())))

    async def posted(self, request: Request, intent: Intent, revision: int | None = None) -> Response:
        """Post what a request asks for, and answer once it is durable."""
        return kept(await post(self._daemon, intent, self.by(request), self.language(request), revision=revision))

    def language(self, request: Request) -> Translate:
        """Return the language of whoever asks."""
        return self._speak(request.query_params.get("lang", ""))


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
        await post(self._daemon, ConfirmBoard(), PROGRAM)
        return JSONResponse({"file": name})
