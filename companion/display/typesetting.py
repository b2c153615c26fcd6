"""Makes texts fit: turns described rows into lines and cells, and reports what had to be cut."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.display import font
from companion.display.font import ALERT, DOWN, TICKED, UNTICKED, UP, Font
from companion.table.screen import Bars, Look, Mark, Row
from companion.words.say import Translate

LINE = 8
INSET = 2  # between the edge of a row and its text, so that inverted rows have a border
APART = 5  # at least, between what stands left and what stands right, and between columns
SIDE_BAR = 2  # the thickness of a warning's frame at its sides
BARS_LINES = 4

SIGNS = {Mark.TICKED: TICKED, Mark.UNTICKED: UNTICKED}
ARROWS = {Mark.MORE_ABOVE: UP, Mark.MORE_BELOW: DOWN}


class Spoken(NamedTuple):
    """A row in the language of the table; tabs divide what stands right into the cells of a table."""

    left: str
    cells: tuple[str, ...]
    look: Look
    mark: Mark
    apart: bool = False  # the title or the hint: never next to arrows


class Text(NamedTuple):
    """A row ready to be set: its lines, and the cells that end at its right edge, on the last line."""

    look: Look
    mark: Mark
    face: Font
    lines: tuple[str, ...]
    cells: tuple[str, ...]
    columns: tuple[int, ...]  # the width of each cell
    height: int


class BarRow(NamedTuple):
    """Bars ready to be drawn."""

    bars: Bars
    height: int = BARS_LINES * LINE


Item = Text | BarRow
Wanted = Spoken | Bars


@lru_cache(maxsize=512)  # most rows of a screen were on the one before, or will be on one soon after
def spoken(row: Row, translate: Translate) -> Spoken:
    """Say a row in the language that `translate` gives."""
    return Spoken(*_words(row, translate), row.look, row.mark)


@lru_cache(maxsize=64)
def spoken_apart(row: Row, translate: Translate, look: Look) -> Spoken:
    """Say the title or the hint, whose looks are given and which carry no mark."""
    return Spoken(*_words(row, translate), look, Mark.NONE, apart=True)


def _words(row: Row, translate: Translate) -> tuple[str, tuple[str, ...]]:
    right = _whole(row.right.in_language(translate))
    return _whole(row.left.in_language(translate)), tuple(right.split("\t")) if right else ()


def _whole(text: str) -> str:
    """Join letters and marks that came apart, as names typed on some computers do."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


class Setter:
    """Turns rows into texts that fit, and remembers which ones did not."""

    def __init__(self, rows: Sequence[Wanted], width: int) -> None:
        self._width = width
        self.cut: list[str] = []
        texts = [row for row in rows if isinstance(row, Spoken)]
        # Arrows stand at the right edge, one above the other, in a column that all rows leave free.
        arrows = [font.small().width(ARROWS[row.mark]) for row in texts if row.mark in ARROWS]
        self.gutter = max(arrows) + INSET if arrows else 0
        self._tables = _measured(texts)

    def single(self, row: Spoken) -> Text:
        """Set a row that has one line and no more: the title or the hint."""
        return self._fitted(row, 1)

    def body(self, rows: Sequence[Wanted], lines: int) -> list[Item]:
        """Set the rows that fit into this many lines, the first ones first."""
        free = max(lines - sum(map(_least, rows)), 0)
        items: list[Item] = []
        for row in rows:
            least = _least(row)
            if least > lines:
                self.cut.append(
                    " ".join(map(str, row.values)) if isinstance(row, Bars) else row.left or " ".join(row.cells)
                )
                continue
            item = self._bar_row(row) if isinstance(row, Bars) else self._fitted(row, min(least + free, lines))
            free -= item.height // LINE - least
            lines -= item.height // LINE
            items.append(item)
        return items

    def _bar_row(self, bars: Bars) -> BarRow:
        wide = [figure for figure in figures(bars) if font.small().width(figure) + 2 > self._width // len(bars.values)]
        self.cut.extend(wide)
        return BarRow(bars)

    def _fitted(self, row: Spoken, lines: int) -> Text:
        text, cut = fit(row, Room(self._width, self.gutter, self._tables.get(len(row.cells), ())), lines)
        self.cut.extend(cut)
        return text


class Room(NamedTuple):
    """What a row has to fit into."""

    width: int
    gutter: int  # for arrows
    columns: tuple[tuple[Font, tuple[int, ...]], ...]  # of the table that it is a row of, in each face


class Fitted(NamedTuple):
    """A row that fits, and what had to be cut for that."""

    text: Text
    cut: tuple[str, ...]


@lru_cache(maxsize=512)
def fit(row: Spoken, room: Room, lines: int) -> Fitted:
    """Set a row in the face it asks for; a large one that is too long becomes tight or small rather than cut."""
    if row.look is Look.LARGE:
        for face, most in ((font.large(), 1), (font.large_and_tight(), 1), (font.large(), lines // 2)):
            large = _Line(row, room, face)
            if len(large.wanted) <= most and large.is_whole:
                return large.on_lines(most)
    text, cut = _Line(row, room, font.small()).on_lines(lines)
    return Fitted(text._replace(height=max(text.height, LINE * _least(row))), cut)


class _Line:
    """A row in one face, measured."""

    def __init__(self, row: Spoken, room: Room, face: Font) -> None:
        self._row, self._face = row, face
        self._columns = dict(room.columns)[face] if len(row.cells) > 1 else tuple(map(face.width, row.cells))
        self._inside = _inside(row, room)
        # The last line leaves room for what stands right.
        self._attendant = max(self._inside - _across(self._columns) - APART * bool(self._columns), 0)
        self.wanted = [row.left]
        if face.width(row.left) > self._attendant:
            lines = face.broken(row.left, self._inside)
            self.wanted = lines if face.width(lines[-1]) <= self._attendant else [*lines, ""]

    @property
    def is_whole(self) -> bool:
        """Return whether every word and all columns have room."""
        return max(_across(self._columns), *map(self._face.width, self.wanted)) <= self._inside

    def on_lines(self, lines: int) -> Fitted:
        """Set the row on this many lines at most."""
        row, face, wanted = self._row, self._face, self.wanted
        cells, columns = row.cells, self._columns
        cut = []
        if _across(columns) > self._inside:
            cells = (face.shorten(" ".join(row.cells), self._inside),)
            columns = (face.width(cells[0]),)
            cut.append(" ".join(row.cells))
        kept = [*wanted[: lines - 1], " ".join(wanted[lines - 1 :]).rstrip()] if len(wanted) > lines else wanted
        shown = (*(face.shorten(line, self._inside) for line in kept[:-1]), face.shorten(kept[-1], self._attendant))
        if shown != tuple(wanted):
            cut.append(row.left)
        return Fitted(Text(row.look, row.mark, face, shown, cells, columns, len(shown) * face.height), tuple(cut))


def _inside(row: Spoken, room: Room) -> int:
    """Return the width between the row's borders, signs and arrows apart."""
    inside = room.width - 2 * INSET
    if row.look is Look.WARNING:
        inside -= 2 * SIDE_BAR
    if row.mark in SIGNS:
        inside -= font.small().width(SIGNS[row.mark]) + INSET
    return inside if row.apart else inside - room.gutter


def _across(columns: tuple[int, ...]) -> int:
    return sum(columns) + APART * max(len(columns) - 1, 0)


def _measured(rows: list[Spoken]) -> dict[int, tuple[tuple[Font, tuple[int, ...]], ...]]:
    """Return the columns' widths of tables in each face, by number of cells: such rows line up."""
    tables: dict[int, dict[Font, tuple[int, ...]]] = {}
    for row in rows:
        if len(row.cells) > 1:
            table = tables.setdefault(len(row.cells), {})
            larger = (font.large(), font.large_and_tight()) if row.look is Look.LARGE else ()
            for face in (font.small(), *larger):
                widths = tuple(map(face.width, row.cells))
                table[face] = tuple(map(max, table.get(face, widths), widths))
    return {count: tuple(table.items()) for count, table in tables.items()}


def _least(row: Wanted) -> int:
    if isinstance(row, Bars):
        return BARS_LINES
    return 2 if row.look is Look.LARGE else 1


def figures(bars: Bars) -> list[str]:
    """Return the text below each bar."""
    return [f"{ALERT}{value}" if number == bars.warning else str(value) for number, value in enumerate(bars.values)]
