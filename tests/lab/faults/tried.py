"""What a trial of many faults gives: what was lost, and how much was at stake."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

Advance = Callable[[], None]


class Tried(NamedTuple):
    """What came of a series of trials."""

    lost: list[str]  # what went wrong, one line each
    confirmed: int = 0  # confirmations that a second process wrote down, all of them held against the journal


Trial = Callable[[int, int, Advance], "Tried | list[str]"]  # how many, a seed, and what to call after each
