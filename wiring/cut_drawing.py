"""Draws a sheet to cut as an SVG file for a laser, in layers by colour."""

from __future__ import annotations

from math import atan, sin
from typing import Final

from wiring.cuts import Corner, Cut
from wiring.dxf import NOTE_UP_MM, note_of
from wiring.svg import Point, Sheet, number

CUT: Final = "#ff0000"  # the usual colours of lasers: red is cut, blue is engraved
MARK: Final = "#0000ff"
NOTE: Final = "#808080"
HAIR_MM: Final = 0.1


def draw_cut(cut: Cut, title: str) -> str:
    """Draw a sheet as SVG, at true size."""
    width, height = cut.size
    sheet = Sheet(width, height, f"{title}: {note_of(cut)}")
    sheet.open_group(id="CUT", fill="none", stroke=CUT, stroke_width=HAIR_MM)
    for contour in cut.contours:
        sheet.path(_commands(contour))
    for hole in cut.holes:
        sheet.circle(hole.at, (hole.diameter - cut.fit.kerf_mm) / 2)
    sheet.close_group()
    sheet.open_group(id="MARK", fill="none", stroke=MARK, stroke_width=HAIR_MM)
    for mark in cut.marks:
        corner = Point(mark.at.x - mark.size / 2, mark.at.y - mark.size / 2)
        sheet.box(corner, mark.size, mark.size)
        below = Point(mark.at.x, mark.at.y + mark.size / 2 + 4.0)
        sheet.text(below, mark.words, 3.0, fill=MARK, stroke="none")
    sheet.close_group()
    sheet.open_group(id="NOTE", fill=NOTE)
    sheet.text(Point(width / 2, height - NOTE_UP_MM), note_of(cut), 3.5)
    sheet.close_group()
    return sheet.render()


def _commands(contour: tuple[Corner, ...]) -> str:
    steps = [f"M{_pair(contour[0].at)}"]
    for (start, bulge), (end, _) in zip(contour, (*contour[1:], contour[0]), strict=True):
        if not bulge:
            steps.append(f"L{_pair(end)}")
            continue
        chord = ((end.x - start.x) ** 2 + (end.y - start.y) ** 2) ** 0.5
        radius = chord / 2 / sin(2 * atan(abs(bulge)))
        steps.append(f"A{number(radius)} {number(radius)} 0 0 {1 if bulge > 0 else 0} {_pair(end)}")
    return "".join(steps) + "Z"


def _pair(point: Point) -> str:
    """Write a place with three decimals: half a kerf must not get lost."""
    return f"{number(point.x, 3)} {number(point.y, 3)}"
