"""Where to cut: computes closed outlines from a sheet and the rectangles cut out of it.

An outline runs around what stays, which is on its left in the drawing (y points down), so that a saw or a laser of any
width can follow it on the other side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from wiring.svg import Point
from wiring.tray_plan import Box

Outline = tuple[Point, ...]
_TURNS: Final = {(1, 0): (0, -1), (0, -1): (-1, 0), (-1, 0): (0, 1), (0, 1): (1, 0)}  # to the left, with y down


def outlines(sheet: Box, openings: Sequence[Box]) -> tuple[Outline, ...]:
    """Trace what is left of a sheet; outer outlines come first, openings that touch are one.

    >>> from wiring.catalogue import Size
    >>> notch = Box(Point(4, 0), Size(2, 3))
    >>> outlines(Box(Point(0, 0), Size(10, 10)), [notch])[0][:4]
    (Point(x=0, y=0), Point(x=0, y=10), Point(x=10, y=10), Point(x=10, y=0))
    """
    sides = [_sides(box) for box in (sheet, *openings)]
    xs = sorted({x for side in sides for x in (side.left, side.right)})
    ys = sorted({y for side in sides for y in (side.top, side.bottom)})

    stays = _cells(sheet, xs, ys)
    for box in openings:
        stays -= _cells(box, xs, ys)
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for column, row in sorted(stays):
        around = (
            ((column - 1, row), (column, row), (column, row + 1)),
            ((column, row + 1), (column, row + 1), (column + 1, row + 1)),
            ((column + 1, row), (column + 1, row + 1), (column + 1, row)),
            ((column, row - 1), (column + 1, row), (column, row)),
        )
        for beyond, start, end in around:
            if beyond not in stays:
                edges.setdefault(start, []).append(end)
    traced = [tuple(Point(xs[x], ys[y]) for x, y in loop) for loop in _loops(edges)]
    return tuple(sorted(map(_without_straight, traced), key=area, reverse=True))


def area(outline: Outline) -> float:
    """Return how much an outline encloses; less than nothing for an opening.

    >>> area((Point(0, 0), Point(0, 2), Point(3, 2), Point(3, 0)))
    6.0
    """
    return sum(b.x * a.y - a.x * b.y for a, b in pairwise((*outline, outline[0]))) / 2


def pieces(traced: Iterable[Outline]) -> int:
    """Count the pieces that a sheet is cut into."""
    return sum(1 for outline in traced if area(outline) > 0)


def widened(outline: Outline, beside: float) -> Outline:
    """Lead an outline of right angles to the right of itself, away from what stays.

    >>> widened((Point(0, 0), Point(0, 2), Point(3, 2), Point(3, 0)), 0.5)[0]
    Point(x=-0.5, y=-0.5)
    """
    moved = []
    for index, here in enumerate(outline):
        before, after = outline[index - 1], outline[(index + 1) % len(outline)]
        x, y = here
        for start, end in ((before, here), (here, after)):
            away = _direction(start, end)
            x -= away[1] * beside
            y += away[0] * beside
        moved.append(Point(x, y))
    return tuple(moved)


def _loops(edges: dict[tuple[int, int], list[tuple[int, int]]]) -> Iterable[list[tuple[int, int]]]:
    """Follow the edges; where two outlines touch at a corner, each turns to its own side."""
    while edges:
        start = min(edges)
        loop, here, heading = [start], start, (0, 0)
        while True:
            ends = edges[here]
            left = _TURNS.get(heading)
            end = next((one for one in ends if (one[0] - here[0], one[1] - here[1]) == left), ends[0])
            ends.remove(end)
            if not ends:
                del edges[here]
            heading = (end[0] - here[0], end[1] - here[1])
            here = end
            if here == start:
                break
            loop.append(here)
        yield loop


def _without_straight(outline: Outline) -> Outline:
    """Leave out the points at which nothing turns."""
    kept = []
    for index, here in enumerate(outline):
        before, after = outline[index - 1], outline[(index + 1) % len(outline)]
        if _direction(before, here) != _direction(here, after):
            kept.append(here)
    return tuple(kept)


def _direction(start: Point, end: Point) -> tuple[int, int]:
    return (end.x > start.x) - (end.x < start.x), (end.y > start.y) - (end.y < start.y)


class _Sides(NamedTuple):
    left: float
    right: float
    top: float
    bottom: float


def _sides(box: Box) -> _Sides:
    """Return where a box ends, to a millionth: a hair between two sums of the same would be a wall between openings."""
    (x, y), (width, height) = box
    return _Sides(*(round(side, 6) for side in (x, x + width, y, y + height)))


def _cells(box: Box, xs: Sequence[float], ys: Sequence[float]) -> set[tuple[int, int]]:
    """Return the cells of the grid that a box covers; its sides are among the grid's lines."""
    left, right, top, bottom = _sides(box)
    columns = range(xs.index(left), xs.index(right))
    rows = range(ys.index(top), ys.index(bottom))
    return {(column, row) for column in columns for row in rows}
