"""What can be tuned of Hansa: the weights of its evaluation, early and late, in the search that uses them."""

from __future__ import annotations

from random import Random

from companion.games.hansa.players.evaluation import (
    FEATURES,
    SHIPPED_WEIGHTS,
    Evaluation,
    Weight,
    format_weights,
    parse_weights,
)
from companion.games.hansa.players.search import Search, Settings
from companion.games.hansa.rules.position import Position
from companion.shelf.players import Plan
from tests.lab.strength.entrants import Thinker
from tests.lab.tune.evolution import Vector


def start() -> Vector:
    """Return the weights that ship: all early ones, then all late ones."""
    weights = parse_weights(SHIPPED_WEIGHTS.read_text(encoding="utf-8"))
    return (*(weight.early for weight in weights.values()), *(weight.late for weight in weights.values()))


def text_of(vector: Vector) -> str:
    """Return weights as the text that ships."""
    return format_weights(_weights(vector))


def thinker(vector: Vector) -> Thinker:
    """Return a player with these weights."""
    evaluation = Evaluation(_weights(vector))

    def think(position: Position, random: Random, nodes: int | None) -> Plan:
        *_, plan = Search(position, evaluation, nodes or 1_000, random, Settings()).plans()
        return plan

    return think


def _weights(vector: Vector) -> dict[str, Weight]:
    early, late = vector[: len(FEATURES)], vector[len(FEATURES) :]
    return {name: Weight(*pair) for name, *pair in zip(FEATURES, early, late, strict=True)}
