"""Goods markers, and sets of them that add up like numbers.

A set of markers is one integer in base eight: a digit for each of the 18 kinds, counting how many of that kind there
are. A marker is the unit of its own digit, so a set is the sum of its markers, taking one over is a subtraction here
and an addition there, and two places together hold the sum of what each holds. No digit can overflow: there are at
most five markers of a kind in the whole game. An empty warehouse space is 0, the empty set.

>>> hand = marker("orange2") + marker("orange2") + marker("blue1")
>>> [str(each) for each in markers_in(hand)]
['blue1', 'orange2', 'orange2']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import lru_cache


class Colour(StrEnum):
    """The six colours of goods, in the alphabetical order in which everything about them is sorted."""

    __hash__ = str.__hash__  # Enum's own is a Python function, and each sale looks its colours up

    BLUE = "blue"
    BROWN = "brown"
    GREEN = "green"
    ORANGE = "orange"
    PINK = "pink"
    YELLOW = "yellow"


COLOURS = tuple(Colour)
COPIES = (4, 5, 4)  # how many markers of one, two and three barrels there are in each colour
MOST_BARRELS = len(COPIES)
DIGIT = 7  # one base-eight digit
_DIGIT_BITS = 3


class Marker(int):
    """One kind of goods marker; as a number, the unit of its digit."""

    colour: Colour
    barrels: int
    _name: str

    def __new__(cls, colour: Colour, barrels: int) -> Marker:
        """Make the marker of this colour and number of barrels."""
        self = super().__new__(cls, 1 << _DIGIT_BITS * (3 * COLOURS.index(colour) + barrels - 1))
        self.colour, self.barrels, self._name = colour, barrels, f"{colour}{barrels}"
        return self

    def __reduce__(self) -> tuple[Callable[[str], Marker], tuple[str]]:
        return marker, (self._name,)

    def __repr__(self) -> str:
        return f"marker({self._name!r})"

    def __str__(self) -> str:
        return self._name


Goods = int  # a set of markers: the sum of them

ALL_MARKERS = tuple(Marker(colour, barrels) for colour in COLOURS for barrels in (1, 2, 3))
_BY_NAME = {str(each): each for each in ALL_MARKERS}
_BY_UNIT: dict[int, Marker] = {int(each): each for each in ALL_MARKERS}

# Of each colour: its three digits, as a mask and as a whole set of thirteen.
COLOUR_MASKS = {c: DIGIT * sum(m for m in ALL_MARKERS if m.colour is c) for c in COLOURS}
COLOUR_SETS = {c: sum(m * COPIES[m.barrels - 1] for m in ALL_MARKERS if m.colour is c) for c in COLOURS}
_UNITS = sum(ALL_MARKERS)
BARREL_MASKS = {barrels: DIGIT * sum(m for m in ALL_MARKERS if m.barrels == barrels) for barrels in (1, 2, 3)}

# A set in two halves of nine kinds each. The lists for a half are few enough that all can be remembered.
LOWER_HALF = sum(COLOUR_MASKS[c] for c in COLOURS[:3])
UPPER_HALF = sum(COLOUR_MASKS[c] for c in COLOURS[3:])


def marker(name: str) -> Marker:
    """Find the marker of this name, such as `orange2`; KeyError if there is none."""
    return _BY_NAME[name]


def count_of(goods: Goods, kind: Marker) -> int:
    """Count the markers of one kind in a set."""
    return goods // kind & DIGIT


def kinds_mask(goods: Goods) -> Goods:
    """Reduce a set to one marker of each kind in it."""
    return (goods | goods >> 1 | goods >> 2) & _UNITS


@lru_cache(maxsize=4096)
def kinds_in(mask: Goods) -> tuple[Marker, ...]:
    """Name the kinds in a set, sorted; fastest on what `kinds_mask` gives."""
    return tuple(kind for kind in ALL_MARKERS if mask & DIGIT * kind)


@lru_cache(maxsize=4096)
def markers_in(goods: Goods) -> tuple[Marker, ...]:
    """List the markers of a set, sorted by colour, then barrels."""
    return tuple(kind for kind in ALL_MARKERS for _ in range(count_of(goods, kind)))


def total(goods: Goods) -> int:
    """Count the markers of a set: the sum of its digits, bit by bit."""
    ones, twos, fours = goods & _UNITS, goods >> 1 & _UNITS, goods >> 2 & _UNITS
    return ones.bit_count() + 2 * twos.bit_count() + 4 * fours.bit_count()


def only_kind(goods: Goods) -> Marker | None:
    """Return the kind of which all markers of a set are; None if there are several, or no markers."""
    return _BY_UNIT.get(kinds_mask(goods))


def full_set(colours: Iterable[Colour]) -> Goods:
    """Return all the markers of these colours."""
    return sum(COLOUR_SETS[colour] for colour in colours)
