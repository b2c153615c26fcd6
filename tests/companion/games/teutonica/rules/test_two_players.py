"""The game for two: provinces, and the pawn."""

from __future__ import annotations

import pytest

from companion.games.teutonica.rules.board import Soldier
from companion.games.teutonica.rules.position import Phase
from tests.companion.games.teutonica.rules.table import BOARD, after, begun, filled, kinds, legal, moved, new, refusal

SIDE = BOARD.sides[0]
HERE, AWAY = "stade-hamburg", "goslar-magdeburg"  # of the routes, the pawn's province borders the first


def test_routes_and_soldiers_are_the_borders() -> None:
    for here, near in SIDE.next_provinces.items():
        routes = {province.id: set(province.routes) for province in SIDE.provinces}
        for there in near:
            guarded = any(set(soldier.provinces) == {here, there} for soldier in SIDE.soldiers)
            assert guarded or routes[here] & routes[there]
    assert len(SIDE.provinces) == 16


@pytest.mark.parametrize("soldier", SIDE.soldiers)
def test_soldier_is_a_border_that_the_pawn_can_cross(soldier: Soldier) -> None:
    first, second = soldier.provinces
    assert second in SIDE.next_provinces[first]


@pytest.mark.parametrize(("start", "other"), [("red", "blue"), ("blue", "red")])
def test_player_who_does_not_start_puts_the_pawn_anywhere(start: str, other: str) -> None:
    position = after(new(2, start=start), "taverns remove_three swap_offices extra_office")
    assert (position.phase, position.mover_name) == (Phase.PAWN, other)
    assert {move.split()[1] for move in legal(position)} == {province.id for province in SIDE.provinces}
    assert after(position, "pawn south").mover_name == start


def test_pawn_walks_over_one_border_or_two() -> None:
    position = begun(2)
    one = set(SIDE.next_provinces["north"])
    two = {there for here in one for there in SIDE.next_provinces[here]} - {"north"}
    assert {move.split()[1] for move in legal(position) if move.startswith("walk")} == one | two
    assert refusal(position, "walk south-east") == "too_far"


def test_pawn_walks_free_before_the_first_action() -> None:
    position = after(begun(2), "walk upper-heath")
    assert (position.pawn, position.actions_left) == ("upper-heath", 2)
    assert refusal(begun(2), f"insert trader {HERE}; walk upper-heath") == "already_acted"


def test_pawn_walks_free_after_the_last_action() -> None:
    position = after(begun(2), f"insert trader {HERE}; end")
    assert (position.phase, position.mover_name) == (Phase.WALK, "red")
    walked = after(position, "walk upper-heath")
    assert (walked.pawn, walked.mover_name) == ("upper-heath", "blue")


def test_pawn_walks_once_in_a_turn() -> None:
    position = after(begun(2), "walk upper-heath; end")
    assert position.mover_name == "blue"
    assert refusal(after(begun(2), "walk upper-heath"), "walk north") == "already_walked"


def test_pawn_need_not_walk() -> None:
    assert after(begun(2), "end; stay").mover_name == "blue"


def test_action_takes_the_pawn_to_any_province() -> None:
    position = begun(2)
    assert {move.split()[1] for move in legal(position) if move.startswith("ride")} == {
        province.id for province in SIDE.provinces if province.id != "north"
    }
    ridden = after(position, "ride south-east")
    assert (ridden.pawn, ridden.actions_left) == ("south-east", 1)


def test_pawn_is_taken_as_often_as_there_are_actions() -> None:
    assert after(begun(2), "ride south-east; ride south").pawn == "south"
    assert refusal(begun(2), "ride south-east; ride south; ride north") == "no_actions"


def test_insert_needs_the_pawn_at_the_route() -> None:
    assert refusal(begun(2), f"insert trader {AWAY}") == "pawn_elsewhere"
    assert {move.split()[2] for move in legal(begun(2)) if move.startswith("insert")} == set(
        next(province.routes for province in SIDE.provinces if province.id == "north")
    )


def test_displace_needs_the_pawn_at_the_route() -> None:
    position = after(begun(2), moved("blue trader", "supply", HERE, AWAY))
    assert refusal(position, f"displace trader {AWAY} blue trader") == "pawn_elsewhere"
    assert refusal(position, f"displace trader {HERE} blue trader") is None


def test_establish_needs_the_pawn_at_the_route() -> None:
    position = after(begun(2), filled(AWAY))
    assert refusal(position, f"establish {AWAY}") == "pawn_elsewhere"
    assert refusal(after(position, "ride east-lower"), f"establish {AWAY}") is None


def test_moving_and_income_do_not_mind_the_pawn() -> None:
    position = after(begun(2), f"move-piece red trader supply {AWAY}")
    assert refusal(position, f"lift trader {AWAY}; put trader quedlinburg-halle") is None
    assert refusal(position, "income 0") is None


def test_other_rules_are_the_same_for_two() -> None:
    position = after(begun(2), f"{filled(HERE)}; move-piece blue trader supply bremen-hamburg")
    assert kinds(position) == {"income", "insert", "displace", "lift", "establish", "ride", "walk", "end"}
