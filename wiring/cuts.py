"""The lines to cut for the tray, sheet by sheet, from a plan, its channels and the tool.

The tray is two layers of thin plywood that are cut right through, for a laser, a mill or a fretsaw: above only pockets,
below the same pockets and the channels for the cables. The lower layer is cut as often as the readers need depth.

An outline runs around what stays, which is on its left in the drawing (y points down), so that a saw or a laser of any
width can follow it on the other side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, tan
from math import pi as half_turn
from typing import Final, NamedTuple

from wiring.catalogue import PlanError, Size, Sizes
from wiring.channels import Channels
from wiring.svg import Hole, Point
from wiring.tray_plan import Box, Led, Reader, TrayPlan

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
    # Rounded, because a sum of the same numbers has other last digits from Python 3.12 on.
    return tuple(sorted(map(_without_straight, traced), key=lambda each: round(area(each), 6), reverse=True))


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


MARGIN_MM: Final = 5.0  # around the tray, on the sheet
CORNER_MM: Final = 5.0  # the radius of the tray's corners
DOWEL_MM: Final = 3.0  # at the four corners, so that the layers lie true while they are glued
DOWEL_INSET_MM: Final = 8.0
SOLDER_MM: Final = 12.0  # beyond a reader's pins, where its cable bends down
LED_MM: Final = 5.0
SPOT_MM: Final = 4.0  # a small box where a piece stands
_QUARTER: Final = tan(half_turn / 8)  # the bulge of a quarter of a circle, as drawing programs count it


class Fit(NamedTuple):
    """How the tool cuts, and how loosely things shall lie."""

    kerf_mm: float = 0.15  # what the tool takes away, side to side; a fretsaw: 0, and cut beside the line
    clearance_mm: float = 0.3  # around a reader, on each side
    sheet_mm: float = 3.0  # how thick the plywood is


USUAL_FIT: Final = Fit()


class Corner(NamedTuple):
    """A point of a contour, and how the line to the next one bends: 0 is straight."""

    at: Point
    bulge: float = 0.0


class Mark(NamedTuple):
    """What is engraved, or drawn by hand: a small box with a word next to it."""

    at: Point
    size: float
    words: str


class Cut(NamedTuple):
    """One sheet to cut, with a margin around it; y points down, as in every drawing here."""

    name: str
    what: str
    copies: int
    size: Size
    contours: tuple[tuple[Corner, ...], ...]
    holes: tuple[Hole, ...]
    marks: tuple[Mark, ...]
    fit: Fit


def tray_cuts(
    plan: TrayPlan,
    channels: Channels,
    leds: tuple[Led, ...],
    sizes: Sizes,
    fit: Fit = USUAL_FIT,
    file: str = "tray.toml",
) -> tuple[Cut, ...]:
    """Return every sheet of the tray; refuse one that would fall apart."""
    tray = Box(Point(-plan.rail, -plan.rail), Size(plan.board.width + 2 * plan.rail, plan.board.height + 2 * plan.rail))
    upper = [_grown(reader.module, fit.clearance_mm) for reader in plan.readers]
    lower = [*upper, channels.main, *channels.branches]
    roomy = [*lower, *_room_for_cables(plan)]
    if pieces(outlines(tray, roomy)) == 1:
        lower = roomy  # a convenience, where it cuts nothing off
    if pieces(outlines(tray, lower)) > 1:
        raise PlanError(file, "spots", "the channels would cut a piece off", "readers further apart, or pins turned")
    below = lower_layers(sizes, fit)
    dowels = _dowels(tray)
    numbers = tuple(Mark(led.at, LED_MM, str(led.number)) for led in leds if led.lamp)
    spots = tuple(Mark(reader.spot, SPOT_MM, _short(reader.name)) for reader in plan.readers)
    sheet = f"plywood {fit.sheet_mm:g} mm"
    return (
        _cut("upper", f"upper layer, {sheet}", 1, tray, upper, dowels, numbers, fit),
        _cut("lower", f"lower layer, {sheet}", below, tray, lower, dowels, (), fit),
        _cut("bottom", "bottom, hardboard 3 mm", 1, tray, [], dowels, (), fit),
        _cut("cover", "cover, 1 mm", 1, Box(Point(0, 0), plan.board), [], (), spots, fit, has_round_corners=False),
    )


def lower_layers(sizes: Sizes, fit: Fit) -> int:
    """Count the lower layers that readers and what is soldered to them need below the upper one."""
    return max(1, ceil(round((sizes.reader_depth - fit.sheet_mm) / fit.sheet_mm, 6)))


def _cut(
    name: str,
    what: str,
    copies: int,
    sheet: Box,
    openings: list[Box],
    holes: tuple[Hole, ...],
    marks: tuple[Mark, ...],
    fit: Fit,
    *,
    has_round_corners: bool = True,
) -> Cut:
    traced = outlines(sheet, openings)
    move = Point(MARGIN_MM - sheet.corner.x, MARGIN_MM - sheet.corner.y)
    sides = (sheet.corner.x, sheet.corner.x + sheet.size.width), (sheet.corner.y, sheet.corner.y + sheet.size.height)
    rounded = {Point(x, y) for x in sides[0] for y in sides[1]} if has_round_corners else set()
    return Cut(
        name,
        what,
        copies,
        Size(sheet.size.width + 2 * MARGIN_MM, sheet.size.height + 2 * MARGIN_MM),
        tuple(_contour(outline, rounded, move, fit.kerf_mm / 2) for outline in traced),
        tuple(hole._replace(at=_moved(hole.at, move)) for hole in holes),
        tuple(mark._replace(at=_moved(mark.at, move)) for mark in marks),
        fit,
    )


def _contour(outline: Outline, rounded: set[Point], move: Point, beside: float) -> tuple[Corner, ...]:
    """Lead a line along an outline, with the tray's own corners rounded off."""
    contour: list[Corner] = []
    line = widened(outline, beside)
    for index, (corner, at) in enumerate(zip(outline, line, strict=True)):
        at = _moved(at, move)
        if corner not in rounded:
            contour.append(Corner(at))
            continue
        before, after = _moved(line[index - 1], move), _moved(line[(index + 1) % len(line)], move)
        radius = CORNER_MM + beside
        contour += [Corner(_towards(at, before, radius), -_QUARTER), Corner(_towards(at, after, radius))]
    return tuple(contour)


def _room_for_cables(plan: TrayPlan) -> list[Box]:
    """Return the room beyond each reader's pins, where no other reader lies."""
    found = []
    for reader in plan.readers:
        room = _beyond_pins(reader)
        others = (other.module for other in plan.readers if other is not reader)
        corner, size = room
        inside = min(corner.x, corner.y, plan.board.width - corner.x - size.width) >= 0
        if inside and corner.y + size.height <= plan.board.height and not any(map(room.overlaps, others)):
            found.append(room)
    return found


def _beyond_pins(reader: Reader) -> Box:
    corner, (width, height) = reader.module
    inset = 8.0  # the row of pins is shorter than the side
    match reader.pins:
        case "right":
            return Box(Point(corner.x + width, corner.y + inset), Size(SOLDER_MM, height - 2 * inset))
        case "left":
            return Box(Point(corner.x - SOLDER_MM, corner.y + inset), Size(SOLDER_MM, height - 2 * inset))
        case "down":
            return Box(Point(corner.x + inset, corner.y + height), Size(width - 2 * inset, SOLDER_MM))
        case _:
            return Box(Point(corner.x + inset, corner.y - SOLDER_MM), Size(width - 2 * inset, SOLDER_MM))


def _dowels(tray: Box) -> tuple[Hole, ...]:
    corner, size = tray
    return tuple(
        Hole("dowel", Point(x, y), DOWEL_MM)
        for y in (corner.y + DOWEL_INSET_MM, corner.y + size.height - DOWEL_INSET_MM)
        for x in (corner.x + DOWEL_INSET_MM, corner.x + size.width - DOWEL_INSET_MM)
    )


def _grown(box: Box, by: float) -> Box:
    corner, size = box
    return Box(Point(corner.x - by, corner.y - by), Size(size.width + 2 * by, size.height + 2 * by))


def _moved(point: Point, by: Point) -> Point:
    return Point(point.x + by.x, point.y + by.y)


def _towards(start: Point, goal: Point, distance: float) -> Point:
    if start.x == goal.x:
        return Point(start.x, start.y + (distance if goal.y > start.y else -distance))
    return Point(start.x + (distance if goal.x > start.x else -distance), start.y)


def _short(name: str) -> str:
    return name.partition(".")[2] or name
