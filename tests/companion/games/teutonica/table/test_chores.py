"""What is to be done on the board after a step: exactly what its player would forget."""

from __future__ import annotations

from companion.games.teutonica.rules.codec import Entry
from companion.games.teutonica.rules.corrections import Leave, MoveMarker, MovePiece, SetActions, SetCompleted
from companion.games.teutonica.rules.moves import (
    Clear,
    Displace,
    Establish,
    Improve,
    Insert,
    Office,
    Reveal,
    UseImprove,
)
from companion.games.teutonica.rules.pieces import FIRST_MARKERS, Ability, Kind, Marker
from companion.table.history import History
from companion.table.screen import Row
from tests.companion.games.teutonica.table.walking import COLOURS, GAME, TABLE

THREE = [MovePiece("r", "stock", "osnabrueck-bremen")] * 3


def told(*entries: Entry) -> list[str]:
    """Return what is told after the last of some moves in a game of three."""
    history = History(GAME.new({"players": list(COLOURS[:3]), "start": "red"}))
    for entry in (*map(Reveal, FIRST_MARKERS), SetActions(9), *entries):
        history = history.after(GAME, entry)
    return [
        row.left.in_language()
        for notice in TABLE.notices(history)
        for row in notice.screen().rows
        if isinstance(row, Row)
    ]


def test_move_that_says_it_all_tells_nothing() -> None:
    assert told(Insert(Kind.TRADER, "stade-hamburg")) == []
    assert told(*THREE, Establish("osnabrueck-bremen")) == [], "what happened stands above the choice of the benefit"


def test_route_established_tells_office_stock_points_marker_and_plate() -> None:
    owner = MovePiece("b", "stock", "osnabrueck")
    assert told(owner, *THREE, Establish("osnabrueck-bremen"), Clear()) == [
        "3 traders to stock",
        "Blue prestige 0 > 1",
        "Extra office: face up",
        "Draw 1 on the plate",
    ]


def test_office_tells_where_it_goes_and_that_its_city_is_complete() -> None:
    two = [MovePiece("r", "stock", "duisburg-dortmund")] * 2
    rows = told(*two, Establish("duisburg-dortmund"), Office("duisburg"))
    assert rows == ["Trader to Duisburg", "1 trader to stock", "Completed cities: 1"]


def test_tenth_city_but_one_warns_of_the_end() -> None:
    two = [MovePiece("r", "stock", "duisburg-dortmund")] * 2
    rows = told(SetCompleted(8), *two, Establish("duisburg-dortmund"), Office("duisburg"))
    assert rows[-1] == "The game stops after that action."


def test_improvement_goes_to_the_supply_and_may_give_an_action() -> None:
    four = [MovePiece("r", "stock", "goettingen-quedlinburg")] * 3
    rows = told(*four, Establish("goettingen-quedlinburg"), Improve(Ability.ACTIONS))
    assert rows == ["Actions: trader to supply", "3 traders to stock", "1 action more"]
    by_marker = told(MoveMarker(Marker.IMPROVE_ABILITY, "pile", "red"), UseImprove(Ability.BOOK))
    assert by_marker == ["Book: merchant to supply", "Improve ability: face down"]


def test_piece_of_a_player_who_has_left_goes_to_the_stock() -> None:
    rows = told(
        MovePiece("r", "supply", "stock"),
        MovePiece("R", "supply", "stock"),
        MovePiece("b", "stock", "stade-hamburg"),
        Leave("blue"),
        Displace(Kind.TRADER, "stade-hamburg", "b"),
    )
    assert rows == ["1 trader to stock", "Blue trader: to the stock"]
