"""Divides a frame among several points: each gets the polygon of everything nearest to it."""

from __future__ import annotations

from collections.abc import Sequence

from wiring.svg import Point


def cells(points: Sequence[Point], corner: Point, far: Point) -> list[list[Point]]:
    """Return for each point the part of the frame that is nearer to it than to any other.

    >>> cells([Point(1, 1), Point(3, 1)], Point(0, 0), Point(4, 2))[0]
    [Point(x=0, y=0), Point(x=2.0, y=0.0), Point(x=2.0, y=2.0), Point(x=0, y=2)]
    """
    frame = [corner, Point(far.x, corner.y), far, Point(corner.x, far.y)]
    found = []
    for here in points:
        ground = frame
        for other in points:
            if other != here:
                ground = _nearer(ground, here, other)
        found.append(ground)
    return found


def _nearer(ground: Sequence[Point], here: Point, other: Point) -> list[Point]:
    """Cut a polygon along the line half-way between two points, and keep the first one's side."""
    across = Point(other.x - here.x, other.y - here.y)
    half = (other.x**2 + other.y**2 - here.x**2 - here.y**2) / 2

    def beyond(point: Point) -> float:
        return across.x * point.x + across.y * point.y - half

    kept: list[Point] = []
    for index, end in enumerate(ground):
        start = ground[index - 1]
        from_start, from_end = beyond(start), beyond(end)
        if (from_start > 0) != (from_end > 0):
            share = from_start / (from_start - from_end)
            kept.append(Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share))
        if from_end <= 0:
            kept.append(end)
    return kept
