"""What is measured of the bots of Hansa Teutonica, and players that only the laboratory has.

`policy` is the best level's own one-ply player. `outside` are characters that nobody was tuned against and no play-out
knows: the simple player's weights, each group multiplied by a factor between 0.625 and 1.6. Which of them sits where
depends on the seats of the game alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random

from companion.games.teutonica.players.characters import CHARACTERS, policy_of
from companion.games.teutonica.players.greedy import Greedy
from companion.games.teutonica.rules.position import Position
from companion.shelf.players import Plan
from tests.lab.policy.teutonica import character
from tests.lab.strength.entrants import Thinker
from tests.lab.strength.rows import Row

OUTSIDE = 12  # characters
BARS = {2: (0.80, 0.65, 0.55), 3: (0.60, 0.50, 0.43), 4: (0.50, 0.38, 0.38), 5: (0.40, 0.28, 0.25)}


@cache
def _outsider(number: int) -> Greedy:
    return Greedy(character(f"outside {number}"))


def _outside(position: Position, random: Random, nodes: int | None) -> Plan:
    del nodes
    setup, seat = position.setup, position.mover
    who = Random(f"{setup.players} {setup.start} {seat}").randrange(OUTSIDE)
    return Plan((_outsider(who).move(position, random),), 0.0, 1)


def _policy(position: Position, random: Random, nodes: int | None) -> Plan:
    del nodes
    return Plan((policy_of("", len(position.players)).move(position, random),), 0.0, 1)


ENTRANTS: Mapping[str, Thinker] = {"outside": _outside, "policy": _policy}

ROWS = (
    *(Row(players, "best", "simple", 60, "bar", bar) for players, (bar, _, _) in BARS.items()),
    *(Row(players, "best", "outside", 60, "bar", bar) for players, (_, bar, _) in BARS.items()),
    *(Row(players, "policy", "simple", 60, "bar", bar) for players, (_, _, bar) in BARS.items()),
    *(Row(players, "policy", "outside", 60, "own") for players in BARS),
    *(Row(players, "best", "policy", 60, "own") for players in BARS),
    Row(2, "beginner", "random", 60, "ladder"),
    Row(2, "beginner", "simple", 60, "ladder"),
    Row(2, "easy", "simple", 60, "ladder"),
    Row(2, "easy", "beginner", 60, "ladder"),
    Row(2, "medium", "easy", 60, "ladder"),
    Row(2, "hard", "medium", 60, "ladder"),
    Row(2, "expert", "hard", 60, "ladder"),
    Row(2, "best", "expert", 60, "ladder"),
    *(Row(2, f"hard:{each.id}", "hard", 60, "character") for each in CHARACTERS),
    *(Row(3, f"hard:{each.id}", "hard", 60, "character") for each in CHARACTERS),
    *(Row(players, "simple", "random", 60, "sanity", 0.9) for players in BARS),
    *(Row(players, "simple", "simple", 60, "mirror") for players in BARS),
)
