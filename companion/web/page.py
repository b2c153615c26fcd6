"""The page of one table: watches a daemon, serves its live view, and control for those who are allowed.

In: a daemon, how its game is drawn in a browser and, if the hardware is simulated, the simulated table.
Out: an address; and the health of the table for monitoring programs, without names of people.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from random import Random, SystemRandom
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from companion import version_number
from companion.archive.stored_games import StoredGame
from companion.assembly.game_parts import calling
from companion.journal.journal import Journal
from companion.running.daemon import Daemon
from companion.running.supervision import STUCK_S
from companion.shelf.box import Boards, GameBox
from companion.shelf.shelf import boxes, pages, title_of
from companion.table import notices
from companion.table.dialog import CLOSE, About, Choice, Dialog, Menu, Notice, Topic
from companion.table.gametable import GameTable
from companion.table.intents import Equip, Errand, LayOut, LetPhones
from companion.table.own_dialogs import NO_HOUSE_RULES, PHONES, HouseRules
from companion.table.owners import ROBOT
from companion.table.screen import Code, Look, Row
from companion.thinking.thinker import Thinker
from companion.web.control import Boardroom, Control
from companion.web.document import Describer
from companion.web.explaining import Explaining
from companion.web.feed import Feed, take
from companion.web.front_door import ChangeGame, FrontDoor
from companion.web.games_page import StoredGames
from companion.web.games_process import StoredGamesBeside, StoredGamesProcess
from companion.web.guard import REFUSALS, Guard, is_here, refuse
from companion.web.joining import Attendance, Joining
from companion.web.lessons import Lessons
from companion.web.live import Events
from companion.web.page_files import STATIC, file_routes
from companion.web.pairing import Pairing
from companion.web.robots import PACE_S, Robots
from companion.web.seats import Seats
from companion.web.serving import Aside, Serve, in_a_thread
from companion.web.start_page import nothing_asked
from companion.web.virtual_control import VirtualControl
from companion.web.virtual_table import VirtualTable
from companion.web.watching import Watching
from companion.words.say import Translate, say, untranslated
from hardware.ports import Clock, Frame, Health

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PageNeeds:
    """Everything that a page needs besides a daemon."""

    box: GameBox
    game_table: GameTable
    translators: Mapping[str, Translate]  # by language
    names: Mapping[str, str]  # names that the configuration gives to colours
    reading: Callable[[], AbstractContextManager[Journal]]
    boards: Boards
    watched: Collection[str]  # the places that have a reader
    serve: Serve
    archive: StoredGamesProcess | None = None  # reads old games in another process; None: they are read here
    shows_scores: bool = True  # shown before the end, unless a browser chooses otherwise
    bench: VirtualTable | None = None  # the simulated table
    is_console: bool = False  # there is only the page: no screen could show a PIN
    cut_power: Callable[[], None] | None = None  # ends everything at once, and restarts it
    change_game: ChangeGame | None = None  # at the virtual table; None: only its own game is played
    house_rules: Callable[[GameBox], HouseRules] = lambda _: NO_HOUSE_RULES  # that the next game is played with
    pace_s: float = PACE_S  # of the robots
    thinker: Thinker | None = None  # for the robots; None: nobody thinks
    open_network: Callable[[], None] = lambda: None  # asks the system to let other machines through to this one
    has_cardboard: bool = True  # pieces lie somewhere, and hands keep them in order
    pairing: Pairing | None = None  # of the page before, whose phones play on; None: no phone has paired yet
    aside: Aside = in_a_thread  # does what takes a while


class Page:
    """Serves one table."""

    def __init__(
        self,
        daemon: Daemon,
        needs: PageNeeds,
        *,
        clock: Clock = time.monotonic,
        random: Random | None = None,
    ) -> None:
        self._daemon, self._needs, self._clock = daemon, needs, clock
        random = random or SystemRandom()
        self._languages = list(needs.translators)
        self._paragraphs = needs.box.rulebook().answers if needs.box.rulebook else {}  # by the code of a refusal
        game, bench = needs.game_table.game, needs.bench
        drawing = needs.box.drawing(game)
        self.pairing = needs.pairing or Pairing(clock, random)
        self._control = Control(
            daemon,
            game,
            self.pairing,
            is_open=self._is_open,
            speak=self._speak_with_names,
            clock=clock,
            paragraphs=self._paragraphs,
        )
        self._attendance = Attendance(self._control.client, lambda: self.feed.refresh())
        self._robots: Robots | None = None
        if bench:
            self._robots = Robots(
                game,
                needs.box.players(),
                bench,
                lambda intent, revision: daemon.post(intent, revision=revision, by=ROBOT),
                Random(random.getrandbits(64)),
                clock,
                needs.pace_s,
                needs.thinker,
            )
        describer = Describer(
            drawing,
            needs.translators,
            about={
                "game": game.id,
                "languages": self._languages,
                "virtual": bench is not None,
                "power": needs.cut_power is not None,
                "scores": needs.shows_scores,
            },
            explain=partial(notices.fault, needs.game_table),
            expected=needs.game_table.expected,
            watched=needs.watched,
            frame=self._panel,
            bench=self._describe_bench if bench else None,
            seats=Seats(needs.game_table, self._attendance.is_there).describe,
            players=needs.box.players(),
            call=partial(calling, needs.box),
            paragraphs=self._paragraphs,
        )
        self.feed = Feed(describer.describe, clock)
        self._explaining = Explaining(
            needs.game_table, drawing, lambda: self.feed.snapshot, self._speak_with_names, self._paragraphs
        )
        self._virtual: VirtualControl | None = None
        if bench and self._robots:
            bench.on_change = self.feed.refresh
            self._virtual = VirtualControl(daemon, bench, self._robots, needs.box, needs.game_table, needs.cut_power)
            self.feed.listen(self._virtual.see)
        self._server = needs.serve(
            self.make_app,
            on_open=self.feed.open,
            on_close=self.feed.close,
            beside=self._virtual.play if self._virtual else None,
        )
        if self.pairing.lets_in:
            self._server.let_in(phones=True)

    def _panel(self) -> Frame | None:
        """Return the simulated panel's exact pixels, unless they show a secret."""
        bench = self._needs.bench
        frame = bench.table.frame() if bench else None
        scene = self._daemon.showing.scene  # described before it is drawn, so this check is never too late
        return None if scene is None or scene.screen.is_secret else frame

    def _describe_bench(self) -> Json:
        bench = self._needs.bench
        assert bench is not None
        assert self._robots is not None
        points = bench.has_wand and any(map(self._needs.game_table.is_spot, bench.pieces))
        return {**bench.describe(), "points": points, "robots": self._robots.describe()}

    @property
    def address(self) -> str:
        """Where the page is."""
        return self._server.address

    @property
    def port(self) -> int:
        """Where the page listens."""
        return self._server.port

    def open(self) -> None:
        """Start serving; called in the daemon's own thread, once it has shown its first scene."""
        self._daemon.watch(lambda watched: self.feed.publish(take(watched)))
        self.feed.publish(take(self._daemon))
        if self._robots:
            self._daemon.post(Equip(self._needs.has_cardboard, self._robots.deals, owners=True))
        if self._server.part:
            self._daemon.parts.tend(self._server.part)
        self._server.open()

    def wait(self) -> None:
        """Wait until the page answers."""
        self._server.wait()

    def close(self) -> None:
        """Stop serving."""
        self._server.close()
        for apart in (self._needs.archive, self._needs.thinker):
            if apart:
                apart.close()

    # --- phones ---

    def run_errand(self, errand: Errand) -> None:
        """Let phones in or keep them out, or say that another game comes; in the daemon's own thread."""
        if isinstance(errand, LayOut):
            self.feed.part(title_of(errand.game))
        if not isinstance(errand, LetPhones):
            return
        if errand.in_ is not None:
            self.let_in(phones=errand.in_)
        if errand.in_ is not False:
            self._daemon.tell(self.phones(is_on=errand.in_ is True))

    def phones(self, *, is_on: bool = False) -> Dialog:
        """Return what the small screen shows to let phones in: address, PIN and code; or the offer to do so."""
        title = Row(say("Phones"), look=Look.TITLE)
        if not (is_on or self._server.is_on_lan):
            choices = (Choice(say("Let phones in"), LetPhones(True)), Choice(say("Keep them out"), CLOSE))
            return Menu(title, choices, name=PHONES, topic=Topic(About.PHONES))
        pin, address = self.pairing.show_pin(), self._server.lan_url
        rows = (
            Row(say("{address}", address=address.removeprefix("http://").rstrip("/"))),
            Row(say("PIN {pin}", pin=f"{pin[:3]} {pin[3:]}"), look=Look.LARGE, is_secret=True),
        )
        return Notice(title, (*rows, Code(address)), name=PHONES, topic=Topic(About.PHONES))

    def let_in(self, *, phones: bool) -> None:
        """Start or stop listening to other machines; paired phones lose their pairing."""
        self.pairing.lets_in = phones
        if phones:
            self._needs.open_network()
        else:
            self.pairing.unpair_all()
        self._server.let_in(phones=phones)

    def _let_in(self, is_in: bool) -> None:
        self.let_in(phones=is_in)

    # --- the application ---

    def make_app(self) -> ASGIApp:
        """Return the application."""
        needs = self._needs
        control = self._control
        joining = Joining(
            self._daemon,
            needs.game_table,
            self.pairing,
            control,
            self._attendance,
            self._lan_url,
            self._let_in,
            needs.aside,
        )
        here = StoredGames(needs.reading, needs.box.id, self._speak, needs.names, needs.aside)
        archive = StoredGamesBeside(needs.archive) if needs.archive else here
        boardroom = Boardroom(needs.boards, self._daemon, self._speak)
        routes = [
            Route("/", _index),
            Route("/api/events", Events(self.feed, self._languages, self._attendance.attending)),
            Route("/api/state", self._state),
            Route("/api/start", nothing_asked),
            Route("/api/shelf", self._shelf),
            *Watching(self._lan_url, needs.aside).routes(),
            *HealthPage(self._daemon, self.feed, self._daemon.clock).routes(),
            *control.routes(),
            *joining.routes(),
            *self._explaining.routes(),
            *Lessons(self._speak, needs.aside).routes(),
            *archive.routes(),
            *boardroom.routes(control.controlling),
            *(self._virtual_routes(control, joining, here.stored) if self._virtual else ()),
            *file_routes(pages()),
        ]
        app = Starlette(routes=routes, exception_handlers=REFUSALS)
        return Guard(app, self.hosts, self._clock)

    def _virtual_routes(
        self, control: Control, joining: Joining, stored: Callable[[str], Awaitable[StoredGame]]
    ) -> list[Route]:
        """Return what there is at a virtual table only."""
        needs = self._needs
        assert self._virtual
        door = FrontDoor(
            self._daemon,
            needs.reading,
            self._speak,
            needs.house_rules,
            needs.change_game,
            thinks=needs.thinker is not None and not needs.thinker.is_off,
            aside=needs.aside,
        )
        return [*self._virtual.routes(control, joining.expect_alone, stored), *door.routes(control.controlling)]

    def _lan_url(self) -> str | None:
        return self._server.lan_url if self._server.is_on_lan else None

    def hosts(self) -> Collection[str]:
        """Return the host names that requests may use."""
        return self._server.hosts()

    def _is_open(self, request: Request) -> bool:
        """Return whether there is only the page and the caller is on this machine, not behind a proxy."""
        return is_here(request) and (self._needs.bench is not None or self._needs.is_console)

    def _speak(self, language: str) -> Translate:
        return self._needs.translators.get(language, untranslated)

    def _speak_with_names(self, language: str) -> Translate:
        names = self._daemon.view.kept.people.names
        return calling(self._needs.box, self._speak(language), dict(names))

    async def _shelf(self, _: Request) -> Response:
        """Return the game that is played here, and all games that a journal may contain."""
        games = {
            box.id: {
                "title": box.title,
                "seats": list(box.seats),
                "colours": list(box.colours),
                "drawn": box.page is not None,
                "rules": box.rulebook is not None,
            }
            for box in boxes()
        }
        return JSONResponse({"game": self._needs.box.id, "games": games})

    async def _state(self, request: Request) -> Response:
        language = request.query_params.get("lang", self._languages[0])
        if language not in self._languages:
            return refuse(422, "language", f"expected one of {', '.join(self._languages)}")
        return JSONResponse(self.feed.document(language), headers={"Cache-Control": "no-store"})


async def _index(_: Request) -> Response:
    return FileResponse(STATIC / "index.html")


class HealthPage:
    """The endpoint `/health`."""

    def __init__(self, daemon: Daemon, feed: Feed, clock: Clock) -> None:
        """Use the daemon's clock."""
        self._daemon, self._feed, self._clock = daemon, feed, clock
        self._version = version_number()

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [Route("/health", self._tell)]

    async def _tell(self, _: Request) -> Response:
        told = self.describe()
        status = 200 if told["table"] == "up" else 503
        return JSONResponse(told, status, headers={"Cache-Control": "no-store"})

    def describe(self) -> Json:
        """Return everything; read from another thread than the one that owns the state, so that a stuck one shows."""
        daemon, now = self._daemon, self._clock()
        marks, trouble, copy = daemon.marks, daemon.trouble, daemon.copy
        is_up = now - marks.engine < STUCK_S
        parts = daemon.parts.describe()
        devices = {name: str(health) for name, health in daemon.health.items()}
        return {
            "version": self._version,
            "table": "up" if is_up else "stuck",
            "well": is_up
            and trouble is None
            and not any(part["trouble"] for part in parts.values())
            and str(Health.DEGRADED) not in devices.values(),
            "parts": parts,
            "devices": devices,
            "dropped": daemon.dropped._asdict(),
            "journal": {"trouble": trouble.reason if trouble else "", "answered_s": round(now - marks.journal, 1)},
            "copy": {"state": str(copy.state), "diverged": len(copy.diverged)} if copy else None,
            "watching": self._feed.watching,
        }
