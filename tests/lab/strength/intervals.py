"""Intervals of 95 %: of a mean over blocks by Student, and exactly where every block came out the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, lgamma, log, sqrt
from statistics import mean, stdev
from typing import Final, NamedTuple

TAIL: Final = 0.025  # on either side
_STEPS: Final = 200
_TINY: Final = 1e-300


class Interval(NamedTuple):
    """A mean, and between which ends it lies with 95 % confidence."""

    mean: float
    low: float
    high: float
    blocks: int


def over_blocks(values: Sequence[float], *, least: float = 0.0, most: float = 1.0) -> Interval:
    """Return the mean of what the blocks scored, each between `least` and `most`, with its interval.

    >>> over_blocks([0.5, 1.0, 0.5, 1.0])
    Interval(mean=0.75, low=0.29065, high=1.0, blocks=4)
    >>> over_blocks([1.0] * 10).low
    0.6915
    """
    count, middle = len(values), mean(values)
    if len(set(values)) == 1:
        # Nothing is known of the spread. If a share p of all blocks were like these, all of them are with p ** count.
        share = TAIL ** (1 / count)
        low, high = share * middle + (1 - share) * least, share * middle + (1 - share) * most
    else:
        half = student(count - 1) * stdev(values) / sqrt(count)
        low, high = max(least, middle - half), min(most, middle + half)
    return Interval(middle, round(low, 5), round(high, 5), count)


def student(freedom: int) -> float:
    """Return how many standard errors hold 95 %, with this many degrees of freedom.

    >>> round(student(1), 2), round(student(9), 3), round(student(199), 3)
    (12.71, 2.262, 1.972)
    """
    return _solve(lambda t: _beta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2, 0.0, 1000.0)


def _solve(falling: Callable[[float], float], low: float, high: float) -> float:
    """Find where a falling function reaches the tail."""
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > TAIL else (low, middle)
    return low


def _beta(x: float, a: float, b: float) -> float:
    """Return the regularized incomplete beta function, by its continued fraction (Lentz)."""
    if x in (0.0, 1.0):
        return x
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    fraction, up, down = 1.0, 1.0, 0.0
    for step in range(_STEPS):
        half = step // 2
        if step == 0:
            term = 1.0
        elif step % 2 == 0:
            term = half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
        else:
            term = -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
        down = 1 / (1 + term * down or _TINY)
        up = 1 + term / up or _TINY
        fraction *= up * down
        if abs(1 - up * down) < 1e-12 and step:
            break
    return front * (fraction - 1)
