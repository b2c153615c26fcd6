"""Many random games, engine against reference: ``python -m tests.lab.reference.soak --games 500 --seed 1``."""

import argparse
import sys
import time
from collections import Counter

from companion.engine import Engine
from tests.lab.reference.duel import duel


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="how many games (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game; the next ones count up")
    arguments = parser.parse_args()
    seen: Counter[str] = Counter()
    begin_s = time.monotonic()
    for number in range(arguments.games):
        game = duel(Engine().answer, arguments.seed + number)
        most = max(seen["most legal moves"], game["most legal moves"])
        seen.update(game)
        seen["most legal moves"] = most
        elapsed_s = time.monotonic() - begin_s
        print(
            f"\r{number + 1}/{arguments.games} games, {seen['plies']} plies, {elapsed_s:.0f} s",
            end="",
            file=sys.stderr,
            flush=True,
        )
    print(file=sys.stderr)
    for what, count in sorted(seen.items()):
        print(f"{count:>9}  {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
