"""How long a decision of the simple player of Hansa Teutonica takes: by difference, and with every position made.

Both choose the same; they take turns on the same decisions, so that a machine that is busy for a while is busy for
both, and only the processor's time is counted.
"""

from __future__ import annotations

import platform
import time
from random import Random
from statistics import median

from companion.games.teutonica.game import RULES
from companion.games.teutonica.players import random_setup
from companion.games.teutonica.players.features import shipped_weights
from companion.games.teutonica.players.greedy import Greedy
from companion.games.teutonica.rules.play import play
from companion.shelf.players import deal
from tests.companion.games.teutonica.plain_player import PlainPlayer

NUMBERS = (2, 3, 4, 5)
DECISIONS, ROUNDS = 200, 9


def spent(players: int, seed: int) -> dict[str, float]:
    """Return the microseconds a decision takes in each way."""
    weights, random = shipped_weights("simple"), Random(seed)
    sides: dict[str, Greedy | PlainPlayer] = {
        "by difference": Greedy(weights),
        "every position made": PlainPlayer(weights),
    }
    took = dict.fromkeys(sides, 0.0)
    done, position = 0, RULES.new(random_setup(players, random))
    while done < DECISIONS:
        if position.mover is None:
            position = RULES.new(random_setup(players, random))
        if RULES.chances(position):
            position = play(position, deal(RULES, position, random)).position
            continue
        chosen = []
        for name, side in sides.items():
            began = time.process_time()
            chosen.append(side.move(position, Random(done)))
            took[name] += time.process_time() - began
        assert chosen[0] == chosen[1]
        position, done = play(position, chosen[0]).position, done + 1
    return {name: 1e6 * seconds / DECISIONS for name, seconds in took.items()}


def main() -> None:
    """Print the figures as a table."""
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}")
    print(f"median of {ROUNDS} rounds of {DECISIONS} decisions, processor time\n")
    print("| players | by difference | every position made | ratio |")
    print("|---:|---:|---:|---:|")
    for players in NUMBERS:
        rounds = [spent(players, seed) for seed in range(ROUNDS)]
        quick, plain = ([each[name] for each in rounds] for name in rounds[0])
        ratio = median(one / other for one, other in zip(quick, plain, strict=True))
        print(f"| {players} | {median(quick):.0f} µs | {median(plain):.0f} µs | {ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()
