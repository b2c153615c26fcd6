"""What a touch of the wand costs, from the reader's event to the last byte on the bus, in one run with Hansa.

As in `table`, whose rig it uses: the wand is a reader, and its touches come as the pad's sightings do.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from tests.lab.bench.table import MOVES, Cost, measure, moves_table

ROUNDS = 4  # by turns, so that a machine that is busy for a while is so for both


def side_by_side(moves: int) -> dict[str, list[Cost]]:
    """Measure both games by turns."""
    costs: dict[str, list[Cost]] = {"hansa": [], "teutonica": []}
    for number in range(ROUNDS):
        for game, found in costs.items():
            found += measure(moves // ROUNDS, seed=number + 1, game=game)
    return costs


def summary(costs: dict[str, list[Cost]]) -> str:
    """Return both medians in one line."""

    def of(found: Sequence[Cost]) -> str:
        kept = [cost.wall_ms for cost in found if cost.verb]
        return f"median {median(kept):.2f} ms of {len(kept)}"

    return "; ".join(f"{game}: {of(found)}" for game, found in costs.items())


def main(moves: int = MOVES) -> None:
    """Print the figures as tables."""
    costs = side_by_side(moves)
    for game, found in costs.items():
        print(f"{game}:\n")
        print(moves_table(found, ()), "\n")
    print(summary(costs))


if __name__ == "__main__":
    main()
