"""`make lab PART=explain`: many random moves of each game, told before they are made; prints what was held."""

from __future__ import annotations

import argparse

from companion.shelf.shelf import boxes
from tests.lab.explain import foreseen

MOVES = 10_000  # of each game


def main() -> None:
    """Hold what is explained against the rules."""
    asked = argparse.ArgumentParser(prog="make lab PART=explain")
    asked.add_argument("--moves", type=int, default=MOVES, help="that are foreseen, of each game")
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    for box in boxes():
        told = foreseen.check(box, options.moves, options.seed)
        print(f"{box.title}: {options.moves} moves foreseen, {told} changes told, all true", flush=True)


if __name__ == "__main__":
    main()
