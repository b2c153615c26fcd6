"""Helpful hands at the virtual table: what they put right is never taken for a move of somebody's."""

from __future__ import annotations

from companion.games.hansa.rules.moves import Sail
from companion.games.hansa.rules.position import Phase
from companion.table.intents import Play, Tidy
from companion.trace.payloads import format_intent, parse_intent
from tests.kit.club import Club, club

SEEN_S = 2.0  # of virtual time: until every reader has told what lies on it


def _first_turn(members: Club) -> None:
    """Come to a turn of gray, and let a person take that seat."""
    members.play(lambda: members.position.phase is Phase.ACTIONS and members.position.active == 0)
    members.seat_a_person("gray")
    members.tidy()
    members.wait(SEEN_S)


def _two_stops(members: Club) -> tuple[str, str]:
    """Return a city that the ship can sail to, and one after it from where no arrow leads back."""
    routes = members.position.setup.board.routes
    here = members.position.ship
    return next((to, on) for to in routes[here] for on in routes[to] if on != here and to not in routes[on])


def test_trip_is_not_taken_back_because_the_ship_was_tidied_late() -> None:
    with club("board", 1, "simple") as members:
        _first_turn(members)
        first, second = _two_stops(members)
        members.post(Play(Sail(first)))
        members.tidy()
        members.post(Play(Sail(second)))  # before any reader has told where the ship was brought
        members.wait(SEEN_S)
        assert (members.dialog.name, members.position.ship) == ("home", second)
        members.tidy()
        members.wait(SEEN_S)
        assert (members.dialog.name, members.position.ship) == ("home", second)


def test_ship_that_a_person_brings_back_still_offers_to_take_the_trip_back() -> None:
    with club("board", 1, "simple") as members:
        _first_turn(members)
        first, second = _two_stops(members)
        for city in (first, second):
            members.post(Play(Sail(city)))
            members.tidy()
            members.wait(SEEN_S)
        members.bench.put("ship", f"city.{first}")
        members.wait(SEEN_S)
        assert members.dialog.name == f"asked city.{first} take back"


def test_trace_keeps_what_was_tidied() -> None:
    tidied = Tidy("ship", "city.riga")
    assert parse_intent(format_intent(tidied, dict, 0.0), dict) == tidied
