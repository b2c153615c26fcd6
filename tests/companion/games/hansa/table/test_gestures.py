"""The table of gestures, row by row, for both kits."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.display.draw import overflow
from companion.games.hansa.rules.board import CITY_IDS
from companion.games.hansa.rules.corrections import MoveTalers
from companion.games.hansa.rules.events import BANK
from companion.games.hansa.rules.goods import COLOURS
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.tagged import piece_names
from companion.shelf.shelf import catalogues
from companion.table.belief import Belief
from companion.table.dialog import Checklist, Menu
from companion.table.gametable import Ask, Ignore, Propose, Refuse
from companion.table.history import History
from companion.table.screen import Row as ScreenRow
from companion.table.senses import REMEMBERED_S
from companion.words.language import load_language
from companion.words.say import LANGUAGES
from tests.companion.games.hansa.rules.phases import in_lose
from tests.companion.games.hansa.rules.strategies import positions
from tests.companion.games.hansa.rules.table import Table, situation, stocked
from tests.companion.games.hansa.table.playing import GAME, GAME_TABLE, Game
from tests.kit.examples import examples

PAD = "pad"


def turn(**details: object) -> Table:
    """Gray's turn in Danzig, from where routes lead to Kalmar and Reval."""
    return situation(**{"ship": "danzig", "talers": {"gray": 3}, **details})  # type: ignore[arg-type]  # as given


def before_replenishing(*, talers: int = 3, stock: str = "blue1 pink3") -> Table:
    """Gray's turn in Danzig has just begun, and spaces are empty; everywhere, where Danzig has no stock either."""
    table = situation(turn="purple", ship="danzig", talers={"gray": 0}, stock={"danzig": stock} if stock else {})
    table.play("end")
    if talers < table.talers("gray"):
        table.correct(MoveTalers(table.talers("gray") - talers, "gray", BANK))
    return table


@dataclass(frozen=True)
class Row:
    """What the players do, and what comes of it: moves, the dialog that asks, or the code of the refusal."""

    start: Table
    deeds: tuple[tuple[str, str], ...]  # a piece and the place where it comes to rest
    moves: tuple[str, ...] = ()
    asks: str = ""
    refused: str = ""


BOARD = {
    "ship on a neighbouring city sails there": Row(turn(), (("ship", "city.reval"),), ("sail reval",)),
    "ship on its own city means nothing": Row(turn(), (("ship", "city.danzig"),)),
    "ship on a farther city offers the chain": Row(turn(), (("ship", "city.riga"),), asks="asked city.riga menu"),
    "ship farther than the purse is refused": Row(
        turn(talers={"gray": 1}), (("ship", "city.lubeck"),), refused="no_route"
    ),
    "ship without a taler is refused": Row(turn(talers={"gray": 0}), (("ship", "city.reval"),), refused="no_talers"),
    "ship on a neighbouring city before replenishing offers to skip that": Row(
        before_replenishing(), (("ship", "city.reval"),), asks="asked city.reval skip"
    ),
    "ship on a farther city before replenishing offers it with the chain": Row(
        before_replenishing(), (("ship", "city.riga"),), asks="asked city.riga skip"
    ),
    "ship farther than the purse before replenishing is refused": Row(
        before_replenishing(talers=1), (("ship", "city.lubeck"),), refused="wrong_phase"
    ),
    "ship that sails where all must be replenished is refused": Row(
        before_replenishing(stock=""), (("ship", "city.reval"),), refused="must_replenish"
    ),
    "ship that sails while another player chooses is refused": Row(
        in_lose(), (("ship", "city.kalmar"),), refused="wrong_phase"
    ),
    "ship in the set-up is only led home": Row(stocked("gray yellow"), (("ship", "city.riga"),)),
    "booth in the set-up is placed": Row(stocked("gray yellow"), (("booth.gray.01", "city.riga"),), ("place riga",)),
    "second booth of a placement follows": Row(
        stocked("gray yellow"), (("booth.gray.01", "city.riga"), ("booth.gray.02", "city.riga")), ("place riga",)
    ),
    "booth in the start city of the set-up is refused": Row(
        stocked("gray yellow"), (("booth.gray.01", "city.copenhagen"),), refused="copenhagen_closed"
    ),
    "booth with one kind in hand builds": Row(
        turn(hands={"gray": "orange2"}), (("booth.gray.01", "city.danzig"),), ("build orange2",)
    ),
    "booth with several kinds in hand asks": Row(
        turn(hands={"gray": "orange2 blue1"}), (("booth.gray.01", "city.danzig"),), asks="asked city.danzig build"
    ),
    "own marker, then booth, builds with it": Row(
        turn(hands={"gray": "orange2 blue1"}, stock={}),
        (("marker.blue1.1", PAD), ("booth.gray.01", "city.danzig")),
        ("build blue1",),
    ),
    "booth in another city is refused": Row(
        turn(hands={"gray": "orange2"}), (("booth.gray.01", "city.riga"),), refused="wrong_city"
    ),
    "booth without a marker is refused": Row(turn(), (("booth.gray.01", "city.danzig"),), refused="no_marker"),
    "booth of another player is refused": Row(
        turn(hands={"gray": "orange2"}), (("booth.yellow.01", "city.danzig"),), refused="not_yours"
    ),
    "booth that belongs there already means nothing": Row(
        turn(booths={"yellow": {"riga": 2}}), (("booth.yellow.01", "city.riga"),)
    ),
    "unknown tag is refused": Row(turn(), (("stranger", "city.riga"),), refused="unknown_tag"),
    "marker over a city is evidence only": Row(
        turn(stock={"danzig": "blue1 pink3"}), (("marker.blue1.1", "city.danzig"),)
    ),
}
TAP = {
    "ship tapped before replenishing asks where": Row(before_replenishing(), (("ship", PAD),), asks="asked pad skip"),
    "ship tapped in the set-up is refused": Row(stocked("gray yellow"), (("ship", PAD),), refused="wrong_phase"),
    "own marker beside somebody else's booth builds nothing": Row(
        turn(hands={"gray": "orange2"}, stock={}),
        (("booth.yellow.01", PAD), ("marker.orange2.1", PAD)),
        refused="not_yours",
    ),
    "marker that may be one's own or the warehouse's asks": Row(
        turn(hands={"gray": "pink3"}, stock={"danzig": "blue1 pink3"}), (("marker.pink3.2", PAD),), asks="asked pad buy"
    ),
    "marker that cannot be bought is one's own": Row(
        turn(hands={"gray": "pink3"}, stock={"danzig": "blue1 pink3"}, talers={"gray": 0}), (("marker.pink3.2", PAD),)
    ),
    "ship tapped with several exits asks": Row(turn(), (("ship", PAD),), asks="asked pad sail"),
    "ship tapped with one exit sails": Row(turn(ship="reval"), (("ship", PAD),), ("sail riga",)),
    "ship tapped without a taler is refused": Row(turn(talers={"gray": 0}), (("ship", PAD),), refused="no_talers"),
    "booth tapped in the set-up asks where": Row(
        stocked("gray yellow"), (("booth.gray.01", PAD),), asks="asked pad home"
    ),
    "booth tapped builds in the ship's city": Row(
        turn(hands={"gray": "orange2"}), (("booth.gray.01", PAD),), ("build orange2",)
    ),
    "own marker, then booth, builds with it": Row(
        turn(hands={"gray": "orange2 blue1"}, stock={}),
        (("marker.blue1.1", PAD), ("booth.gray.01", PAD)),
        ("build blue1",),
    ),
    "booth of another player is refused": Row(turn(), (("booth.yellow.01", PAD),), refused="not_yours"),
    "unknown tag is refused": Row(turn(), (("stranger", PAD),), refused="unknown_tag"),
    "marker of the warehouse is bought": Row(
        turn(stock={"danzig": "blue1 pink3"}), (("marker.pink3.2", PAD),), ("buy pink3",)
    ),
    "second own marker of a colour opens the sale": Row(
        turn(hands={"gray": "orange1 orange3"}, booths={"gray": {"danzig": 1}}, stock={}),
        (("marker.orange1.1", PAD), ("marker.orange3.1", PAD)),
        asks="asked pad sale",
    ),
    "two markers that do not go together are refused": Row(
        turn(hands={"gray": "orange1 blue3"}, stock={}),
        (("marker.orange1.1", PAD), ("marker.blue3.1", PAD)),
        refused="two_pieces",
    ),
    "own marker alone says nothing yet": Row(turn(hands={"gray": "orange1"}, stock={}), (("marker.orange1.1", PAD),)),
}
ROWS = {**{f"board: {name}": row for name, row in BOARD.items()}, **{f"tap: {name}": row for name, row in TAP.items()}}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_gesture_means_what_the_table_of_gestures_says(row: Row) -> None:
    game = Game(row.start)
    for piece, place in row.deeds:
        game.put(piece, place)
    assert tuple(game.moves) == row.moves
    if row.asks:
        assert game.name == row.asks
    elif row.refused:
        assert game.name == f"refusal {row.refused}"
    else:
        assert not game.name.startswith(("asked", "refusal"))


def test_chain_to_a_farther_city_is_sailed_with_one_ok_stop_by_stop() -> None:
    game = Game(turn())
    game.put("ship", "city.riga")
    game.press("ok")
    assert game.moves == ["sail reval", "sail riga"]
    assert [proposal.kind for proposal in game.kept] == ["move", "move"]


def test_ship_that_sails_before_replenishing_skips_that_with_one_ok() -> None:
    game = Game(before_replenishing())
    game.put("ship", "city.riga")
    game.press("ok")
    assert game.moves == ["skip", "sail reval", "sail riga"]


def test_marker_that_may_be_either_is_bought_or_is_ones_own() -> None:
    for presses, moves in ((("ok",), ["buy pink3"]), (("down", "ok"), [])):
        game = Game(TAP["marker that may be one's own or the warehouse's asks"].start)
        game.put("marker.pink3.2", PAD)
        game.press(*presses)
        assert game.moves == moves


def test_booth_knocked_over_from_where_it_belongs_builds_nothing_by_itself() -> None:
    game = Game(turn(hands={"gray": "orange2"}, booths={"gray": {"kalmar": 1}}))
    game.put("booth.gray.01", "city.kalmar")
    game.put("booth.gray.01", "city.danzig")
    game.lift("booth.gray.01", "city.kalmar")
    assert game.name == "asked city.danzig build"
    game.press("back")
    assert game.name == "mismatch"
    game.put("booth.gray.01", "city.kalmar")
    assert game.name == "home"
    assert not game.moves


def test_booth_knocked_over_in_the_set_up_places_nothing_by_itself() -> None:
    game = Game(stocked("gray yellow"))
    game.put("booth.gray.01", "city.kalmar")
    game.put("booth.yellow.01", "city.danzig")
    game.put("booth.gray.01", "city.riga")
    assert game.name == "asked city.riga place"
    game.press("back")
    game.put("booth.gray.01", "city.kalmar")
    assert game.moves == ["place kalmar", "place danzig"]


def test_booth_that_was_taken_off_the_board_is_as_good_as_a_new_one() -> None:
    game = Game(turn(hands={"gray": "orange2"}, booths={"gray": {"kalmar": 1}}))
    game.put("booth.gray.01", "city.kalmar")
    game.put("booth.gray.02", "city.kalmar")  # refused: the ship is not there
    game.lift("booth.gray.02", "city.kalmar")
    game.put("booth.gray.02", "city.danzig")
    assert game.moves == ["build orange2"]


def test_sale_by_markers_is_carried_out_with_one_ok() -> None:
    game = Game(TAP["second own marker of a colour opens the sale"].start)
    game.put("marker.orange1.1", PAD)
    game.put("marker.orange3.1", PAD)
    assert isinstance(game.table.dialog, Checklist)
    game.press("ok")
    assert game.moves == ["sell orange1 orange3"]


SALE = TAP["second own marker of a colour opens the sale"].start


def shown(game: Game) -> list[str]:
    """Return what stands on the screen above the lines."""
    menu = game.table.dialog
    assert isinstance(menu, Menu)
    return [row.left.in_language() for row in menu.head if isinstance(row, ScreenRow)]


def test_own_marker_says_what_a_second_touch_does_until_it_is_forgotten() -> None:
    game = Game(SALE)
    head = shown(game)
    game.tap("marker.orange1.1")
    hint = ["orange 1", "another orange sells", "a booth builds"]
    assert shown(game) == hint
    game.table.grow_quiet(REMEMBERED_S - 0.01)
    assert shown(game) == hint
    game.table.grow_quiet(REMEMBERED_S)
    assert shown(game) == head


@pytest.mark.parametrize(
    ("second", "moves", "name"),
    [
        ("marker.orange3.1", [], "asked pad sale"),
        ("booth.gray.01", ["build orange1"], "home"),
        ("token.gray", ["build orange1"], "home"),
        ("marker.blue1.1", [], "refusal two_colours"),
        ("marker.orange1.2", [], "refusal not_here"),
        ("marker.orange1.1", [], "home"),
        ("booth.yellow.01", [], "refusal not_yours"),
    ],
)
def test_second_touch_goes_with_the_first_or_is_refused(second: str, moves: list[str], name: str) -> None:
    hands = {"gray": "orange1 orange3 blue1"}
    game = Game(turn(hands=hands, booths={"gray": {"danzig": 1}}, stock={}))
    game.tap("marker.orange1.1")
    game.tap(second)
    assert game.moves == moves
    assert game.name == name


def test_second_touch_that_comes_too_late_is_a_first_one() -> None:
    for late, name in ((False, "asked pad sale"), (True, "home")):
        game = Game(SALE)
        game.tap("marker.orange1.1")
        game.wait(REMEMBERED_S - 1.01 if not late else REMEMBERED_S - 1.0)  # to put it down takes the last second
        game.put("marker.orange3.1", PAD)
        assert game.name == name


def test_marker_that_can_do_nothing_more_here_says_why() -> None:
    game = Game(turn(hands={"gray": "orange1 orange2"}, stock={"danzig": "blue1"}))
    game.tap("marker.blue1.1")
    assert game.moves == ["buy blue1"]
    game.tap("marker.orange1.1")
    assert game.name == "refusal already_acted"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("colour", COLOURS)
def test_hint_fits_the_screen_in_every_language(colour: str, language: str) -> None:
    hands, players = {"gray": f"{colour}3 {colour}2"}, "gray yellow purple white"
    game = Game(turn(players=players, hands=hands, booths={"gray": {"danzig": 1}}, stock={}))
    game.tap(f"marker.{colour}3.1")
    assert len(shown(game)) == 3
    assert overflow(game.table.dialog.screen(), load_language(language, catalogues())) == []


def test_booth_that_vanishes_proposes_nothing() -> None:
    game = Game(turn(booths={"gray": {"danzig": 2}}, hands={"gray": "orange1 orange2"}))
    game.put("booth.gray.01", "city.danzig")
    kept = len(game.kept)
    game.lift("booth.gray.01", "city.danzig")
    assert len(game.kept) == kept


@pytest.mark.parametrize("piece", ["ship", "booth.gray.01", "marker.blue1.1"])
def test_pieces_move_on_only_when_the_turn_before_is_settled(piece: str) -> None:
    game = Game(turn(hands={"yellow": "blue1"}))
    game.hold("end")
    assert game.name == "settlement"
    before = game.position
    game.tap(piece)
    assert game.position == before


CITIES = [f"city.{city}" for city in CITY_IDS]


@given(
    positions(any_board=False),
    st.sampled_from(piece_names()),
    st.sampled_from([*CITIES, PAD]),
    st.lists(st.tuples(st.sampled_from(piece_names()), st.sampled_from([*CITIES, PAD])), max_size=4),
)
@examples(150)
def test_any_piece_anywhere_gets_an_answer_that_can_be_carried_out(
    position: Position, piece: str, place: str, lying: list[tuple[str, str]]
) -> None:
    belief = Belief()
    for other, where in lying:
        belief = belief.seen(other, where)
    reading = GAME_TABLE.read(History(position), belief, piece, place)
    match reading:
        case Propose(entry):
            refusal = GAME.refusal(position, entry)
            assert refusal is None or refusal.advice()
        case Ask(dialog):
            assert not isinstance(dialog, Menu) or dialog.choices
            dialog.screen()
        case Refuse(refused):
            assert refused.message()
            assert refused.advice()
        case Ignore():
            pass
    if position.phase is Phase.OVER:
        assert not isinstance(reading, Propose | Ask)
