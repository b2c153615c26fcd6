"""Land and water below the map of a terminal: the page's own coasts, as colours of half cells."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

_FILE = Path(__file__).parents[1] / "page" / "static" / "coast.js"
_POLYGON = re.compile(r"\[(\[[^\[\]]+\](?:,\s*\[[^\[\]]+\])*),?\s*\]")
_POINT = re.compile(r"\[(-?[\d.]+), (-?[\d.]+)\]")
Point = tuple[float, float]


@lru_cache(maxsize=1)
def read_coasts() -> tuple[tuple[Point, ...], ...]:
    """Return the outlines of all land, in the units of the board file's map."""
    text = _FILE.read_text(encoding="utf-8").partition("export const coast =")[2].partition("\n];")[0]
    return tuple(
        tuple((float(x), float(y)) for x, y in _POINT.findall(found.group(1))) for found in _POLYGON.finditer(text)
    )


def is_land(point: Point) -> bool:
    """Return whether a point lies inside an outline: whoever goes right from it crosses an odd number of coasts."""
    return any(_crossings(outline, point) % 2 for outline in read_coasts())


def _crossings(outline: tuple[Point, ...], point: Point) -> int:
    x, y = point
    return sum(
        x < x0 + (y - y0) * (x1 - x0) / (y1 - y0)
        for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True)
        if (y0 > y) != (y1 > y)
    )


@lru_cache(maxsize=16)
def ground(columns: int, lines: int, left: float, top: float, per_column: float, per_line: float) -> tuple[str, ...]:
    """Return the ground of half cells, two rows a line: `#` for land, `~` for a shore, a space for open water."""
    rows = [
        "".join(
            "#" if is_land((left + (column + 0.5) * per_column, top + (row + 0.5) * per_line / 2)) else " "
            for column in range(columns)
        )
        for row in range(2 * lines)
    ]
    return tuple(
        "".join("~" if here == " " and _is_shore(rows, x, y) else here for x, here in enumerate(row))
        for y, row in enumerate(rows)
    )


def _is_shore(rows: list[str], x: int, y: int) -> bool:
    near = (rows[ny][nx] for ny in (y - 1, y, y + 1) if 0 <= ny < len(rows) for nx in _around(x, len(rows[0])))
    return "#" in near


def _around(x: int, width: int) -> range:
    return range(max(0, x - 1), min(width, x + 2))
