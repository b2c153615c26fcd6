"""A sheet of paper in millimetres: draws shapes into an SVG file that prints at true size.

Numbers are written with two decimals at most, so that the same sheet is the same file on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple


class Point(NamedTuple):
    """A place on the sheet, in millimetres from the top left."""

    x: float
    y: float


class Hole(NamedTuple):
    """A round hole to be drilled."""

    what: str
    at: Point
    diameter: float


class Window(NamedTuple):
    """A rectangle to be cut out."""

    what: str
    corner: Point
    width: float
    height: float


class Sheet:
    """A drawing in the making; it remembers what is to be drilled and cut out."""

    def __init__(self, width_mm: float, height_mm: float, title: str) -> None:
        self._size = width_mm, height_mm
        self._title = title
        self._lines: list[str] = []
        self.holes: list[Hole] = []
        self.windows: list[Window] = []

    def add(self, tag: str, content: str, /, **attributes: str | float) -> None:
        """Add one element; `stroke_width` is written `stroke-width`, numbers are rounded."""
        shown = "".join(f' {_key(key)}="{_value(value)}"' for key, value in attributes.items())
        self._lines.append(f"<{tag}{shown}>{content}</{tag}>" if content else f"<{tag}{shown}/>")

    def text(self, at: Point, words: str, size: float, **attributes: str | float) -> None:
        """Write a line of text; centred unless told otherwise."""
        style: dict[str, str | float] = {"text_anchor": "middle", **attributes}
        self.add("text", escape(words), x=at.x, y=at.y, font_size=size, **style)

    def circle(self, at: Point, radius: float, **attributes: str | float) -> None:
        """Draw a circle."""
        self.add("circle", "", cx=at.x, cy=at.y, r=radius, **attributes)

    def box(self, corner: Point, width: float, height: float, **attributes: str | float) -> None:
        """Draw a rectangle from its top left corner."""
        self.add("rect", "", x=corner.x, y=corner.y, width=width, height=height, **attributes)

    def line(self, start: Point, end: Point, **attributes: str | float) -> None:
        """Draw a straight line."""
        self.add("line", "", x1=start.x, y1=start.y, x2=end.x, y2=end.y, **attributes)

    def path(self, commands: str, **attributes: str | float) -> None:
        """Draw a path."""
        self.add("path", "", d=commands, **attributes)

    def open_group(self, **attributes: str | float) -> None:
        """Start a group whose attributes hold for all that follows."""
        shown = "".join(f' {_key(key)}="{_value(value)}"' for key, value in attributes.items())
        self._lines.append(f"<g{shown}>")

    def close_group(self) -> None:
        """End the group."""
        self._lines.append("</g>")

    def define(self, content: str) -> None:
        """Add definitions: arrow heads, clips."""
        self._lines.append(f"<defs>{content}</defs>")

    def window(self, what: str, corner: Point, width: float, height: float) -> None:
        """Draw a rectangle to be cut out."""
        self.windows.append(Window(what, corner, width, height))
        self.box(corner, width, height, fill="#ffffff", stroke="#222222", stroke_width=0.25)

    def hole(self, what: str, at: Point, diameter: float) -> None:
        """Draw a hole to be drilled, with a cross at its centre for the bradawl."""
        self.holes.append(Hole(what, at, diameter))
        self.circle(at, diameter / 2, fill="#ffffff", stroke="#222222", stroke_width=0.25)
        arm = min(diameter / 2 + 1, diameter * 0.35)
        cross = f"M{number(at.x - arm)} {number(at.y)}h{number(2 * arm)}M{number(at.x)} {number(at.y - arm)}"
        self.path(f"{cross}v{number(2 * arm)}", stroke="#222222", stroke_width=0.12)

    def ruler(self, at: Point, length_mm: int = 100) -> None:
        """Draw a scale bar, to check with a ruler that the print has its true size."""
        ticks = "".join(
            f"M{number(at.x + mm)} {number(at.y)}v{-3 if mm % 50 == 0 else -2 if mm % 10 == 0 else -1}"
            for mm in range(0, length_mm + 1, 5)
        )
        self.path(f"M{number(at.x)} {number(at.y)}h{length_mm}{ticks}", stroke="#222222", stroke_width=0.2, fill="none")
        words = f"{length_mm} mm: measure it; print again at 100 % if it differs"
        self.text(Point(at.x + length_mm / 2, at.y + 3.6), words, 2.6, fill="#222222", **halo("#ffffff"))

    def render(self, window: tuple[Point, Point] | None = None) -> str:
        """Return the SVG file: all of it, or the part in a window, given by its corner and its size."""
        corner, size = window or (Point(0, 0), Point(*self._size))
        width, height = number(size.x), number(size.y)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
            f'viewBox="{_pair(corner)} {width} {height}" font-family="DejaVu Sans, Verdana, sans-serif">'
        )
        return "\n".join([head, f"<title>{escape(self._title)}</title>", *self._lines, "</svg>", ""])


def halo(colour: str) -> dict[str, str | float]:
    """Return the attributes of a text that keeps lines behind it away from its letters."""
    return {"stroke": colour, "stroke_width": 0.8, "paint_order": "stroke"}


def number(value: float, decimals: int = 2) -> str:
    """Write a number in the shortest way, with this many decimals at most."""
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def smooth(points: Sequence[Point], *, closed: bool = False) -> str:
    """Return path commands for a curve through the points (Catmull-Rom, written as cubic Béziers)."""
    count = len(points)
    steps = [f"M{_pair(points[0])}"]
    for index in range(count if closed else count - 1):
        if closed:
            before, here, there, after = (points[(index + offset) % count] for offset in (-1, 0, 1, 2))
        else:
            before, here = points[max(index - 1, 0)], points[index]
            there, after = points[index + 1], points[min(index + 2, count - 1)]
        first = Point(here.x + (there.x - before.x) / 6, here.y + (there.y - before.y) / 6)
        second = Point(there.x - (after.x - here.x) / 6, there.y - (after.y - here.y) / 6)
        steps.append(f"C{_pair(first)} {_pair(second)} {_pair(there)}")
    return "".join(steps) + ("Z" if closed else "")


def polyline(points: Iterable[Point]) -> str:
    """Return path commands for straight lines through the points."""
    return "M" + "L".join(_pair(point) for point in points)


def _pair(point: Point) -> str:
    return f"{number(point.x)} {number(point.y)}"


def _key(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)
