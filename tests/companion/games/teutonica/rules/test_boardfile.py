"""The board file: every fact in it is read, and whatever is wrong is named in one line."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from companion.games.teutonica.boards import shipped_board
from companion.games.teutonica.rules.board import Board, BoardError
from companion.games.teutonica.rules.boardfile import apply_changes, format_changes, format_office, parse_board

TEXT = files("companion.games.teutonica").joinpath("board.toml").read_text(encoding="utf-8")
FILE = tomllib.loads(TEXT)
SAID = Path(__file__).with_name("wrong_boards.txt")  # what is said in each of the cases below, line by line
GRONINGEN = (
    'groningen = { name = "Groningen", map = [6, 13], ability = "book", offices = "square white coin, round orange"'
)
FIRST_ROUTE = 'groningen-emden = { houses = 3, certainty = "4/4 4/4" }'
NORTH_WEST = 'routes = ["groningen-emden", "emden-osnabrueck", "kampen-osnabrueck"], certainty'
SOLDIER = 'provinces = ["west-upper", "centre-west-upper"]'
WRONG = [
    ("format = 1", ""),
    ("format = 1", 'format = "1"'),
    ("format = 1", "format = 3"),
    ("version = 1", ""),
    ("version = 1", "version = true"),
    ('link = ["arnheim", "stendal"]', ""),
    ('link = ["arnheim", "stendal"]', 'link = ["arnheim"]'),
    ('link = ["arnheim", "stendal"]', 'link = ["arnheim", 3]'),
    ('link = ["arnheim", "stendal"]', 'link = ["arnheim", "riga"]'),
    ('table = "coellen-warburg"', ""),
    ('table = "coellen-warburg"', "table = 3"),
    ("[city]", "[[city]]"),
    ("[city]", "[town]"),
    ("[route]", "[[route]]"),
    ("[province]", "[[province]]"),
    ("format = 1", "format = 1\nmore = 1"),
    (GRONINGEN, GRONINGEN.replace("name", "names")),
    (GRONINGEN, GRONINGEN.replace('"Groningen"', "3")),
    (GRONINGEN, GRONINGEN.replace("[6, 13]", "[6]")),
    (GRONINGEN, GRONINGEN.replace("[6, 13]", '[6, "13"]')),
    (GRONINGEN, GRONINGEN.replace("[6, 13]", "[-1, 13]")),
    (GRONINGEN, GRONINGEN.replace("[6, 13]", "[6, 101]")),
    (GRONINGEN, GRONINGEN.replace("[6, 13]", "6")),
    (GRONINGEN, GRONINGEN.replace('"book"', '"books"')),
    (GRONINGEN, GRONINGEN.replace('"book"', '"keys"')),
    (GRONINGEN, GRONINGEN.replace('offices = "square white coin, round orange"', "offices = 3")),
    (GRONINGEN, GRONINGEN.replace(', offices = "square white coin, round orange"', "")),
    (GRONINGEN, GRONINGEN.replace("square white coin", "square")),
    (GRONINGEN, GRONINGEN.replace("square white coin", "square white coin coin")),
    (GRONINGEN, GRONINGEN.replace("square white coin", "oval white")),
    (GRONINGEN, GRONINGEN.replace("square white coin", "square green")),
    (GRONINGEN, GRONINGEN.replace("square white coin", "square white, square white, square white, square white")),
    (GRONINGEN, GRONINGEN.replace("groningen =", "riga =")),
    (FIRST_ROUTE, FIRST_ROUTE.replace("houses", "rooms")),
    (FIRST_ROUTE, FIRST_ROUTE.replace("houses = 3, ", "")),
    (FIRST_ROUTE, FIRST_ROUTE.replace("3", "1")),
    (FIRST_ROUTE, FIRST_ROUTE.replace("3", "5")),
    (FIRST_ROUTE, FIRST_ROUTE.replace("3", "true")),
    (FIRST_ROUTE, FIRST_ROUTE.replace("houses = 3", 'houses = 3, side = "5"')),
    (FIRST_ROUTE, FIRST_ROUTE.replace("houses = 3", "houses = 3, tavern = 1")),
    (FIRST_ROUTE, FIRST_ROUTE.replace("houses = 3", "houses = 3, tavern = true")),
    (FIRST_ROUTE, FIRST_ROUTE.replace('"4/4 4/4"', "4")),
    (FIRST_ROUTE, "groningen-emden = 3"),
    (FIRST_ROUTE, ""),
    (NORTH_WEST, NORTH_WEST.replace("routes", "roads")),
    (NORTH_WEST, NORTH_WEST.replace('routes = ["groningen-emden"', 'routes = [3, "groningen-emden"')),
    (NORTH_WEST, NORTH_WEST.replace('"groningen-emden", ', '"groningen-emden", "groningen-emden", ')),
    (NORTH_WEST, NORTH_WEST.replace('"groningen-emden", ', '"groningen-riga", ')),
    (NORTH_WEST, NORTH_WEST.replace('"kampen-osnabrueck"', '"goslar-magdeburg"')),
    ("north-west = {", "far-west = {"),
    (SOLDIER, SOLDIER.replace("centre-west-upper", "west-upper")),
    (SOLDIER, SOLDIER.replace("centre-west-upper", "moon")),
    (SOLDIER, 'provinces = ["west-upper"]'),
    (SOLDIER, ""),
    (SOLDIER, SOLDIER + "\nmore = 1"),
    ('between = ["osnabrueck", "muenster"]', ""),
    ('between = ["osnabrueck", "muenster"]', 'between = ["osnabrueck", "riga"]'),
]


def test_every_wrong_file_is_told_in_one_line_of_its_own() -> None:
    told = []
    for old, new in WRONG:
        assert old in TEXT, old
        with pytest.raises(BoardError) as error:
            parse_board(TEXT.replace(old, new, 1), source="my.toml", like=shipped_board())
        told.append(str(error.value))
    assert told == SAID.read_text(encoding="utf-8").splitlines()


def test_long_line_is_refused_before_it_is_read() -> None:
    with pytest.raises(BoardError, match="a line of more than 1000 characters"):
        parse_board(f"{TEXT}\n#{' ' * 1_000}")
    assert parse_board(f"{TEXT}\n#{' ' * 999}", like=shipped_board()) == shipped_board()


# --- what is read ---


def read_again() -> Board:
    """The board that ships, and not the one that is remembered."""
    return parse_board(TEXT)


@pytest.mark.parametrize("place", [0, 1])
def test_cities_have_what_the_file_says(place: int) -> None:
    side = read_again().sides[place]
    assert [city.id for city in side.cities] == list(FILE["city"])
    for city in side.cities:
        row = FILE["city"][city.id]
        offices = row.get(f"offices-{side.name}", row.get("offices"))
        assert ", ".join(map(format_office, city.offices)) == offices
        assert (city.name, list(city.place), city.ability) == (row["name"], row["map"], row.get("ability"))
        assert city.certainty == row["certainty"].split()[place]


@pytest.mark.parametrize("place", [0, 1])
def test_routes_have_what_the_file_says(place: int) -> None:
    side = read_again().sides[place]
    expected = {route: row for route, row in FILE["route"].items() if row.get("side", side.name) == side.name}
    assert [route.id for route in side.routes] == list(expected)
    for route in side.routes:
        row = expected[route.id]
        assert (route.houses, route.tavern) == (row["houses"], row.get("tavern", False))
        assert route.certainty == row["certainty"].split()[place]
        assert list(route.ends) == route.id.split("-")


def test_provinces_and_soldiers_are_on_the_side_for_two() -> None:
    two, four = read_again().sides
    assert {p.id: list(p.routes) for p in two.provinces} == {p: row["routes"] for p, row in FILE["province"].items()}
    assert [(list(s.between), list(s.provinces)) for s in two.soldiers] == [
        (row["between"], row["provinces"]) for row in FILE["soldier"]
    ]
    assert {p.certainty for p in two.provinces} == {"illustration"}
    assert {s.certainty for s in two.soldiers} == {"rulebook"}
    assert (four.provinces, four.soldiers) == ((), ())
    assert (two.link, two.table, read_again().version) == (("arnheim", "stendal"), "coellen-warburg", 1)


def test_city_without_name_or_place_gets_its_id_and_the_middle() -> None:
    short = GRONINGEN.replace('name = "Groningen", map = [6, 13], ', "")
    (city, *_) = parse_board(TEXT.replace(GRONINGEN, short), like=shipped_board()).sides[0].cities
    assert (city.id, city.name, city.place) == ("groningen", "groningen", (50.0, 50.0))


# --- what follows from it ---


def test_side_knows_its_places_by_number() -> None:
    for side in shipped_board().sides:
        assert [side.cities[number].id for number in side.city_number.values()] == list(side.city_number)
        assert [side.routes[number].id for number in side.route_number.values()] == list(side.route_number)
        for number, (first, second) in enumerate(side.ends):
            assert f"{side.cities[first].id}-{side.cities[second].id}" == side.routes[number].id
            assert second in side.neighbours[first]
            assert first in side.neighbours[second]
        assert [side.cities[number].id for number in side.termini] == ["arnheim", "stendal"]
        assert [len(houses) for houses in side.empty_houses] == [route.houses for route in side.routes]
        assert [len(offices) for offices in side.empty_offices] == [len(city.offices) for city in side.cities]


def test_pawn_borders_the_routes_of_its_province() -> None:
    side = shipped_board().sides[0]
    for province in side.provinces:
        assert {side.routes[number].id for number in side.bordering[province.id]} == set(province.routes)
        near = side.near_provinces[province.id]
        assert province.id not in near
        assert set(side.next_provinces[province.id]) <= set(near)
        for there in near:
            steps = set(side.next_provinces[province.id])
            assert there in steps or steps & set(side.next_provinces[there])


@pytest.mark.parametrize("name", ["2-3", "4-5"])
def test_shipped_board_has_no_changes(name: str) -> None:
    side = shipped_board().side(name)
    assert format_changes(side, side) == []
    assert apply_changes(shipped_board(), name, []) == side


def test_tavern_that_was_moved_is_a_change() -> None:
    side = shipped_board().sides[0]
    routes = tuple(
        replace(route, tavern=route.id in ("groningen-emden", "lueneburg-perleberg", "hildesheim-goslar"))
        for route in side.routes
    )
    moved = replace(side, routes=routes)
    changes = format_changes(moved, side)
    assert changes == [("route", "groningen-emden", "3", "tavern"), ("route", "osnabrueck-bremen", "3")]
    assert apply_changes(shipped_board(), "2-3", changes) == moved
