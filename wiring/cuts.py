"""The lines to cut for the tray, sheet by sheet, from a plan, its channels and the tool.

The tray is two layers of thin plywood that are cut right through, for a laser, a mill or a fretsaw: above only pockets,
below the same pockets and the channels for the cables. The lower layer is cut as often as the readers need depth.
"""

from __future__ import annotations

from math import ceil, tan
from math import pi as half_turn
from typing import Final, NamedTuple

from wiring.catalogue import PlanError, Size, Sizes
from wiring.channels import Channels
from wiring.outlines import Outline, outlines, pieces, widened
from wiring.strip_plan import Led
from wiring.svg import Hole, Point
from wiring.tray_plan import Box, Reader, TrayPlan

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
