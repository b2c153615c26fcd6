"""What is measured of Hansa's bots, and players that only the laboratory has."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.games.hansa.players.search import Search, Settings
from companion.games.hansa.players.weights import shipped_evaluation
from companion.games.hansa.rules.position import Position
from companion.shelf.players import Plan
from tests.lab.strength.entrants import Thinker
from tests.lab.strength.rows import Row


def _turn(position: Position, random: Random, nodes: int | None) -> Plan:
    """Choose the whole turn that looks best at its end, without a thought of what others will do."""
    search = Search(position, shipped_evaluation(), nodes or 20_000, random, Settings(width=40, inner_width=40, fills=6))
    return next(search.plans())


def _follower(settings: Settings) -> Thinker:
    def think(position: Position, random: Random, nodes: int | None) -> Plan:
        *_, plan = Search(position, shipped_evaluation(), nodes or 10_000, random, settings).plans()
        return plan

    return think


ENTRANTS: Mapping[str, Thinker] = {
    "turn": _turn,
    **{f"follow{turns}": _follower(Settings(turns=turns)) for turns in range(1, 9)},
}

ROWS = (
    *(Row(players, "simple", "random", 50, "sanity", 0.9) for players in (2, 3, 4)),
    *(Row(players, "simple", "simple", 50, "mirror") for players in (2, 3, 4)),
)
