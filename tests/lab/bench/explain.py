"""What it takes to say before a move what it would change: the move played, both positions counted, all of it compared.

On random positions of each game, a legal move each; only the processor's time is counted.
"""

from __future__ import annotations

import time
from itertools import islice
from random import Random
from statistics import median, quantiles

from companion.shelf.box import GameBox
from companion.shelf.shelf import boxes
from companion.table.whatif import foresee
from tests.lab.bench.rules import print_machine
from tests.lab.explain.positions import visited

MOVES = 3_000


def measure(box: GameBox, moves: int = MOVES) -> list[float]:
    """Return the microseconds that each of many random moves took."""
    rules = box.rules(None)
    table = box.table(rules)
    taken = []
    for position, move in islice(visited(box, rules, Random(1)), moves):
        begun = time.process_time()
        foresee(rules, table.reckon, position, move)
        taken.append(1e6 * (time.process_time() - begun))
    return taken


def main() -> None:
    """Print one row for each game."""
    print_machine()
    print("| what a move would change | median | p99 |")
    print("|---|---:|---:|")
    for box in boxes():
        taken = measure(box)
        print(f"| {box.title} | {median(taken):.0f} µs | {quantiles(taken, n=100)[98]:.0f} µs |", flush=True)


if __name__ == "__main__":
    main()
