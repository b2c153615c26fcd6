"""Random positions of a game, and the legal moves made there: games of random set-ups, played at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from companion.shelf.box import AnyGame, GameBox

MOST_MOVES = 400  # of a game: one that is played at random may hardly end


class Visited(NamedTuple):
    """A position, and a legal move there."""

    position: Any
    move: Any


def visited(box: GameBox, rules: AnyGame, random: Random) -> Iterator[Visited]:
    """Return positions without end, with as many players as may play, in turn."""
    seats = list(box.seats)
    while True:
        position = rules.new(box.random_setup(random.choice(seats), random))
        for _ in range(MOST_MOVES):
            chances = rules.chances(position)
            moves = list(chances) if chances else list(rules.legal_moves(position))
            if not moves:
                break
            move = random.choice(moves)
            yield Visited(position, move)
            position = rules.play(position, move).position
