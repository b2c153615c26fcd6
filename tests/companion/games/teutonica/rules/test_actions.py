"""Turns, and the actions that involve nobody else: income, inserting, moving."""

from __future__ import annotations

import pytest

from companion.games.teutonica.rules.position import Phase
from tests.companion.games.teutonica.rules.table import (
    after,
    begun,
    filled,
    houses,
    kinds,
    legal,
    moved,
    offices,
    refusal,
    stock,
    supply,
)

ROUTE, OTHER = "stade-hamburg", "hamburg-luebeck"


def test_turns_go_clockwise() -> None:
    position, movers = begun(5), []
    for _ in range(6):
        movers.append(position.mover_name)
        position = after(position, "end")
    assert movers == ["red", "blue", "green", "yellow", "purple", "red"]


def test_turn_has_the_actions_of_the_track() -> None:
    position = after(begun(), moved("blue trader", "desk.actions", *["stock"] * 3))
    assert begun().actions_left == 2
    assert after(position, "end").actions_left == 4


def test_actions_come_in_any_order_and_again() -> None:
    position = after(begun(), "set-actions 4")
    assert after(position, f"insert trader {ROUTE}; income 0; insert trader {ROUTE}; income 0").actions_left == 0
    assert after(position, f"income 0; income 0; insert merchant {ROUTE}; insert trader {ROUTE}").actions_left == 0


def test_five_kinds_of_action_and_the_end_of_the_turn() -> None:
    position = after(begun(), f"{filled(ROUTE)}; move-piece blue trader supply {OTHER}")
    assert kinds(position) == {"income", "insert", "displace", "lift", "establish", "end"}


@pytest.mark.parametrize(
    "under_way",
    [
        f"lift trader {ROUTE}",
        f"establish {ROUTE}",
        f"displace trader {OTHER} blue trader",
        f"displace merchant {OTHER} blue trader",
    ],
)
def test_action_is_finished_before_the_next(under_way: str) -> None:
    position = after(begun(), f"{filled(ROUTE)}; move-piece blue trader supply {OTHER}; {under_way}")
    for move in (f"insert trader {OTHER}", "income 0", "end"):
        assert refusal(position, move) == "wrong_phase"


def test_turn_may_stop_short_and_unused_actions_are_lost() -> None:
    position = after(begun(), f"insert trader {ROUTE}; end")
    assert (position.mover_name, position.actions_left) == ("blue", 2)
    assert after(position, "end; end").actions_left == 2


# --- income ---


@pytest.mark.parametrize(("level", "taken"), [(0, 3), (1, 5), (2, 7), (3, 12)])
def test_income_takes_what_the_bag_says(level: int, taken: int) -> None:
    position = after(begun(), moved("red trader", "supply", *["stock"] * 3))
    position = after(position, moved("red trader", "desk.bags", *["stock"] * level))
    assert stock(position, "red") == (9 + level, 0)
    income = after(position, "income 0")
    assert (supply(income, "red"), stock(income, "red")) == ((2 + taken, 1), (9 + level - taken, 0))


def test_income_is_a_free_mix_of_traders_and_merchants() -> None:
    position = after(begun(), "move-piece red merchant supply stock; move-piece red merchant desk.book stock")
    assert {move for move in legal(position) if move.startswith("income")} == {"income 0", "income 1", "income 2"}
    assert supply(after(position, "income 2"), "red") == (6, 2)


def test_income_takes_what_there_is_when_that_is_less() -> None:
    position = after(begun(), moved("red trader", "stock", *["supply"] * 4))
    assert stock(after(position, "income 0"), "red") == (0, 0)


# --- inserting ---


def test_insert_takes_a_piece_from_the_supply_to_any_route() -> None:
    position = begun()
    routes = {move.split()[2] for move in legal(position) if move.startswith("insert trader")}
    assert routes == {route.id for route in position.setup.side.routes}
    inserted = after(position, f"insert merchant {ROUTE}")
    assert (houses(inserted, ROUTE), supply(inserted, "red"), inserted.actions_left) == ("R..", (5, 0), 1)


def test_insert_beside_pieces_of_others_is_allowed() -> None:
    position = after(begun(), moved("blue trader", "supply", ROUTE, ROUTE))
    assert houses(after(position, f"insert trader {ROUTE}"), ROUTE) == "bbr"


def test_insert_needs_an_empty_house() -> None:
    position = after(begun(), moved("blue trader", "supply", ROUTE, ROUTE, ROUTE))
    assert refusal(position, f"insert trader {ROUTE}") == "route_full"


def test_insert_puts_one_piece_for_one_action_and_several_for_several() -> None:
    assert houses(after(begun(), f"insert trader {ROUTE}; insert trader {ROUTE}"), ROUTE) == "rr."


def test_route_need_not_be_filled_in_one_turn() -> None:
    position = after(begun(), f"insert trader {ROUTE}; insert trader {ROUTE}; end; end; end; insert trader {ROUTE}")
    assert houses(position, ROUTE) == "rrr"


def test_pieces_come_to_cities_only_by_establishing() -> None:
    position = after(begun(), filled(ROUTE))
    assert refusal(position, "office hamburg") == "wrong_phase"
    assert offices(after(position, f"establish {ROUTE}; office hamburg"), "hamburg") == "|r.."


# --- moving ---


@pytest.mark.parametrize(("level", "pieces"), [(0, 2), (1, 3), (2, 4), (3, 5)])
def test_move_takes_as_many_pieces_as_the_book_says(level: int, pieces: int) -> None:
    position = after(begun(), moved("red trader", "supply", *[ROUTE] * 3, *[OTHER] * 2))
    position = after(position, moved("red merchant", "desk.book", *["stock"] * level))
    steps = "; ".join(
        f"lift trader {OTHER if number > 3 else ROUTE}; put trader bremen-{'hamburg' if number < 5 else 'minden'}"
        for number in range(1, pieces + 1)
    )
    assert after(position, steps).phase is Phase.ACTIONS  # it ends by itself when all lifts are used
    assert after(position, steps.rpartition(";")[0]).phase is Phase.MOVE


def test_move_of_fewer_pieces_is_allowed() -> None:
    position = after(begun(), f"insert trader {ROUTE}; lift trader {ROUTE}; put trader {OTHER}; done")
    assert (position.phase, position.actions_left, houses(position, OTHER)) == (Phase.ACTIONS, 0, "r..")


def test_move_takes_nothing_from_cities_and_puts_nothing_there() -> None:
    position = after(begun(), f"move-piece red trader supply hamburg; insert trader {ROUTE}")
    assert {move for move in legal(position) if move.startswith("lift")} == {f"lift trader {ROUTE}"}
    lifted = after(position, f"lift trader {ROUTE}")
    assert kinds(lifted) == {"put"}
    assert refusal(lifted, "office hamburg") == "wrong_phase"


def test_move_displaces_nobody() -> None:
    position = after(begun(), moved("blue trader", "supply", *[OTHER] * 3) + f"; insert trader {ROUTE}")
    assert refusal(position, f"lift trader {ROUTE}; put trader {OTHER}") == "route_full"
    assert f"put trader {OTHER}" not in legal(after(position, f"lift trader {ROUTE}"))


def test_move_goes_to_one_route_or_to_several() -> None:
    position = after(begun(), moved("red trader", "supply", ROUTE, ROUTE))
    together = after(position, f"lift trader {ROUTE}; lift trader {ROUTE}; put trader {OTHER}; put trader {OTHER}")
    assert houses(together, OTHER) == "rr."
    apart = after(position, f"lift trader {ROUTE}; lift trader {ROUTE}; put trader {OTHER}; put trader {ROUTE}")
    assert (houses(apart, OTHER), houses(apart, ROUTE)) == ("r..", "r..")


def test_move_takes_own_pieces_only() -> None:
    position = after(begun(), f"move-piece blue trader supply {ROUTE}")
    assert refusal(position, f"lift trader {ROUTE}") == "nobody_there"
