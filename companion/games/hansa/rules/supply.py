"""The hidden supply: what nobody has seen yet, and how likely each kind is to be turned up next."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from companion.games.hansa.rules.goods import Marker, count_of, kinds_in, total
from companion.games.hansa.rules.position import Position, changed


def unseen_counts(position: Position) -> dict[Marker, int]:
    """Count the face-down markers of each kind of which there are any."""
    return {kind: count_of(position.unseen, kind) for kind in kinds_in(position.unseen)}


def odds(position: Position) -> dict[Marker, Fraction]:
    """Return how likely each kind is to be the next marker turned face up."""
    supply = total(position.unseen)
    return {kind: Fraction(count, supply) for kind, count in unseen_counts(position).items()}


def pile_in_use(position: Position) -> int | None:
    """Return the pile from which the next marker comes, counted from 0; None when all are empty."""
    return next((pile for pile, markers in enumerate(position.piles) if markers), None)


@lru_cache(maxsize=1024)  # piles run down in the same steps in every game
def draw(piles: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Take a marker from the pile in use; return that pile, counted from 0, and the piles without the marker.

    >>> draw((0, 13, 13, 13, 12))
    (1, (0, 12, 13, 13, 12))
    """
    pile = next(pile for pile, markers in enumerate(piles) if markers)
    return pile, changed(piles, pile, piles[pile] - 1)


def markers_beside(position: Position) -> int:
    """Count the markers laid out for the first fill, which are not part of any pile."""
    return total(position.unseen) - sum(position.piles)
