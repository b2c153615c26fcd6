"""The levels of the bot that thinks: how far and how wide it looks, and how much it overlooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Final

from companion.games.teutonica.players.greedy import Greedy
from companion.games.teutonica.players.search import Depth, plans
from companion.games.teutonica.players.weights import shipped_weights
from companion.games.teutonica.rules.position import Position
from companion.shelf.players import Plan

LEVELS: Final[Mapping[str, Depth]] = MappingProxyType(
    {
        "easy": Depth(candidates=1, rounds=0, nodes=3_000, overlooked=0.15),
        "medium": Depth(candidates=1, rounds=0, nodes=3_000),
        "hard": Depth(candidates=2, rounds=1, nodes=8_000),
        "best": Depth(candidates=6, rounds=1, nodes=25_000),
    }
)


@cache
def policy() -> Greedy:
    """Return the tuned greedy player, who makes the moves of all play-outs."""
    return Greedy(shipped_weights("tuned"))


def level_plans(position: Position, level: str, random: Random, nodes: int | None = None) -> Iterator[Plan]:
    """Find better and better plans for the player who decides, with the level's nodes or with this many."""
    depth = LEVELS[level]
    return plans(policy(), position, depth if nodes is None else depth._replace(nodes=nodes), random)
