"""An evolution strategy for the weights of a bot: one parent, some children, and a second look before one replaces it.

A candidate is a factor for each group of weights. Children are the parent with factors changed by log-normal steps.
Parent and children play the same games: the same seeds, seats and opponents, who are drawn from a population. The
fitness is the lead over the best other player, because wins are too coarse. The best child replaces the parent if it is
better again in fresh games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple, Protocol

Factors = dict[str, float]
Mover = Callable[[Any, Random], Any]  # position in, move out

CHILDREN = 4
STEP = 0.25  # of the logarithm
CHANGED = 0.5  # of the groups, in each child


class Tuned(Protocol):
    """What a game tells the strategy: the groups of its bot's weights, its opponents, and how a game goes."""

    @property
    def groups(self) -> tuple[str, ...]:
        """Name the groups of weights that are tuned."""

    def mover(self, factors: Mapping[str, float]) -> Mover:
        """Return who chooses with weights multiplied like this."""

    def opponent(self, random: Random) -> Mover:
        """Draw somebody from the population."""

    def lead(self, players: int, seed: str, mover: Mover, opponents: list[Mover]) -> float:
        """Play one game against these, and return the lead over the best of them."""


class State(NamedTuple):
    """How far the strategy has come; all that it needs to go on."""

    generation: int
    factors: Factors
    accepted: int


def fitness(tuned: Tuned, factors: Factors, seeds: list[str], numbers: tuple[int, ...]) -> float:
    """Return the mean lead in games of these seeds, one for each number of players a seed."""
    mover, leads = tuned.mover(factors), []
    for seed in seeds:
        for players in numbers:
            random = Random(f"opponents {seed} {players}")
            opponents = [tuned.opponent(random) for _ in range(players - 1)]
            leads.append(tuned.lead(players, f"{seed} {players}", mover, opponents))
    return sum(leads) / len(leads)


def child_of(factors: Factors, random: Random) -> Factors:
    """Return factors with some of them changed by log-normal steps."""
    changed = [name for name in factors if random.random() < CHANGED] or [random.choice(list(factors))]
    return factors | {name: factors[name] * random.lognormvariate(0, STEP) for name in changed}


def next_state(
    tuned: Tuned, state: State, name: str, blocks: int, numbers: tuple[int, ...]
) -> tuple[State, float, float]:
    """Bring forth one generation; return it with the parent's fitness and the best child's in the first games."""
    generation = state.generation + 1
    random = Random(f"children {name} {generation}")
    children = [child_of(state.factors, random) for _ in range(CHILDREN)]
    first = [f"tune {name} {generation} {block}" for block in range(blocks)]
    parent = fitness(tuned, state.factors, first, numbers)
    tried = [fitness(tuned, child, first, numbers) for child in children]
    best = max(range(CHILDREN), key=tried.__getitem__)
    factors, accepted = state.factors, state.accepted
    if tried[best] > parent:
        again = [f"{seed} again" for seed in first]
        if fitness(tuned, children[best], again, numbers) > fitness(tuned, factors, again, numbers):
            factors, accepted = children[best], accepted + 1
    return State(generation, factors, accepted), parent, tried[best]
