"""Whole games by robots alone, with every kit, at every pace, for every number of players: python -m tests.lab.robots.

In virtual time. Ends with 1 where a game came to a standstill; names each of them with its seed. `make test` plays as
many as it takes for every kit to meet every pace and every number of players.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from companion.shelf.shelf import boxes
from companion.web.robots import Pace
from tests.kit.club import club_of

BOXES: Final = {box.id: box for box in boxes()}
KITS: Final = ("tap", "board", "usb", "chart")
PACES: Final = (Pace.FAST, Pace.NORMAL, Pace.SLOW)


class Way(NamedTuple):
    """One way to play a whole game."""

    game: str
    players: int
    kit: str
    pace: Pace


EVERY: Final = tuple(
    Way(game, players, kit, pace)
    for game, box in BOXES.items()
    for players in box.seats
    for kit in KITS
    for pace in PACES
)


def pairs() -> tuple[Way, ...]:
    """Return a third of all ways, in which every two of players, kit and pace meet in each game."""
    return tuple(way for way in EVERY if (way.players + KITS.index(way.kit) + PACES.index(way.pace)) % len(PACES) == 0)


def play(way: Way, seed: int) -> None:
    """Play to the end; raise AssertionError where nothing moves any more."""
    setup = BOXES[way.game].random_setup(way.players, Random(seed))
    with club_of(BOXES[way.game], way.kit, setup, seed=seed) as members:
        members.robots.pace = way.pace
        members.play(lambda: members.is_over)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play all; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.robots", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="games of each way (default: 1)")
    seeds: int = parser.parse_args(arguments).seeds
    stood = 0
    for way in EVERY:
        for seed in range(1, seeds + 1):
            try:
                play(way, seed)
            except AssertionError as standstill:
                stood += 1
                print(f"{way}, seed {seed}: {standstill}", file=sys.stderr)
    print(f"{len(EVERY) * seeds} games, {stood} came to a standstill")
    return int(stood > 0)


if __name__ == "__main__":
    sys.exit(main())
