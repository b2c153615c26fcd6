"""What a player who thinks costs the table: a move with and without `best` thinking next to it, by turns in one run."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from statistics import median
from time import perf_counter

from companion.running import apart
from companion.shelf.players import deal
from companion.shelf.shelf import open_box, shipped_rules
from companion.thinking.mind import retire
from companion.thinking.thinker import MEMORY_LIMIT
from tests.lab.bench.table import Cost, measure

ROUNDS = 10
MOVES = 200  # of each kind in a round


def think(game: str) -> None:
    """Let `best` play game after game, in the way and at the priority of the room for thinking."""
    box, rules, random = open_box(game), shipped_rules(game), Random(1)
    players = box.players()
    while True:
        position = rules.new(box.random_setup(box.seats[-1], random))
        while rules.winners(position) is None:
            if rules.chances(position):
                moves = (deal(rules, position, random),)
            else:
                moves = players.plan(position, "best", random).moves
            for move in moves:
                position = rules.play(position, move).position


@contextmanager
def thinking(game: str) -> Iterator[None]:
    """Have a process that thinks without a pause."""
    process = apart.begin("tests.lab.bench.thinking", (game, str(os.getpid())))
    try:
        yield
    finally:
        apart.kill(process)
        process.wait()


def figures(costs: Sequence[Cost]) -> tuple[float, float, float]:
    """Return median and 99th percentile of a move to the last byte, and the median of its processor time."""
    kept = [cost for cost in costs if cost.verb]
    walls = sorted(cost.wall_ms for cost in kept)
    return median(walls), walls[int(0.99 * (len(walls) - 1))], median(cost.cpu_ms for cost in kept)


def _of_children() -> float:
    """Return the processor time of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(rounds: int = ROUNDS, moves: int = MOVES) -> None:
    """Measure in turns, the order changing from round to round, and print a table."""
    found: dict[bool, list[Cost]] = {False: [], True: []}
    ratios, began, spent_s = list[float](), _of_children(), 0.0
    for number in range(rounds):
        pair: dict[bool, list[Cost]] = {}
        for is_on in (False, True) if number % 2 else (True, False):
            if is_on:
                with thinking("hansa"):
                    at = perf_counter()
                    pair[is_on] = measure(moves, seed=number)
                    spent_s += perf_counter() - at
            else:
                pair[is_on] = measure(moves, seed=number)
            found[is_on] += pair[is_on]
        ratios.append(figures(pair[True])[0] / figures(pair[False])[0])
    print("| a move | n | to the last byte, ms | p99 | processor, ms |")
    print("|---|---:|---:|---:|---:|")
    for is_on, name in ((False, "nobody thinks"), (True, "`best` thinks all the time")):
        middle, most, cpu = figures(found[is_on])
        count = sum(bool(cost.verb) for cost in found[is_on])
        print(f"| {name} | {count:,} | {middle:.2f} | {most:.2f} | {cpu:.2f} |")
    low, *_, high = sorted(ratios)
    print(f"\nwith to without, {rounds} pairs: {median(ratios):.2f} ({low:.2f} to {high:.2f})")
    had_s = _of_children() - began
    print(
        f"it had {had_s:.1f} s of a processor in {spent_s:.1f} s; load of the machine after: {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    retire(MEMORY_LIMIT, int(sys.argv[2]))
    think(sys.argv[1])
