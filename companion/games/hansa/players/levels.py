"""The levels of the bot that thinks: how much it looks at, and how wrong it is about what it sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.games.hansa.players.search import Search, Settings
from companion.games.hansa.players.weights import shipped_evaluation
from companion.games.hansa.rules.position import Position
from companion.shelf.players import Plan


class Level(NamedTuple):
    """How a level thinks."""

    nodes: int  # that it looks at for one decision
    settings: Settings


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "easy": Level(2_000, Settings(width=16, turns=0, noise=1.0)),
        "medium": Level(1_500, Settings(noise=1.2)),
        "hard": Level(2_000, Settings(noise=1.0)),
        "best": Level(8_000, Settings()),
    }
)


def plans(position: Position, level: str, random: Random, nodes: int | None = None) -> Iterator[Plan]:
    """Find better and better plans for the player who decides, with the level's nodes or with this many."""
    own, settings = LEVELS[level]
    return Search(position, shipped_evaluation(), own if nodes is None else nodes, random, settings).plans()
