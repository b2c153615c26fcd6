"""Games with the house rule at the table: the menu offers smaller builds, and pieces ask how many booths."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from companion.games.hansa.box import BOX
from companion.games.hansa.page.drawing import HansaDrawing
from companion.games.hansa.rules.goods import marker
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Build, Sell
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.table import menu
from companion.games.hansa.table.cards import sellable
from companion.table.belief import PAD, Belief
from companion.table.dialog import Do, Menu
from companion.table.gametable import Ask, Propose
from companion.table.history import History
from tests.companion.games.hansa.rules.strategies import positions
from tests.companion.games.hansa.rules.table import situation
from tests.companion.games.hansa.table.playing import GAME, GAME_TABLE
from tests.companion.games.hansa.table.walking import MOST_TICKS, entries_in
from tests.kit.examples import examples

RULES = frozenset(rule.id for rule in BOX.house_rules())
TOUCHED = Belief().seen("marker.pink3.1", PAD)


def in_danzig(hand: str = "pink3 blue2", house_rules: str = "fewer_booths") -> History:
    booths = {"gray": {"riga": 6}}
    return History(situation(ship="danzig", hands={"gray": hand}, booths=booths, house_rules=house_rules).position)


@given(positions())
@examples(60)
def test_home_menu_reaches_every_legal_move_and_nothing_else(position: Position) -> None:
    if position.phase is Phase.ACTIONS and len(sellable(position)) > MOST_TICKS:
        return
    ruled = position._replace(setup=replace(position.setup, house_rules=RULES))
    reached, legal = set(entries_in(menu.home(History(ruled)))), set(legal_moves(ruled))
    assert legal <= reached
    assert all(isinstance(move, Sell) for move in reached - legal)


def test_menu_is_as_ever_but_for_one_line() -> None:
    lines = [choice.label.template for choice in menu.home(in_danzig()).choices]
    without = [choice.label.template for choice in menu.home(in_danzig(house_rules="")).choices]
    assert [line for line in lines if line != "Build fewer…"] == without
    assert "Build fewer…" not in [choice.label.template for choice in menu.home(in_danzig("pink1")).choices]


def test_marker_and_booth_ask_how_many_booths_and_offer_all_first() -> None:
    reading = GAME_TABLE.read(in_danzig(), TOUCHED, "booth.gray.15", PAD)
    assert isinstance(reading, Ask)
    assert isinstance(reading.dialog, Menu)
    pink = marker("pink3")
    offered = [choice.action for choice in reading.dialog.choices]
    assert offered == [Do(Build(pink)), Do(Build(pink, 1)), Do(Build(pink, 2))]
    rights = [choice.right.in_language() for choice in reading.dialog.choices]
    assert rights == ["3 booths", "2 booths", "1 booth"]


def test_marker_and_booth_build_at_once_without_the_house_rule_and_where_one_number_is_possible() -> None:
    assert GAME_TABLE.read(in_danzig(house_rules=""), TOUCHED, "booth.gray.15", PAD) == Propose(Build(marker("pink3")))
    one = Belief().seen("marker.pink1.1", PAD)
    assert GAME_TABLE.read(in_danzig("pink1"), one, "booth.gray.15", PAD) == Propose(Build(marker("pink1")))


def test_page_tells_how_many_booths_were_built_and_writes_the_notation() -> None:
    history = in_danzig().after(GAME, Build(marker("pink3"), 2))
    row = HansaDrawing(GAME).row(history, 0)
    assert row["log"]["say"] == "build pink3 fewer 2"
    assert row["told"].in_language() == "Gray builds a booth in Danzig, paid with pink 3."
