"""Upright bars with their numbers below, such as supplies."""

from __future__ import annotations

from companion.display.canvas import Canvas, block, grey
from companion.display.font import small
from companion.display.signs import ALERT
from companion.table.screen import Bars

_WIDEST = 17


def figures(bars: Bars) -> list[str]:
    """Return the text below each bar."""
    return [f"{ALERT}{value}" if number == bars.warning else str(value) for number, value in enumerate(bars.values)]


def draw_bars(canvas: Canvas, bars: Bars, top: int, width: int, height: int) -> None:
    """Draw the bars: outlined to what is full, filled to what is there; solid the one in use, grey the others."""
    if not bars.values:
        return
    face = small()
    cell = width // len(bars.values)
    across = max(min(cell - 4, _WIDEST), 3)
    down = height - face.height - 2
    for number, (value, figure) in enumerate(zip(bars.values, figures(bars), strict=True)):
        left = number * cell + (cell - across) // 2
        canvas.outline(left, top, across, down)
        room = down - 4
        filled = min(max(round(room * value / max(bars.full, 1)), 1), room) if value > 0 else 0
        fill = block if number == bars.chosen else grey
        canvas.put(fill(across - 4, filled), left + 2, top + down - 2 - filled)
        strip = face.set(figure)
        x, y = number * cell + (cell - strip.width) // 2, top + height - face.height
        canvas.put(strip, x, y)
        if number == bars.chosen:
            canvas.invert(x - 2, y - 1, strip.width + 4, face.height + 1)
