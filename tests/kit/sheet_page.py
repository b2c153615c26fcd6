"""A sheet of cells as a page of HTML, so that a browser can take a picture of what a terminal shows."""

from __future__ import annotations

from html import escape

from companion.display.cells import Cell, Rgb, Sheet

CELL = (9, 18)  # pixels
_GROUND, _INK = (12, 15, 18), (214, 221, 227)
_STYLE = (
    "body{{margin:0;background:{ground}}}"
    "pre{{margin:0;padding:8px;font:15px/{high}px 'DejaVu Sans Mono',monospace;color:{ink}}}"
    "i{{display:inline-block;width:{wide}px;height:{high}px;overflow:hidden;vertical-align:top;"
    "font-style:normal;text-align:center}}"
)


def size_of(sheet: Sheet) -> tuple[int, int]:
    """Return how large the page is."""
    return sheet.width * CELL[0] + 16, sheet.height * CELL[1] + 16


def as_page(sheet: Sheet) -> str:
    """Return a page with a box for each cell."""
    style = _STYLE.format(ground=_code(_GROUND), ink=_code(_INK), wide=CELL[0], high=CELL[1])
    lines = "\n".join("".join(map(_box, row)) for row in sheet.rows)
    return f'<meta charset="utf-8"><style>{style}</style><pre>{lines}</pre>'


def _box(cell: Cell) -> str:
    ink = cell.ink
    rules = [f"color:{_code(ink.fore)}"] if ink.fore else []
    rules += [f"background:{_code(ink.back)}"] if ink.back else []
    rules += ["font-weight:bold"] if ink.bold else []
    return f'<i style="{";".join(rules)}">{escape(cell.text)}</i>' if cell.text else ""


def _code(colour: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
