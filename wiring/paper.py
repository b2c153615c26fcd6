"""Puts drawings of true size onto paper: whole where they fit, otherwise as pages to be glued, each with a ruler.

In: an SVG file that says its size in millimetres. Out: an HTML document of pages of that paper, which a browser prints
at true size. A drawing that is exactly a sheet of the paper is printed as it is, to its edges; any other keeps away
from them, where no printer prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from math import ceil
from typing import Final, NamedTuple

MARGIN_MM: Final = 10.0  # more than most printers leave white
OVERLAP_MM: Final = 8.0  # of two pages that are glued
RULER_MM: Final = 100
_ROOT: Final = re.compile(r"<svg\b[^>]*>")
_SIZE: Final = re.compile(r'\b(width|height)="([\d.]+)mm"')
_SHOWN: Final = re.compile(r'\bviewBox="([-\d. ]+)"')


class Paper(NamedTuple):
    """A sheet of paper, in millimetres."""

    name: str
    width: float
    height: float

    @property
    def turned(self) -> Paper:
        """The sheet on its side."""
        return Paper(self.name, self.height, self.width)


A4: Final = Paper("A4", 210, 297)
A3: Final = Paper("A3", 297, 420)


class Drawing(NamedTuple):
    """A drawing of true size."""

    width: float
    height: float
    left: float  # where its own coordinates begin
    top: float
    content: str


class Page(NamedTuple):
    """One page of a drawing: which part of it is shown, and its place among the others, counted from 1."""

    x: float
    y: float
    row: int
    column: int


class Layout(NamedTuple):
    """How a drawing is laid onto sheets of one paper."""

    paper: Paper
    margin: float
    pages: tuple[Page, ...]


def read_drawing(svg: str) -> Drawing | None:
    """Read a drawing, or return None if it does not say how large it is: then no size is its true one."""
    root = _ROOT.search(svg)
    sizes = dict(_SIZE.findall(root[0])) if root else {}
    shown = _SHOWN.search(root[0]) if root else None
    if root is None or shown is None or len(sizes) < 2:
        return None
    left, top, *_ = map(float, shown[1].split())
    content = svg[root.end() : svg.rindex("</svg>")]
    return Drawing(float(sizes["width"]), float(sizes["height"]), left, top, content)


def lay(drawing: Drawing, paper: Paper) -> Layout:
    """Lay a drawing onto sheets of a paper, upright or on the side, whichever takes fewer.

    >>> lay(Drawing(297, 210, 0, 0, ""), A4).margin, len(lay(Drawing(552, 422, 0, 0, ""), A4).pages)
    (0.0, 9)
    """
    size = drawing.width, drawing.height
    for sheet in (paper, paper.turned):
        if size == (sheet.width, sheet.height):
            return Layout(sheet, 0.0, (Page(0, 0, 1, 1),))
    layouts = [Layout(sheet, MARGIN_MM, tuple(_pages(drawing, sheet))) for sheet in (paper, paper.turned)]
    return min(layouts, key=lambda layout: len(layout.pages))


def _pages(drawing: Drawing, sheet: Paper) -> Iterator[Page]:
    across, down = _steps(drawing.width, sheet.width), _steps(drawing.height, sheet.height)
    for row, y in enumerate(down, 1):
        for column, x in enumerate(across, 1):
            yield Page(x, y, row, column)


def _steps(length: float, side: float) -> list[float]:
    """Return where the pages begin that show a length side by side, each a little more than its share."""
    room = side - 2 * MARGIN_MM
    if length <= room:
        return [0.0]
    return [index * (room - OVERLAP_MM) for index in range(ceil((length - OVERLAP_MM) / (room - OVERLAP_MM)))]


def as_html(drawing: Drawing, title: str, paper: Paper) -> str:
    """Return a document with the pages of a drawing."""
    layout = lay(drawing, paper)
    sheet = layout.paper
    pages = "".join(_page(drawing, layout, page, title) for page in layout.pages)
    style = f"@page{{size:{sheet.width}mm {sheet.height}mm;margin:0}}body{{margin:0}}svg{{display:block}}"
    return f'<!doctype html><meta charset="utf-8"><title>{escape(title)}</title><style>{style}</style>{pages}'


def _page(drawing: Drawing, layout: Layout, page: Page, title: str) -> str:
    sheet, margin = layout.paper, layout.margin
    width, height = sheet.width - 2 * margin, sheet.height - 2 * margin
    shown = f"{drawing.left + page.x:g} {drawing.top + page.y:g} {width:g} {height:g}"
    inner = f'<svg x="{margin:g}" y="{margin:g}" width="{width:g}" height="{height:g}" viewBox="{shown}">'
    added = _edge(layout, page, title) if margin else ""
    size = f'width="{sheet.width:g}mm" height="{sheet.height:g}mm" viewBox="0 0 {sheet.width:g} {sheet.height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{inner}{drawing.content}</svg>{added}</svg>'


def _edge(layout: Layout, page: Page, title: str) -> str:
    """Return what stands in the margin: ruler, name, and the marks that two pages are glued on."""
    sheet, last = layout.paper, layout.pages[-1]
    y = sheet.height - 5
    ticks = "".join(
        f'<path d="M{MARGIN_MM + mm} {y}v{-3 if mm % 10 == 0 else -1.5}"/>' for mm in range(0, RULER_MM + 1, 5)
    )
    place = f": row {page.row} of {last.row}, column {page.column} of {last.column}" if len(layout.pages) > 1 else ""
    lines = (f"{RULER_MM} mm: if a ruler says otherwise, print again at 100 %", f"{title}{place}")
    words = "".join(
        f'<text x="{MARGIN_MM + RULER_MM + 3}" y="{y - 2 + 3.5 * line}">{escape(text)}</text>'
        for line, text in enumerate(lines)
    )
    marks = "".join(_mark(x, y) for x, y in _glued(layout, page))
    return (
        f'<g fill="none" stroke="black" stroke-width="0.2"><path d="M{MARGIN_MM} {y}h{RULER_MM}"/>{ticks}{marks}</g>'
        f'<g font-size="2.8" font-family="sans-serif">{words}</g>'
    )


def _glued(layout: Layout, page: Page) -> Iterator[tuple[float, float]]:
    """Return where the page below or to the right begins: there, the cut edge of that page goes."""
    sheet, last = layout.paper, layout.pages[-1]
    right, bottom = sheet.width - MARGIN_MM, sheet.height - MARGIN_MM
    if page.column < last.column:
        yield from ((right - OVERLAP_MM, MARGIN_MM), (right - OVERLAP_MM, bottom))
    if page.row < last.row:
        yield from ((MARGIN_MM, bottom - OVERLAP_MM), (right, bottom - OVERLAP_MM))


def _mark(x: float, y: float) -> str:
    return f'<path d="M{x - 3:g} {y:g}h6M{x:g} {y - 3:g}v6"/>'
