"""The tray of the board kit, drawn: a checked plan enters, a sheet to print at true size leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from companion.shelf.board_plan import BoardPlan, Meaning
from hardware.kit.kit import Kit, Pico
from wiring.route_map import INK, SERIF
from wiring.svg import Point, Sheet, polyline
from wiring.tray_plan import Lamp, Reader, TrayPlan, longest_cable

MARGIN: Final = 14.0
PIECE_MM: Final = 25.0  # about the room a piece takes
WOOD: Final = "#efe3c8"
BOARD: Final = "#fbf8ef"
MODULE: Final = "#c9ddf2"
LAMP: Final = "#f6d55c"
WARN: Final = "#c0392b"


def draw_tray(kit: Kit, pico: Pico, plan: TrayPlan, board: BoardPlan) -> str:
    """Draw the plan as SVG, seen from above, through the board."""
    width = plan.board.width + 2 * (plan.rail + MARGIN)
    height = plan.board.height + 2 * plan.rail + MARGIN + 30
    sheet = Sheet(width, height, f"{kit.title}: tray, print at 100 %")
    sheet.box(Point(0, 0), width, height, fill="#ffffff")
    sheet.open_group(transform=f"translate({MARGIN + plan.rail:g} {MARGIN + plan.rail:g})")
    sheet.box(
        Point(-plan.rail, -plan.rail),
        plan.board.width + 2 * plan.rail,
        plan.board.height + 2 * plan.rail,
        rx=5,
        fill=WOOD,
        stroke="#222222",
        stroke_width=0.3,
    )
    sheet.box(Point(0, 0), *plan.board, fill=BOARD, stroke="#222222", stroke_width=0.3, stroke_dasharray="4 2")
    _title(sheet, plan)
    for near in plan.near:
        _warn(sheet, plan, near.one, near.other, near.distance)
    for reader in plan.readers:
        _draw_reader(sheet, reader, board.meaning(reader.name).label, f"GP{pico.selects[reader.name]}")
    _data_line(sheet, plan.lamps)
    for number, lamp in enumerate(plan.lamps, start=1):
        meaning = board.meaning(lamp.name)
        _draw_lamp(sheet, lamp, meaning, board.families.get(meaning.family, LAMP), number)
    sheet.close_group()
    foot = height - 11
    sheet.ruler(Point(MARGIN, foot))
    _legend(sheet, Point(MARGIN + 118, foot - 3), plan, board)
    return sheet.render()


def _title(sheet: Sheet, plan: TrayPlan) -> None:
    middle = plan.board.width * 0.66
    at = Point(middle, plan.board.height * 0.28)
    words = f"the board lies here: {plan.board.width:g} × {plan.board.height:g} mm, nothing is drilled"
    sheet.text(at, words, 4, fill="#8a7a55", font_family=SERIF, font_style="italic")


def _draw_reader(sheet: Sheet, reader: Reader, label: str, select: str) -> None:
    corner, size = reader.module
    sheet.box(corner, *size, rx=1.5, fill=MODULE, stroke=INK, stroke_width=0.3)
    for turn in range(4):
        side = 34.0 - 5 * turn
        box_corner = Point(reader.spot.x - side / 2, reader.spot.y - side / 2)
        sheet.box(box_corner, side, side, rx=3, fill="none", stroke=INK, stroke_width=0.18, stroke_opacity=0.5)
    for pin in _pins(reader):
        sheet.circle(pin, 0.7, fill=INK)
    sheet.circle(reader.spot, PIECE_MM / 2, fill="#ffffff", fill_opacity=0.75, stroke=INK, stroke_width=0.4)
    arm = 3.0
    sheet.path(
        polyline([Point(reader.spot.x - arm, reader.spot.y), Point(reader.spot.x + arm, reader.spot.y)]),
        stroke=INK,
        stroke_width=0.3,
    )
    sheet.path(
        polyline([Point(reader.spot.x, reader.spot.y - arm), Point(reader.spot.x, reader.spot.y + arm)]),
        stroke=INK,
        stroke_width=0.3,
    )
    sheet.text(Point(reader.spot.x, reader.spot.y - 4.6), label, 3.6, fill=INK, font_family=SERIF, font_weight="bold")
    sheet.text(Point(reader.spot.x, reader.spot.y + 7.2), f"{reader.spot.x:g}, {reader.spot.y:g}", 2.6, fill=INK)
    at = _beside_pins(reader)
    sheet.text(at, select, 3, fill=INK)


def _pins(reader: Reader) -> list[Point]:
    """Place the eight pins of a module along its short side."""
    corner, size = reader.module
    offsets = [(index - 3.5) * 2.54 for index in range(8)]
    match reader.pins:
        case "right":
            return [Point(corner.x + size.width - 3, reader.spot.y + offset) for offset in offsets]
        case "left":
            return [Point(corner.x + 3, reader.spot.y + offset) for offset in offsets]
        case "down":
            return [Point(reader.spot.x + offset, corner.y + size.height - 3) for offset in offsets]
        case _:
            return [Point(reader.spot.x + offset, corner.y + 3) for offset in offsets]


def _beside_pins(reader: Reader) -> Point:
    """Return the place for the select's name: on the module, between coil and pins."""
    aside = 25.5
    match reader.pins:
        case "right":
            return Point(reader.spot.x + aside, reader.spot.y + 1)
        case "left":
            return Point(reader.spot.x - aside, reader.spot.y + 1)
        case "down":
            return Point(reader.spot.x, reader.spot.y + aside)
        case _:
            return Point(reader.spot.x, reader.spot.y - aside)


def _data_line(sheet: Sheet, lamps: Sequence[Lamp]) -> None:
    """Draw the way of the data, from lamp to lamp; around a corner it is a wire of its own."""
    first = lamps[0].at
    sheet.path(polyline([Point(first.x - 16, first.y), first]), stroke=INK, stroke_width=0.4, fill="none")
    sheet.text(Point(first.x - 18, first.y + 1), "DIN", 3, text_anchor="end", fill=INK)
    for before, after in pairwise(lamps):
        points = [before.at, after.at]
        if before.edge != after.edge:
            # The corner lies where the two edges' middle lines meet.
            level = before.edge in ("top", "bottom")
            points.insert(1, Point(after.at.x, before.at.y) if level else Point(before.at.x, after.at.y))
        sheet.path(polyline(points), stroke=INK, stroke_width=0.4, fill="none")


def _draw_lamp(sheet: Sheet, lamp: Lamp, meaning: Meaning, colour: str, number: int) -> None:
    sheet.box(Point(lamp.at.x - 2.5, lamp.at.y - 2.5), 5, 5, rx=0.5, fill=colour, stroke=INK, stroke_width=0.25)
    sheet.text(Point(lamp.at.x, lamp.at.y + 0.9), str(number), 2.4, fill=INK)
    below = lamp.edge in ("top", "left", "right")
    y = lamp.at.y + 6 if below else lamp.at.y - 4
    if lamp.edge in ("left", "right"):
        # The data line runs on behind the words.
        width = 1.45 * len(meaning.label) + 1
        sheet.box(Point(lamp.at.x - width / 2, y - 2.3), width, 3.2, fill=WOOD)
    weight = "bold" if meaning.place else "normal"
    sheet.text(Point(lamp.at.x, y), meaning.label, 2.4, fill=INK, font_weight=weight)


def _warn(sheet: Sheet, plan: TrayPlan, one: str, other: str, distance: float) -> None:
    spots: Mapping[str, Point] = {reader.name: reader.spot for reader in plan.readers}
    start, end = spots[one], spots[other]
    sheet.line(start, end, stroke=WARN, stroke_width=0.6, stroke_dasharray="2 1")
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2 - 1)
    sheet.text(middle, f"{distance:.0f} mm: may hear each other", 3, fill=WARN)


def _legend(sheet: Sheet, at: Point, plan: TrayPlan, board: BoardPlan) -> None:
    sheet.box(Point(at.x, at.y - 3), 6, 4, rx=0.6, fill=MODULE, stroke=INK, stroke_width=0.25)
    words = f"reader under the board, pins as dots; the circle is the {board.piece}'s spot, over the coil's centre"
    sheet.text(Point(at.x + 8, at.y), words, 3, text_anchor="start", fill="#222222")
    x = at.x
    for family, colour in board.families.items():
        sheet.box(Point(x, at.y + 2.6), 4, 4, rx=0.5, fill=colour, stroke=INK, stroke_width=0.25)
        sheet.text(Point(x + 5.5, at.y + 5.7), family, 3, text_anchor="start", fill="#222222")
        x += 30
    run = longest_cable(plan)
    words = (
        f"{len(plan.lamps)} lamps on the rail, numbered as the data runs; "
        f"longest cable {run.length / 10:.0f} cm, from the middle of the {run.edge} edge"
    )
    sheet.text(Point(x, at.y + 5.7), words, 3, text_anchor="start", fill="#222222")
