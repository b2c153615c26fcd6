"""What the page may do at a virtual table: pieces, buttons, faults, opponents, a quick beginning."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.archive.stored_games import StoredGame
from companion.games.game import HOUSE_RULES, Refusal
from companion.running.daemon import Daemon
from companion.shelf.box import GameBox
from companion.table.belief import PAD
from companion.table.gametable import GameTable
from companion.table.history import NOBODY, pairs, renamed
from companion.table.intents import (
    BeginGame,
    Beginning,
    ChooseHouseRules,
    LeaveSeat,
    NewGame,
    PlayOn,
    TakeSeat,
    Tidy,
)
from companion.table.owners import HERE, PROGRAM, By
from companion.table.teaching import short_game
from companion.table.view import View
from companion.web.asking import Refused, busy, post, until
from companion.web.control import Control, Handler, answered, field, texts
from companion.web.feed import Snapshot
from companion.web.robots import Pace, Robots
from companion.web.virtual_table import VirtualTable

TOUCH_S = 0.3  # longer than any kit's reader needs for a tag, shorter than a waiting hand


class VirtualControl:
    """The bench, its robots, and how the page reaches them."""

    def __init__(
        self,
        daemon: Daemon,
        bench: VirtualTable,
        robots: Robots,
        box: GameBox,
        game_table: GameTable,
        cut_power: Callable[[], None] | None = None,
    ) -> None:
        """Use these parts of the table; `cut_power`, if given, ends everything at once."""
        self._daemon, self._bench, self._robots = daemon, bench, robots
        self._box, self._game_table = box, game_table
        self._cut_power = cut_power
        self._stored: Callable[[str], Awaitable[StoredGame]] | None = None
        self._by: Callable[[Request], By] = lambda _: PROGRAM
        self._expect_alone: Callable[[Request], None] = lambda _: None
        self._seen: Snapshot | None = None

    def routes(
        self, control: Control, expect_alone: Callable[[Request], None], stored: Callable[[str], Awaitable[StoredGame]]
    ) -> list[Route]:
        """Return the routes; `stored` reads a game, `expect_alone` refuses what ends a game of others."""
        self._stored, self._by, self._expect_alone = stored, control.by, expect_alone
        hands = {
            "put": self._put,
            "lift": self._lift,
            "touch": self._touch,
            "tidy": self._tidy,
            "button": self._button,
            "fault": self._fault,
            "hardware": self._set_hardware,
        }
        posts = {
            **{path: self._by_hand(handler) for path, handler in hands.items()},
            "robots": self._set_robots,
            "next": self._next,
            "begin": self._begin,
            "play-on": self._play_on,
        }
        return [
            Route(f"/api/virtual/{path}", answered(control.controlling(handler)), methods=["POST"])
            for path, handler in posts.items()
        ]

    def _by_hand(self, handler: Handler) -> Handler:
        """Restrict a handler to whoever is at this machine: its pieces and buttons are those of the table."""

        async def handle(request: Request) -> Response:
            if self._by(request) != HERE:
                raise Refused(403, "not_here", "the pieces and buttons of this table are at its own machine")
            return await handler(request)

        return handle

    # --- what happens by itself ---

    def see(self, snapshot: Snapshot) -> None:
        """Tidy up once a move has been accepted, or taken back; seat the robots."""
        seen, self._seen = self._seen, snapshot
        robots = dict(snapshot.view.kept.people.robots)
        if robots != self._robots.skills:
            self._robots.skills.clear()
            self._robots.skills.update(robots)
            self._bench.on_change()
        if seen is None or seen.game_id != snapshot.game_id or not _is_same_but_for_people(seen, snapshot):
            self._tidy_up(snapshot.view)  # not where only a name has changed: somebody may hold a piece

    def _tidy_up(self, view: View) -> None:
        history = view.kept.history
        if history is None:
            self._bench.clear()
        else:
            self._bench.tidy(self._game_table.expected(history.position), self._announce)

    def _announce(self, piece: str, place: str) -> None:
        self._daemon.post(Tidy(piece, place))

    async def play(self) -> None:
        """Let the robots play while the page is served."""
        while True:
            await asyncio.sleep(self._robots.pace_s)
            self.step()

    def step(self) -> bool:
        """Let the robots do the next action; return whether there was one."""
        return self._seen is not None and self._robots.step(self._seen)

    # --- what is asked for ---

    async def _put(self, request: Request) -> Response:
        body = await request.json()
        piece = field(body, "piece", str, "the name of a piece, or of its kind")
        place = field(body, "place", str, "the name of a reader, such as pad")
        name = self._bench.put(piece, place, is_stacked=body.get("stacked") is True)
        if not self._daemon.view.equipment.cardboard:  # once it is read, the piece belongs where the game has it
            is_read = await self._is_read(name, place)
            await self._tidy(request)
            if not is_read:
                raise busy()
        return JSONResponse({"piece": name})

    async def _is_read(self, piece: str, place: str) -> bool:
        """Wait until the table knows that a piece lies here: how long it must lie is up to its reader."""

        def is_known() -> bool:
            there = self._daemon.view.belief.pieces.get(piece)
            return there is not None and there.place == place

        return await until(is_known)

    async def _lift(self, request: Request) -> Response:
        self._bench.lift(field(await request.json(), "piece", str, "a piece or its kind"))
        return JSONResponse({})

    async def _touch(self, request: Request) -> Response:
        """Hold a tag to the pad for a moment, as a wand is held to a spot."""
        name = self._bench.put(field(await request.json(), "piece", str, "a piece or a spot"), PAD)
        await asyncio.sleep(TOUCH_S)
        if self._bench.lying.get(name) == PAD:  # otherwise it was a move, and hands have tidied up
            self._bench.lift(name)
        return JSONResponse({})

    async def _tidy(self, _: Request) -> Response:
        self._tidy_up(self._daemon.view)
        return JSONResponse({})

    async def _button(self, request: Request) -> Response:
        body = await request.json()
        button = field(body, "button", str, "a button")
        match body.get("do", "press"):
            case "press" | "hold" as how:
                self._bench.push(button, is_held=how == "hold")
            case how:
                raise Refused(422, "do", f"{how!r:.30}: expected press or hold")
        return JSONResponse({})

    async def _fault(self, request: Request) -> Response:
        body = await request.json()
        what = body.get("what", "")
        is_on = field(body, "on", bool, "true or false")
        if body.get("fault") == "power" and is_on:
            if self._cut_power is None:
                raise Refused(409, "power", "the power of this table cannot be cut")
            self._cut_power()
            return JSONResponse({})
        self._bench.set_fault(field(body, "fault", str, "a fault"), what if isinstance(what, str) else "", is_on=is_on)
        return JSONResponse({})

    async def _set_robots(self, request: Request) -> Response:
        """Give seats to robots, or take them; say how the robots play."""
        body, by = await request.json(), self._by(request)
        skills = field(body, "skills", dict, "a skill for each player")
        for player, skill in skills.items():
            self._expect_skill(skill)
            self._expect_player(player)
        if "pace" in body:
            self._robots.pace = self._expect_pace(body["pace"])
        if "deals" in body:
            self._robots.deals = field(body, "deals", bool, "true or false")
            await post(self._daemon, replace(self._daemon.view.equipment, deals=self._robots.deals), PROGRAM)
        for player, skill in skills.items():
            await post(self._daemon, LeaveSeat(player, skill) if skill else TakeSeat(player), by)
        self._bench.on_change()
        return JSONResponse(self._robots.describe())

    async def _set_hardware(self, request: Request) -> Response:
        """Lay cardboard on the table while its hardware is in sight, and clear it away afterwards."""
        is_open = field(await request.json(), "open", bool, "true or false")
        await post(self._daemon, replace(self._daemon.view.equipment, cardboard=is_open), PROGRAM)
        return await self._tidy(request)

    async def _next(self, _: Request) -> Response:
        """Let the robots make one move, if they wait for that."""
        self._robots.go_on()
        return JSONResponse({})

    def _expect_pace(self, pace: object) -> Pace:
        if pace not in set(Pace):
            raise Refused(422, "pace", f"pace {pace!r:.30}: expected {', '.join(Pace)}")
        return Pace(str(pace))

    def _expect_skill(self, skill: object) -> None:
        try:
            if skill != "":
                self._robots.expect_skill(skill)
        except ValueError as error:
            raise Refused(422, "skill", f"{error}, or nothing") from error

    def _expect_player(self, player: str) -> None:
        history = self._daemon.view.kept.history
        players = self._game_table.game.players(history.position) if history else ()
        if player not in players:
            raise Refused(422, "player", f"player {player!r:.30}: expected one of {', '.join(players) or 'none yet'}")

    async def _begin(self, request: Request) -> Response:
        """Begin a game in the shortest way: this many players, of whom some play by themselves.

        Unless it is said who: all but the first. Or begin the short game after the lesson.
        """
        body = await request.json()
        if body.get("lesson") is True and self._box.lesson:
            short = short_game(self._daemon.table.game, self._box.lesson(), self._robots.usual_skill)
            return await self._begin_with(request, short, dict(short.robots))
        players = field(body, "players", int, "how many players")
        skill = body.get("skill", self._robots.usual_skill)
        self._expect_skill(skill)
        seats = self._box.seats
        if players not in seats:
            raise Refused(422, "players", f"{players} players: expected {seats[0]} to {seats[-1]}")

        names = texts(body, "names", "a name for each player") if "names" in body else {}
        colours = self._box.colours[:players]
        robots = dict.fromkeys(colours[1:], skill) if skill else {}
        if "robots" in body:
            robots = dict(texts(body, "robots", "a skill for each player who plays by itself"))
            for player, each in robots.items():
                self._expect_skill(each)
                if player not in colours or not each:
                    expected = f"expected a skill for some of {', '.join(colours)}"
                    raise Refused(422, "robots", f"{player!r:.30} {each!r:.30}: {expected}")
        names = dict.fromkeys(robots, "") | dict(names)  # a robot is nobody who sat there before
        phones = field(body, "phones", list, "the players on phones") if "phones" in body else []
        for player in phones:
            if player not in colours or player in robots:
                raise Refused(422, "phones", f"{player!r:.30}: expected some of {', '.join(colours)} who are no robots")
        # Before the current game is given up.
        if isinstance(wrong := renamed(NOBODY, names, colours), Refusal):
            raise Refused(409, wrong.code, wrong.message(), wrong.advice())
        self._expect_alone(request)
        if HOUSE_RULES in body:
            await self._choose_house_rules(field(body, HOUSE_RULES, list, "a list of house rules"))
        begin = BeginGame(self._box.quick_setup(players), tuple(names.items()), pairs(robots))
        begun = await self._begin_with(request, NewGame(begin, is_dealt=self._robots.deals), robots)
        for player in phones:  # theirs who come: until then whoever is here decides
            await post(self._daemon, LeaveSeat(player), self._by(request))
        return begun

    async def _choose_house_rules(self, chosen: list[object]) -> None:
        """Remember the house rules for this game and the next ones, unless they are chosen already."""
        house_rules = self._daemon.view.offers.house_rules
        known = [rule.id for rule in house_rules.offered]
        for rule in chosen:
            if rule not in known:
                raise Refused(422, HOUSE_RULES, f"house rule {rule!r:.30}: expected {', '.join(known) or 'none'}")
        wanted = tuple(rule for rule in known if rule in chosen)
        if wanted != house_rules.chosen:
            await post(self._daemon, ChooseHouseRules(wanted), PROGRAM)

    async def _play_on(self, request: Request) -> Response:
        """Begin a game at a step of a stored one: the player to move is at this page, the others are robots."""
        body = await request.json()
        game_id = field(body, "game", str, "the id of a game kept")
        step = field(body, "step", int, "the number of a step")
        assert self._stored is not None
        kept = await self._stored(game_id)
        game, steps = kept.game, kept.history.steps
        if game.id != self._box.id:
            raise Refused(409, "other_game", f"game {game_id!r:.60}: another game is played at this table")
        if not 0 <= step <= len(steps):
            raise Refused(404, "no_step", f"step {step}: the game has {len(steps)}")
        position = steps[step - 1].position if step else kept.history.first
        if game.winners(position) is not None:
            raise Refused(409, "over", f"step {step}: the game is over there")
        entries = tuple(each.entry for each in steps[:step])
        person, skill = game.active(position), self._robots.usual_skill
        robots = {each: skill for each in game.players(position) if each != person}
        first = game.format_position(kept.history.first)
        return await self._begin_with(request, PlayOn(first, entries, pairs(robots)), robots)

    async def _begin_with(self, request: Request, beginning: Beginning, robots: dict[str, str]) -> Response:
        """Begin a game; whoever asks plays all seats that are not robots'."""
        self._expect_alone(request)
        await post(self._daemon, beginning, self._by(request))
        return JSONResponse({**self._robots.describe(), "skills": robots})


def _is_same_but_for_people(seen: Snapshot, now: Snapshot) -> bool:
    return seen.view.kept.history is now.view.kept.history and seen.view.kept.sealed == now.view.kept.sealed
