from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from itertools import combinations
from pathlib import Path

import pytest

from companion.games.teutonica.boards import shipped_board
from companion.games.teutonica.rules.board import Board, BoardError, Route
from companion.games.teutonica.rules.boardfile import apply_changes, format_changes, parse_board
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import Displace, Insert
from companion.games.teutonica.rules.pieces import Kind
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import Phase
from companion.games.teutonica.rules.setup import new_game

SAID = Path(__file__).with_name("wrong_changes.txt")  # what is said in each of the cases, line by line
TEXT = files("companion.games.teutonica").joinpath("board.toml").read_text(encoding="utf-8")


def test_shipped_board_has_what_the_printed_one_has() -> None:
    two, four = shipped_board().sides
    assert [len(side.cities) for side in (two, four)] == [27, 27]
    assert [len(side.routes) for side in (two, four)] == [32, 34]
    assert [sum(route.houses for route in side.routes) for side in (two, four)] == [101, 107]
    assert [sum(len(city.offices) for city in side.cities) for side in (two, four)] == [57, 62]
    coins = [[c.id for c in side.cities if any(o.coin for o in c.offices)] for side in (two, four)]
    assert coins[0] == ["groningen", "stade", "luebeck", "coellen", "warburg", "halle"]
    assert coins[1] == ["groningen", "luebeck", "coellen", "halle"]
    assert [[side.routes[r].id for r in side.taverns] for side in (two, four)] == [
        ["osnabrueck-bremen", "lueneburg-perleberg", "hildesheim-goslar"]
    ] * 2
    assert [o.kind for o in two.cities[two.city_number["perleberg"]].offices][-1] is Kind.MERCHANT


def test_provinces_border_one_another_across_routes_and_soldiers() -> None:
    side = shipped_board().sides[0]
    assert len(side.provinces) == 16
    assert side.next_provinces["west-upper"] == ("centre-west-upper", "north-west", "west-lower")
    assert all(here in side.next_provinces[to] for here, near in side.next_provinces.items() for to in near)


def test_rings_go_outward_over_all_other_routes() -> None:
    for side in shipped_board().sides:
        for route, rings in enumerate(side.rings):
            reached = [each for ring in rings for each in ring]
            assert sorted((*reached, route)) == list(range(len(side.routes)))
            assert all(set(side.ends[each]) & set(side.ends[route]) for each in rings[0])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 2", "format: 2 given, expected 1"),
        ("version = 1", 'version = "one"', "file: version: 'one' given, expected a whole number"),
        ("houses = 3", "houses = 5", "houses: 5 given, expected 2 to 4"),
        ("houses = 3, tavern = true", "houses = 3", "taverns: "),
        ("groningen-emden =", "groningen-riga =", "'groningen-riga' given, expected one of groningen-emden"),
        ("square white coin, round orange", "round", "an office such as 'square white'"),
        ("square white coin, round orange", "square white shiny", "an office such as"),
        ('ability = "book", ', "", "each of the five once"),
        ('"groningen-emden", "emden-osnabrueck"', '"emden-osnabrueck"', "provinces: [] given, expected one or two"),
        ('link = ["arnheim", "stendal"]', 'link = ["arnheim", "arnheim"]', "link"),
        ('table = "coellen-warburg"', 'table = "coellen"', "table: 'coellen' given, expected a route"),
        ("map = [6, 13]", "map = [6, 130]", "city groningen: map"),
        ("[route]", "[roads]", "'roads': unknown, expected only"),
        ('coellen-warburg = { houses = 4, certainty = "4/4 4/4" }', "", "side 2-3: table"),
        ('between = ["osnabrueck", "muenster"]', 'between = ["osnabrueck", "riga"]', "two cities of the board"),
        ("format = 1", "format = ", "not a TOML file"),
        ('"4-5", certainty', '"6", certainty', "side: '6' given, expected one of 2-3, 4-5"),
    ],
)
def test_wrong_board_is_refused_in_one_line(old: str, new: str, said: str) -> None:
    assert old in TEXT
    with pytest.raises(BoardError) as error:
        parse_board(TEXT.replace(old, new, 1), source="my.toml", like=shipped_board())
    assert said in str(error.value)
    assert str(error.value).startswith("my.toml: ")
    assert "\n" not in str(error.value)


def test_disconnected_board_is_refused() -> None:
    side = shipped_board().sides[1]
    without = tuple(route for route in side.routes if "halle" not in route.id)
    with pytest.raises(BoardError, match="that routes connect all of them"):
        replace(side, routes=without)


def test_board_may_have_forty_routes_and_no_more() -> None:
    two, four = shipped_board().sides
    cities = [city.id for city in four.cities]
    free = [pair for pair in combinations(cities, 2) if set(pair) not in [set(route.ends) for route in four.routes]]
    new = [Route("-".join(pair), 2) for pair in free]
    routes = four.routes + tuple(new[: 40 - len(four.routes)])
    position = new_game(Board((two, replace(four, routes=routes))), ["red", "blue", "green", "yellow"], start="red")
    while position.phase is Phase.TAVERNS:
        position = play(position, legal_moves(position)[0]).position
    for _ in range(2):
        assert Insert(Kind.TRADER, routes[-1].id) in legal_moves(position)
        position = play(position, Insert(Kind.TRADER, routes[-1].id)).position
    position = play(position, legal_moves(position)[0]).position
    assert Displace(Kind.TRADER, routes[-1].id, "r") in legal_moves(position)
    assert Insert(Kind.TRADER, routes[-1].id) not in legal_moves(position)
    with pytest.raises(BoardError, match="side 4-5: routes: 41 given, expected at most 40"):
        replace(four, routes=(*routes, new[-1]))


def test_owner_may_correct_a_copy_and_its_order_does_not_matter() -> None:
    lines = TEXT.splitlines()
    at = lines.index("[route]") + 1
    lines[at], lines[at + 1] = lines[at + 1].replace("houses = 4", "houses = 3"), lines[at]
    board = parse_board("\n".join(lines), like=shipped_board())
    assert board.route_ids == shipped_board().route_ids
    changes = format_changes(board.sides[0], shipped_board().sides[0])
    assert changes == [("route", "emden-osnabrueck", "3")]
    assert apply_changes(shipped_board(), "2-3", changes) == board.sides[0]


CHANGES = [
    "city stade none round-white square-black-coin",
    "city bremen privilege square-pink",
    "route groningen-emden 4",
    "route emden-stade 2",
    "province north emden-osnabrueck osnabrueck-bremen bremen-hamburg stade-hamburg emden-stade",
    "link arnheim goslar",
    "table paderborn-warburg",
]


def test_changes_say_all_that_is_different() -> None:
    lines = [tuple(line.split()) for line in CHANGES]
    side = apply_changes(shipped_board(), "2-3", lines)
    assert set(format_changes(side, shipped_board().sides[0])) == set(lines)
    assert side.city_number == shipped_board().sides[0].city_number
    assert side.routes[-1].id == "emden-stade"


WRONG_CHANGES = [
    "city riga none square-white",
    "city stade",
    "city stade none",
    "city stade luck square-white",
    "city stade none square-white round",
    "city stade none square-white square-white square-white square-white square-white",
    "route a-b 3",
    "route stade-hamburg 9",
    "route stade-hamburg",
    "route stade-hamburg 3 inn",
    "route stade-hamburg 3 tavern tavern",
    "route stade-hamburg none",
    "province far a-b",
    "province north a-b",
    "soldiers a b c",
    "soldiers a b c d",
    "link arnheim",
    "link arnheim stendal goslar",
    "link arnheim arnheim",
    "roads x",
    "city",
    "table x",
]


def test_wrong_change_is_refused_in_one_line_of_its_own() -> None:
    told = []
    for line in WRONG_CHANGES:
        with pytest.raises(BoardError) as error:
            apply_changes(shipped_board(), "2-3", [line.split()])
        told.append(str(error.value))
    assert told == SAID.read_text(encoding="utf-8").splitlines()


def test_route_can_be_taken_off_a_side_and_soldiers_can_stand_elsewhere() -> None:
    lines: list[tuple[str, ...]] = [("route", "emden-stade", "none")]
    four = apply_changes(shipped_board(), "4-5", lines)
    assert "emden-stade" not in four.route_number
    assert format_changes(four, shipped_board().sides[1]) == lines
    two = shipped_board().sides[0]
    posts = [word for soldier in two.soldiers[:3] for word in (*soldier.between, *soldier.provinces)]
    lines = [("soldiers", *posts, "goslar", "brunswiek", "centre-east-lower", "east-lower")]
    changed = apply_changes(shipped_board(), "2-3", lines)
    assert changed.soldiers[:3] == two.soldiers[:3]
    assert changed.soldiers[3].between == ("goslar", "brunswiek")
    assert format_changes(changed, two) == lines
