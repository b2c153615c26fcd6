"""Who plays: a skill or a level of a game's bots, or one of the laboratory alone; with a budget of nodes or its own.

As text `best`, or `best@500` for at most 500 nodes a decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from time import process_time
from typing import Any, NamedTuple

from companion.shelf.box import AnyGame
from companion.shelf.players import Plan, Planner, Players, is_known, names_known, think

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


class Seat(Planner):
    """One player of one game, whose thoughts are timed."""

    def __init__(
        self, game: AnyGame, bots: Players, entrant: Entrant, own: Mapping[str, Thinker], random: Random
    ) -> None:
        name, nodes = entrant
        if not (name in own or is_known(bots, name)):
            raise ValueError(f"{name!r:.60}: expected one of {names_known(bots, (*own, *bots.skills, *bots.levels))}")
        super().__init__(game, self._timed)
        self._think: Callable[[Any], Plan] = (
            (lambda position: own[name](position, random, nodes))
            if name in own
            else (lambda position: think(bots, position, name, random, nodes))
        )
        self.seconds: list[float] = []  # of the processor's time, for each decision
        self.nodes: list[int] = []

    def _timed(self, position: Any) -> Plan:
        began = process_time()
        plan = self._think(position)
        self.seconds.append(process_time() - began)
        self.nodes.append(plan.nodes)
        return plan
