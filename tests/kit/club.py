"""A table in virtual time with nobody at it but robots, until somebody takes a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any

from companion.games.game import Json
from companion.running.posts import Claim, Posted
from companion.scenario.stage import Stage
from companion.shelf.box import GameBox
from companion.table.dialog import Dialog, Menu
from companion.table.history import History, pairs
from companion.table.intents import BeginGame, Button, Choose, Equip, Intent, NamePlayers, Press, RestoreBoard, TakeSeat
from companion.table.owners import HERE, ROBOT
from companion.thinking.thinker import Thinker
from companion.web.feed import Snapshot, take
from companion.web.robots import Robots
from companion.web.virtual_control import VirtualControl
from companion.web.virtual_table import VirtualTable
from hardware.simulated.soft_table import SoftTable
from tests.kit import hansa
from wiring.kits import load_kit

PLAYERS = ("gray", "yellow", "purple")
GOODS = ("blue", "green", "orange", "pink", "yellow")
STANDSTILL_S = 60.0  # of virtual time: many times what the longest move takes a robot


class Club:
    """A table with nobody at it but robots."""

    def __init__(self, stage: Stage, box: GameBox, seed: int, skill: str, thinker: Thinker | None = None) -> None:
        assert isinstance(stage.table, SoftTable)
        self._stage = stage
        self.bench = bench = VirtualTable(stage.table, stage.box.tags, stage.kit.lamp_names, stage.kit.name)
        self.is_cut_off = False  # nothing that robots post arrives
        self.changes = 0  # of what is told besides the table itself
        bench.on_change = self._count
        bots = box.players()
        self.robots = Robots(stage.game, bots, bench, self._post_at, Random(seed), self.now, thinker=thinker)
        players = stage.game.players(self.position)
        stage.post(Equip(owners=True))
        self.seat_robots(dict.fromkeys(players, skill or bots.skills[-1]))
        self._hands = VirtualControl(stage.daemon, bench, self.robots, box, stage.game_table)
        self._seen: Snapshot = take(stage.daemon)
        stage.daemon.watch(self._see)

    def now(self) -> float:
        return self._stage.elapsed_s

    def _count(self) -> None:
        self.changes += 1

    def _post_at(self, intent: Intent, revision: int) -> None:
        if not self.is_cut_off:
            self._stage.daemon.handle(Posted(intent, revision, lambda _: None, Claim(), ROBOT))

    def seat_a_person(self, player: str) -> None:
        """Let somebody take a robot's seat, and do nothing there."""
        self.post(TakeSeat(player))

    def seat_robots(self, skills: Mapping[str, str]) -> None:
        """Let these players play by themselves, and nobody else."""
        self._stage.post(NamePlayers((), pairs(skills)))

    def post(self, intent: Intent) -> None:
        """Post what somebody at the page wants."""
        self._stage.post(intent, HERE)

    def idle(self, seconds: float) -> None:
        """Let the robots do what they like for a while."""
        until = self.now() + seconds
        while self.now() < until:
            self.step()
            self.wait(self.robots.pace_s)

    def open_page(self, name: str) -> None:
        """Open a page of the table menu, as somebody at the buttons does."""
        self.post(Press(Button.BACK, self.now()))
        menu = self.dialog
        assert isinstance(menu, Menu)
        for line in range(menu.lines):
            self.post(Choose("", line))
            if self.dialog.name == name:
                return
            self.post(Press(Button.BACK, self.now()))
        raise AssertionError(name)

    def restore(self) -> None:
        """Begin the walk that restores the board."""
        self._stage.daemon.table.act(RestoreBoard())
        self._stage.daemon.show()

    def wait(self, seconds: float) -> None:
        self._stage.wait(seconds)

    def go_on(self) -> None:
        """Ask for the next move."""
        self.robots.go_on()

    def tidy(self) -> None:
        """Let the helpful hands see how far the game is."""
        self._hands.see(self._seen)

    def step(self) -> bool:
        """Let the robots do what they would do now; return whether they did something."""
        self.tidy()
        return self._hands.step()

    def _see(self, _: object) -> None:
        self._seen = take(self._stage.daemon)

    @property
    def history(self) -> History:
        return self._stage.history

    @property
    def position(self) -> Any:
        return self.history.position

    @property
    def is_over(self) -> bool:
        return self._stage.game.winners(self.position) is not None

    @property
    def dialog(self) -> Dialog:
        return self._stage.dialog

    @property
    def revision(self) -> int:
        return self._stage.daemon.revision

    def play(self, is_done: Callable[[], bool]) -> None:
        """Play until something holds, without ever standing still."""
        moved_at, revision = self.now(), -1
        while not is_done():
            if self.revision != revision:
                moved_at, revision = self.now(), self.revision
            assert self.now() < moved_at + STANDSTILL_S, self.dialog
            self.step()
            self.wait(self.robots.pace_s)


@contextmanager
def club(kit: str, seed: int, skill: str) -> Iterator[Club]:
    """Open a club, and begin a game of three."""
    setup = {"players": list(PLAYERS), "start": "gray", "goods": list(GOODS)}
    with club_of(hansa.BOX, kit, setup, seed, skill) as members:
        yield members


@contextmanager
def club_of(
    box: GameBox, kit: str, setup: Json, seed: int, skill: str = "", thinker: Thinker | None = None
) -> Iterator[Club]:
    """Open a club for any game, whose robots have this skill, or the best of those who decide at once."""
    with Stage(load_kit(kit), box) as stage:
        stage.boot()
        stage.post(BeginGame(setup))
        stage.say_ok_to_notices()
        yield Club(stage, box, seed, skill, thinker)
