"""What is measured of Hansa's bots, and players that only the laboratory has."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.games.hansa.players.evaluation import shipped_evaluation
from companion.games.hansa.players.search import Search, Settings
from companion.games.hansa.rules.position import Position
from companion.shelf.players import Plan
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


ENTRANTS: Mapping[str, Thinker] = {"turn": _turn, **{f"follow{turns}": _follower(turns) for turns in range(1, 9)}}

ROWS = (
    Row(2, "best", "simple", 200, "bar", 0.95),
    Row(3, "best", "simple", 200, "bar", 0.88),
    Row(4, "best", "simple", 200, "bar", 0.82),
    Row(2, "best", "turn", 200, "bar", 0.62),
    Row(2, "best@1000", "simple", 200, "bar", 0.92),  # an eighth of its nodes
    Row(2, "easy", "simple", 200, "ladder"),
    Row(2, "medium", "easy", 200, "ladder"),
    Row(2, "hard", "medium", 200, "ladder"),
    Row(2, "best", "hard", 200, "ladder"),
    Row(2, "easy", "easy", 200, "mirror"),
    *(Row(players, "simple", "simple", 100, "mirror") for players in (2, 3, 4)),
    Row(2, "simple", "random", 50, "sanity", 0.9),
)
