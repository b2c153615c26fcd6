"""Draws the small screen: turns a description from `companion.table.screen` into a frame for the panel."""

from __future__ import annotations

from functools import lru_cache

from companion.display.arrangement import Place, lay_out
from companion.display.canvas import WIDTH, Canvas, Strip, block, grey, strip_of
from companion.display.font import small
from companion.display.typesetting import APART, ARROWS, INSET, LINE, SIDE_BAR, SIGNS, BarRow, Text, figures
from companion.table.screen import Bars, Look, Screen
from companion.words.say import Translate, untranslated
from hardware.ports import Frame


def draw(screen: Screen, translate: Translate = untranslated) -> Frame:
    """Draw a screen in the language that `translate` gives; a text without room ends with an ellipsis."""
    layout = lay_out(screen, translate)
    canvas = Canvas()
    _draw_title(canvas, *layout.title, layout.width)
    for item, place in layout.body:
        if isinstance(item, BarRow):
            draw_bars(canvas, item.bars, place.y, layout.width, item.height)
        else:
            _draw_text(canvas, item, place, layout.width, layout.gutter)
            if item.look in (Look.CHOSEN, Look.TITLE):
                height = place.lift + item.height + min(place.air, 1)
                canvas.invert(0, place.y - place.lift, layout.width - layout.gutter, height)
    for frame in layout.frames:
        _draw_frame(canvas, frame, layout.width, closed=layout.edge > 0)
    if layout.hint:
        _draw_text(canvas, *layout.hint, layout.width, 0)
    if layout.rule is not None:
        canvas.put(_dots(layout.width), 0, layout.rule)
    canvas.put(layout.code, WIDTH - layout.code.width, 0)
    return canvas.frame()


def overflow(screen: Screen, translate: Translate = untranslated) -> list[str]:
    """Return the texts that `draw` would cut, or leave out altogether, in this language."""
    return list(lay_out(screen, translate).cut)


def _draw_title(canvas: Canvas, title: Text, place: Place, width: int) -> None:
    _draw_text(canvas, title, place, width, 0)
    if place.y:
        canvas.invert(0, 0, width, place.y + LINE + place.air)
        return
    # If every line is taken, inverted letters would blend into the dark edge of the glass and the first row into the
    # bar. So the bar fills only what the title leaves free.
    left = INSET + title.face.width(title.lines[0]) + INSET
    right = width - INSET - sum(title.columns) - APART * max(len(title.columns) - 1, 0) - INSET * bool(title.columns)
    canvas.fill(left, 1, right - left, LINE - 3)


def _draw_text(canvas: Canvas, text: Text, place: Place, width: int, gutter: int) -> None:
    canvas.put(_strip(text, width, gutter), 0, place.y)


@lru_cache(maxsize=256)  # most rows were already on the previous screen
def _strip(text: Text, width: int, gutter: int) -> Strip:
    """Return the drawing of a single row."""
    canvas = Canvas()
    pitch = text.face.height
    y = (text.height - pitch * len(text.lines)) // 2
    side = INSET + (SIDE_BAR if text.look is Look.WARNING else 0)
    left, right = side, width - side - gutter
    if sign := SIGNS.get(text.mark):
        strip = small().set(sign)
        canvas.put(strip, left, y)
        left += strip.width + INSET
    for number, line in enumerate(text.lines):
        canvas.put(text.face.set(line), left, y + number * pitch)
    last = y + (len(text.lines) - 1) * pitch
    for cell, column in zip(reversed(text.cells), reversed(text.columns), strict=True):
        strip = text.face.set(cell)
        canvas.put(strip, right - strip.width, last)
        right -= column + APART
    if text.look is Look.HEADING:
        written = left + text.face.width(text.lines[-1]) + INSET
        canvas.fill(written, last + pitch // 2 - 1, max(right - written, 0), 1)
    if arrow := ARROWS.get(text.mark):
        strip = small().set(arrow)
        canvas.put(strip, width - strip.width, y)
    return canvas.strip(text.height)


def _draw_frame(canvas: Canvas, rows: range, width: int, *, closed: bool) -> None:
    for x in (0, width - SIDE_BAR):
        canvas.fill(x, rows.start, SIDE_BAR, len(rows))
    for y in (rows.start, rows.stop - 1) if closed else ():
        canvas.fill(0, y, width, 1)


@lru_cache(maxsize=4)
def _dots(width: int) -> Strip:
    return strip_of([("#..." * WIDTH)[:width]])


_WIDEST = 17


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
