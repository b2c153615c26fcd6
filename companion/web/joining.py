"""How a phone comes to a seat: the code at a free seat, which pairs and seats whoever scans it, and letting phones in.

A code is shown to those who may give the seat away: at this machine, for seats that nobody else has or whose phone is
away; and to whoever has the seat, for a second phone. It holds an invitation, which the phone sends back once; the
address does not carry it to any server (it is in the fragment).

Whose pages are open is known of paired clients that follow the live view. A phone that changes the network or is put
away for a moment comes back by itself; it is away only after a while.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Scope

from companion.running.daemon import Daemon
from companion.table import notices
from companion.table.deciding import Deciding
from companion.table.gametable import GameTable
from companion.table.intents import AskSeat, GiveSeat, Withdraw
from companion.table.owners import HERE, NOT_YOURS, Owner, Phone, plays_too
from companion.web.asking import Refused, do, post
from companion.web.control import COOKIE, Control, answered, field, paired
from companion.web.guard import refuse
from companion.web.pairing import Pairing
from companion.web.serving import Aside, in_a_thread
from companion.web.watching import code_svg

AWAY_S: Final = 5.0


class Attendance:
    """The clients that are there; used in the page's thread."""

    def __init__(self, client: Callable[[Request], str], changed: Callable[[], None], away_s: float = AWAY_S) -> None:
        """`client` returns by what the table knows who asks, empty for those who only watch."""
        self._client, self._changed, self._away_s = client, changed, away_s
        self._watching: Counter[str] = Counter()
        self._leaving: Counter[str] = Counter()

    def is_there(self, client: str) -> bool:
        """Return whether a client follows the live view, or did a moment ago."""
        return bool(self._watching[client] or self._leaving[client])

    @contextmanager
    def attending(self, scope: Scope) -> Iterator[None]:
        """Count whoever made this request as there, for as long as it lasts."""
        client = self._client(Request(scope))
        if not client:
            yield
            return
        was_there = self.is_there(client)
        self._watching[client] += 1
        if not was_there:
            self._changed()
        try:
            yield
        finally:
            self._watching[client] -= 1
            self._leaving[client] += 1
            asyncio.get_running_loop().call_later(self._away_s, self._gone, client)

    def _gone(self, client: str) -> None:
        self._leaving[client] -= 1
        if not self.is_there(client):
            del self._watching[client], self._leaving[client]
            self._changed()


JOIN = "#join/"


class Joining:
    """The way to the seats of one table."""

    def __init__(
        self,
        daemon: Daemon,
        game_table: GameTable,
        pairing: Pairing,
        control: Control,
        attendance: Attendance,
        address: Callable[[], str | None],
        let_in: Callable[[bool], None],
        aside: Aside = in_a_thread,
    ) -> None:
        """`address` returns the page's address for other machines, or None while these are kept out."""
        self._game_table = game_table
        self._daemon, self._pairing, self._control, self._attendance = daemon, pairing, control, attendance
        self._address, self._let_in, self._aside = address, let_in, aside

    def routes(self) -> list[Route]:
        """Return the routes."""
        controlling = self._control.controlling
        return [
            Route("/api/seats/code.svg", answered(controlling(self._code))),
            Route("/api/seats/phones", answered(controlling(self._phones)), methods=["POST"]),
            Route("/api/seats/ask", answered(controlling(self._ask)), methods=["POST"]),
            Route("/api/seats/withdraw", answered(controlling(self._withdraw)), methods=["POST"]),
            Route("/api/join", answered(self._join), methods=["POST"]),
        ]

    def _owner(self, player: str) -> Owner:
        return self._daemon.view.kept.people.owner(player)

    def _is_anothers(self, owner: Owner) -> bool:
        """Return whether a seat has a phone that is there."""
        return isinstance(owner, Phone) and self._attendance.is_there(owner.client)

    async def _code(self, request: Request) -> Response:
        address = self._address()
        if address is None:
            return refuse(404, "no_phones", "phones are kept out of this table")
        player = request.query_params.get("player", "")
        by, owner = self._control.by(request), self._owner(player)
        if isinstance(by, Phone) and by == owner:
            word = self._pairing.invite(player, by.client)
        elif by == HERE and not self._is_anothers(owner):
            word = self._pairing.invite(player)
        else:
            raise Refused(403, "seat_taken", "this seat is not free")
        svg = await self._aside(code_svg, f"{address}{JOIN}{word}")
        return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    async def _phones(self, request: Request) -> Response:
        """Let phones in, or keep them out again."""
        if self._control.by(request) != HERE:
            raise Refused(403, "not_here", "phones are let in at the table's own machine")
        is_in = field(await request.json(), "in", bool, "true or false")
        if is_in and not self._daemon.view.offers.phones_allowed:
            raise Refused(403, "kept_out", "the person who installed this table can let phones in")
        await do(self._daemon, lambda: self._let_in(is_in))
        return JSONResponse({})

    async def _ask(self, request: Request) -> Response:
        """Ask whoever has a seat to leave it to whoever asks."""
        player = field(await request.json(), "player", str, "a player")
        return await self._control.posted(request, AskSeat(player))

    async def _withdraw(self, request: Request) -> Response:
        return await self._control.posted(request, Withdraw())

    def expect_alone(self, request: Request) -> None:
        """Refuse to end a game in which somebody else plays who is there; whoever has gone cannot be asked."""
        kept = self._daemon.view.kept
        others = Deciding(self._game_table, kept, self._daemon.view.equipment, self._control.by(request)).others()
        for player in others:
            if not isinstance(owner := kept.people.owner(player), Phone) or self._attendance.is_there(owner.client):
                why, advice = notices.said(self._game_table, plays_too(player))
                translate = self._control.language(request)
                raise Refused(409, NOT_YOURS, why.in_language(translate), advice.in_language(translate))

    async def _join(self, request: Request) -> Response:
        """Pair a phone that was invited, and give it the seat, unless somebody was quicker."""
        word = field(await request.json(), "word", str, "the word of an invitation")
        accepted = self._pairing.accept(word, request.cookies.get(COOKIE, ""))
        if accepted is None:
            raise Refused(409, "no_invitation", "this code was used already, or is too old")
        invitation, token = accepted
        player, client = invitation.player, self._pairing.client(token)
        owner, is_seated = self._owner(player), True
        if owner != Phone(client):
            is_seated = not self._is_anothers(owner)
            if is_seated:
                await post(self._daemon, GiveSeat(player, Phone(client)), HERE)
        return paired({"player": player if is_seated else ""}, token)
