"""Positions as JSON: the whole position comes back, and one that does not add up is refused with what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import pytest

from companion.games.game import Unreadable
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.rules.state import format_state
from tests.companion.games.teutonica.rules.table import GAME, after, begun, filled, moved, new

ROUTE, TAVERN = "stade-hamburg", "osnabrueck-bremen"
DISPLACED = f"insert merchant {ROUTE}; end"
POSITIONS: dict[str, Callable[[], Position]] = {
    "taverns": lambda: after(new(), "taverns swap_offices"),
    "pawn": lambda: after(new(2), "taverns swap_offices remove_three extra_office"),
    "actions": lambda: after(begun(2), f"insert trader {ROUTE}; move-marker plus_3_actions pile red.used"),
    "pay": lambda: after(begun(), f"{DISPLACED}; displace trader {ROUTE} red merchant"),
    "relocate": lambda: after(begun(), f"{DISPLACED}; displace merchant {ROUTE} red merchant"),
    "relocate, nothing in hand": lambda: after(
        begun(), f"{DISPLACED}; displace merchant {ROUTE} red merchant; put merchant hamburg-luebeck"
    ),
    "move": lambda: after(begun(), f"insert trader {ROUTE}; lift trader {ROUTE}"),
    "establish": lambda: after(begun(), f"{filled(TAVERN)}; establish {TAVERN}"),
    "establish, no marker": lambda: after(begun(), f"{filled(ROUTE)}; set-prestige blue 25; establish {ROUTE}"),
    "remove": lambda: after(begun(), f"move-marker remove_three pile red; insert trader {ROUTE}; use remove_three"),
    "reveal": lambda: after(begun(), f"{filled(TAVERN)}; establish {TAVERN}; clear; end"),
    "replace": lambda: after(begun(), f"{filled(TAVERN)}; establish {TAVERN}; clear; end; reveal plus_4_actions"),
    "walk": lambda: after(begun(2), "end"),
    "over": lambda: after(begun(), "move-piece red merchant supply table.9; add-link blue; leave red; leave blue"),
}


def test_order_of_keys_has_no_meaning() -> None:
    value = json.loads(json.dumps(GAME.format_position(begun())))
    assert GAME.parse_position(dict(reversed(value.items()))) == begun()


ODD: tuple[Any, ...] = (None, "x", -1, 1.5, 1000, [], {})


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list) and value:
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))
    else:
        yield path


def changed(value: Any, path: tuple[Any, ...], leaf: Any) -> Any:
    copy = json.loads(json.dumps(value))
    place = copy
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = leaf
    return copy


@pytest.mark.parametrize("name", POSITIONS)
def test_position_comes_back_whole(name: str) -> None:
    position = POSITIONS[name]()
    assert position.phase == name.partition(",")[0]
    kept = json.loads(json.dumps(GAME.format_position(position)))
    assert GAME.parse_position(kept) == position


@pytest.mark.parametrize("name", ["actions", "relocate", "establish"])
def test_changed_position_is_refused_or_really_another(name: str) -> None:
    value = json.loads(json.dumps(GAME.format_position(POSITIONS[name]())))
    refused = 0
    for path, odd in zip(leaves(value), cycle(ODD), strict=False):
        wrong = changed(value, path, odd)
        try:
            position = GAME.parse_position(wrong)
        except Unreadable:
            refused += 1
        else:
            assert json.loads(json.dumps(GAME.format_position(position))) == wrong
    assert refused > 150


def _more(value: Any, *path: Any) -> Any:
    place = value
    for key in path:
        place = place[key]
    return changed(value, path, place + 1)


WRONG: list[tuple[str, Callable[[Any], Any], str]] = [
    (
        "a trader too many",
        lambda v: _more(v, "players", "red", "supply", "traders"),
        "28 times red trader, there are 27",
    ),
    ("a merchant too many", lambda v: _more(v, "players", "red", "stock", "merchants"), "5 times red merchant"),
    ("a piece off the desk", lambda v: _more(v, "players", "red", "levels", "bags"), "26 times red trader"),
    ("off the book", lambda v: _more(v, "players", "red", "levels", "book"), "3 times red merchant"),
    ("a level too high", lambda v: changed(v, ("players", "red", "levels", "keys"), 5), "levels (5, 0, 0, 0, 0)"),
    ("a marker too many", lambda v: _more(v, "pile"), "14 markers face down, 13 unseen"),
    ("on a plate", lambda v: _more(v, "players", "blue", "plate"), "14 markers face down, 13 unseen"),
    ("a house too many", lambda v: changed(v, ("routes", ROUTE), [None] * 4), "houses that the board does not have"),
    ("an office too many", lambda v: changed(v, ("offices", "goslar", "spaces"), [None] * 2), "offices that the board"),
    (
        "offices with a gap",
        lambda v: changed(v, ("offices", "hamburg", "spaces"), [None, "red trader", None]),
        "offices .r.: not from left to right",
    ),
    ("a pawn for three", lambda v: changed(v, ("pawn",), "north"), "pawn 'north'"),
    ("an end in a turn", lambda v: changed(v, ("ending",), ["cities"]), "in phase actions"),
    ("a number as a text", lambda v: changed(v, ("players", "red", "prestige"), "1"), "'1', expected a whole number"),
    ("a number below", lambda v: changed(v, ("players", "red", "prestige"), -1), "-1, expected a whole number from 0"),
    ("a number above", lambda v: changed(v, ("players", "red", "prestige"), 100), "100, expected a whole number"),
]


@pytest.mark.parametrize(("change", "said"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_position_that_does_not_add_up_is_refused_with_the_reason(change: Callable[[Any], Any], said: str) -> None:
    value = json.loads(json.dumps(GAME.format_position(begun())))
    with pytest.raises(Unreadable) as error:
        GAME.parse_position(change(value))
    assert str(error.value).startswith("position: not as it was written: ")
    assert said in str(error.value)


def test_prestige_of_ninety_nine_can_still_be_kept() -> None:
    value = json.loads(json.dumps(GAME.format_position(begun())))
    position = GAME.parse_position(changed(value, ("players", "red", "prestige"), 99))
    assert position.players[0].prestige == 99


def test_pawn_is_missing_only_before_the_first_turn_of_two() -> None:
    value = json.loads(json.dumps(GAME.format_position(begun(2))))
    for pawn in (None, "moon"):
        with pytest.raises(Unreadable, match="pawn"):
            GAME.parse_position(changed(value, ("pawn",), pawn))
    stopped = after(new(2), "leave red")
    assert (stopped.phase, stopped.pawn) == (Phase.OVER, None)
    assert GAME.parse_position(json.loads(json.dumps(GAME.format_position(stopped)))) == stopped


def test_hand_of_a_move_is_sorted() -> None:
    position = after(begun(), moved("red trader", "supply", ROUTE) + f"; move-piece red merchant supply {ROUTE}")
    position = after(position, f"lift trader {ROUTE}; lift merchant {ROUTE}")
    value = json.loads(json.dumps(GAME.format_position(position)))
    assert value["step"]["hand"] == ["merchant", "trader"]
    with pytest.raises(Unreadable, match="not sorted"):
        GAME.parse_position(changed(value, ("step", "hand"), ["trader", "merchant"]))


def test_state_is_what_everybody_may_see() -> None:
    position = after(begun(), f"{filled(TAVERN)}; establish {TAVERN}; clear; add-link green; set-prestige blue 3")
    state = format_state(position)
    assert (state["side"], state["start"], state["active"], state["mover"]) == ("2-3", "red", "red", "red")
    assert (state["actions_left"], state["acted"], state["walked"], state["pawn"]) == (1, True, False, None)
    assert (state["links"], state["completed"], state["ending"], state["winners"]) == (["green"], 0, [], None)
    assert (state["players"]["red"]["plate"], state["players"]["red"]["markers"]) == (1, ["remove_three"])
    assert (state["players"]["blue"]["prestige"], state["scores"]["blue"]["total"]) == (3, 3)
    assert state["offices"]["hamburg"] == {"extra": [], "spaces": [None, None, None]}
    assert "seats" not in state
