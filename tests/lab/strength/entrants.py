"""Who plays: a skill or a level of a game's bots, or one of the laboratory alone; with a budget of nodes or its own.

As text `best`, or `best@500` for at most 500 nodes a decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from time import process_time
from typing import Any, NamedTuple

from companion.shelf.box import AnyGame
from companion.shelf.players import Plan, Players

Thinker = Callable[[Any, Random, int | None], Plan]  # a position, chance, nodes


class Entrant(NamedTuple):
    """A player by name, and how many nodes it may look at; None for as many as are its own."""

    name: str
    nodes: int | None = None

    def __str__(self) -> str:
        return self.name if self.nodes is None else f"{self.name}@{self.nodes}"


def parse_entrant(text: str) -> Entrant:
    """Read an entrant.

    >>> parse_entrant("best@500"), str(parse_entrant("simple"))
    (Entrant(name='best', nodes=500), 'simple')
    """
    name, at, nodes = text.partition("@")
    if not name or (at and not (nodes.isdecimal() and int(nodes) > 0)):
        raise ValueError(f"{text!r:.60}: expected a player, or a player@nodes with at least one node")
    return Entrant(name, int(nodes) if at else None)


class Seat:
    """One player of one game: asks its bot, keeps to the plan while it holds, and counts the processor's time."""

    def __init__(self, bots: Players, entrant: Entrant, own: Mapping[str, Thinker], random: Random) -> None:
        if entrant.name not in (*bots.skills, *bots.levels, *own):
            raise ValueError(f"{entrant.name!r:.60}: expected one of {', '.join((*bots.skills, *bots.levels, *own))}")
        self._bots, self._entrant, self._own, self._random = bots, entrant, own, random
        self._planned: list[tuple[Any, Any]] = []  # positions and the moves meant for them, the next one last
        self.seconds: list[float] = []  # of each decision
        self.nodes: list[int] = []

    def decide(self, game: AnyGame, position: Any) -> Any:
        """Return the next move."""
        if not self._planned or self._planned[-1][0] != position:
            self._planned = self._think(game, position)
        return self._planned.pop()[1]

    def _think(self, game: AnyGame, position: Any) -> list[tuple[Any, Any]]:
        name, nodes = self._entrant
        began = process_time()
        if name in self._own:
            plan = self._own[name](position, self._random, nodes)
        elif name in self._bots.levels:
            plan = self._bots.plan(position, name, self._random, nodes)
        else:
            plan = Plan((self._bots.decide(position, name, self._random),), 0.0, 1)
        self.seconds.append(process_time() - began)
        self.nodes.append(plan.nodes)
        planned = []
        for move in plan.moves:
            planned.append((position, move))
            position = game.play(position, move).position
        return planned[::-1]
