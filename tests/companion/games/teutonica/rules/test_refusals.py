"""Every refusal of every move, in the order that is promised: a move that breaks several rules gets the first code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.rules.refusals import SENTENCES, refusal_of
from tests.companion.games.teutonica.rules.table import after, begun, moved, new, refusal, sentences

SAID = Path(__file__).with_name("refusals.txt")  # what is said in each of the cases, line by line
ROUTE = "stade-hamburg"
NO_ACTIONS = "set-actions 0"
NOTHING_LEFT = "; ".join(
    moved("red trader", *places) for places in (["stock", *["goslar.extra"] * 6], ["supply", *["goslar.extra"] * 5])
)
ALL_RULES = "displaced_to_stock less_income office_and_extra"
FULL = moved("blue trader", "supply", ROUTE, ROUTE, ROUTE)


def _relocating() -> Position:
    """Red's merchant was displaced; blue is active."""
    return after(begun(), f"insert merchant {ROUTE}; end; displace merchant {ROUTE} red merchant")


def _establishing(more: str = "end") -> Position:
    return after(begun(), f"{moved('red trader', 'supply', ROUTE, ROUTE, ROUTE)}; establish {ROUTE}")


def _two_offices(first: str) -> Position:
    """Red has founded the first of two offices at the ends of a route."""
    position = after(begun(house_rules=ALL_RULES), moved("red trader", "supply", *["goettingen-quedlinburg"] * 3))
    position = after(position, "move-marker extra_office pile red; move-piece blue trader supply quedlinburg")
    return after(position, f"establish goettingen-quedlinburg; {first}")


CASES = [
    # (the position, what is done before, the move, the code)
    ("taverns", "", "reveal plus_3_actions", "no_such_marker"),
    ("two", NO_ACTIONS, "income 3", "no_actions"),
    ("three", moved("red trader", "stock", *["supply"] * 6), "income 1", "stock_empty"),
    ("three", "", "income 1", "wrong_number"),
    ("two", f"{NO_ACTIONS}", "insert merchant goslar-magdeburg", "no_actions"),
    ("two", "move-piece red merchant supply stock", "insert merchant goslar-magdeburg", "pawn_elsewhere"),
    ("three", f"{FULL}; move-piece red merchant supply stock", f"insert merchant {ROUTE}", "no_such_piece"),
    ("three", FULL, f"insert trader {ROUTE}", "route_full"),
    ("two", NO_ACTIONS, "displace merchant goslar-magdeburg red trader", "no_actions"),
    ("two", "move-piece red merchant supply stock", "displace merchant goslar-magdeburg red trader", "pawn_elsewhere"),
    ("three", "move-piece red merchant supply stock", f"displace merchant {ROUTE} red trader", "no_such_piece"),
    ("three", "", f"displace trader {ROUTE} red trader", "own_piece"),
    ("three", moved("red trader", "supply", *["stock"] * 4), f"displace trader {ROUTE} blue trader", "nobody_there"),
    ("three", "", f"displace trader {ROUTE} purple trader", "nobody_there"),
    (
        "three",
        f"{FULL}; {moved('red trader', 'supply', *['stock'] * 5)}",
        f"displace merchant {ROUTE} blue trader",
        "cannot_pay",
    ),
    ("three", NO_ACTIONS, f"lift trader {ROUTE}", "no_actions"),
    ("three", "", f"lift trader {ROUTE}", "nobody_there"),
    (
        "three",
        f"insert trader {ROUTE}; lift trader {ROUTE}; put trader {ROUTE}; lift trader {ROUTE}",
        f"lift merchant {ROUTE}",
        "no_lifts_left",
    ),
    ("three", f"insert trader {ROUTE}; lift trader {ROUTE}", f"lift merchant {ROUTE}", "nobody_there"),
    (
        "three",
        f"{FULL}; insert trader hamburg-luebeck; lift trader hamburg-luebeck",
        f"put merchant {ROUTE}",
        "no_such_piece",
    ),
    (
        "three",
        f"{FULL}; insert trader hamburg-luebeck; lift trader hamburg-luebeck",
        f"put trader {ROUTE}",
        "route_full",
    ),
    ("three", f"insert trader {ROUTE}; lift trader {ROUTE}", "done", "put_first"),
    ("relocating", "", f"put trader {ROUTE}", "no_such_piece"),
    ("relocating", "", f"put merchant {ROUTE}", "same_route"),
    ("relocating", moved("green trader", "supply", *["bremen-minden"] * 3), "put merchant bremen-minden", "route_full"),
    ("relocating", "", "put merchant bremen-minden", "too_far"),
    ("relocating", "", f"add merchant {ROUTE}", "put_first"),
    ("relocating", "put merchant hamburg-luebeck", f"add merchant {ROUTE}", "no_such_piece"),
    ("relocating", "put merchant hamburg-luebeck", f"add trader {ROUTE}", "same_route"),
    (
        "relocating",
        f"put merchant hamburg-luebeck; {moved('green trader', 'supply', *['bremen-minden'] * 3)}",
        "add trader bremen-minden",
        "route_full",
    ),
    ("relocating", "put merchant hamburg-luebeck", "add trader bremen-minden", "too_far"),
    ("relocating", "", f"lift trader {ROUTE}", "put_first"),
    ("relocating", "put merchant hamburg-luebeck", f"lift trader {ROUTE}", "stock_first"),
    ("relocating", f"put merchant hamburg-luebeck; {NOTHING_LEFT}", f"lift trader {ROUTE}", "nobody_there"),
    ("relocating", f"put merchant hamburg-luebeck; {NOTHING_LEFT}", f"add trader {ROUTE}", "no_such_piece"),
    ("relocating", "", "decline", "put_first"),
    ("two", NO_ACTIONS, "establish goslar-magdeburg", "no_actions"),
    ("two", "", "establish goslar-magdeburg", "pawn_elsewhere"),
    ("three", f"insert trader {ROUTE}", f"establish {ROUTE}", "route_not_yours"),
    ("establishing", "", "office luebeck", "not_on_route"),
    ("establishing", "move-piece blue merchant supply stade", "office stade", "city_full"),
    (
        "establishing",
        "move-piece blue trader supply hamburg; move-piece red trader stock hamburg",
        "office hamburg",
        "no_privilege",
    ),
    ("establishing", "", "office stade", "wrong_shape"),
    ("establishing", "", "extra_office luebeck merchant", "no_such_marker"),
    ("establishing", "move-marker extra_office pile red", "extra_office luebeck merchant", "not_on_route"),
    ("establishing", "move-marker extra_office pile red", "extra_office hamburg merchant", "city_empty"),
    (
        "establishing",
        "move-marker extra_office pile red; move-piece blue trader supply hamburg",
        "extra_office hamburg merchant",
        "no_such_piece",
    ),
    ("establishing", moved("red trader", "desk.keys", *["supply"] * 4), "improve keys", "not_on_route"),
    ("establishing", moved("red trader", "desk.privilege", *["supply"] * 3), "improve privilege", "at_maximum"),
    ("establishing", "", "coellen 11", "not_on_route"),
    ("coellen", "move-piece blue merchant supply table.11", "coellen 11", "space_taken"),
    ("coellen", "", "coellen 11", "no_privilege"),
    ("coellen", "", "coellen 7", "no_such_piece"),
    ("three", "", "use plus_3_actions", "no_such_marker"),
    ("three", "", "use extra_office", "no_such_marker"),
    ("three", "", "use swap_offices hamburg 1", "no_such_marker"),
    ("three", "", "use improve_ability keys", "no_such_marker"),
    ("three", "move-marker extra_office pile red", "use extra_office", "not_establishing"),
    ("three", "move-marker swap_offices pile red", "use swap_offices stade 3", "nobody_there"),
    ("three", "move-marker remove_three pile red", "use remove_three", "nobody_there"),
    (
        "three",
        f"move-marker improve_ability pile red; {moved('red trader', 'desk.bags', *['stock'] * 3)}",
        "use improve_ability bags",
        "at_maximum",
    ),
    (
        "three",
        f"move-marker remove_three pile red; insert trader {ROUTE}; use remove_three",
        f"remove {ROUTE} yellow trader",
        "nobody_there",
    ),
    ("three", NO_ACTIONS, "ride north", "no_pawn"),
    ("two", NO_ACTIONS, "ride north", "no_actions"),
    ("two", "", "ride north", "same_province"),
    ("three", "", "walk north", "no_pawn"),
    ("two", "walk upper-heath; ride south", "walk south", "already_walked"),
    ("two", "ride south", "walk south", "already_acted"),
    ("two", "", "walk north", "same_province"),
    ("two", "end", "walk north", "same_province"),
    ("two", "end", "walk south-east", "too_far"),
    ("replacing", "move-piece blue trader supply hildesheim-goslar", "replace hildesheim-goslar", "has_marker"),
    ("replacing", "move-piece blue trader supply stade-hamburg", "replace stade-hamburg", "route_occupied"),
    ("three", "", "insert trader emden-stade", "no_such_route"),
    ("two", NO_ACTIONS, "establish warburg-goettingen", "no_such_route"),
    ("three", "", "pawn north", "wrong_phase"),
    ("three", "", "put trader emden-stade", "wrong_phase"),
    # what only a house rule allows
    ("three", "", "income 0 fewer 1", "house_rule"),
    ("all rules", "", "income 0 fewer 3", "wrong_number"),
    ("three", "", "extra_office hamburg trader", "wrong_phase"),
    ("three", "move-marker extra_office pile red; income 0", "use extra_office", "not_establishing"),
    ("all rules", "move-marker extra_office pile red; income 0", "use extra_office", "not_establishing"),
    ("all rules", "", "extra_office hamburg trader", "wrong_phase"),
    ("two offices", "", "office hamburg", "one_benefit"),
    ("two offices", "", "improve actions", "one_benefit"),
    ("two offices", "", "coellen 7", "one_benefit"),
    ("over", "", "end", "game_over"),
    ("over", "", "insert trader emden-stade", "game_over"),
]


def _position(name: str) -> Position:
    tavern = "osnabrueck-bremen"
    filled = moved("red trader", "supply", tavern, tavern, tavern)
    table = "coellen-warburg"
    positions: dict[str, Callable[[], Position]] = {
        "taverns": new,
        "two": lambda: begun(2),
        "three": lambda: begun(3),
        "relocating": _relocating,
        "establishing": _establishing,
        "all rules": lambda: begun(house_rules=ALL_RULES),
        "two offices": lambda: _two_offices("office goettingen"),
        "coellen": lambda: after(begun(), f"{moved('red trader', 'supply', *[table] * 4)}; establish {table}"),
        "replacing": lambda: after(begun(), f"{filled}; establish {tavern}; clear; end; reveal plus_3_actions"),
        "over": lambda: after(begun(), "leave red; leave blue"),
    }
    return positions[name]()


def test_refusals_say_in_words_what_is_wrong_and_what_to_do() -> None:
    told = [sentences(after(_position(name), before), move) for name, before, move, _ in CASES]
    assert told == SAID.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(("name", "before", "move", "code"), CASES)
def test_first_refusal_that_applies(name: str, before: str, move: str, code: str) -> None:
    position = after(_position(name), before)
    assert refusal(position, move) == code


def test_pay_with_what_is_not_there() -> None:
    position = after(begun(), f"insert trader {ROUTE}; end; displace trader {ROUTE} red trader")
    assert refusal(position, "pay trader") is None
    assert refusal(after(position, "pay merchant; put trader hamburg-luebeck"), "pay trader") == "wrong_phase"


def test_cities_full_is_the_last_refusal_of_a_marker() -> None:
    position = after(_position("replacing"), "move-piece blue merchant supply lueneburg")
    position = after(position, moved("blue trader", "supply", "hannover", "hannover"))
    assert refusal(position, "replace hannover-lueneburg") == "cities_full"


def test_every_code_of_a_move_is_tried() -> None:
    corrections = {"no_such_place", "nothing_there", "not_in_order", "nothing_changes", "already_left", "not_now"}
    corrections |= {"out_of_range", "wrong_piece"}
    tried = {code for _, _, _, code in CASES} | {"cities_full"}
    codes = {refusal_of(key).code for key in SENTENCES}
    assert tried == codes - corrections
