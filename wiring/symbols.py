"""The symbols of a schematic: draws resistors, lamps, switches, chips and wires on a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from wiring.harness import KIND_COLOURS, WIRE_COLOURS
from wiring.svg import Point, Sheet, number, polyline

INK: Final = "#1d2b3a"
FAINT: Final = "#5d6b7a"
THIN: Final = 0.25
WIRE: Final = 0.45
# The colours of the harness drawings, dark enough for a thin line on white paper.
_HEX: Final[Mapping[str, str]] = {
    "RD": "#c62828",
    "OG": "#e36209",
    "BK": "#333333",
    "YE": "#b58900",
    "GN": "#2e7d32",
    "BU": "#1565c0",
    "WH": "#7b8794",
    "VT": "#7b1fa2",
    "TQ": "#00838f",
    "PK": "#d81b60",
    "BN": "#6d4c41",
}


def colour_of(signal: str) -> str:
    """Return the colour of a signal's wires: that of the harness drawings."""
    return _HEX[WIRE_COLOURS[signal]]


def wire(sheet: Sheet, signal: str, *points: Point) -> None:
    """Draw a wire through points."""
    sheet.path(polyline(points), fill="none", stroke=colour_of(signal), stroke_width=WIRE, stroke_linejoin="round")


def joint(sheet: Sheet, signal: str, at: Point) -> None:
    """Mark a place where wires meet."""
    sheet.circle(at, 0.75, fill=colour_of(signal))


def words(sheet: Sheet, at: Point, text: str, size: float = 2.6, **attributes: str | float) -> None:
    """Write a few words in ink."""
    sheet.text(at, text, size, **{"fill": INK, **attributes})


def block(sheet: Sheet, corner: Point, width: float, height: float, title: str, kind: str, below: str = "") -> None:
    """Draw a part as a box with its name above it, and a remark below."""
    box: dict[str, str | float] = {"rx": 1.2, "fill": KIND_COLOURS[kind], "stroke": INK, "stroke_width": 0.35}
    sheet.box(corner, width, height, **box)
    words(sheet, Point(corner.x + width / 2, corner.y - 1.8), title, 3.2, font_weight="bold")
    if below:
        words(sheet, Point(corner.x + width / 2, corner.y + height + 3.8), below, 2.4, fill=FAINT)


def pin(sheet: Sheet, at: Point, name: str, side: str, outside: str = "") -> None:
    """Write the name of a pin inside its block, and its number outside, above the wire."""
    left = side == "left"
    inside = Point(at.x + (1.4 if left else -1.4), at.y + 0.9)
    words(sheet, inside, name, 2.5, text_anchor="start" if left else "end")
    if outside:
        beyond = Point(at.x + (-1.0 if left else 1.0), at.y - 0.8)
        words(sheet, beyond, outside, 2.0, fill=FAINT, text_anchor="end" if left else "start")


def ground(sheet: Sheet, at: Point) -> None:
    """Draw the sign for ground, hanging from a point."""
    lines = "".join(
        f"M{number(at.x - half)} {number(at.y + down)}h{number(2 * half)}"
        for half, down in ((2.2, 2), (1.4, 3), (0.6, 4))
    )
    sheet.path(f"M{number(at.x)} {number(at.y)}v2{lines}", fill="none", stroke=colour_of("GND"), stroke_width=WIRE)


def supply(sheet: Sheet, at: Point, name: str) -> None:
    """Draw the sign for a supply, standing on a point, with its voltage."""
    colour = colour_of(name)
    path = f"M{number(at.x)} {number(at.y)}v-3m-1.6 1.6l1.6 -1.6l1.6 1.6"
    sheet.path(path, fill="none", stroke=colour, stroke_width=WIRE)
    words(sheet, Point(at.x, at.y - 4), name, 2.2, fill=colour)


def label(sheet: Sheet, at: Point, name: str, signal: str, side: str) -> None:
    """Draw the flag of a net: all flags of one name are joined. `side` is where the flag lies of its point."""
    length = 1.55 * len(name) + 3.2
    turn = -1 if side == "left" else 1
    shape = [(0, 0), (1.6, -1.9), (1.6 + length, -1.9), (1.6 + length, 1.9), (1.6, 1.9)]
    points = [Point(at.x + turn * x, at.y + y) for x, y in shape]
    sheet.path(polyline(points) + "Z", fill="#ffffff", stroke=colour_of(signal), stroke_width=THIN)
    middle = Point(at.x + turn * (1.6 + length / 2), at.y + 0.85)
    words(sheet, middle, name, 2.4, fill=colour_of(signal))


def resistor(sheet: Sheet, middle: Point, value: str, *, upright: bool = False) -> None:
    """Draw a resistor over a wire, with its value."""
    box: dict[str, str | float] = {"fill": "#ffffff", "stroke": INK, "stroke_width": 0.3}
    if upright:
        sheet.box(Point(middle.x - 1.2, middle.y - 3), 2.4, 6, **box)
        words(sheet, Point(middle.x + 2, middle.y + 0.8), value, 2.1, text_anchor="start")
    else:
        sheet.box(Point(middle.x - 3.5, middle.y - 1.3), 7, 2.6, **box)
        words(sheet, Point(middle.x, middle.y + 0.75), value, 2.0)


def _triangle(sheet: Sheet, middle: Point, fill: str, *, to_left: bool) -> None:
    turn = -1 if to_left else 1
    ends = f"{number(middle.x - turn * 1.8)} {number(middle.y - 1.9)}v3.8l{number(turn * 3.6)} -1.9Z"
    bar = f"M{number(middle.x + turn * 1.8)} {number(middle.y - 1.9)}v3.8"
    sheet.path(f"M{ends}", fill=fill, stroke=INK, stroke_width=0.3)
    sheet.path(bar, fill="none", stroke=INK, stroke_width=0.4)


def diode(sheet: Sheet, middle: Point, value: str, *, to_left: bool) -> None:
    """Draw a diode over a wire, whose ring is where the current flows to."""
    _triangle(sheet, middle, "#ffffff", to_left=to_left)
    words(sheet, Point(middle.x, middle.y - 2.8), value, 2.2)


def led(sheet: Sheet, middle: Point, *, to_left: bool) -> None:
    """Draw a lamp over a wire; current flows to the left, or to the right."""
    _triangle(sheet, middle, "#fbe38e", to_left=to_left)
    for shift in (-0.8, 1.2):
        ray = f"M{number(middle.x + shift)} {number(middle.y - 2.4)}l1.4 -1.6m-0.9 0.2l0.9 -0.2l-0.1 0.9"
        sheet.path(ray, fill="none", stroke=INK, stroke_width=0.2)


def switch(sheet: Sheet, middle: Point) -> None:
    """Draw an open push button over a wire."""
    left, right = Point(middle.x - 3, middle.y), Point(middle.x + 3, middle.y)
    sheet.box(Point(left.x, middle.y - 0.8), 6, 1.6, fill="#ffffff")
    for end in (left, right):
        sheet.circle(end, 0.7, fill="#ffffff", stroke=INK, stroke_width=0.3)
    bar = f"M{number(middle.x - 3.4)} {number(middle.y - 1.9)}h6.8M{number(middle.x)} {number(middle.y - 1.9)}v-1.6"
    sheet.path(bar, fill="none", stroke=INK, stroke_width=0.35)


def capacitor(sheet: Sheet, top: Point, value: str, *, polar: bool = False) -> None:
    """Draw a capacitor that hangs from a point, 8 mm long, down to the sign for ground."""
    middle = top.y + 4
    sheet.path(
        f"M{number(top.x)} {number(top.y)}v3.4M{number(top.x)} {number(middle + 0.6)}v3.4",
        stroke=INK,
        stroke_width=0.35,
    )
    plates = f"M{number(top.x - 2.2)} {number(middle - 0.6)}h4.4M{number(top.x - 2.2)} {number(middle + 0.6)}h4.4"
    sheet.path(plates, fill="none", stroke=INK, stroke_width=0.5)
    words(sheet, Point(top.x + 3, middle + 0.8), value, 2.1, text_anchor="start")
    if polar:
        words(sheet, Point(top.x - 2.6, middle - 1.3), "+", 2.6)
    ground(sheet, Point(top.x, top.y + 8))


def gate(sheet: Sheet, left: Point, name: str, pins: tuple[int, int, int]) -> Point:
    """Draw a buffer whose input is at a point, with its numbers of enable, input and output; return the output."""
    enable, enter, leave = pins
    sheet.path(
        f"M{number(left.x)} {number(left.y - 4)}v8l8 -4Z", fill=KIND_COLOURS["chip"], stroke=INK, stroke_width=0.35
    )
    sheet.circle(Point(left.x + 4, left.y + 2.8), 0.8, fill="#ffffff", stroke=INK, stroke_width=0.3)
    words(sheet, Point(left.x + 2.7, left.y + 0.8), name, 2.0)
    words(sheet, Point(left.x - 0.8, left.y - 0.8), str(enter), 1.9, fill=FAINT, text_anchor="end")
    words(sheet, Point(left.x + 8.6, left.y - 0.8), str(leave), 1.9, fill=FAINT, text_anchor="start")
    words(sheet, Point(left.x + 5.2, left.y + 5.4), str(enable), 1.9, fill=FAINT, text_anchor="start")
    return Point(left.x + 8, left.y)
