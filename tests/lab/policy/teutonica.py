"""Hansa Teutonica for `make lab PART=policy`: its groups of weights, its population, and a game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.games.teutonica.game import RULES
from companion.games.teutonica.players import random_setup
from companion.games.teutonica.players.features import GROUPS, Weights, format_weights, scaled, shipped_weights
from companion.games.teutonica.players.greedy import Greedy
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.scoring import score
from companion.shelf.players import deal
from tests.lab.policy.strategy import Mover

FINISH = 15.0  # points that winning is worth on top: known, so not tuned
CHARACTERS = 12  # in the population, besides the simple player
LEAST, MOST = 0.625, 1.6  # factor of a character's weights
MOST_MOVES = 6_000  # a game that takes longer is counted as it stands


def character(name: str) -> Weights:
    """Return the simple player's weights, each group multiplied by chance; the same name means the same character."""
    random = Random(f"character {name}")
    return scaled(shipped_weights("simple"), {group: LEAST * (MOST / LEAST) ** random.random() for group in GROUPS})


class TunedTeutonica:
    """The one-ply player of Hansa Teutonica."""

    groups = tuple(group for group in GROUPS if group != "finish")

    def __init__(self) -> None:
        self._start = shipped_weights("simple")._replace(finish=FINISH)
        population = [shipped_weights("simple"), *(character(f"tune {number}") for number in range(CHARACTERS))]
        self._population = [Greedy(weights).move for weights in population]

    def weights(self, factors: Mapping[str, float]) -> Weights:
        """Return the weights that factors mean."""
        return scaled(self._start, factors)

    def text(self, factors: Mapping[str, float], about: str) -> str:
        """Return the file of weights that factors mean."""
        return format_weights(self.weights(factors), about)

    def mover(self, factors: Mapping[str, float]) -> Mover:
        """Return who chooses with weights multiplied like this."""
        return Greedy(self.weights(factors)).move

    def opponent(self, random: Random) -> Mover:
        """Draw somebody from the population."""
        return random.choice(self._population)

    def lead(self, players: int, seed: str, mover: Mover, opponents: list[Mover]) -> float:
        """Play one game against these, and return the lead over the best of them."""
        random = Random(seed)
        position = RULES.new(random_setup(players, random))
        seat = random.randrange(players)
        seats = [*opponents[:seat], mover, *opponents[seat:]]
        for _ in range(MOST_MOVES):
            if position.mover is None:
                break
            chance = RULES.chances(position)
            move = deal(RULES, position, random) if chance else seats[position.mover](position, random)
            position = play(position, move).position
        points = [score(position, each).total for each in position.seats]
        return points.pop(seat) - max(points)
