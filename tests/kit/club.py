"""A table in virtual time with nobody at it but robots, until somebody takes a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

from companion.games.hansa.rules.position import Position
from companion.scenario.stage import Stage
from companion.table.commands import BeginGame, RestoreBoard
from companion.table.dialog import Button, Dialog, Menu
from companion.table.history import History
from companion.table.intents import Choose, Intent, Press
from companion.web.pace import PACE_S
from companion.web.robots import Robots
from companion.web.snapshot import Snapshot, take
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

    def __init__(self, stage: Stage, seed: int, skill: str) -> None:
        assert isinstance(stage.table, SoftTable)
        self._stage = stage
        self.bench = bench = VirtualTable(
            stage.table, stage.box.tags, stage.kit.lamp_names, stage.kit.name, clock=self.now
        )
        self.robots = Robots(hansa.RULES, hansa.BOX.players(hansa.RULES), bench, stage.post, Random(seed), self.now)
        self.robots.skills.update(dict.fromkeys(PLAYERS, skill))
        self._hands = VirtualControl(stage.daemon, bench, self.robots, hansa.BOX, hansa.game_table())
        self._seen: Snapshot = take(stage.daemon)
        stage.daemon.watch(self._see)

    def now(self) -> float:
        return self._stage.elapsed_s

    def seat_a_person(self, player: str) -> None:
        """Let somebody take a robot's seat, and do nothing there."""
        del self.robots.skills[player]

    def post(self, intent: Intent) -> None:
        """Post what somebody at the page wants."""
        self._stage.post(intent)

    def idle(self, seconds: float) -> None:
        """Let the robots do what they like for a while."""
        until = self.now() + seconds
        while self.now() < until:
            self.step()
            self.wait(PACE_S)

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
        self._stage.daemon.table.decisions.act(RestoreBoard())
        self._stage.daemon.show()

    def wait(self, seconds: float) -> None:
        self._stage.wait(seconds)

    def go_on(self) -> None:
        """Ask for the next move."""
        self.robots.go_on(self._seen)

    def tidy(self) -> None:
        """Let the helpful hands see how far the game is."""
        self._hands.see(self._seen)

    def step(self) -> bool:
        """Let the robots do what they would do now; return whether they did something."""
        self.tidy()
        return self.robots.step(self._seen)

    def _see(self, _: object) -> None:
        self._seen = take(self._stage.daemon)

    @property
    def history(self) -> History:
        return self._stage.history

    @property
    def position(self) -> Position:
        position: Position = self.history.position
        return position

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
            self.wait(PACE_S)


@contextmanager
def club(kit: str, seed: int, skill: str) -> Iterator[Club]:
    """Open a club, and begin a game of three."""
    with Stage(load_kit(kit), hansa.BOX) as stage:
        stage.boot()
        stage.post(BeginGame({"players": list(PLAYERS), "start": "gray", "goods": list(GOODS)}))
        stage.say_ok_to_notices()
        yield Club(stage, seed, skill)
