"""Draws the small screen: turns a description from `companion.table.screen` into a frame for the panel.

The screen is eight lines of eight pixels: one for the title, seven for rows and hint. A text too long for its line
flows onto lines that nothing else needs; it is cut only if there are none, and then the layout says so. Spare pixels
become space around the title, between rows and above the hint.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from companion.display.canvas import EMPTY, HEIGHT, WIDTH, Canvas, Strip, block, grey, strip_of
from companion.display.font import small
from companion.display.typesetting import (
    APART,
    ARROWS,
    INSET,
    LINE,
    SIDE_BAR,
    SIGNS,
    BarRow,
    Item,
    Setter,
    Text,
    figures,
    spoken,
    spoken_apart,
)
from companion.table.screen import Bars, Code, Look, Screen
from companion.words.say import Translate, untranslated
from hardware.ports import Frame

_LINES = HEIGHT // LINE
_EDGE = 2  # a line and a gap


class Place(NamedTuple):
    """The place of a text or of bars."""

    y: int
    air: int = 0  # number of free pixels below
    lift: int = 0  # number of pixels above that the background may fill


class Layout(NamedTuple):
    """A whole screen, placed."""

    title: tuple[Text, Place]
    body: tuple[tuple[Item, Place], ...]
    hint: tuple[Text, Place] | None
    rule: int | None  # the row of pixels of the dotted line above the hint
    frames: tuple[range, ...]  # the rows of pixels of each group of warnings
    edge: int  # pixels above and below the text; 0 if lines are short
    width: int  # the width that a code leaves
    gutter: int  # the part of it that arrows take, at the right edge
    code: Strip
    cut: tuple[str, ...]  # texts that are cut


def lay_out(screen: Screen, translate: Translate = untranslated) -> Layout:
    """Return the layout; never fails, however much there is."""
    code = next((row for row in screen.rows if isinstance(row, Code)), None)
    drawn = code_of(code.text) if code else EMPTY
    width = WIDTH - drawn.width - bool(drawn.width)
    title = spoken_apart(screen.title, translate, Look.TITLE)
    hint = spoken_apart(screen.hint, translate, Look.FAINT) if screen.hint else None
    rows = [
        row if isinstance(row, Bars) else spoken(row, translate) for row in screen.rows if not isinstance(row, Code)
    ]
    setter = Setter([title, *rows, *([hint] if hint else [])], width)
    bar = setter.single(title)
    body = setter.body(rows, _LINES - 1 - bool(hint))
    foot = setter.single(hint) if hint else None
    if code and not drawn.width:
        setter.cut.append(code.text)

    sections = [list(section) for _, section in groupby(body, _is_warning)]
    spare = _Spare(HEIGHT - LINE * (1 + bool(hint)) - sum(item.height for item in body))
    # The most helpful for reading comes first.
    above_title, below_title = spare.take(1), spare.take(1)
    warnings = sum(_is_warning(section[0]) for section in sections)
    edge = _EDGE if spare.have(2 * _EDGE * warnings) else 0
    gaps = len(body) if hint else len(body) - 1  # no space is needed at the edge of the screen
    air = spare.share(1, gaps)
    below_title += spare.take(1)
    rule = HEIGHT - LINE - 2 if hint and spare.have(2) else None
    under_title = spare.take(1)
    air += spare.share(2, gaps)

    places, frames = _stack(sections, LINE + above_title + under_title + below_title, air, edge, below_title > 1)
    return Layout(
        (bar, Place(above_title, under_title)),
        places,
        (foot, Place(HEIGHT - LINE)) if foot else None,
        rule,
        frames,
        edge,
        width,
        setter.gutter,
        drawn,
        tuple(setter.cut),
    )


def _stack(
    sections: list[list[Item]], y: int, air: int, edge: int, lift_first: bool
) -> tuple[tuple[tuple[Item, Place], ...], tuple[range, ...]]:
    """Stack rows from `y` down, with air below each and an edge around each section of warnings."""
    places: list[tuple[Item, Place]] = []
    frames: list[range] = []
    for section in sections:
        framed = _is_warning(section[0])
        top = y
        y += edge * framed
        for item in section:
            places.append((item, Place(y, air, int(bool(places) or lift_first))))
            y += item.height + air
        if framed:
            frames.append(range(top, y - air + edge))
            y += edge
    return tuple(places), tuple(frames)


class _Spare:
    """Pixels that the lines leave free."""

    def __init__(self, left: int) -> None:
        self._left = left

    def take(self, most: int) -> int:
        """Take as many as there are, but no more than `most`; return how many."""
        taken = min(most, self._left)
        self._left -= taken
        return taken

    def have(self, all_of: int) -> bool:
        """Take this many, or none if there are fewer; return whether there were enough."""
        enough = all_of <= self._left
        self._left -= all_of * enough
        return enough

    def share(self, most: int, takers: int) -> int:
        """Take the same number for each of several takers, but no more than `most`; return that number."""
        each = min(most, self._left // takers) if takers > 0 else 0
        self._left -= each * max(takers, 0)
        return each


def _is_warning(item: Item) -> bool:
    return isinstance(item, Text) and item.look is Look.WARNING


@lru_cache(maxsize=8)
def code_of(text: str) -> Strip:
    """Return the code as large as the screen is high, or nothing if the text is too long or `segno` is missing.

    Its modules are two pixels wide, or one if the text is long. The quiet zone is what is left around it; the
    standard asks for four modules, but the dark glass around the lit square does not disturb phones.
    """
    try:
        import segno
    except ImportError:
        return EMPTY
    try:
        code = segno.make(text, error="l", micro=False, boost_error=True)
    except ValueError:  # more than the largest code holds
        return EMPTY
    modules = len(code.matrix)
    scale = HEIGHT // (modules + 2)  # at least one module of quiet zone on each side
    if scale == 0:
        return EMPTY
    border = HEIGHT - modules * scale
    before, after = "#" * (border // 2), "#" * (border - border // 2)
    rows = ["#" * HEIGHT] * len(before)
    for line in code.matrix:
        rows += [before + "".join(".#"[not dark] * scale for dark in line) + after] * scale
    return strip_of(rows + ["#" * HEIGHT] * len(after))


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
