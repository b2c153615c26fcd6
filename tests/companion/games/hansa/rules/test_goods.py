"""The pieces in the box, and sets of markers that add up like numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.hansa.boards import named_board
from companion.games.hansa.rules.board import CITY_IDS
from companion.games.hansa.rules.goods import (
    ALL_MARKERS,
    COLOUR_MASKS,
    COLOUR_SETS,
    COLOURS,
    DIGIT,
    LOWER_HALF,
    UPPER_HALF,
    Colour,
    Goods,
    Marker,
    count_of,
    full_set,
    kinds_in,
    kinds_mask,
    marker,
    markers_in,
    only_kind,
    total,
)
from tests.companion.games.hansa.rules.table import begun, named, new_table

piles_of_markers = st.lists(st.sampled_from(ALL_MARKERS), max_size=30).map(
    lambda goods: [good for place, good in enumerate(goods) if goods[:place].count(good) < 5]
)


# --- what is in the box ---


def test_box_holds_seventy_eight_markers() -> None:
    assert total(full_set(COLOURS)) == 78


@pytest.mark.parametrize("colour", COLOURS)
def test_box_holds_four_five_and_four_of_a_colour(colour: Colour) -> None:
    full = full_set([colour])
    assert [count_of(full, marker(f"{colour}{barrels}")) for barrels in (1, 2, 3)] == [4, 5, 4]
    assert total(full) == 13


def test_box_holds_six_colours_in_alphabetical_order() -> None:
    assert [str(colour) for colour in COLOURS] == ["blue", "brown", "green", "orange", "pink", "yellow"]


@pytest.mark.parametrize("players", ["gray yellow", "gray yellow purple", "gray yellow purple white"])
def test_box_holds_fifteen_booths_for_each_of_four_colours(players: str) -> None:
    table = new_table(players)
    assert [table.booths_left(player) for player in players.split()] == [15] * len(players.split())


@pytest.mark.parametrize("players", ["gray yellow", "gray yellow purple", "gray yellow purple white"])
def test_box_holds_twenty_two_talers(players: str) -> None:
    table = new_table(players)
    assert table.bank + sum(map(table.talers, players.split())) == 22


def test_box_holds_one_ship_which_is_in_one_city() -> None:
    table = begun("gray yellow")
    assert table.ship == "copenhagen"
    table.play("sail danzig")
    assert table.ship == "danzig"


def test_box_holds_a_purse_for_each_of_four_players() -> None:
    table = new_table("white purple yellow gray")
    assert [table.talers(player) for player in ("gray", "yellow", "purple", "white")] == [3, 3, 3, 3]
    assert table.bank == 10


def test_board_has_nine_cities() -> None:
    names = [city.name for city in named_board("0.1").cities]
    assert sorted(names) == sorted(
        ["Tønsberg", "Aalborg", "Copenhagen", "Lübeck", "Stockholm", "Kalmar", "Danzig", "Reval", "Riga"]
    )


def test_board_routes_connect_every_city_with_every_other() -> None:
    routes = named_board("0.1").routes
    for start in CITY_IDS:
        reached, border = {start}, [start]
        while border:
            ahead = [city for city in routes[border.pop()] if city not in reached]
            reached.update(ahead)
            border += ahead
        assert reached == set(CITY_IDS)


def test_board_cities_have_one_or_two_spaces_fourteen_in_all() -> None:
    spaces = [city.spaces for city in named_board("0.1").cities]
    assert set(spaces) == {1, 2}
    assert sum(spaces) == named_board("0.1").space_count == 14


# --- sets of markers ---


def test_marker_is_found_by_its_name() -> None:
    good = marker("orange2")
    assert (good.colour, good.barrels, str(good), repr(good)) == (Colour.ORANGE, 2, "orange2", "marker('orange2')")


def test_marker_is_the_same_as_one_made_anew() -> None:
    assert all(Marker(good.colour, good.barrels) == good for good in ALL_MARKERS)
    assert len(set(ALL_MARKERS)) == 18


@pytest.mark.parametrize("name", ["orange4", "orange0", "red1", "", "Orange1"])
def test_marker_of_an_unknown_name_is_a_key_error(name: str) -> None:
    with pytest.raises(KeyError):
        marker(name)


def test_markers_are_sorted_by_colour_then_barrels() -> None:
    assert [str(good) for good in ALL_MARKERS] == sorted(map(str, ALL_MARKERS))
    assert sorted(ALL_MARKERS) == list(ALL_MARKERS)


@given(piles_of_markers)
def test_set_gives_back_its_markers(goods: list[Marker]) -> None:
    together: Goods = sum(goods)
    assert markers_in(together) == tuple(sorted(goods))
    assert total(together) == len(goods)
    assert all(count_of(together, kind) == goods.count(kind) for kind in ALL_MARKERS)


@given(piles_of_markers)
def test_set_names_its_kinds(goods: list[Marker]) -> None:
    together: Goods = sum(goods)
    kinds = tuple(sorted(set(goods)))
    assert kinds_in(together) == kinds_in(kinds_mask(together)) == kinds
    assert kinds_mask(together) == sum(kinds)
    assert only_kind(together) == (kinds[0] if len(kinds) == 1 else None)


@given(piles_of_markers)
def test_set_is_parted_by_colour_and_by_half(goods: list[Marker]) -> None:
    together: Goods = sum(goods)
    for colour in COLOURS:
        assert markers_in(together & COLOUR_MASKS[colour]) == tuple(sorted(g for g in goods if g.colour is colour))
    assert (together & LOWER_HALF) + (together & UPPER_HALF) == together
    assert {good.colour for good in kinds_in(together & LOWER_HALF)} <= {Colour.BLUE, Colour.BROWN, Colour.GREEN}
    assert {good.colour for good in kinds_in(together & UPPER_HALF)} <= {Colour.ORANGE, Colour.PINK, Colour.YELLOW}


def test_set_of_five_alike_does_not_touch_its_neighbours() -> None:
    for kind in ALL_MARKERS:
        assert named(5 * kind) == " ".join([str(kind)] * 5)
        assert 5 * kind & DIGIT * kind == 5 * kind


def test_full_set_is_the_sum_of_its_colours() -> None:
    assert full_set([]) == 0
    assert full_set(COLOURS[:2]) == COLOUR_SETS[Colour.BLUE] + COLOUR_SETS[Colour.BROWN]
