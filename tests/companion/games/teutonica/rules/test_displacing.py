"""Displacing: what it costs, and what the displaced player may do."""

from __future__ import annotations

import pytest

from companion.games.teutonica.rules.pieces import Kind
from companion.games.teutonica.rules.position import Phase
from companion.games.teutonica.rules.state import count_pieces
from tests.companion.games.teutonica.rules.table import (
    BOARD,
    after,
    begun,
    events,
    houses,
    kinds,
    legal,
    moved,
    refusal,
    stock,
    supply,
)

ROUTE, NEAR = "stade-hamburg", "hamburg-luebeck"
TRADER_THERE = f"insert trader {ROUTE}; end"  # red's, and it is blue's turn
MERCHANT_THERE = f"insert merchant {ROUTE}; end"


@pytest.mark.parametrize(("own", "shown"), [("trader", "b.."), ("merchant", "B..")])
def test_displacing_piece_is_a_trader_or_a_merchant_from_the_supply(own: str, shown: str) -> None:
    position = after(begun(), f"{TRADER_THERE}; displace {own} {ROUTE} red trader")
    assert houses(position, ROUTE) == shown
    assert supply(position, "blue") == ((5, 1) if own == "trader" else (5, 0))


@pytest.mark.parametrize(("there", "victim", "penalty"), [(TRADER_THERE, "trader", 1), (MERCHANT_THERE, "merchant", 2)])
def test_penalty_goes_from_the_own_supply_to_the_own_stock(there: str, victim: str, penalty: int) -> None:
    position = after(begun(), there)
    position = after(position, f"displace merchant {ROUTE} red {victim}")  # traders alone are left to pay with
    assert supply(position, "blue") == (6 - penalty, 0)
    assert stock(position, "blue") == (5 + penalty, 0)


def test_displacing_costs_one_action_whoever_is_displaced() -> None:
    assert after(begun(), f"{TRADER_THERE}; displace merchant {ROUTE} red trader").actions_left == 1
    assert after(begun(), f"{MERCHANT_THERE}; displace merchant {ROUTE} red merchant").actions_left == 1


@pytest.mark.parametrize(("there", "victim", "least"), [(TRADER_THERE, "trader", 2), (MERCHANT_THERE, "merchant", 3)])
def test_displacing_needs_the_full_penalty(there: str, victim: str, least: int) -> None:
    position = after(begun(), f"{there}; move-piece blue merchant supply stock")
    enough = after(position, moved("blue trader", "supply", *["stock"] * (6 - least)))
    assert refusal(enough, f"displace trader {ROUTE} red {victim}") is None
    short = after(enough, "move-piece blue trader supply stock")
    assert refusal(short, f"displace trader {ROUTE} red {victim}") == "cannot_pay"


def test_offices_are_never_displaced() -> None:
    position = after(begun(), "move-piece blue trader supply hamburg; move-piece blue merchant supply stade")
    assert "displace" not in kinds(position)
    assert refusal(position, f"displace trader {ROUTE} blue trader") == "nobody_there"


@pytest.mark.parametrize(("there", "kind", "extra"), [(TRADER_THERE, "trader", 1), (MERCHANT_THERE, "merchant", 2)])
def test_displaced_player_places_the_piece_and_extra_ones_from_the_stock(there: str, kind: str, extra: int) -> None:
    position = after(begun(), f"{there}; displace merchant {ROUTE} red {kind}; put {kind} {NEAR}")
    for number in range(extra):
        assert (position.phase, position.mover_name) == (Phase.RELOCATE, "red")
        assert stock(position, "red") == (6 - number, 0)
        position = after(position, "add trader bremen-hamburg")
    assert (position.phase, position.mover_name, stock(position, "red")) == (Phase.ACTIONS, "blue", (6 - extra, 0))
    assert houses(position, "bremen-hamburg") == "r" * extra + "." * (4 - extra)


def test_extra_piece_may_be_a_merchant() -> None:
    position = after(begun(), f"{TRADER_THERE}; move-piece red merchant supply stock")
    position = after(position, f"displace merchant {ROUTE} red trader; put trader {NEAR}; add merchant {NEAR}")
    assert houses(position, NEAR) == "rR."


def test_pieces_go_to_one_adjacent_route_or_to_several() -> None:
    position = after(begun(), f"{MERCHANT_THERE}; displace merchant {ROUTE} red merchant")
    together = after(position, f"put merchant {NEAR}; add trader {NEAR}; add trader {NEAR}")
    assert houses(together, NEAR) == "Rrr"
    apart = after(position, f"put merchant {NEAR}; add trader bremen-hamburg; add trader hamburg-lueneburg")
    assert [houses(apart, route)[0] for route in (NEAR, "bremen-hamburg", "hamburg-lueneburg")] == ["R", "r", "r"]


def test_adjacent_routes_share_a_city_with_the_route() -> None:
    position = after(begun(), f"{TRADER_THERE}; displace merchant {ROUTE} red trader")
    for move in legal(position):
        assert set(move.split()[2].split("-")) & {"stade", "hamburg"}
    assert refusal(position, f"put trader {ROUTE}") == "same_route"


def _filled_around(rings: int) -> str:
    """Corrections that fill the routes up to this many steps away, with what green and blue have."""
    side = BOARD.sides[0]
    near = side.rings[side.route_number[ROUTE]][:rings]
    places = [side.routes[route].id for ring in near for route in ring for _ in range(side.routes[route].houses)]
    green = [f"move-piece green trader {place} supply" for place in ["stock"] * 4]
    for ability, pieces in (("keys", 4), ("actions", 5), ("privilege", 3), ("bags", 3)):
        green += [f"move-piece green trader desk.{ability} supply"] * pieces
    green += [f"move-piece green trader supply {place}" for place in places[:26]]
    blue = [f"move-piece blue trader desk.{ability} supply" for ability in ["actions"] * 5 + ["keys"] * 4]
    blue += [f"move-piece blue trader supply {place}" for place in places[26:]]
    return "; ".join(green + blue)


@pytest.mark.parametrize("away", [1, 2])
def test_full_routes_send_the_displaced_further_out(away: int) -> None:
    side = BOARD.sides[0]
    position = after(begun(), f"{TRADER_THERE}; {_filled_around(away)}; displace merchant {ROUTE} red trader")
    position = after(position, "pay trader") if position.phase is Phase.PAY else position
    next_ring = side.rings[side.route_number[ROUTE]][away]
    assert legal(position) == {f"put trader {side.routes[route].id}" for route in next_ring}


def test_extra_pieces_come_from_the_supply_when_the_stock_is_empty() -> None:
    position = after(begun(), f"{TRADER_THERE}; {moved('red trader', 'stock', *['supply'] * 6)}")
    position = after(position, f"displace merchant {ROUTE} red trader; put trader {NEAR}; add merchant {NEAR}")
    assert (supply(position, "red"), houses(position, NEAR)) == ((10, 0), "rR.")


def test_extra_pieces_come_from_the_board_when_nothing_else_is_left() -> None:
    everything = moved("red trader", "stock", *["goslar.extra"] * 6) + "; "
    everything += moved("red trader", "supply", "bremen-minden", *["goslar.extra"] * 3)
    position = after(begun(), f"{TRADER_THERE}; {everything}; move-piece red merchant supply goslar.extra")
    position = after(position, f"displace merchant {ROUTE} red trader; put trader {NEAR}")
    assert {move for move in legal(position) if move.startswith("lift")} == {
        f"lift trader {NEAR}",
        "lift trader bremen-minden",
    }
    position = after(position, f"lift trader bremen-minden; put trader {NEAR}")
    assert (houses(position, NEAR), houses(position, "bremen-minden")) == ("rr.", "...")


def test_displaced_player_acts_before_the_next_action() -> None:
    position = after(begun(), f"{TRADER_THERE}; displace merchant {ROUTE} red trader")
    assert (position.mover_name, position.active) == ("red", 1)
    assert refusal(position, f"insert trader {NEAR}") == "wrong_phase"
    assert after(position, f"put trader {NEAR}; decline").mover_name == "blue"


def test_displaced_player_need_not_place_extra_pieces() -> None:
    position = after(begun(), f"{MERCHANT_THERE}; displace merchant {ROUTE} red merchant; put merchant {NEAR}")
    assert after(position, "decline").phase is Phase.ACTIONS
    assert after(position, f"add trader {NEAR}; decline").phase is Phase.ACTIONS


def test_displacement_brings_nothing_from_the_stock_to_the_supply() -> None:
    position = after(begun(), TRADER_THERE)
    before = supply(position, "red"), stock(position, "red")
    position = after(position, f"displace merchant {ROUTE} red trader; put trader {NEAR}; decline")
    assert (supply(position, "red"), stock(position, "red")) == before


def test_displaced_piece_itself_stays_in_the_game() -> None:
    position = after(begun(), f"{TRADER_THERE}; displace merchant {ROUTE} red trader")
    assert count_pieces(position, 0, Kind.TRADER) == 27
    told = events(position, f"put trader {NEAR}")
    assert told == []
