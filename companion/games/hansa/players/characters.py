"""Who likes what: characters of Hansa, by how much more or less than the shipped weights their features count.

A character plays at any level. It weighs positions with its own weights, and takes the others to do so, too; at the end
of the game points are points for everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.games.hansa.players.evaluation import Evaluation, Weight, shipped_evaluation, shipped_weights
from companion.shelf.players import Character
from companion.words.say import say


class Liking(NamedTuple):
    """A character, and by which factors it changes weights."""

    character: Character
    factors: Mapping[str, float]


LIKINGS: Final[Mapping[str, Liking]] = MappingProxyType(
    {
        "trader": Liking(
            Character("trader", say("Trader"), say("Goods are there to be sold: I collect what makes a pair.")),
            {"markers": 1.3, "set_barrels": 1.3, "sets": 1.6, "wanted_goods": 2.0, "majorities": 0.6, "booths": 0.6},
        ),
        "toll-keeper": Liking(
            Character("toll-keeper", say("Toll-keeper"), say("Buy wherever you like. The money comes to me.")),
            {"majorities": 2.2, "own_goods": 2.0, "talers": 1.2, "stacks": 1.5, "monopolies": 0.5, "sets": 0.7},
        ),
        "builder": Liking(
            Character("builder", say("Builder"), say("A booth of mine in every city, and best of all alone.")),
            {"booths": 2.5, "cities": 2.0, "monopolies": 3.0, "wanted_goods": 0.5, "markers": 0.8},
        ),
    }
)
CHARACTERS: Final = tuple(liking.character for liking in LIKINGS.values())


@cache
def evaluation_of(character: str) -> Evaluation:
    """Return how a character weighs positions; without one, the weights that ship."""
    if not character:
        return shipped_evaluation()
    factors = LIKINGS[character].factors
    weights = {
        name: Weight(weight.early * factors.get(name, 1.0), weight.late * factors.get(name, 1.0))
        for name, weight in shipped_weights().items()
    }
    return Evaluation(weights)
