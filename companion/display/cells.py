"""A sheet of character cells: what a terminal shows, drawn without knowing which terminal.

Whoever draws puts text and dots on a sheet, with inks of full colour and letters of any alphabet. How that reaches a
terminal with fewer colours or letters is for `terminal_lines.py`. Whatever does not fit on a sheet is left out, never
wrapped; a letter may be two cells wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import category, east_asian_width

Rgb = tuple[int, int, int]


def rgb(code: str) -> Rgb:
    """Return a colour as three numbers.

    >>> rgb("#ff8000")
    (255, 128, 0)
    """
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


class Ink(NamedTuple):
    """How letters look; without a colour, as the terminal has them, or as what lies below."""

    fore: Rgb | None = None
    back: Rgb | None = None
    bold: bool = False
    inverse: bool = False  # where there are no colours: the cursor, a banner

    def on(self, back: Rgb | None) -> Ink:
        """Return the same ink on another ground."""
        return Ink(self.fore, back, self.bold, self.inverse)


PLAIN: Final = Ink()
BOLD: Final = Ink(bold=True)


class Span(NamedTuple):
    """A piece of a line in one ink."""

    text: str
    ink: Ink = PLAIN


Line = tuple[Span, ...]


class Cell(NamedTuple):
    """One cell; the second half of a wide letter is an empty text."""

    text: str
    ink: Ink


BLANK: Final = Cell(" ", PLAIN)
HALF: Final = "▀"  # two grounds in one cell: above in its own colour, below in that of the ground
NO_BREAK: Final = "\xa0"  # a space where no line ends
FULL: Final = 0x28FF  # the last of the 256 letters of dots
EMPTY: Final = 0x2800
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # by row and column


@lru_cache(maxsize=4096)
def letter_width(letter: str) -> int:
    """Return how many cells a letter takes; one that is put over the letter before takes none.

    >>> [letter_width(letter) for letter in ("a", "漢", chr(0x301), "▀")]
    [1, 2, 0, 1]
    """
    if category(letter) in ("Mn", "Me", "Cf", "Cc"):
        return 0
    return 2 if east_asian_width(letter) in ("W", "F") else 1


def width_of(text: str) -> int:
    """Return how many cells a text takes."""
    return sum(map(letter_width, text))


def cut(text: str, width: int) -> str:
    """Return a text that takes no more than this many cells; one that was longer ends with a sign for more.

    >>> cut("Amsterdam", 5), cut("Breda", 5), cut("漢字", 3)
    ('Amst…', 'Breda', '漢…')
    """
    if width_of(text) <= width:
        return text
    kept, left = "", width - 1
    for letter in text:
        left -= letter_width(letter)
        if left < 0:
            break
        kept += letter
    return f"{kept}…" if width > 0 else ""


def wrap(line: Iterable[Span], width: int, indent: int = 0) -> list[Line]:
    """Break a line at spaces; a word that is longer than a line is cut. Lines after the first are indented."""
    lines: list[list[Span]] = [[]]
    used = 0
    for space, word in _words(line):
        wide = sum(width_of(span.text) for span in word)
        if space and used + 1 + wide > width and wide:
            lines.append([Span(" " * indent)] if indent else [])
            used, space = indent, None
        for text, ink in (*((space,) if space else ()), *word):
            piece = cut(text, width - used)
            if piece:
                lines[-1].append(Span(piece, ink))
                used += width_of(piece)
    return [tuple(each) for each in lines]


def _words(line: Iterable[Span]) -> Iterator[tuple[Span | None, list[Span]]]:
    """Split a line into words, each with the space before it; a word may have several inks."""
    space: Span | None = None
    word: list[Span] = []
    for text, ink in line:
        for number, part in enumerate(text.split(" ")):
            if number:
                yield space, word
                space, word = Span(" ", ink), []
            if part:
                word.append(Span(part, ink))
    yield space, word


class Sheet:
    """Rows of cells; nothing is ever drawn outside of them."""

    def __init__(self, width: int, height: int, ink: Ink = PLAIN) -> None:
        self.width, self.height = width, height
        self._rows = [[Cell(" ", ink)] * width for _ in range(height)]

    def copy(self) -> Sheet:
        """Return a sheet that can be drawn on instead of this one."""
        copied = Sheet(0, 0)
        copied.width, copied.height = self.width, self.height
        copied._rows = [row.copy() for row in self._rows]
        return copied

    @property
    def rows(self) -> Sequence[Sequence[Cell]]:
        """The cells, from the top."""
        return self._rows

    @property
    def text(self) -> list[str]:
        """What can be read, without inks."""
        return ["".join(cell.text for cell in row) for row in self._rows]

    def at(self, x: int, y: int) -> Cell:
        """Return a cell; one outside is blank."""
        return self._rows[y][x] if 0 <= x < self.width and 0 <= y < self.height else BLANK

    def put(self, x: int, y: int, text: str, ink: Ink = PLAIN) -> int:
        """Write a text, on what lies there unless the ink has its own ground; return where it ends."""
        for letter in text:
            wide = letter_width(letter)
            if wide and 0 <= y < self.height and x >= 0 and x + wide <= self.width:
                self._free(x, y)
                self._set(x, y, " " if letter == NO_BREAK else letter, ink)
                if wide == 2:
                    self._free(x + 1, y)
                    self._set(x + 1, y, "", ink)
            x += wide
        return x

    def put_line(self, x: int, y: int, line: Iterable[Span], width: int | None = None) -> int:
        """Write the pieces of a line, cut to a width if one is given; return where it ends."""
        end = self.width if width is None else min(self.width, x + width)
        for text, ink in line:
            if x >= end:
                break
            x = self.put(x, y, cut(text, end - x), ink)
        return x

    def _set(self, x: int, y: int, text: str, ink: Ink) -> None:
        below = self._rows[y][x].ink.back
        self._rows[y][x] = Cell(text, ink if ink.back is not None or ink.inverse else ink.on(below))

    def _free(self, x: int, y: int) -> None:
        """Blank the other half of a wide letter that is about to lose this cell."""
        row = self._rows[y]
        if row[x].text == "" and x > 0:
            row[x - 1] = Cell(" ", row[x - 1].ink)
        elif x + 1 < self.width and row[x + 1].text == "":
            row[x + 1] = Cell(" ", row[x + 1].ink)

    def fill(self, x: int, y: int, width: int, height: int, ink: Ink, text: str = " ") -> None:
        """Fill a box."""
        for row in range(max(0, y), min(self.height, y + height)):
            self.put(x, row, text * width, ink)

    def dot(self, x: int, y: int, ink: Ink) -> None:
        """Set one dot, of two by four in each cell; letters stay in front of dots."""
        column, row = x // 2, y // 4
        if not (0 <= column < self.width and 0 <= row < self.height):
            return
        there = self._rows[row][column].text
        bits = ord(there) - EMPTY if len(there) == 1 and EMPTY <= ord(there) <= FULL else 0
        if bits or there in (" ", HALF):
            self._set(column, row, chr(EMPTY + (bits | _DOTS[y % 4][x % 2])), ink)

    def line(self, begin: tuple[int, int], end: tuple[int, int], ink: Ink, every: int = 1) -> None:
        """Draw a line of dots from the middle of one cell to that of another; `every` leaves gaps."""
        (x0, y0), (x1, y1) = begin, end
        from_x, from_y, to_x, to_y = 2 * x0 + 1, 4 * y0 + 2, 2 * x1 + 1, 4 * y1 + 2
        steps = max(abs(to_x - from_x), abs(to_y - from_y), 1)
        for step in range(0, steps + 1, every):
            self.dot(
                round(from_x + (to_x - from_x) * step / steps), round(from_y + (to_y - from_y) * step / steps), ink
            )

    def blit(self, sheet: Sheet, x: int, y: int) -> None:
        """Lay another sheet on this one."""
        for row, cells in enumerate(sheet.rows):
            for column, cell in enumerate(cells):
                if 0 <= x + column < self.width and 0 <= y + row < self.height:
                    self._rows[y + row][x + column] = cell
