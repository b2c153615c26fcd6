"""Where everything on a small screen goes: a described screen enters, texts at their places leave.

The screen is eight lines of eight pixels: one for the title, seven for rows and hint. A text too long for its line
flows onto lines that nothing else needs; only when there are none is it cut, and then the layout says so. Pixels
left over become air: around the title, between rows, above the hint.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.display import font, qr
from companion.display.canvas import EMPTY, HEIGHT, WIDTH, Strip
from companion.display.font import Font
from companion.display.signs import DOWN, TICKED, UNTICKED, UP
from companion.table.say import Translate
from companion.table.screen import Bars, Code, Look, Mark, Row, Screen

LINE = 8
INSET = 2  # between the edge of a row and its text, so that inverted rows have a border
APART = 5  # at least, between what stands left and what stands right, and between columns
SIDE_BAR = 2  # the thickness of a warning's frame at its sides
BARS_LINES = 4

_SIGNS = {Mark.TICKED: TICKED, Mark.UNTICKED: UNTICKED}
_ARROWS = {Mark.MORE_ABOVE: UP, Mark.MORE_BELOW: DOWN}


class Text(NamedTuple):
    """A row ready to be set: its lines, and the cells that end at its right edge, on the last line."""

    look: Look
    face: Font
    lines: tuple[str, ...]
    cells: tuple[str, ...] = ()
    columns: tuple[int, ...] = ()  # the width of each cell
    sign: str = ""
    arrow: str = ""
    height: int = LINE


class Piles(NamedTuple):
    """Bars ready to be drawn."""

    bars: Bars
    height: int = BARS_LINES * LINE


class Placed(NamedTuple):
    """A text or bars at their place."""

    item: Text | Piles
    y: int
    height: int  # with the air that belongs to it


class Layout(NamedTuple):
    """A whole screen, placed."""

    title: Placed
    body: tuple[Placed, ...]
    hint: Placed | None
    rule: int | None  # the row of pixels of the dotted line above the hint
    frames: tuple[tuple[int, int], ...]  # top and height of each framed group of warnings
    width: int  # what is left of the width beside a code
    code: Strip
    cut: tuple[str, ...]  # the texts that are not shown whole


def lay_out(screen: Screen, translate: Translate = str) -> Layout:
    """Place everything; never fails, however much there is."""
    code = next((row for row in screen.rows if isinstance(row, Code)), None)
    drawn = qr.draw(code.text) if code else EMPTY
    width = WIDTH - drawn.width - bool(drawn.width)
    setter = _Setter(screen, translate, width)
    title = setter.single(screen.title, Look.TITLE)
    hint = setter.single(screen.hint, Look.FAINT) if screen.hint else None
    rows = [row for row in screen.rows if not isinstance(row, Code)]
    body = setter.body(rows, HEIGHT // LINE - 1 - bool(hint))
    if code and not drawn.width:
        setter.cut.append(code.text)
    return _placed(title, body, hint, width, drawn, setter.cut)


class _Setter:
    """Turns described rows into texts that fit, and remembers which ones did not."""

    def __init__(self, screen: Screen, translate: Translate, width: int) -> None:
        self._translate = translate
        self._width = width
        self.cut: list[str] = []
        rows = [row for row in screen.rows if isinstance(row, Row)]
        # Arrows stand at the right edge, one above the other, in a column that all rows leave free.
        self._gutter = max(
            (font.small().width(_ARROWS[row.mark]) + 2 for row in rows if row.mark in _ARROWS), default=0
        )
        self._columns = self._measure(rows)

    def single(self, row: Row, look: Look) -> Text:
        """Set a row that has one line and no more: the title or the hint."""
        return self._set(row, look, font.small(), 1)

    def body(self, rows: list[Row | Bars], lines: int) -> list[Text | Piles]:
        """Set the rows that fit into so many lines; the first come first."""
        free = lines - sum(map(_least, rows))
        items: list[Text | Piles] = []
        for row in rows:
            least = _least(row)
            if least > lines:
                if isinstance(row, Row):
                    self.cut.append(self._words(row)[0])
                else:
                    self.cut.append(" ".join(map(str, row.values)))
                continue
            item = Piles(row) if isinstance(row, Bars) else self._fitted(row, least + max(free, 0))
            free -= item.height // LINE - least
            lines -= item.height // LINE
            items.append(item)
        return items

    def _fitted(self, row: Row, lines: int) -> Text:
        if row.look is not Look.LARGE:
            return self._set(row, row.look, font.small(), lines)
        face = font.large()
        wanted = self._broken(row, face)
        if 2 * len(wanted) <= lines and all(face.width(line) <= self._room(row, face) for line in wanted):
            return self._set(row, row.look, face, len(wanted))
        text = self._set(row, row.look, font.small(), lines)
        return text._replace(height=max(text.height, 2 * LINE))

    def _set(self, row: Row, look: Look, face: Font, lines: int) -> Text:
        """Set a row in a face, on so many lines at most."""
        left, right = self._words(row)
        room = self._room(row, face)
        cells, columns = self._cells(right, face)
        if room < 0:
            cells, room = (face.shorten(right, self._inside(row)),), 0
            columns = (face.width(cells[0]),)
        broken = face.broken(left, room)
        kept = broken[: lines - 1] + [" ".join(broken[lines - 1 :])] if len(broken) > lines else broken
        shown = [face.shorten(line, room) for line in kept]
        if shown != broken or "\t".join(cells) != right:
            self.cut.append(left if shown != broken else right)
        sign, arrow = _SIGNS.get(row.mark, ""), _ARROWS.get(row.mark, "")
        height = len(shown) * (LINE if face is font.small() else 2 * LINE)
        return Text(look, face, tuple(shown), cells, columns, sign, arrow, height)

    def _broken(self, row: Row, face: Font) -> list[str]:
        return face.broken(self._words(row)[0], max(self._room(row, face), 0))

    def _words(self, row: Row) -> tuple[str, str]:
        return row.left.in_language(self._translate), row.right.in_language(self._translate)

    def _inside(self, row: Row) -> int:
        """Give the width between the row's borders, signs and arrows apart."""
        inside = self._width - 2 * INSET
        if row.look is Look.WARNING:
            inside -= 2 * SIDE_BAR
        if row.mark in _SIGNS:
            inside -= font.small().width(_SIGNS[row.mark]) + INSET
        return inside if row.look in (Look.TITLE, Look.FAINT) else inside - self._gutter

    def _room(self, row: Row, face: Font) -> int:
        """Give the width that is left for what stands left."""
        _, columns = self._cells(self._words(row)[1], face)
        return self._inside(row) - sum(column + APART for column in columns)

    def _cells(self, right: str, face: Font) -> tuple[tuple[str, ...], tuple[int, ...]]:
        cells = tuple(right.split("\t")) if right else ()
        if len(cells) > 1:
            return cells, self._columns.get((len(cells), face.height), tuple(map(face.width, cells)))
        return cells, tuple(map(face.width, cells))

    def _measure(self, rows: list[Row]) -> dict[tuple[int, int], tuple[int, ...]]:
        """Give the columns' widths of tables: rows with equally many cells, in the same face, line up."""
        tables: dict[tuple[int, int], tuple[int, ...]] = {}
        for row in rows:
            cells = self._words(row)[1].split("\t")
            for face in (font.small(), font.large()) if len(cells) > 1 else ():
                widths = tuple(map(face.width, cells))
                known = tables.get((len(cells), face.height), widths)
                tables[len(cells), face.height] = tuple(map(max, known, widths))
        return tables


def _least(row: Row | Bars) -> int:
    if isinstance(row, Bars):
        return BARS_LINES
    return 2 if row.look is Look.LARGE else 1


def _placed(
    title: Text, body: list[Text | Piles], hint: Text | None, width: int, code: Strip, cut: list[str]
) -> Layout:
    """Share out the pixels that the lines leave over, what helps reading most first."""
    spare = HEIGHT - LINE * (1 + bool(hint)) - sum(item.height for item in body)

    def take(most: int) -> int:
        nonlocal spare
        taken = min(most, spare)
        spare -= taken
        return taken

    title_height = LINE + take(1)
    top = title_height + take(1)
    groups = _groups_of_warnings(body)
    edge = take(4 * len(groups)) // (2 * len(groups)) if groups else 0
    above_hint = take(2) if hint else 0
    title_bottom = take(1)
    air = take(3 * len(body)) // len(body) if body else 0
    y = top + title_bottom
    placed: list[Placed] = []
    frames: list[tuple[int, int]] = []
    for number, item in enumerate(body):
        group = groups.get(number)
        y += edge if group else 0
        height = item.height + air
        placed.append(Placed(item, y, height))
        if group:
            frames.append((y - edge, 0))
        y += height
        if frames and number + 1 == _end_of(groups, number):
            frames[-1] = (frames[-1][0], y - air + edge - frames[-1][0])
            y += edge
    return Layout(
        Placed(title, title_height - LINE, title_height + title_bottom),
        tuple(placed),
        Placed(hint, HEIGHT - LINE, LINE) if hint else None,
        HEIGHT - LINE - 2 if above_hint == 2 else None,
        tuple(frames),
        width,
        code,
        tuple(cut),
    )


def _groups_of_warnings(body: list[Text | Piles]) -> dict[int, int]:
    """Give where each group of neighbouring warnings begins, and its length."""
    groups: dict[int, int] = {}
    start = None
    for number, item in enumerate(body):
        if not (isinstance(item, Text) and item.look is Look.WARNING):
            start = None
        elif start is None:
            start = number
            groups[start] = 1
        else:
            groups[start] += 1
    return groups


def _end_of(groups: dict[int, int], number: int) -> int | None:
    return next((start + length for start, length in groups.items() if start <= number < start + length), None)
