"""A table in every phase of a game, and what corrections do there."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.games.game import IllegalMove, Refusal
from companion.games.hansa.rules.corrections import (
    Correction,
    correct,
)
from companion.games.hansa.rules.goods import Marker, marker
from companion.games.hansa.rules.position import Position
from companion.games.hansa.rules.state import format_position
from tests.companion.games.hansa.rules.table import Table, begun, named, new_table, situation, stocked


def in_first_fill() -> Table:
    table = new_table("gray yellow purple")
    table.play("reveal blue1", "reveal pink3")
    return table


def in_place() -> Table:
    table = stocked("gray yellow purple")
    table.play("place danzig")
    return table


def in_replenish() -> Table:
    table = begun("gray yellow purple")
    table.play(f"buy {table.stock('copenhagen')}", "end")
    return table


def in_fill() -> Table:
    table = in_replenish()
    table.play("replenish")
    return table


def in_actions() -> Table:
    return situation(talers={"gray": 4}, hands={"yellow": "blue1 blue2"}, booths={"gray": {"riga": 2}})


def in_lose() -> Table:
    hands = {"gray": "blue1 blue2 pink1", "yellow": "blue1 blue3", "purple": "blue2 blue3"}
    table = situation(hands=hands, booths={"gray": {"copenhagen": 2}})
    table.play("sell blue1 blue2")
    return table


def in_discard() -> Table:
    table = situation(hands={"gray": "blue1 blue2 pink1 brown1 orange3"})
    table.play("end")
    return table


def in_over() -> Table:
    table = situation(turn="yellow", stock={}, piles=(0, 0, 0, 0, 1), hands={"purple": "pink1"})
    table.play("end", "replenish")
    table.fill()
    table.play("end")
    return table


TABLES: dict[str, Callable[[], Table]] = {
    "first fill": in_first_fill,
    "place": in_place,
    "replenish": in_replenish,
    "fill": in_fill,
    "actions": in_actions,
    "lose": in_lose,
    "discard": in_discard,
    "over": in_over,
}
in_every_phase = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES, indirect=True)
_NOT_OVER = {name: make for name, make in TABLES.items() if name != "over"}
while_not_over = pytest.mark.parametrize("table", _NOT_OVER.values(), ids=_NOT_OVER, indirect=True)


def with_changes(position: Position, *changes: tuple[str, Any]) -> Any:
    """The JSON of a position with some values changed, each at a path such as `players.gray.talers`."""
    whole = format_position(position)
    for path, value in changes:
        *way, key = path.split(".")
        inner = whole
        for step in way:
            inner = inner[step]
        inner[key] = value
    return whole


def refusal_of(table: Table, correction: Correction) -> Refusal:
    """The correction must be refused, in whole sentences."""
    with pytest.raises(IllegalMove) as caught:
        correct(table.position, correction)
    refusal = caught.value.refusal
    assert not re.search("[{}]", refusal.message() + refusal.advice())
    return refusal


def code_of(table: Table, correction: Correction) -> str:
    return refusal_of(table, correction).code


def unseen_at(table: Table) -> list[Marker]:
    """The markers still face down, sorted."""
    return [marker(name) for name in named(table.position.unseen).split()]
