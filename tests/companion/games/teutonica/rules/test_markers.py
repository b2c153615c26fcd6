"""Bonus markers: taking, keeping, using and replacing them."""

from __future__ import annotations

import pytest

from companion.games.game import IllegalMove
from companion.games.teutonica.rules.moves import Use
from companion.games.teutonica.rules.pieces import Ability, Marker
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import Phase
from companion.games.teutonica.rules.scoring import controller, score
from companion.games.teutonica.rules.state import format_state
from tests.companion.games.teutonica.rules.table import (
    after,
    begun,
    events,
    filled,
    houses,
    legal,
    moved,
    offices,
    player,
    refusal,
    stock,
    supply,
)

ROUTE, TAVERN, SECOND = "stade-hamburg", "osnabrueck-bremen", "hildesheim-goslar"
TAKEN = f"{filled(TAVERN)}; establish {TAVERN}; clear"


def holding(marker: str) -> str:
    return f"move-marker {marker} pile red"


# --- taking and replacing ---


def test_marker_is_taken_even_without_an_office() -> None:
    position = after(begun(), TAKEN)
    assert (player(position, "red").markers, houses(position, TAVERN)) == (("remove_three",), "...")


def test_replacement_is_drawn_at_once_and_lies_face_down_on_the_plate() -> None:
    position = after(begun(), f"{filled(TAVERN)}; establish {TAVERN}")
    assert (position.bonus.pile, player(position, "red").plate) == (12, 1)
    assert len(position.bonus.unseen) == 13  # nobody knows which it is


def test_replacement_comes_for_each_marker_taken() -> None:
    position = after(begun(), f"{TAKEN}; {moved('red trader', 'stock', *['supply'] * 3)}")
    position = after(position, f"{moved('red trader', 'supply', *[SECOND] * 3)}; establish {SECOND}; clear")
    assert player(position, "red").plate == 2
    placed = after(position, f"end; reveal plus_3_actions; replace {TAVERN}; reveal plus_4_actions; replace {SECOND}")
    assert (placed.mover_name, len(placed.bonus.on_routes)) == ("blue", 3)


def test_replacement_comes_after_extra_actions_too() -> None:
    position = after(begun(), f"{holding('plus_3_actions')}; {TAKEN}; use plus_3_actions; income 0")
    assert player(position, "red").plate == 1
    assert after(position, "end").phase is Phase.REVEAL


def test_three_markers_lie_on_the_board_again_when_the_turn_is_over() -> None:
    assert len(begun().bonus.on_routes) == 3
    assert len(after(begun(), TAKEN).bonus.on_routes) == 2
    over = after(begun(), f"{TAKEN}; end; reveal plus_3_actions; replace {ROUTE}")
    assert len(over.bonus.on_routes) == 3


def test_replacement_goes_to_no_route_with_a_marker() -> None:
    position = after(begun(), f"{TAKEN}; end; reveal plus_3_actions")
    assert refusal(position, f"replace {SECOND}") == "has_marker"


def test_replacement_goes_to_no_route_with_pieces() -> None:
    position = after(begun(), f"{TAKEN}; move-piece blue trader supply {ROUTE}; end; reveal plus_3_actions")
    assert refusal(position, f"replace {ROUTE}") == "route_occupied"


def test_replacement_needs_a_free_office_at_one_end() -> None:
    position = after(begun(), f"{TAKEN}; end; reveal plus_3_actions; move-piece blue merchant supply lueneburg")
    assert refusal(position, "replace hannover-lueneburg") is None
    full = after(position, moved("blue trader", "supply", "hannover", "hannover"))
    assert refusal(full, "replace hannover-lueneburg") == "cities_full"


def test_replacement_goes_where_the_player_likes() -> None:
    position = after(begun(), f"{TAKEN}; end; reveal plus_3_actions")
    taken = {"lueneburg-perleberg", SECOND}
    assert {move.split()[1] for move in legal(position)} == {
        route.id for route in position.setup.side.routes if route.id not in taken
    }
    placed = after(position, "replace stendal-magdeburg")
    assert format_state(placed)["markers"]["stendal-magdeburg"] == "plus_3_actions"


# --- using ---


def test_marker_is_not_used_in_the_action_that_brought_it() -> None:
    position = after(begun(), f"{filled(TAVERN)}; establish {TAVERN}")
    assert refusal(position, "use remove_three") == "wrong_phase"
    extra = after(begun(), f"{filled(SECOND)}; move-piece blue trader supply goslar; establish {SECOND}")
    assert refusal(extra, "extra_office goslar trader") == "no_such_marker"


def test_marker_is_used_in_the_same_turn_after_the_action_that_brought_it() -> None:
    position = after(begun(), f"move-piece blue trader supply {ROUTE}; {TAKEN}")
    assert refusal(position, "use remove_three") is None


def test_using_a_marker_is_no_action() -> None:
    position = after(begun(), f"{holding('improve_ability')}; set-actions 0")
    assert after(position, "use improve_ability keys").actions_left == 0


def test_markers_are_used_in_ones_own_turn() -> None:
    position = after(begun(), f"{holding('plus_3_actions')}; end")
    assert refusal(position, "use plus_3_actions") == "no_such_marker"
    assert refusal(after(position, "end; end"), "use plus_3_actions") is None


def test_used_marker_is_turned_over_and_scores_all_the_same() -> None:
    position = after(begun(), holding("plus_3_actions"))
    assert (player(position, "red").markers, score(position, 0).markers) == (("plus_3_actions",), 1)
    used = after(position, "use plus_3_actions")
    assert (player(used, "red").markers, player(used, "red").used) == ((), ("plus_3_actions",))
    assert score(used, 0).markers == 1
    assert refusal(used, "use plus_3_actions") == "no_such_marker"


# --- the extra office ---


EXTRA = f"{filled(ROUTE, merchants=1)}; {holding('extra_office')}; establish {ROUTE}"


def test_extra_office_is_founded_with_a_route_only() -> None:
    assert refusal(after(begun(), holding("extra_office")), "use extra_office") == "not_establishing"


def test_extra_office_stands_left_of_the_printed_ones() -> None:
    position = after(begun(), f"move-piece blue trader supply hamburg; {EXTRA}; extra_office hamburg trader")
    assert offices(position, "hamburg") == "r|b.."


@pytest.mark.parametrize(("piece", "shown"), [("trader", "r|b.."), ("merchant", "R|b..")])
def test_extra_office_takes_any_piece_of_the_route(piece: str, shown: str) -> None:
    position = after(begun(), f"move-piece blue trader supply hamburg; {EXTRA}; extra_office hamburg {piece}")
    assert offices(position, "hamburg") == shown


def test_extra_office_needs_an_office_in_the_city() -> None:
    assert refusal(after(begun(), EXTRA), "extra_office hamburg trader") == "city_empty"


def test_extra_office_loses_a_tie() -> None:
    position = after(begun(), f"move-piece blue trader supply hamburg; {EXTRA}; extra_office hamburg trader")
    assert controller(offices(position, "hamburg").replace("|", "")) == "b"


def test_extra_office_counts_like_any_other() -> None:
    position = after(begun(), f"move-piece red trader supply hamburg; {EXTRA}; extra_office hamburg trader")
    position = after(position, "move-piece blue trader supply hamburg")
    assert controller(offices(position, "hamburg").replace("|", "")) == "r"
    assert (score(position, 0).cities, score(position, 0).network) == (2, 2)


def test_extra_office_needs_no_privilege() -> None:
    position = after(begun(), f"move-piece blue trader supply hamburg; {EXTRA}")
    assert refusal(position, "office hamburg") == "no_privilege"
    assert refusal(position, "extra_office hamburg trader") is None


def test_extra_office_is_never_switched() -> None:
    position = after(begun(), f"move-piece red trader supply hamburg.extra; {holding('swap_offices')}")
    position = after(position, "move-piece blue trader supply hamburg")
    assert refusal(position, "use swap_offices hamburg 1") == "nobody_there"
    two = after(position, "move-piece green trader supply hamburg; use swap_offices hamburg 1")
    assert offices(two, "hamburg") == "r|gb."


# --- the other markers ---


def test_switch_takes_two_neighbours_of_one_city() -> None:
    position = after(begun(), f"{holding('swap_offices')}; {moved('blue trader', 'supply', 'hamburg', 'hamburg')}")
    position = after(position, "move-piece red trader supply hamburg")
    assert {move for move in legal(position) if move.startswith("use")} == {
        "use swap_offices hamburg 1",
        "use swap_offices hamburg 2",
    }
    assert offices(after(position, "use swap_offices hamburg 2"), "hamburg") == "|brb"


def test_switch_minds_neither_shape_nor_colour() -> None:
    position = after(begun(), f"{holding('swap_offices')}; move-piece red trader supply groningen")
    position = after(position, "move-piece blue merchant supply groningen; use swap_offices groningen 1")
    assert offices(position, "groningen") == "|Br"


@pytest.mark.parametrize(
    ("marker", "code"), [(Marker.SWAP_OFFICES, "nobody_there"), (Marker.IMPROVE_ABILITY, "at_maximum")]
)
def test_marker_that_needs_to_know_more_is_not_used_without(marker: Marker, code: str) -> None:
    """A table that knows nothing to swap or to improve may ask the rules why."""
    with pytest.raises(IllegalMove) as error:
        play(after(begun(), f"{holding(marker)}; {filled(ROUTE)}"), Use(marker))
    assert error.value.refusal.code == code


def test_switch_may_bring_control() -> None:
    position = after(begun(), f"{holding('swap_offices')}; move-piece red trader supply hamburg")
    position = after(position, "move-piece blue trader supply hamburg")
    assert score(position, 0).cities == 0
    assert score(after(position, "use swap_offices hamburg 1"), 0).cities == 2


@pytest.mark.parametrize(("marker", "more"), [("plus_3_actions", 3), ("plus_4_actions", 4)])
def test_more_actions_come_on_top_of_those_of_the_desk(marker: str, more: int) -> None:
    position = after(begun(), f"{holding(marker)}; income 0")
    assert after(position, f"use {marker}").actions_left == 1 + more
    most = after(position, moved("red trader", "desk.actions", *["stock"] * 5))
    assert after(most, f"use {marker}").actions_left == 1 + more


@pytest.mark.parametrize("ability", ["keys", "actions", "privilege", "book", "bags"])
def test_any_ability_is_improved_by_the_marker(ability: str) -> None:
    position = after(begun(), holding("improve_ability"))
    before = supply(position, "red")
    improved = after(position, f"use improve_ability {ability}")
    assert player(improved, "red").level(Ability(ability)) == 1
    assert sum(supply(improved, "red")) == sum(before) + 1


def test_action_gained_by_the_marker_counts_at_once() -> None:
    position = after(begun(), f"{holding('improve_ability')}; set-actions 0; use improve_ability actions")
    assert position.actions_left == 1


REMOVING = f"{holding('remove_three')}; move-piece blue merchant supply {ROUTE}; {filled('kampen-osnabrueck')}"


def test_up_to_three_pieces_are_removed() -> None:
    position = after(begun(), f"{REMOVING}; use remove_three")
    one = after(position, f"remove {ROUTE} blue merchant")
    assert after(one, "done").phase is Phase.ACTIONS
    three = after(one, "remove kampen-osnabrueck red trader; remove kampen-osnabrueck red trader")
    assert three.phase is Phase.ACTIONS


def test_removed_pieces_are_of_any_player_and_route() -> None:
    position = after(begun(), f"{REMOVING}; use remove_three")
    assert legal(position) == {"done", f"remove {ROUTE} blue merchant", "remove kampen-osnabrueck red trader"}


def test_removed_pieces_go_to_their_owners_supplies() -> None:
    position = after(begun(), f"{REMOVING}; use remove_three")
    before = supply(position, "blue"), supply(position, "red"), stock(position, "blue"), stock(position, "red")
    position = after(position, f"remove {ROUTE} blue merchant; remove kampen-osnabrueck red trader")
    assert supply(position, "blue") == (before[0][0], before[0][1] + 1)
    assert supply(position, "red") == (before[1][0] + 1, before[1][1])
    assert (stock(position, "blue"), stock(position, "red")) == before[2:]


def test_offices_are_never_removed() -> None:
    position = after(begun(), f"{holding('remove_three')}; move-piece blue trader supply hamburg")
    assert refusal(position, "use remove_three") == "nobody_there"
    position = after(position, f"insert trader {ROUTE}; use remove_three")
    assert legal(position) == {"done", f"remove {ROUTE} red trader"}
    assert events(position, f"remove {ROUTE} red trader") == []
