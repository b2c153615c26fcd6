"""`make lab PART=explain`: random moves told before they are made, and why everything else cannot be done."""

from __future__ import annotations

import argparse

from companion.shelf.shelf import boxes
from tests.lab.explain import asked, foreseen

MOVES = 10_000  # of each game
POSITIONS = 2_000  # of each game, in which everything is asked about


def main() -> None:
    """Hold what is explained against the rules."""
    parser = argparse.ArgumentParser(prog="make lab PART=explain")
    parser.add_argument("--moves", type=int, default=MOVES, help="that are foreseen, of each game")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="in which everything is asked about")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for box in boxes():
        told = foreseen.check(box, options.moves, options.seed)
        print(f"{box.title}: {options.moves} moves foreseen, {told} changes told, all true", flush=True)
        found = asked.check(box, options.positions, options.seed)
        can = found.pop("", 0)
        print(
            f"{options.positions} positions: {found.total()} places, pieces and verbs refused with a reason", end=", "
        )
        print(f"{can} where something can be done; by code:", dict(found.most_common()), flush=True)


if __name__ == "__main__":
    main()
