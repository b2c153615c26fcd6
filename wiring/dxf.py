"""Writes a sheet to cut as a DXF file, for lasers and mills.

Written by hand, in the oldest dialect (R12), which every program reads: it needs a dozen lines, has no numbers or dates
that differ from run to run, and leaves a real library free to read it in the tests. Millimetres, y upwards. What is cut
is on the layer CUT; MARK is engraved, or drawn by hand; NOTE is for the reader.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from wiring.cuts import Corner, Cut
from wiring.svg import Point, number

LAYERS: Final = {"CUT": 1, "MARK": 5, "NOTE": 8}  # with their colours: red, blue, and a faint one
NOTE_UP_MM: Final = 39.0  # above the sheet's lower edge: beyond the rail, where nothing is marked
_MILLIMETRES: Final = 4
_CLOSED: Final = 1

Pair = tuple[int, object]


def as_dxf(cut: Cut) -> str:
    """Write a sheet as DXF."""
    width, height = cut.size
    pairs: list[Pair] = [
        *_section("HEADER", [*_variable("$ACADVER", 1, "AC1009"), *_variable("$INSUNITS", 70, _MILLIMETRES)]),
        *_section("TABLES", _layers()),
    ]
    entities: list[Pair] = []
    for contour in cut.contours:
        entities += _polyline(contour, height)
    for hole in cut.holes:
        entities += _circle("CUT", hole.at, (hole.diameter - cut.fit.kerf_mm) / 2, height)
    for mark in cut.marks:
        half = mark.size / 2
        around = [(-half, -half), (half, -half), (half, half), (-half, half)]
        box = tuple(Corner(Point(mark.at.x + x, mark.at.y + y)) for x, y in around)
        entities += _polyline(box, height, "MARK")
        entities += _text("MARK", Point(mark.at.x, mark.at.y + half + 4.0), mark.words, 3.0, height)
    entities += _text("NOTE", Point(width / 2, height - NOTE_UP_MM), note_of(cut), 3.5, height)
    pairs += [*_section("ENTITIES", entities), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in pairs)


def note_of(cut: Cut) -> str:
    """Return what a sheet is, how often it is cut, and for which tool."""
    times = "once" if cut.copies == 1 else f"{cut.copies} times"
    return f"{cut.what}; cut {times}; kerf {cut.fit.kerf_mm:g} mm, clearance {cut.fit.clearance_mm:g} mm"


def _section(name: str, content: Iterable[Pair]) -> list[Pair]:
    return [(0, "SECTION"), (2, name), *content, (0, "ENDSEC")]


def _variable(name: str, code: int, value: object) -> list[Pair]:
    return [(9, name), (code, value)]


def _layers() -> list[Pair]:
    rows: list[Pair] = [(0, "TABLE"), (2, "LAYER"), (70, len(LAYERS))]
    for name, colour in LAYERS.items():
        rows += [(0, "LAYER"), (2, name), (70, 0), (62, colour), (6, "CONTINUOUS")]
    return [*rows, (0, "ENDTAB")]


def _polyline(contour: Iterable[Corner], height: float, layer: str = "CUT") -> list[Pair]:
    rows: list[Pair] = [(0, "POLYLINE"), (8, layer), (66, 1), *_at(Point(0, height), height), (70, _CLOSED)]
    for at, bulge in contour:
        # Seen from the other side, as y is turned round, a bend goes the other way.
        rows += [(0, "VERTEX"), (8, layer), *_at(at, height), (42, _number(-bulge))]
    return [*rows, (0, "SEQEND"), (8, layer)]


def _circle(layer: str, at: Point, radius: float, height: float) -> list[Pair]:
    return [(0, "CIRCLE"), (8, layer), *_at(at, height), (40, _number(radius))]


def _text(layer: str, at: Point, words: str, size: float, height: float) -> list[Pair]:
    place = _at(at, height)
    second = [(code + 1, value) for code, value in place]
    return [(0, "TEXT"), (8, layer), *place, (40, _number(size)), (1, words), (72, 1), *second]


def _at(point: Point, height: float) -> list[Pair]:
    return [(10, _number(point.x)), (20, _number(height - point.y)), (30, _number(0.0))]


def _number(value: float) -> str:
    """Write a number with all the decimals that a machine can cut, and the point by which DXF knows a length."""
    text = number(value, 4)
    return text if "." in text else f"{text}.0"
