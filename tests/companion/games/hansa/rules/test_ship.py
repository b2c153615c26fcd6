"""Moving the ship, and what a visit to a city allows."""

from __future__ import annotations

import pytest

from companion.games.hansa.boards import named_board
from companion.games.hansa.rules.board import CITY_IDS
from companion.games.hansa.rules.events import Paid, PaidFor
from companion.games.hansa.rules.position import Phase
from tests.companion.games.hansa.rules.table import situation

PAID_FOR_SAILING = Paid("gray", "bank", 1, PaidFor.SAIL)


@pytest.mark.parametrize("ship", CITY_IDS)
def test_sail_follows_exactly_the_routes_from_a_city(ship: str) -> None:
    table = situation(ship=ship)
    routes = named_board("0.1").routes[ship]
    for city in CITY_IDS:
        assert table.allows(f"sail {city}") == (city in routes)
        if city not in routes:
            assert table.code(f"sail {city}") == "no_route"


def test_sail_against_the_arrow_is_refused() -> None:
    table = situation(ship="copenhagen")
    refusal = table.refused("sail aalborg")
    assert refusal.code == "no_route"
    assert refusal.message() == "No route leads from Copenhagen to Aalborg."
    assert refusal.advice() == "Follow the arrows: Danzig, Lübeck, Tønsberg."
    assert situation(ship="aalborg").allows("sail copenhagen")


def test_sail_to_where_the_ship_is_already_is_refused() -> None:
    assert situation(ship="danzig").code("sail danzig") == "no_route"


def test_sail_costs_one_taler_to_the_bank() -> None:
    table = situation(ship="copenhagen")
    assert table.play("sail danzig") == (PAID_FOR_SAILING,)
    assert (table.ship, table.talers("gray"), table.bank) == ("danzig", 2, 14)


def test_sail_costs_nothing_to_the_owner_of_a_city() -> None:
    table = situation(ship="copenhagen", booths={"yellow": {"danzig": 3, "copenhagen": 3}})
    table.play("sail danzig")
    assert (table.talers("gray"), table.talers("yellow")) == (2, 3)


def test_sail_takes_as_many_trips_as_there_are_talers() -> None:
    table = situation(ship="copenhagen", talers={"gray": 3})
    events = table.play("sail lubeck", "sail aalborg", "sail copenhagen")
    assert events == (PAID_FOR_SAILING,) * 3
    assert (table.talers("gray"), table.ship) == (0, "copenhagen")
    refusal = table.refused("sail danzig")
    assert refusal.code == "no_talers"
    assert refusal.message() == "gray has no taler left to pay with."
    assert refusal.advice() == "Do something free, or end the turn."


def test_sail_with_the_last_taler_is_allowed() -> None:
    table = situation(ship="riga", talers={"gray": 1})
    table.play("sail danzig")
    assert (table.talers("gray"), table.ship) == (0, "danzig")


def test_sail_over_land_from_tonsberg_to_stockholm_is_a_trip_like_any() -> None:
    table = situation(ship="tonsberg")
    assert table.play("sail stockholm") == (PAID_FOR_SAILING,)
    assert (table.ship, table.talers("gray")) == ("stockholm", 2)
    assert table.code("sail tonsberg") == "no_route"


def test_sail_before_between_and_after_actions() -> None:
    table = situation(talers={"gray": 6}, ship="copenhagen", stock={"danzig": "blue1 blue2", "kalmar": "pink1"})
    table.play("sail danzig", "buy blue1", "sail kalmar", "buy pink1", "sail copenhagen")
    assert (table.hand("gray"), table.ship, table.talers("gray")) == ("blue1 pink1", "copenhagen", 1)


def test_sail_is_not_an_action_in_the_city() -> None:
    table = situation(ship="copenhagen", stock={"danzig": "blue1 blue2"})
    table.play("sail danzig")
    assert not table.position.acted
    assert table.allows("buy blue1")


def test_sail_without_an_action_may_go_on_at_once() -> None:
    table = situation(ship="copenhagen")
    table.play("sail lubeck", "sail aalborg")
    assert (table.ship, table.talers("gray")) == ("aalborg", 1)


def test_sail_outside_the_actions_is_refused() -> None:
    table = situation(stock={"riga": "- blue1"})
    table.play("end")
    assert table.phase is Phase.REPLENISH
    refusal = table.refused("sail danzig")
    assert refusal.code == "wrong_phase"
    assert refusal.message() == "Sail is not possible now: the phase is replenish."


def test_visit_allows_one_action() -> None:
    table = situation(ship="danzig", hands={"gray": "pink1 pink2"}, stock={"danzig": "blue1 blue2"})
    assert not table.position.acted
    table.play("buy blue1")
    assert table.position.acted
    assert [table.code(text) for text in ("buy blue2", "build pink1", "sell pink1 pink2")] == ["already_acted"] * 3


@pytest.mark.parametrize("first", ["buy blue1", "build pink1", "sell pink1 pink2"])
def test_visit_is_used_up_by_any_action(first: str) -> None:
    table = situation(
        ship="danzig",
        hands={"gray": "pink1 pink2 pink3 pink3"},
        stock={"danzig": "blue1 blue2"},
        booths={"gray": {"danzig": 2}},
    )
    table.play(first)
    for second in ("buy blue2", "build pink3", "sell pink3 pink3"):
        refusal = table.refused(second)
        assert refusal.code == "already_acted"
        assert refusal.message() == "An action has already been taken in Danzig in this visit."
        assert refusal.advice() == "Sail on first, or end the turn."
    assert [str(move) for move in table.legal] == ["Sail(to='kalmar')", "Sail(to='reval')", "End()"]


def test_visit_to_another_city_allows_another_action() -> None:
    table = situation(ship="danzig", stock={"danzig": "blue1 blue2", "reval": "pink1"})
    table.play("buy blue1", "sail reval")
    assert not table.position.acted
    table.play("buy pink1")
    assert table.hand("gray") == "blue1 pink1"


def test_visit_to_the_same_city_again_allows_another_action() -> None:
    table = situation(ship="danzig", talers={"gray": 6}, stock={"danzig": "blue1 blue2"})
    table.play("buy blue1", "sail reval", "sail riga", "sail danzig", "buy blue2")
    assert (table.hand("gray"), table.talers("gray")) == ("blue1 blue2", 1)


def test_visit_is_new_for_the_next_player() -> None:
    table = situation(ship="danzig", stock={"danzig": "blue1 blue2"})
    table.play("buy blue1", "end")
    table.play("skip")
    assert (table.mover, table.ship, table.position.acted) == ("yellow", "danzig", False)
    table.play("buy blue2")
    assert table.hand("yellow") == "blue2"


def test_actions_may_be_repeated_in_any_order() -> None:
    table = situation(
        ship="danzig",
        talers={"gray": 10, "yellow": 0},
        hands={"gray": "orange1 orange1 pink2"},
        stock={"danzig": "blue1 blue2", "reval": "brown1"},
    )
    table.play("build pink2", "sail reval", "buy brown1", "sail riga", "build brown1")
    table.play("sail danzig", "sell orange1 orange1", "sail reval", "sail riga", "sail danzig", "buy blue1")
    assert (table.hand("gray"), table.sold("gray")) == ("blue1", "orange1 orange1")
    assert (table.booths("gray", "danzig"), table.booths("gray", "riga"), table.talers("gray")) == (1, 1, 3)


def test_actions_may_be_left_out() -> None:
    table = situation(ship="danzig", hands={"gray": "pink1"}, stock={"danzig": "blue1 blue2"})
    table.play("end")
    assert (table.mover, table.hand("gray"), table.stock("danzig"), table.ship) == (
        "yellow",
        "pink1",
        "blue1 blue2",
        "danzig",
    )
