"""What is in the box and on the board."""

from __future__ import annotations

import pytest

from companion.games.teutonica.rules.pieces import (
    ABILITIES,
    COLOURS,
    COPIES,
    HIGHEST,
    VALUES,
    Ability,
    Kind,
    Marker,
    Privilege,
)
from companion.games.teutonica.rules.scoring import TABLE
from companion.games.teutonica.rules.state import count_pieces, format_state
from tests.companion.games.teutonica.rules.table import BOARD, begun, new, player, refusal

TWO, FOUR = BOARD.sides


def test_box_has_twenty_seven_traders_for_each_of_five() -> None:
    position = new(5)
    counts = [count_pieces(position, seat, Kind.TRADER) for seat in position.seats]
    assert counts == [27] * 5
    assert sum(counts) == 135


def test_box_has_four_merchants_for_each_of_five() -> None:
    position = new(5)
    counts = [count_pieces(position, seat, Kind.MERCHANT) for seat in position.seats]
    assert counts == [4] * 5
    assert sum(counts) == 20


def test_box_has_sixteen_markers() -> None:
    assert sum(COPIES.values()) == 16
    position = begun()
    assert len(position.bonus.on_routes) + position.bonus.pile == 16


@pytest.mark.parametrize(
    ("marker", "copies"),
    [
        (Marker.EXTRA_OFFICE, 5),
        (Marker.SWAP_OFFICES, 2),
        (Marker.PLUS_3_ACTIONS, 2),
        (Marker.PLUS_4_ACTIONS, 2),
        (Marker.IMPROVE_ABILITY, 3),
        (Marker.REMOVE_THREE, 2),
    ],
)
def test_box_has_so_many_markers_of_each_kind(marker: Marker, copies: int) -> None:
    assert COPIES[marker] == copies


def test_box_has_a_desk_for_each_of_five_colours() -> None:
    assert COLOURS == ("blue", "green", "purple", "red", "yellow")
    assert len(new(5).players) == 5


def test_box_has_a_counter_of_completed_cities_that_begins_at_nothing() -> None:
    assert format_state(new())["completed"] == 0


def test_box_has_a_pawn_that_only_two_players_use() -> None:
    assert begun(2).pawn == "north"
    for players in (3, 4, 5):
        assert begun(players).pawn is None
        assert refusal(begun(players), "ride north") == "no_pawn"


def test_soldiers_stand_between_four_pairs_of_cities() -> None:
    assert {soldier.between for soldier in TWO.soldiers} == {
        ("osnabrueck", "muenster"),
        ("muenster", "dortmund"),
        ("lueneburg", "brunswiek"),
        ("brunswiek", "goslar"),
    }


def test_board_has_a_side_for_two_or_three_and_one_for_four_or_five() -> None:
    assert [new(players).setup.side for players in (2, 3, 4, 5)] == [TWO, TWO, FOUR, FOUR]
    assert len(FOUR.routes) == len(TWO.routes) + 2


def test_offices_are_square_for_traders_or_round_for_merchants() -> None:
    shapes = {office.kind for side in BOARD.sides for city in side.cities for office in city.offices}
    assert shapes == {Kind.TRADER, Kind.MERCHANT}
    assert all(city.offices for side in BOARD.sides for city in side.cities)


def test_routes_join_two_cities_and_have_two_to_four_houses() -> None:
    for side in BOARD.sides:
        assert {route.houses for route in side.routes} == {2, 3, 4}
        assert all(len(set(ends)) == 2 for ends in side.ends)


def test_five_cities_stand_for_the_five_abilities() -> None:
    for side in BOARD.sides:
        assert {city.id: city.ability for city in side.cities if city.ability} == {
            "groningen": Ability.BOOK,
            "stade": Ability.PRIVILEGE,
            "luebeck": Ability.BAGS,
            "goettingen": Ability.ACTIONS,
            "halle": Ability.KEYS,
        }


def test_coins_are_printed_in_six_cities_or_four() -> None:
    def coins(side: int) -> int:
        return sum(any(office.coin for office in city.offices) for city in BOARD.sides[side].cities)

    assert (coins(0), coins(1)) == (6, 4)


def test_prestige_table_lies_at_one_route_and_has_four_spaces() -> None:
    assert {side.table for side in BOARD.sides} == {"coellen-warburg"}
    assert TABLE == {7: Privilege.WHITE, 8: Privilege.ORANGE, 9: Privilege.PINK, 11: Privilege.BLACK}


def test_three_taverns_on_either_side() -> None:
    assert [len(side.taverns) for side in BOARD.sides] == [3, 3]


def test_desk_has_five_abilities_with_their_tracks() -> None:
    assert ABILITIES == (Ability.KEYS, Ability.ACTIONS, Ability.PRIVILEGE, Ability.BOOK, Ability.BAGS)
    assert [HIGHEST[ability] for ability in ABILITIES] == [4, 5, 3, 3, 3]


def test_keys_track() -> None:
    assert VALUES[Ability.KEYS] == (1, 2, 2, 3, 4)


def test_actions_track() -> None:
    assert VALUES[Ability.ACTIONS] == (2, 3, 3, 4, 4, 5)


def test_book_track() -> None:
    assert VALUES[Ability.BOOK] == (2, 3, 4, 5)


def test_privilege_track_opens_one_colour_after_the_other() -> None:
    assert list(Privilege) == ["white", "orange", "pink", "black"]
    assert VALUES[Ability.PRIVILEGE] == (0, 1, 2, 3)


def test_prestige_begins_at_nothing() -> None:
    assert [player(new(5), colour).prestige for colour in new(5).setup.players] == [0] * 5
