"""Many random games against the reference: ``python -m tests.lab.reference.teutonica.soak --moves 100000 --seed 1``."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable

from tests.lab.reference.teutonica.duel import Answer, duel
from tests.lab.reference.teutonica.features import WANTED
from tests.lab.reference.teutonica.protocol import as_engine


def shipped_engine() -> Answer:
    from companion.engine import Engine

    return Engine().answer


def add_up(seen: Counter[str], game: Counter[str]) -> None:
    """All counts are sums but for the most legal moves."""
    most = max(seen["most legal moves"], game["most legal moves"])
    seen.update(game)
    seen["most legal moves"] = most


def soak(engine: Callable[[], Answer], moves: int, seed: int, *, quiet: bool = False) -> Counter[str]:
    """Games with seeds counting up, until so many moves are played; gives what occurred."""
    seen: Counter[str] = Counter()
    begin_s = time.monotonic()
    while seen["plies"] < moves:
        add_up(seen, duel(engine(), seed, plies=min(2_000, moves - seen["plies"])))
        seed += 1
        if not quiet:
            elapsed_s = time.monotonic() - begin_s
            counts = f"{seen['games']} games, {seen['plies']}/{moves} moves, {elapsed_s:.0f} s"
            print(f"\r{counts}", end="", file=sys.stderr, flush=True)
    return seen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=20_000, help="how many moves (default: 20000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game; the next ones count up")
    parser.add_argument("--itself", action="store_true", help="play against a second reference, not the engine")
    arguments = parser.parse_args()
    seen = soak(as_engine if arguments.itself else shipped_engine, arguments.moves, arguments.seed)
    print(file=sys.stderr)
    for what, count in sorted(seen.items()):
        print(f"{count:>9}  {what}")
    missed = [name for name in WANTED if not seen[name]]
    print(f"not reached: {', '.join(missed) or 'nothing'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
