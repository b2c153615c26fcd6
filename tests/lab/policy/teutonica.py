"""Hansa Teutonica for `make lab PART=policy`: its groups of weights, characters outside, and a game of a survey."""

from __future__ import annotations

from math import exp
from random import Random

from companion.games.teutonica.game import RULES
from companion.games.teutonica.players import random_setup
from companion.games.teutonica.players.features import GROUPS, Weights, scaled, shipped_weights
from companion.games.teutonica.players.greedy import Greedy
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.scoring import score
from companion.shelf.players import deal
from tests.lab.policy.survey import Game

SURVEYED = tuple(group for group in GROUPS if group != "finish")  # what winning is worth is known
SPREAD = 0.35  # of the logarithms of the factors, as a standard deviation
LEAST, MOST = 0.625, 1.6  # factor of the weights of a character outside
MOST_MOVES = 6_000  # a game that takes longer is counted as it stands


def character(name: str) -> Weights:
    """Return the simple player's weights, each group multiplied by chance; the same name means the same character."""
    random = Random(f"character {name}")
    return scaled(shipped_weights("simple"), {group: LEAST * (MOST / LEAST) ** random.random() for group in GROUPS})


def play_game(weights: Weights, players: int, name: str) -> Game:
    """Play a game in which everybody has these weights, slightly changed; it depends on the name alone."""
    random = Random(f"{name} {players}")
    drawn = [[round(SPREAD * random.gauss(0, 1), 3) for _ in SURVEYED] for _ in range(players)]
    seats = [
        Greedy(scaled(weights, {group: exp(log) for group, log in zip(SURVEYED, logs, strict=True)})).move
        for logs in drawn
    ]
    position = RULES.new(random_setup(players, random))
    for _ in range(MOST_MOVES):
        if position.mover is None:
            break
        by_chance = bool(RULES.chances(position))
        move = deal(RULES, position, random) if by_chance else seats[position.mover](position, random)
        position = play(position, move).position
    return Game(drawn, [score(position, seat).total for seat in position.seats])
