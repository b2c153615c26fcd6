"""Robots at simulated tables in virtual time: games that are the same for each seed, and never come to a standstill."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

import pytest

from companion.games.hansa.boards import named_board
from companion.games.hansa.game import Hansa
from companion.games.hansa.rules.moves import Buy
from companion.games.hansa.rules.position import Phase, Position
from companion.scenario.stage import Stage
from companion.table.commands import BeginGame, RestoreBoard
from companion.table.dialog import Button, Dialog, Menu, Notice
from companion.table.history import History
from companion.table.intents import Choose, Intent, Press
from companion.web.pace import PACE_S, READING_PACES
from companion.web.robots import LEAVES_S, Robots
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
        self._stage.daemon.table.act(RestoreBoard())
        self._stage.daemon.show()

    def wait(self, seconds: float) -> None:
        self._stage.wait(seconds)

    def step(self) -> bool:
        """Let the robots do what they would do now; tell whether they did something."""
        self._hands.see(self._seen)
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


@pytest.mark.parametrize(("kit", "skill"), [("board", "simple"), ("tap", "random")])
def test_robots_play_a_whole_game_through_every_kit(kit: str, skill: str) -> None:
    with club(kit, 1, skill) as members:
        members.play(lambda: members.position.phase is Phase.OVER)
        steps = members.history.steps
    verbs = {type(step.entry).__name__ for step in steps}
    assert {"Reveal", "Place", "Sail", "Buy", "Build", "Sell", "End"} <= verbs
    assert not any(Hansa(named_board("0.1")).is_correction(step.entry) for step in steps)


def test_robot_lets_a_reader_miss_what_was_taken_off_before_it_puts_a_piece_there() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.PLACE)
        members.bench.left_at = dict.fromkeys(members.bench.readers, members.now())
        assert not members.step()
        assert set(members.bench.lying) == {"ship"}
        members.wait(LEAVES_S)
        assert members.step()
        assert len(members.bench.lying) == 2


def test_robot_answers_what_its_own_piece_has_raised() -> None:
    # In this game somebody soon buys a marker such as they hold already: which of the two touches the pad is asked.
    with club("board", 1, "simple") as members:
        members.play(lambda: members.dialog.name == "asked pad buy")
        raised_at = members.revision
        members.play(lambda: members.revision > raised_at)
        assert isinstance(members.history.steps[-1].entry, Buy)


# --- what a robot may confirm ---


def test_refusal_at_a_persons_turn_stays_until_a_person_has_read_it() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.ACTIONS and members.position.active == 0)
        members.seat_a_person("gray")
        members.post(Press(Button.END, members.now()))
        assert members.dialog.name == "refusal hold"
        members.idle(60)
        assert members.dialog.name == "refusal hold"


@pytest.mark.parametrize("page", ["ledger", "score"])
def test_page_that_a_person_reads_stays_open_while_a_robot_is_on(page: str) -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.ACTIONS and members.position.active == 1)
        members.seat_a_person("gray")
        members.open_page(page)
        members.idle(60)
        assert members.dialog.name == page
        members.post(Choose("", 0))
        revision = members.revision
        members.post(Press(Button.BACK, members.now()))  # out of the table menu
        members.play(lambda: members.revision > revision)


def test_menu_that_a_person_has_opened_is_not_closed_by_a_robots_move() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.ACTIONS and members.position.active == 1)
        members.seat_a_person("gray")
        members.post(Press(Button.BACK, members.now()))
        members.idle(60)
        assert members.dialog.name == "table"


def test_restore_walk_is_not_leafed_through_by_robots() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.ACTIONS and members.position.active == 1)
        members.seat_a_person("gray")
        members.restore()
        first = members.dialog
        members.idle(60)
        assert members.dialog == first


def test_what_a_person_loses_waits_for_that_person_and_what_a_robot_settles_does_not() -> None:
    with club("board", 1, "simple") as members:
        seen: set[str] = set()

        def gray_has_lost() -> bool:
            if isinstance(members.dialog, Notice):
                seen.add(members.dialog.player)
            return isinstance(members.dialog, Notice) and members.dialog.player == "gray" and _is_loss(members.dialog)

        members.play(gray_has_lost)
        assert seen >= {"yellow", "purple"}  # their own settlements, which they have confirmed
        members.seat_a_person("gray")
        told = members.dialog
        members.idle(60)
        assert members.dialog == told


def test_final_score_stays_where_somebody_has_played() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.position.phase is Phase.OVER and members.dialog.name == "score")
        members.seat_a_person("gray")
        members.idle(60)
        assert members.dialog.name == "score"


def test_where_only_robots_play_messages_stay_long_enough_to_be_read() -> None:
    with club("board", 1, "simple") as members:
        members.play(lambda: members.dialog.name == "settlement")
        told, since = members.dialog, members.now()
        members.play(lambda: members.dialog != told)
        assert members.now() - since >= READING_PACES * PACE_S


def _is_loss(notice: Notice) -> bool:
    return notice.name == "notice"
