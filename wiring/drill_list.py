"""Lists what is drilled and cut out of a drawn plate, measured from its corner."""

from __future__ import annotations

import csv
import io
from typing import Final, NamedTuple

from wiring.svg import Point, Sheet

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
