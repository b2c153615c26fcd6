"""What is measured of Hansa's bots, and players that only the laboratory has."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from random import Random

from companion.games.hansa.players.characters import CHARACTERS
from companion.games.hansa.players.evaluation import lead, shipped_evaluation
from companion.games.hansa.players.search import Search, Settings
from companion.games.hansa.rules.position import Position
from companion.shelf.players import Plan
from companion.shelf.shelf import open_box
from tests.lab.strength.anchors import flat, openspiel, uct
from tests.lab.strength.entrants import Thinker
from tests.lab.strength.rows import Row

_NODES = 8_000  # as many as the best level's


def _turn(position: Position, random: Random, nodes: int | None) -> Plan:
    """Choose the whole turn that looks best at its end, without a thought of what others will do."""
    settings = Settings(width=40, inner_width=40, fills=6)
    return next(Search(position, shipped_evaluation(), nodes or _NODES, random, settings).plans())


def _follower(turns: int) -> Thinker:
    def think(position: Position, random: Random, nodes: int | None) -> Plan:
        *_, plan = Search(position, shipped_evaluation(), nodes or _NODES, random, Settings(turns=turns)).plans()
        return plan

    return think


_POINTS = 6.0  # of lead, for which UCT takes a win to be e times as likely as a loss
CONSTANTS = (0.05, 0.1, 0.2, 0.4, 0.8)


def _worth(position: Position) -> list[float]:
    """Return what a position is worth to each seat, from 0 to 1, by the same evaluation as the levels'."""
    values = shipped_evaluation().values(position)
    return [1 / (1 + exp(-lead(values, seat) / _POINTS)) for seat in position.seats]


BOX = open_box("hansa")
ENTRANTS: Mapping[str, Thinker] = {
    "turn": _turn,
    **{f"follow{turns}": _follower(turns) for turns in range(1, 9)},
    **{f"uct{constant}": uct(BOX, _worth, constant, _NODES) for constant in CONSTANTS},
    "flat": flat(BOX, 100),
    "openspiel": openspiel(BOX, 100),
}

ROWS = (
    Row(2, "best", "simple", 200, "bar", 0.95),
    Row(3, "best", "simple", 200, "bar", 0.88),
    Row(4, "best", "simple", 200, "bar", 0.82),
    Row(2, "best", "turn", 200, "bar", 0.62),
    Row(2, "best@1000", "simple", 200, "bar", 0.92),  # an eighth of its nodes
    Row(2, "beginner", "random", 40, "ladder"),
    Row(2, "beginner", "simple", 40, "ladder"),
    Row(2, "easy", "simple", 40, "ladder"),
    Row(2, "easy", "beginner", 40, "ladder"),
    Row(2, "medium", "easy", 40, "ladder"),
    Row(2, "hard", "medium", 40, "ladder"),
    Row(2, "expert", "hard", 40, "ladder"),
    Row(2, "best", "expert", 40, "ladder"),
    *(Row(2, f"medium:{each.id}", "medium", 40, "character") for each in CHARACTERS),
    Row(2, "best@2000", "uct0.2@2000", 20, "anchor"),
    Row(2, "best", "uct0.2@80000", 40, "anchor", 0.5),
    Row(2, "best", "flat", 10, "anchor"),
    Row(2, "best", "openspiel", 20, "anchor", 0.85),
    Row(2, "easy", "easy", 200, "mirror"),
    *(Row(players, "simple", "simple", 100, "mirror") for players in (2, 3, 4)),
    Row(2, "simple", "random", 50, "sanity", 0.9),
)
