"""Upright bars with their numbers below, such as the supply piles."""

from __future__ import annotations

from companion.display.canvas import Canvas, block, grey
from companion.display.font import small
from companion.display.signs import ALERT
from companion.table.screen import Bars

_WIDEST = 17


def draw_bars(canvas: Canvas, bars: Bars, top: int, width: int, height: int) -> None:
    """Draw the bars: outlined to what is full, filled to what is there; solid the one in use, grey the others."""
    if not bars.values:
        return
    cell = width // len(bars.values)
    across = max(min(cell - 4, _WIDEST), 3)
    down = height - small().height - 2
    for number, value in enumerate(bars.values):
        left = number * cell + (cell - across) // 2
        canvas.outline(left, top, across, down)
        inside = down - 4
        filled = min(max(round(inside * value / max(bars.full, 1)), 1), inside) if value > 0 else 0
        fill = block if number == bars.chosen else grey
        canvas.put(fill(across - 4, filled), left + 2, top + down - 2 - filled)
        _draw_number(canvas, bars, number, number * cell, cell, top + height - small().height)


def _draw_number(canvas: Canvas, bars: Bars, number: int, left: int, cell: int, y: int) -> None:
    figure = str(bars.values[number])
    strip = small().set(ALERT + figure if number == bars.warning else figure)
    x = left + (cell - strip.width) // 2
    canvas.put(strip, x, y)
    if number == bars.chosen:
        canvas.invert(x - 2, y - 1, strip.width + 4, small().height + 1)
