"""A survey: where the weights of a bot should go, from games in which every player has slightly other ones; pure.

In: games, each with the logarithm of a factor for every group of weights of every player, and the points that they
made. Out: by how much more of the win, and how many more points, a group brings when it is multiplied by e; and from
that a step. A game tells something of all groups and all its players at once, so that a few hundred are enough, where
single candidates that play against one another need thousands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, sqrt
from typing import Final, NamedTuple

WIN: Final = 25.0  # points that are about as much as a whole win
RIDGE: Final = 1.0


class Game(NamedTuple):
    """One game: what was drawn for each player, group by group, and the points of each."""

    drawn: Sequence[Sequence[float]]
    points: Sequence[float]


class Slope(NamedTuple):
    """What a group brings, as a share of the win, and the standard error of that."""

    value: float
    error: float

    @property
    def certain(self) -> float:
        """Return the part of the value that is told apart from nothing."""
        doubt = (self.error / self.value) ** 2 if self.value else 1.0
        return self.value * max(0.0, 1.0 - doubt)


def slopes(games: Sequence[Game]) -> tuple[Slope, ...]:
    """Return what each group brings, from wins and from points, each as far as it is certain."""
    rows, wins, points = list[list[float]](), list[float](), list[float]()
    for drawn, made in games:
        count, best, middle = len(made), max(made), sum(made) / len(made)
        whole = [sum(each) for each in zip(*drawn, strict=True)]
        shared = sum(each == best for each in made)
        for own, each in zip(drawn, made, strict=True):
            rows.append([mine - (all_ - mine) / (count - 1) for mine, all_ in zip(own, whole, strict=True)])
            wins.append(((each == best) / shared - 1 / count) * count / 2)
            points.append((each - middle) * count / (count - 1) / 2 / WIN)
    inverse = inverted(
        [[_dot(rows, a, b) + RIDGE * (a == b) for b in range(len(rows[0]))] for a in range(len(rows[0]))]
    )
    both = zip(_fitted(rows, wins, inverse), _fitted(rows, points, inverse), strict=True)
    return tuple(_together(*pair) for pair in both)


def _dot(rows: Sequence[Sequence[float]], first: int, second: int) -> float:
    return sum(row[first] * row[second] for row in rows)


def _fitted(rows: Sequence[Sequence[float]], made: Sequence[float], inverse: Sequence[Sequence[float]]) -> list[Slope]:
    """Fit by least squares."""
    right = [sum(row[place] * each for row, each in zip(rows, made, strict=True)) for place in range(len(inverse))]
    found = [sum(a * b for a, b in zip(line, right, strict=True)) for line in inverse]
    left = [each - sum(a * b for a, b in zip(row, found, strict=True)) for row, each in zip(rows, made, strict=True)]
    spread = sum(each * each for each in left) / len(left)
    return [Slope(each, sqrt(spread * inverse[place][place])) for place, each in enumerate(found)]


def _together(first: Slope, second: Slope) -> Slope:
    """Weigh two slopes by how certain they are."""
    one, other = first.error**-2, second.error**-2
    return Slope((first.value * one + second.value * other) / (one + other), (one + other) ** -0.5)


def inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the inverse of a symmetric, positive matrix.

    >>> inverted([[2.0, 0.0], [0.0, 4.0]])
    [[0.5, 0.0], [0.0, 0.25]]
    """
    size = len(matrix)
    rows = [[*row, *(float(at == place) for at in range(size))] for place, row in enumerate(matrix)]
    for place, row in enumerate(rows):
        row[:] = [each / row[place] for each in row]
        for other in rows:
            if other is not row and (times := other[place]):
                other[:] = [each - times * mine for each, mine in zip(other, row, strict=True)]
    return [row[size:] for row in rows]


def step(groups: Sequence[str], found: Sequence[Slope], rate: float, most: float) -> Mapping[str, float]:
    """Return factors for the weights: e to the power of `rate` times what is certain, and of at most `most`."""
    return {group: exp(max(-most, min(most, rate * slope.certain))) for group, slope in zip(groups, found, strict=True)}
