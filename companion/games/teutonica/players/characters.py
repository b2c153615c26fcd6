"""Who likes what: characters of Hansa Teutonica, by how much more or less than the tuned weights theirs are.

A character plays at any level, and takes the others to be like itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.games.teutonica.players.features import scaled, shipped_weights
from companion.games.teutonica.players.greedy import Greedy
from companion.shelf.players import Character
from companion.words.say import say


class Liking(NamedTuple):
    """A character, and by which factors it changes groups of weights."""

    character: Character
    factors: Mapping[str, float]


LIKINGS: Final[Mapping[str, Liking]] = MappingProxyType(
    {
        "collector": Liking(
            Character("collector", say("Collector"), say("Bonus markers first: each of them is a turn that I save.")),
            {"marker": 1.6, "pace": 1.2, "office": 0.8},
        ),
        "builder": Liking(
            Character("builder", say("Builder"), say("An office in every city, and the cities will be mine.")),
            {"office": 1.5, "control": 1.4, "keys": 1.2, "marker": 0.8},
        ),
        "scholar": Liking(
            Character("scholar", say("Scholar"), say("I develop my abilities first, and everything else afterwards.")),
            {"actions": 1.2, "privilege": 1.4, "book": 1.4, "bags": 1.3, "office": 0.8},
        ),
    }
)
_TUNED: Final = {2: "two", 3: "tuned"}  # the weights that ship, by the number of players
CHARACTERS: Final = tuple(liking.character for liking in LIKINGS.values())


def policy_of(character: str, players: int) -> Greedy:
    """Return the greedy player tuned for this many players, or this character of it."""
    return _greedy(_TUNED.get(players, "many"), character)


@cache
def _greedy(name: str, character: str) -> Greedy:
    weights = shipped_weights(name)
    return Greedy(scaled(weights, LIKINGS[character].factors) if character else weights)
