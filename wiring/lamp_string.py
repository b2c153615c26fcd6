"""The string of lamps behind a sheet: routes the wires from each lamp to the next.

A wire is copper, too: it goes around every tag, never under one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist
from typing import Final, NamedTuple

from wiring.spot_sheet import SpotSheet
from wiring.svg import Point

CLEAR_MM: Final = 13.0  # from the middle of a tag to a wire: a sticker of 25 mm, and a little
AROUND_MM: Final = 15.0  # where a wire is led that would come nearer
_BENDS: Final = 6  # at most, in one wire


class Leg(NamedTuple):
    """The wire from one lamp to the next."""

    led: int  # that it leads to
    way: tuple[Point, ...]

    @property
    def length(self) -> float:
        """How long it is."""
        return sum(dist(*two) for two in pairwise(self.way))


def legs_of(sheet: SpotSheet) -> tuple[Leg, ...]:
    """Lead a wire from each lamp of a sheet to the next."""
    tags = [spot.at for spot in sheet.spots.values()]
    string = sorted((spot.led, spot.lamp) for spot in sheet.spots.values() if spot.lamp is not None)
    return tuple(Leg(led, _around((before, lamp), tags)) for (_, before), (led, lamp) in pairwise(string))


def nearest(point: Point, start: Point, end: Point) -> Point:
    """Return the point of a straight line that is nearest to another."""
    along = Point(end.x - start.x, end.y - start.y)
    share = ((point.x - start.x) * along.x + (point.y - start.y) * along.y) / (along.x**2 + along.y**2)
    share = max(0.0, min(1.0, share))
    return Point(start.x + share * along.x, start.y + share * along.y)


def _around(way: tuple[Point, ...], tags: Sequence[Point]) -> tuple[Point, ...]:
    """Bend a wire away from the tags that it would come too near to, the nearest one first."""
    for _ in range(_BENDS):
        found = min(_near(way, tags), default=None)
        if found is None:
            break
        _, at, tag, touched = found
        away = dist(tag, touched) or 1.0
        pushed = AROUND_MM / away
        bend = Point(tag.x + (touched.x - tag.x) * pushed, tag.y + (touched.y - tag.y) * pushed)
        way = (*way[: at + 1], bend, *way[at + 1 :])
    return way


def _near(way: Sequence[Point], tags: Iterable[Point]) -> Iterable[tuple[float, int, Point, Point]]:
    for tag in tags:
        for at, (start, end) in enumerate(pairwise(way)):
            touched = nearest(tag, start, end)
            if dist(tag, touched) < CLEAR_MM:
                yield dist(tag, touched), at, tag, touched
