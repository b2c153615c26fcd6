from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.game import Unreadable
from companion.games.teutonica.rules.codec import CODEC
from companion.games.teutonica.rules.corrections import Correction
from companion.games.teutonica.rules.moves import Move
from companion.games.teutonica.rules.notation import format_entry, parse_entries
from tests.companion.games.teutonica.rules.table import BOARD, GAME, after, begun

SAID = Path(__file__).with_name("unreadable.txt")  # what is said in each of the cases, line by line
MOVES = [
    ({"type": "reveal", "marker": "swap_offices"}, "reveal swap_offices"),
    ({"type": "pawn", "to": "north"}, "pawn north"),
    ({"type": "income", "merchants": 1}, "income 1"),
    ({"type": "insert", "piece": "trader", "route": "stade-hamburg"}, "insert trader stade-hamburg"),
    (
        {"type": "displace", "piece": "trader", "route": "stade-hamburg", "victim": "blue merchant"},
        "displace trader stade-hamburg blue merchant",
    ),
    ({"type": "pay", "piece": "trader"}, "pay trader"),
    ({"type": "put", "piece": "merchant", "route": "stade-hamburg"}, "put merchant stade-hamburg"),
    ({"type": "add", "piece": "trader", "route": "stade-hamburg"}, "add trader stade-hamburg"),
    ({"type": "lift", "piece": "trader", "route": "emden-stade"}, "lift trader emden-stade"),
    ({"type": "decline"}, "decline"),
    ({"type": "done"}, "done"),
    ({"type": "establish", "route": "stade-hamburg"}, "establish stade-hamburg"),
    ({"type": "office", "city": "hamburg"}, "office hamburg"),
    ({"type": "extra_office", "city": "hamburg", "piece": "trader"}, "extra_office hamburg trader"),
    ({"type": "improve", "ability": "book"}, "improve book"),
    ({"type": "coellen", "space": 7}, "coellen 7"),
    ({"type": "clear"}, "clear"),
    ({"type": "use", "marker": "plus_3_actions"}, "use plus_3_actions"),
    ({"type": "use", "marker": "extra_office"}, "use extra_office"),
    ({"type": "use", "marker": "improve_ability", "ability": "keys"}, "use improve_ability keys"),
    ({"type": "use", "marker": "swap_offices", "city": "minden", "pos": 2}, "use swap_offices minden 2"),
    ({"type": "remove", "route": "stade-hamburg", "victim": "blue trader"}, "remove stade-hamburg blue trader"),
    ({"type": "ride", "to": "south"}, "ride south"),
    ({"type": "walk", "to": "south"}, "walk south"),
    ({"type": "stay"}, "stay"),
    ({"type": "end"}, "end"),
    ({"type": "replace", "route": "stade-hamburg"}, "replace stade-hamburg"),
    (
        {"type": "move-piece", "piece": "red trader", "from": "supply", "to": "table.7"},
        "move-piece red trader supply table.7",
    ),
    (
        {"type": "move-marker", "marker": "remove_three", "from": "pile", "to": "red"},
        "move-marker remove_three pile red",
    ),
    ({"type": "move-face-down", "from": "pile", "to": "red.plate"}, "move-face-down pile red.plate"),
    ({"type": "swap-offices", "city": "minden", "pos": 1}, "swap-offices minden 1"),
    ({"type": "set-prestige", "player": "red", "points": 12}, "set-prestige red 12"),
    ({"type": "set-completed", "cities": 3}, "set-completed 3"),
    ({"type": "add-link", "player": "red"}, "add-link red"),
    ({"type": "drop-link", "player": "red"}, "drop-link red"),
    ({"type": "move-pawn", "to": "south"}, "move-pawn south"),
    ({"type": "move-turn", "player": "red"}, "move-turn red"),
    ({"type": "set-actions", "actions": 2}, "set-actions 2"),
    ({"type": "leave", "player": "red"}, "leave red"),
]


@pytest.mark.parametrize(("value", "text"), MOVES)
def test_entry_survives_json_and_notation(value: dict[str, Any], text: str) -> None:
    entry = GAME.parse_entry(json.loads(json.dumps(value)))
    assert json.loads(json.dumps(GAME.format_entry(entry))) == value
    assert format_entry(entry) == text
    assert parse_entries(text, BOARD) == [entry]


def test_every_type_of_entry_is_tried() -> None:
    tried = {type(GAME.parse_entry(value)) for value, _ in MOVES}
    assert tried == set(CODEC.spec_of) == {*Move.__args__, *Correction.__args__}


UNREADABLE: list[Any] = [
    None,
    3,
    [],
    {},
    {"type": 3},
    {"type": "fly"},
    {"type": "end", "more": 1},
    {"type": "insert", "piece": "trader"},
    {"type": "insert", "piece": "cube", "route": "stade-hamburg"},
    {"type": "insert", "piece": "trader", "route": "hamburg-stade"},
    {"type": "insert", "piece": "trader", "route": ["stade-hamburg"]},
    {"type": "income", "merchants": True},
    {"type": "income", "merchants": 1.0},
    {"type": "income", "merchants": 5},
    {"type": "income", "merchants": -1},
    {"type": "income", "merchants": "1"},
    {"type": "displace", "piece": "trader", "route": "stade-hamburg", "victim": "white trader"},
    {"type": "displace", "piece": "trader", "route": "stade-hamburg", "victim": None},
    {"type": "coellen", "space": 10},
    {"type": "coellen", "space": "7"},
    {"type": "use", "marker": "luck"},
    {"type": "use", "marker": "improve_ability"},
    {"type": "use"},
    {"type": "use", "marker": "plus_3_actions", "ability": "keys"},
    {"type": "use", "marker": ["plus_3_actions"]},
    {"type": "use", "marker": "swap_offices", "city": "minden", "pos": 0},
    {"type": "use", "marker": "swap_offices", "city": "minden", "pos": 4},
    {"type": "use", "marker": "swap_offices", "city": "riga", "pos": 1},
    {"type": "walk", "to": "moon"},
    {"type": "improve", "ability": "luck"},
    {"type": "reveal", "marker": "x"},
    {"type": "move-piece", "piece": "red trader", "from": "a b", "to": "supply"},
]


@pytest.mark.parametrize("value", UNREADABLE)
def test_what_cannot_be_understood_is_unreadable(value: Any) -> None:
    with pytest.raises(Unreadable):
        GAME.parse_entry(value)


def test_what_cannot_be_understood_is_told_with_what_was_expected() -> None:
    told = []
    for value in UNREADABLE:
        with pytest.raises(Unreadable) as error:
            GAME.parse_entry(value)
        told.append(str(error.value))
    assert told == SAID.read_text(encoding="utf-8").splitlines()


def test_state_has_exactly_the_promised_fields() -> None:
    state = GAME.format_state(
        after(begun(), "insert merchant stade-hamburg; end; displace merchant stade-hamburg red merchant")
    )
    assert list(state) == [
        "phase",
        "mover",
        "active",
        "start",
        "side",
        "actions_left",
        "acted",
        "step",
        "routes",
        "markers",
        "pile",
        "offices",
        "coellen",
        "completed",
        "links",
        "pawn",
        "walked",
        "players",
        "ending",
        "scores",
        "winners",
    ]
    assert state["step"] == {"route": "stade-hamburg", "hand": ["merchant"], "extra": 2}
    assert (state["mover"], state["active"], state["phase"]) == ("red", "blue", "relocate")
    assert state["routes"]["stade-hamburg"] == ["blue merchant", None, None]
    assert state["players"]["red"] == {
        "prestige": 0,
        "supply": {"traders": 5, "merchants": 0},
        "stock": {"traders": 6, "merchants": 0},
        "levels": {"keys": 0, "actions": 0, "privilege": 0, "book": 0, "bags": 0},
        "markers": [],
        "used": [],
        "plate": 0,
    }
    assert state["scores"]["red"] == {
        "prestige": 0,
        "abilities": 0,
        "markers": 0,
        "coellen": 0,
        "cities": 0,
        "network": 0,
        "total": 0,
    }
    assert state["coellen"] == {"7": None, "8": None, "9": None, "11": None}


@pytest.mark.parametrize(
    ("text", "step"),
    [
        (
            "insert trader stade-hamburg; end; displace trader stade-hamburg red trader",
            {"displaced": "red trader", "route": "stade-hamburg", "owed": 1},
        ),
        ("insert trader stade-hamburg; lift trader stade-hamburg", {"hand": ["trader"], "lifts_left": 1}),
        ("move-marker remove_three pile red; insert trader stade-hamburg; use remove_three", {"left": 3}),
    ],
)
def test_state_tells_the_step_under_way(text: str, step: dict[str, Any]) -> None:
    position = after(begun(), text)
    assert GAME.format_state(position)["step"] == step
    assert GAME.parse_position(GAME.format_position(position)) == position


def _without(value: dict[str, Any], key: str) -> dict[str, Any]:
    return {each: value[each] for each in value if each != key}


def test_position_that_was_tampered_with_is_unreadable() -> None:
    value = json.loads(json.dumps(GAME.format_position(after(begun(), "insert trader stade-hamburg"))))
    for key in value:
        with pytest.raises(Unreadable):
            GAME.parse_position(_without(value, key))
    wrong: list[Any] = [
        {**value, "more": 1},
        {**value, "pile": 12},
        {**value, "pawn": "north"},
        {**value, "ending": ["prestige"]},
        {**value, "phase": "reveal"},
        {**value, "phase": "move"},
        {**value, "active": "yellow"},
        {**value, "board": {"version": 1, "changes": [["route", "stade-hamburg", "4"]]}},
        {**value, "routes": {**value["routes"], "stade-hamburg": ["red trader", "red trader", None]}},
        None,
        [],
    ]
    for each in wrong:
        with pytest.raises(Unreadable):
            GAME.parse_position(each)
