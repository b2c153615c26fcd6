"""Estimated prices, from and to: sums, and how they are written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Price(NamedTuple):
    """What something costs in EUR: at least, and at most."""

    low: float
    high: float

    def times(self, quantity: int) -> Price:
        """Return what this many cost."""
        return Price(self.low * quantity, self.high * quantity)


def total(prices: Iterable[Price]) -> Price:
    """Add prices up.

    >>> total([Price(3, 5), Price(0.5, 1)])
    Price(low=3.5, high=6)
    """
    all_of_them = tuple(prices)
    return Price(sum(one.low for one in all_of_them), sum(one.high for one in all_of_them))


def as_words(price: Price) -> str:
    """Write a price; cents only where they matter.

    >>> as_words(Price(0.02, 0.1)), as_words(Price(0.8, 1.5)), as_words(Price(18.4, 36.0))
    ('0.02 to 0.10', '0.80 to 1.50', '18 to 36')
    """
    decimals = 2 if price.low < 5 and price != (int(price.low), int(price.high)) else 0
    return f"{price.low:.{decimals}f} to {price.high:.{decimals}f}"


def as_round_sum(price: Price) -> str:
    """Write the sum of many estimates, which is no better than to the next five.

    >>> as_round_sum(Price(103.2, 171.9))
    '105 to 170'
    """
    return f"{5 * round(price.low / 5)} to {5 * round(price.high / 5)}"
