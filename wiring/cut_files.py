"""Writes what is cut and drilled as files for lasers, mills and hands: SVG in layers by colour, DXF, lists of holes.

What is cut is red in the SVG and on the layer CUT of the DXF; MARK is engraved, or drawn by hand; NOTE is for the
reader. The DXF is in millimetres, y upwards, in a dialect of the year 2000, the oldest that says its unit. Holes of a
drawn plate are measured from its corner.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from math import atan, sin
from typing import Any, Final, NamedTuple

from wiring.cuts import Corner, Cut
from wiring.svg import Point, Sheet, number

CUT: Final = "#ff0000"  # the usual colours of lasers: red is cut, blue is engraved
MARK: Final = "#0000ff"
NOTE: Final = "#808080"
HAIR_MM: Final = 0.1
NOTE_UP_MM: Final = 39.0  # above the sheet's lower edge: beyond the rail, where nothing is marked
LAYERS: Final = {"CUT": 1, "MARK": 5, "NOTE": 8}  # of the DXF, with their colours: red, blue, and a faint one


def note_of(cut: Cut) -> str:
    """Return what a sheet is, how often it is cut, and for which tool."""
    times = "once" if cut.copies == 1 else f"{cut.copies} times"
    return f"{cut.what}; cut {times}; kerf {cut.fit.kerf_mm:g} mm, clearance {cut.fit.clearance_mm:g} mm"


def as_dxf(cut: Cut) -> str:
    """Write a sheet as DXF."""
    import ezdxf
    from ezdxf import options  # type: ignore[attr-defined]

    # No dates or numbers that differ from run to run.
    options.set(options.CORE, "WRITE_FIXED_META_DATA_FOR_TESTING", "true")
    drawing = ezdxf.new("R2000", units=ezdxf.units.MM)  # type: ignore[attr-defined]
    for name, colour in LAYERS.items():
        drawing.layers.add(name, color=colour)
    space, (width, height) = drawing.modelspace(), cut.size
    for contour in cut.contours:
        _add_line(space, contour, height, "CUT")
    for hole in cut.holes:
        radius = (hole.diameter - cut.fit.kerf_mm) / 2
        space.add_circle(_up(hole.at, height), _rounded(radius), dxfattribs={"layer": "CUT"})
    for mark in cut.marks:
        half = mark.size / 2
        around = [(-half, -half), (half, -half), (half, half), (-half, half)]
        _add_line(space, [Corner(Point(mark.at.x + x, mark.at.y + y)) for x, y in around], height, "MARK")
        _add_words(space, mark.words, Point(mark.at.x, mark.at.y + half + 4.0), height, "MARK", 3.0)
    _add_words(space, note_of(cut), Point(width / 2, height - NOTE_UP_MM), height, "NOTE", 3.5)
    text = io.StringIO()
    drawing.write(text)
    return text.getvalue()


def _add_line(space: Any, contour: Iterable[Corner], height: float, layer: str) -> None:
    # Seen from the other side, as y is turned round, a bend goes the other way.
    points = [(*_up(at, height), _rounded(-bulge)) for at, bulge in contour]
    space.add_polyline2d(points, format="xyb", close=True, dxfattribs={"layer": layer})


def _add_words(space: Any, words: str, at: Point, height: float, layer: str, size: float) -> None:
    from ezdxf.enums import TextEntityAlignment

    text = space.add_text(words, height=size, dxfattribs={"layer": layer})
    text.set_placement(_up(at, height), align=TextEntityAlignment.CENTER)


def _up(point: Point, height: float) -> tuple[float, float]:
    return _rounded(point.x), _rounded(height - point.y)


def _rounded(value: float) -> float:
    """Return a number with all the decimals that a machine can cut."""
    return round(value, 4) + 0.0


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


_HEAD: Final = ("what", "from the left, mm", "from the top, mm", "hole or opening, mm")


class Drilled(NamedTuple):
    """One line of the list; of an opening the place of its upper left corner."""

    what: str
    at: Point
    size: str


def drill_list(sheet: Sheet, corner: Point) -> tuple[Drilled, ...]:
    """List what a sheet says is drilled, from the top; then what is cut out."""
    holes = [Drilled(hole.what, _from(corner, hole.at), f"Ø {hole.diameter:g}") for hole in sheet.holes]
    windows = [
        Drilled(f"{one.what}, its upper left corner", _from(corner, one.corner), f"{one.width:g} × {one.height:g}")
        for one in sheet.windows
    ]
    return (*sorted(holes, key=lambda line: (line.at.y, line.at.x)), *windows)


def as_markdown(lines: tuple[Drilled, ...]) -> str:
    """Write the list as a table for the guide."""
    rows = [f"| {line.what} | {line.at.x:.1f} | {line.at.y:.1f} | {line.size} | ☐ |" for line in lines]
    return "\n".join([f"| {' | '.join(_HEAD)} | done |", "|---|---:|---:|---|---|", *rows]) + "\n"


def as_csv(lines: tuple[Drilled, ...]) -> str:
    """Write the list for a spreadsheet."""
    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(_HEAD)
    writer.writerows([line.what, f"{line.at.x:.1f}", f"{line.at.y:.1f}", line.size] for line in lines)
    return sheet.getvalue()


def _from(corner: Point, at: Point) -> Point:
    return Point(at.x - corner.x, at.y - corner.y)
