"""The board for the maker's drawings: what lamps and readers are called, and which belong together."""

from __future__ import annotations

import pytest

from companion.games.hansa.board_files import SHIPPED
from companion.games.hansa.board_plan import read_board_plan
from companion.games.hansa.boards import named_board
from companion.games.hansa.table.lamps import places

PLAN = read_board_plan(SHIPPED["0.1"])


@pytest.mark.parametrize(
    ("lamp", "label", "group", "place"),
    [
        ("city.tonsberg", "Tønsberg", "tonsberg", "tonsberg"),
        ("warehouse.lubeck.2", "Lübeck 2", "lubeck", ""),
        ("pile.5", "Pile 5", "pile", ""),
        ("seat.gray", "Gray", "seat", ""),
        ("end", "End", "end", ""),
        ("city.visby", "Visby", "visby", "visby"),
    ],
)
def test_lamp_is_labelled_in_words_and_grouped(lamp: str, label: str, group: str, place: str) -> None:
    meaning = PLAN.meaning(lamp)
    assert (meaning.label, meaning.group, meaning.place) == (label, group, place)


@pytest.mark.parametrize("name", SHIPPED)
def test_plan_has_the_cities_and_routes_of_the_board(name: str) -> None:
    plan, board = read_board_plan(SHIPPED[name]), named_board(name)
    assert [(place.id, place.name, place.routes) for place in plan.places] == [
        (city.id, city.name, city.routes) for city in board.cities
    ]


def test_every_family_of_lamps_has_a_colour() -> None:
    assert {PLAN.meaning(lamp).family for lamp in places(named_board("0.1"))} == set(PLAN.families)
