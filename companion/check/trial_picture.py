"""The test picture: text, a frame around all four edges, and a fine pattern that shows shifted columns at once."""

from __future__ import annotations

from companion.display.draw import draw
from companion.table.screen import Look, Row, Screen
from companion.words.say import NOTHING, say
from hardware.ports import Frame


def draw_test_picture(width: int, height: int) -> Frame:
    """Draw the picture in the panel's size."""
    text = draw(Screen(Row(NOTHING), (Row(say("hansa companion")), Row(say("test picture"), look=Look.LARGE))))
    rows = [[_pixel(text, x, y, width, height) for x in range(width)] for y in range(height)]
    pages = bytes(
        sum(rows[page * 8 + bit][x] << bit for bit in range(8)) for page in range(height // 8) for x in range(width)
    )
    return Frame(width, height, pages)


def _pixel(text: Frame, x: int, y: int, width: int, height: int) -> bool:
    if x in (0, width - 1) or y in (0, height - 1):
        return True
    if not 2 <= x < width - 2 or not 2 <= y < height - 2:
        return False
    if y >= height - 10:
        return (x + y) % 2 == 0
    # The first line of the drawing is an empty title, which is left out.
    below = y + 8
    return x < text.width and below < text.height and text.pixel(x, below)
