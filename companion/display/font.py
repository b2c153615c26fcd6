"""Pixel faces: text goes in, strips for the canvas come out; a character is drawn when it is first needed."""

from __future__ import annotations

import pkgutil
import re
import unicodedata
from functools import cache, lru_cache

from companion.display.canvas import EMPTY, HEIGHT, Strip, strip_of
from companion.display.fontfile import Drawn, FontError, parse_font
from companion.display.signs import ALL, ELLIPSIS, UNKNOWN

_WORDS = re.compile(rf"(?:[{''.join(ALL)}]+ +)?[^ \t\n]+")  # a sign stays with the word after it
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
