"""Pixel faces, read from drawings in text files; text goes in, strips for the canvas come out.

Reading a file only finds the drawings; each becomes a strip when it is first needed.
"""

from __future__ import annotations

import pkgutil
import re
import unicodedata
from functools import cache, lru_cache

from companion.display.canvas import EMPTY, HEIGHT, Strip, strip_of
from companion.display.signs import ELLIPSIS, UNKNOWN

_PIECES = re.compile(r"[^-/.:@]*[-/.:@]+|[^-/.:@]+")  # of a word that is an address or has hyphens


class FontError(ValueError):
    """A font file cannot be read; the message names the line and what was expected there."""


class Font:
    """A proportional face: it measures, shortens, breaks and sets text."""

    def __init__(self, text: str) -> None:
        self._drawings, numbers = _parse(text)
        self.height = numbers["height"]
        self.baseline = numbers["baseline"]  # the row on which letters without a descender end
        self.gap = numbers["gap"]
        self._glyphs: dict[str, Strip] = {}
        self.set = lru_cache(maxsize=512)(self._set)
        self.width = lru_cache(maxsize=2048)(self._width)

    @property
    def characters(self) -> frozenset[str]:
        """The characters that have a drawing of their own."""
        return frozenset(self._drawings)

    def glyph(self, character: str) -> Strip:
        """Give one character's drawing; one that the face lacks gets its letter without the mark, or a box."""
        found = self._glyphs.get(character)
        if found is None:
            found = self._glyphs[character] = self._draw(character)
        return found

    def _width(self, text: str) -> int:
        return max(sum(self.glyph(character).width + self.gap for character in text) - self.gap, 0)

    def shorten(self, text: str, width: int) -> str:
        """Give the text if it fits into `width`, else as much of it as does with an ellipsis after it."""
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
        for word in text.split():
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
    """Give the face for running text: one line, eight pixels."""
    return _shipped("small.font")


@cache
def large() -> Font:
    """Give the face for what is read across the table: two lines, sixteen pixels."""
    return _shipped("large.font")


def _shipped(name: str) -> Font:
    # Not importlib.resources, which brings tempfile, pathlib and inspect with it before the first screen.
    drawings = pkgutil.get_data("companion.display", name)
    if drawings is None:
        raise FontError(f"{name} is not beside the program")
    return Font(drawings.decode())


_NUMBERS = ("height", "baseline", "gap")


def _parse(text: str) -> tuple[dict[str, list[str]], dict[str, int]]:
    """Find each character's drawing, as rows from the top of the line to its end, and the face's numbers."""
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
    return drawings, numbers


def _band(lines: list[str], height: int) -> dict[str, list[str]]:
    """Give the drawings of one band."""
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
