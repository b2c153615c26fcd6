"""Texts that fit: described rows enter, lines and cells ready to be set leave, with word of what had to be cut."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from companion.display import font
from companion.display.bars import figures
from companion.display.font import Font
from companion.display.signs import DOWN, TICKED, UNTICKED, UP
from companion.table.say import Translate
from companion.table.screen import Bars, Look, Mark, Row

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
    apart: bool = False  # the title or the hint: never beside arrows


class Text(NamedTuple):
    """A row ready to be set: its lines, and the cells that end at its right edge, on the last line."""

    look: Look
    mark: Mark
    face: Font
    lines: tuple[str, ...]
    cells: tuple[str, ...]
    columns: tuple[int, ...]  # the width of each cell
    height: int


class Piles(NamedTuple):
    """Bars ready to be drawn."""

    bars: Bars
    height: int = BARS_LINES * LINE


Item = Text | Piles
Wanted = Spoken | Bars


def spoken(row: Row, translate: Translate) -> Spoken:
    """Say a row in the language that `translate` gives."""
    right = _whole(row.right.in_language(translate))
    cells = tuple(right.split("\t")) if right else ()
    return Spoken(_whole(row.left.in_language(translate)), cells, row.look, row.mark)


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
        return self._set(row, font.small(), 1)

    def body(self, rows: Sequence[Wanted], lines: int) -> list[Item]:
        """Set the rows that fit into so many lines, the first ones first."""
        free = max(lines - sum(map(_least, rows)), 0)
        items: list[Item] = []
        for row in rows:
            least = _least(row)
            if least > lines:
                self.cut.append(
                    " ".join(map(str, row.values)) if isinstance(row, Bars) else row.left or " ".join(row.cells)
                )
                continue
            item = self._piles(row) if isinstance(row, Bars) else self._fitted(row, min(least + free, lines))
            free -= item.height // LINE - least
            lines -= item.height // LINE
            items.append(item)
        return items

    def _piles(self, bars: Bars) -> Piles:
        wide = [figure for figure in figures(bars) if font.small().width(figure) + 2 > self._width // len(bars.values)]
        self.cut.extend(wide)
        return Piles(bars)

    def _fitted(self, row: Spoken, lines: int) -> Text:
        """Set a row in the face it asks for; a large one that is too long becomes tight or small rather than cut."""
        if row.look is not Look.LARGE:
            return self._set(row, font.small(), lines)
        for face in (font.large(), font.large_and_tight()):
            if len(self._wanted(row, face)) == 1 and self._is_whole(row, face):
                return self._set(row, face, 1)
        face = font.large()
        if len(self._wanted(row, face)) <= lines // 2 and self._is_whole(row, face):
            return self._set(row, face, lines // 2)
        text = self._set(row, font.small(), lines)
        return text._replace(height=max(text.height, 2 * LINE))

    def _set(self, row: Spoken, face: Font, lines: int) -> Text:
        """Set a row in a face, on so many lines at most."""
        cells, columns = row.cells, self._columns(row, face)
        inside, room = self._inside(row), self._room(row, face)
        if _across(columns) > inside:
            cells = (face.shorten(" ".join(row.cells), inside),)
            columns = (face.width(cells[0]),)
            self.cut.append(" ".join(row.cells))
        wanted = self._wanted(row, face)
        kept = [*wanted[: lines - 1], " ".join(wanted[lines - 1 :]).rstrip()] if len(wanted) > lines else wanted
        shown = (*(face.shorten(line, inside) for line in kept[:-1]), face.shorten(kept[-1], room))
        if shown != tuple(wanted):
            self.cut.append(row.left)
        return Text(row.look, row.mark, face, shown, cells, columns, len(shown) * face.height)

    def _wanted(self, row: Spoken, face: Font) -> list[str]:
        """Break what stands left into lines, the last of which leaves room for what stands right."""
        room = self._room(row, face)
        if face.width(row.left) <= room:
            return [row.left]
        lines = face.broken(row.left, self._inside(row))
        return lines if face.width(lines[-1]) <= room else [*lines, ""]

    def _is_whole(self, row: Spoken, face: Font) -> bool:
        inside = self._inside(row)
        widths = [_across(self._columns(row, face)), *map(face.width, self._wanted(row, face))]
        return max(widths) <= inside

    def _inside(self, row: Spoken) -> int:
        """Give the width between the row's borders, signs and arrows apart."""
        inside = self._width - 2 * INSET
        if row.look is Look.WARNING:
            inside -= 2 * SIDE_BAR
        if row.mark in SIGNS:
            inside -= font.small().width(SIGNS[row.mark]) + INSET
        return inside if row.apart else inside - self.gutter

    def _room(self, row: Spoken, face: Font) -> int:
        """Give the width that what stands right leaves beside it."""
        columns = self._columns(row, face)
        return max(self._inside(row) - _across(columns) - APART * bool(columns), 0)

    def _columns(self, row: Spoken, face: Font) -> tuple[int, ...]:
        return self._tables[len(row.cells), face] if len(row.cells) > 1 else tuple(map(face.width, row.cells))


def _across(columns: tuple[int, ...]) -> int:
    return sum(columns) + APART * max(len(columns) - 1, 0)


def _measured(rows: list[Spoken]) -> dict[tuple[int, Font], tuple[int, ...]]:
    """Give the columns' widths of tables, by number of cells and face: such rows line up."""
    tables: dict[tuple[int, Font], tuple[int, ...]] = {}
    for row in rows:
        if len(row.cells) < 2:
            continue
        larger = (font.large(), font.large_and_tight()) if row.look is Look.LARGE else ()
        for face in (font.small(), *larger):
            widths = tuple(map(face.width, row.cells))
            tables[len(widths), face] = tuple(map(max, tables.get((len(widths), face), widths), widths))
    return tables


def _least(row: Wanted) -> int:
    if isinstance(row, Bars):
        return BARS_LINES
    return 2 if row.look is Look.LARGE else 1
