"""The initial set-up: three rounds in which each player places two booths."""

from __future__ import annotations

import pytest

from companion.games.hansa.boards import named_board
from companion.games.hansa.rules.board import CITY_IDS, Board
from companion.games.hansa.rules.corrections import MoveBooth
from companion.games.hansa.rules.events import Income
from companion.games.hansa.rules.position import Phase
from tests.companion.games.hansa.rules.table import Table, stocked

THREE = "gray yellow purple"


def placed(table: Table, city: str) -> list[int]:
    return [table.booths(player, city) for player in table.position.setup.players]


@pytest.mark.parametrize("city", [city for city in CITY_IDS if city != "copenhagen"])
def test_place_puts_two_booths_into_any_city_but_copenhagen(city: str) -> None:
    table = stocked(THREE)
    assert table.play(f"place {city}") == ()
    assert (table.booths("gray", city), table.booths_left("gray")) == (2, 13)


def test_place_in_copenhagen_is_refused() -> None:
    table = stocked(THREE)
    refusal = table.refused("place copenhagen")
    assert refusal.code == "copenhagen_closed"
    assert refusal.message() == "No booths may be placed in Copenhagen during the set-up."
    assert refusal.advice() == "Place them in another city."
    assert table.legal.count() == 8


def test_place_in_the_start_city_of_another_board_is_refused() -> None:
    table = stocked(THREE, board=Board("riga", named_board("0.1").cities))
    assert table.code("place riga") == "copenhagen_closed"
    assert table.allows("place copenhagen")


def test_place_goes_clockwise_from_the_start_player() -> None:
    table = stocked(THREE, start="yellow")
    movers = []
    for _ in range(3):
        movers += [table.mover, table.active]
        table.play("place danzig")
    assert movers == ["yellow", "yellow", "purple", "purple", "gray", "gray"]


def test_place_takes_the_two_booths_from_the_own_supply() -> None:
    table = stocked(THREE)
    table.play("place riga", "place riga")
    assert [table.booths_left(player) for player in THREE.split()] == [13, 13, 15]


def test_place_makes_three_rounds() -> None:
    table = stocked(THREE)
    for rounds, city in enumerate(("danzig", "riga", "reval"), 1):
        for _ in range(3):
            assert table.phase is Phase.PLACE
            table.play(f"place {city}")
        assert table.position.course.placements == 3 * rounds
    assert table.phase is Phase.ACTIONS
    assert [table.booths_left(player) for player in THREE.split()] == [9, 9, 9]


def test_place_twice_in_one_city_is_refused() -> None:
    table = stocked(THREE)
    table.play("place danzig", "place riga", "place riga")
    refusal = table.refused("place danzig")
    assert refusal.code == "already_placed"
    assert refusal.message() == "gray has already placed booths in Danzig."
    assert refusal.advice() == "Choose a city without booths of your own."
    assert table.legal.count() == 7
    table.play("place riga", "place reval", "place danzig")
    assert table.code("place danzig") == table.code("place riga") == "already_placed"
    assert table.legal.count() == 6


def test_place_beside_an_opponent_is_allowed() -> None:
    table = stocked(THREE)
    table.play("place danzig", "place danzig", "place danzig")
    assert placed(table, "danzig") == [2, 2, 2]


def test_place_of_the_last_booths_begins_the_start_player_s_turn() -> None:
    table = stocked("gray yellow", start="yellow")
    table.play("place danzig", "place danzig", "place riga", "place riga", "place lubeck")
    assert table.events == ()
    assert table.play("place lubeck") == (Income("yellow", 3),)
    assert (table.mover, table.phase, table.talers("yellow"), table.talers("gray")) == ("yellow", Phase.ACTIONS, 6, 3)
    assert table.code("place reval") == "wrong_phase"


def test_place_with_one_booth_left_places_one() -> None:
    table = stocked("gray yellow")
    table.correct(*[MoveBooth("gray", "supply", "riga")] * 14)
    table.play("place danzig")
    assert (table.booths("gray", "danzig"), table.booths_left("gray")) == (1, 0)


def test_place_without_a_booth_left_is_passed_over() -> None:
    table = stocked("gray yellow")
    table.correct(*[MoveBooth("gray", "supply", "riga")] * 15)
    assert (table.mover, table.position.course.placements) == ("yellow", 1)
    table.play("place danzig", "place riga")
    assert table.play("place reval") == (Income("gray", 3),)


def test_place_without_an_open_city_is_passed_over() -> None:
    table = stocked("gray yellow")
    cities = [city for city in CITY_IDS if city != "copenhagen"]
    table.correct(*(MoveBooth("gray", "supply", city) for city in cities[1:]))
    assert (table.mover, list(map(str, table.legal))) == ("gray", ["Place(city='tonsberg')"])
    table.correct(MoveBooth("gray", "supply", cities[0]))
    assert table.mover == "yellow"
