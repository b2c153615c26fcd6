"""A small evolution: one parent, some children, and the best of them all goes on; every step is kept in a file.

Each child is the parent with a little chance in every number. All are measured the same way, so that a run that was
broken off goes on from what is kept and finds the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

Vector = tuple[float, ...]
Fitness = Callable[[Vector], float]

FIRST_STEP: Final = 0.25  # of a number's own size
SMALLEST: Final = 0.2  # a number counts as at least this large
WIDER: Final = 1.3  # the step after something better was found, times this
NARROWER: Final = 0.85  # and after nothing was
DIGITS: Final = 4


class Generation(NamedTuple):
    """What goes on after a generation."""

    number: int
    parent: Vector
    fitness: float
    step: float


def evolve(
    start: Vector, fitness: Fitness, children: int, generations: int, seed: int, kept: Kept
) -> Iterator[Generation]:
    """Find better and better vectors; the start has the fitness 0, because all others are measured against it."""
    now = Generation(0, start, 0.0, FIRST_STEP)
    yield now
    for number in range(1, generations + 1):
        tried = []
        for child in range(children):
            vector = _child(now, Random(f"{seed}/{number}/{child}"))
            tried.append((kept.fitness(vector, fitness), vector))
        best, vector = max(tried)
        if best > now.fitness:
            now = Generation(number, vector, best, now.step * WIDER)
        else:
            now = now._replace(number=number, step=now.step * NARROWER)
        yield now


def _child(parent: Generation, random: Random) -> Vector:
    return tuple(
        round(value + parent.step * max(abs(value), SMALLEST) * random.gauss(0, 1), DIGITS) for value in parent.parent
    )


class Kept:
    """What was measured: a line of JSON for each vector, under a mark of how it was measured."""

    def __init__(self, path: Path, mark: str) -> None:
        self._path, self._mark = path, mark
        self._known: dict[Vector, float] = {}
        if path.exists():
            for text in path.read_text(encoding="utf-8").splitlines():
                try:
                    line = json.loads(text)
                except ValueError:  # the run was broken off while this was written
                    continue
                if line["mark"] == mark:
                    self._known[tuple(line["vector"])] = line["fitness"]

    def fitness(self, vector: Vector, measure: Fitness) -> float:
        """Return what is known of a vector, or measure and keep it."""
        if vector not in self._known:
            self._known[vector] = measure(vector)
            self._path.parent.mkdir(parents=True, exist_ok=True)
            line = {"mark": self._mark, "vector": vector, "fitness": self._known[vector]}
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        return self._known[vector]
