"""Pixel faces: text goes in, strips for the canvas come out; a character is drawn when it is first needed.

    FontError (ValueError)  a font file cannot be read: which line, and what was expected there

A font file gives the face's measures, then bands of characters drawn side by side; small.font tells how. Signs are
characters that stand for things of the table; both faces draw them, and sentences carry them like letters. Seats are
told by shape and never by colour alone. What Unicode has no plain character for sits in its private area; `spelled`
puts the nearest common character in its place, for a terminal, a log or a page.
"""

from __future__ import annotations

import pkgutil
import re
import unicodedata
from functools import cache, lru_cache
from typing import NamedTuple

from companion.display.canvas import EMPTY, HEIGHT, Strip, strip_of

# --- signs ---

SEATS = ("■", "▲", "●", "◆", "✚")
OPEN_SEATS = ("□", "△", "○", "◇", "✙")

COIN = "\ue000"
BARREL = "\ue001"
HOUSE = "\ue002"
BOAT = "\ue003"
TILE = "\ue004"
SHED = "\ue005"

TICKED = "☑"
UNTICKED = "☐"
DONE = "✓"
REFUSED = "✗"
UP = "↑"
DOWN = "↓"
TO = "→"
CURSOR = "▸"
ALERT = "⚠"
ELLIPSIS = "…"
UNKNOWN = "\ufffd"

ALL_SIGNS = (
    *SEATS,
    *OPEN_SEATS,
    *(COIN, BARREL, HOUSE, BOAT, TILE, SHED),
    *(TICKED, UNTICKED, DONE, REFUSED, UP, DOWN, TO, CURSOR, ALERT, ELLIPSIS, UNKNOWN),
)

_COMMON = str.maketrans({COIN: "◉", BARREL: "⊟", HOUSE: "⌂", BOAT: "⛵", TILE: "▣", SHED: "⊞"})


def spelled(text: str) -> str:
    """Return the text with the private signs replaced by common characters.

    >>> spelled(f"3{COIN} to ▲")
    '3◉ to ▲'
    """
    return text.translate(_COMMON)


# --- font files ---


class FontError(ValueError):
    """A font file is wrong; the message names the place and what was expected there."""


class Drawn(NamedTuple):
    """A face as it is drawn in its file."""

    drawings: dict[str, list[str]]  # rows of dots and `#`, from the top of the line to its end
    height: int
    baseline: int  # the row on which letters without a descender end
    gap: int  # between characters


_NUMBERS = ("height", "baseline", "gap")


def parse_font(text: str) -> Drawn:
    """Find each character's drawing and the face's measures; raise `FontError` for a file that is wrong."""
    drawings: dict[str, list[str]] = {}
    numbers: dict[str, int] = {}
    for paragraph in text.split("\n\n"):
        lines = [line for line in paragraph.splitlines() if line and line[0] != ";"]
        if not lines:
            continue
        if lines[0].startswith("from row "):
            drawings.update(_band(lines, numbers.get("height", 0)))
        else:
            for line in lines:
                name, _, number = line.partition(" ")
                if name not in _NUMBERS or not number.isdigit():
                    raise FontError(f"{line!r}: expected 'from row N: characters' or one of {_NUMBERS} and a number")
                numbers[name] = int(number)
    for name in _NUMBERS:
        if name not in numbers:
            raise FontError(f"no line gives the {name}")
    return Drawn(drawings, numbers["height"], numbers["baseline"], numbers["gap"])


def _band(lines: list[str], height: int) -> dict[str, list[str]]:
    """Return the drawings of one band."""
    head, _, names = lines[0].partition(":")
    first, characters = head.removeprefix("from row "), [_character(name) for name in names.split()]
    rows = [line.split() for line in lines[1:]]
    if not first.isdigit() or int(first) + len(rows) > height:
        raise FontError(f"{lines[0]!r}: {len(rows)} rows do not fit into a height of {height}")
    for number, row in enumerate(rows, 1):
        if [len(part) for part in row] != [len(part) for part in rows[0]] or len(row) != len(characters):
            raise FontError(f"{lines[0]!r}: row {number} is not as wide as the others, or has not one part a character")
        if not set("".join(row)) <= {".", "#"}:
            raise FontError(f"{lines[0]!r}: row {number} has other characters than '.' and '#'")
    drawings: dict[str, list[str]] = {}
    for character, drawn in zip(characters, zip(*rows, strict=True), strict=True):
        empty = "." * len(drawn[0])
        above, below = int(first), height - int(first) - len(rows)
        drawings[character] = [empty] * above + list(drawn) + [empty] * below
    return drawings


def _character(name: str) -> str:
    return chr(int(name[2:], 16)) if len(name) > 2 and name.startswith("U+") else name


# --- faces ---

_WORDS = re.compile(rf"(?:[{''.join(ALL_SIGNS)}]+ +)?[^ \t\n]+")  # a sign stays with the word after it
_PIECES = re.compile(r"[^-/.:@]*[-/.:@]+|[^-/.:@]+")  # of a word that is an address or has hyphens


class Font:
    """A proportional face: it measures, shortens, breaks and sets text."""

    def __init__(self, drawn: Drawn, *, tighter: int = 0) -> None:
        self._drawings = drawn.drawings
        self.height = drawn.height
        self.baseline = drawn.baseline
        self.gap = drawn.gap - tighter
        self._glyphs: dict[str, Strip] = {}
        self.set = lru_cache(maxsize=512)(self._set)
        self.width = lru_cache(maxsize=2048)(self._width)

    @property
    def characters(self) -> frozenset[str]:
        """The characters that have a drawing of their own."""
        return frozenset(self._drawings)

    def glyph(self, character: str) -> Strip:
        """Return one character's drawing; one that the face lacks gets its letter without the mark, or a box."""
        found = self._glyphs.get(character)
        if found is None:
            found = self._glyphs[character] = self._draw(character)
        return found

    def _width(self, text: str) -> int:
        return max(sum(self.glyph(character).width + self.gap for character in text) - self.gap, 0)

    def shorten(self, text: str, width: int) -> str:
        """Return the text if it fits into `width`, else as much of it as does with an ellipsis after it."""
        if self.width(text) <= width:
            return text
        for end in range(len(text) - 1, -1, -1):
            shorter = text[:end].rstrip() + ELLIPSIS
            if self.width(shorter) <= width:
                return shorter
        return ""

    def broken(self, text: str, width: int) -> list[str]:
        """Break a text into lines between words, and a long address inside; a word may still be wider than `width`."""
        if self.width(text) <= width:
            return [text]
        lines = [""]
        for word in _WORDS.findall(text):
            joined = f"{lines[-1]} {word}".lstrip()
            if self.width(joined) <= width:
                lines[-1] = joined
            elif self.width(word) <= width:
                lines.append(word)
            else:
                lines.append("")
                for piece in _PIECES.findall(word):
                    if self.width(lines[-1] + piece) <= width:
                        lines[-1] += piece
                    else:
                        lines.append(piece)
        return [line for line in lines if line] or [""]

    def _set(self, text: str) -> Strip:
        bits = at = 0
        for character in text:
            glyph = self.glyph(character)
            bits |= glyph.bits << HEIGHT * at
            at += glyph.width + self.gap
        return Strip(max(at - self.gap, 0), self.height, bits)

    def _draw(self, character: str) -> Strip:
        drawing = self._drawings.get(character)
        if drawing is not None:
            return strip_of(drawing)
        if character.isspace():
            return self.glyph(" ")
        parts = unicodedata.normalize("NFKD", character)
        letter, mark = parts[0], parts[1:2]
        if letter not in self._drawings:
            return self.glyph(UNKNOWN)
        if not letter.islower() or mark not in self._drawings:
            return self.glyph(letter)
        return self._marked("ı" if letter == "i" else letter, mark)

    def _marked(self, letter: str, mark: str) -> Strip:
        """Set a mark over the middle of a small letter."""
        below, above = self.glyph(letter), self.glyph(mark)
        width = max(below.width, above.width)
        bits = EMPTY.bits
        for part in (below, above):
            bits |= part.bits << HEIGHT * ((width - part.width) // 2)
        return Strip(width, self.height, bits)


@cache
def small() -> Font:
    """Return the face for running text: one line, eight pixels."""
    return Font(_shipped("small.font"))


@cache
def large() -> Font:
    """Return the face for what is read across the table: two lines, sixteen pixels."""
    return Font(_shipped("large.font"))


@cache
def large_and_tight() -> Font:
    """Return the large face with its letters closer together, for what is a little too long for it."""
    return Font(_shipped("large.font"), tighter=1)


@cache
def _shipped(name: str) -> Drawn:
    # Not importlib.resources, which brings tempfile, pathlib and inspect with it before the first screen.
    drawings = pkgutil.get_data("companion.display", name)
    if drawings is None:
        raise FontError(f"{name} is not next to the program")
    return parse_font(drawings.decode())
