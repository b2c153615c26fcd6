"""A picture of one colour as a single integer: columns side by side, each of as many bits as the picture is high.

In this order a shift moves a drawing by any number of pixels, an OR lays it down, an XOR inverts it, and every
eighth byte of the integer is one page of a panel; there is no loop over pixels anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from hardware.ports import Frame

WIDTH = 128
HEIGHT = 64


class Strip(NamedTuple):
    """Something drawn: its columns, `HEIGHT` bits each, the first one lowest and the low bit on top."""

    width: int
    height: int
    bits: int


EMPTY = Strip(0, 0, 0)


@lru_cache(maxsize=512)
def block(width: int, height: int) -> Strip:
    """Return a lit rectangle."""
    if width <= 0 or height <= 0:
        return EMPTY
    every_column = ((1 << HEIGHT * width) - 1) // ((1 << HEIGHT) - 1)
    return Strip(width, height, every_column * ((1 << height) - 1))


@lru_cache(maxsize=128)
def grey(width: int, height: int) -> Strip:
    """Return a rectangle with every other pixel lit, like a chessboard."""
    return strip_of("".join("#."[(x + y) % 2] for x in range(width)) for y in range(height))


def strip_of(rows: Iterable[str]) -> Strip:
    """Return what is drawn as rows of `#` and dots."""
    drawn = list(rows)
    bits = 0
    for x, column in enumerate(zip(*drawn, strict=True)):
        bits |= int("".join(reversed(column)).translate(_BINARY), 2) << HEIGHT * x
    return Strip(len(drawn[0]) if drawn else 0, len(drawn), bits)


class Canvas:
    """The picture while it is drawn; what would lie outside is left out."""

    def __init__(self) -> None:
        self._bits = 0

    def put(self, strip: Strip, x: int, y: int) -> None:
        """Lay a drawing over what is there, its top left corner at (x, y)."""
        self._bits |= _placed(strip, x, y)

    def invert(self, x: int, y: int, width: int, height: int) -> None:
        """Swap lit and dark in a rectangle."""
        self._bits ^= _placed(block(width, height), x, y)

    def fill(self, x: int, y: int, width: int, height: int) -> None:
        """Light a rectangle."""
        self._bits |= _placed(block(width, height), x, y)

    def clear(self, x: int, y: int, width: int, height: int) -> None:
        """Darken a rectangle."""
        self._bits &= ~_placed(block(width, height), x, y)

    def outline(self, x: int, y: int, width: int, height: int) -> None:
        """Light the border of a rectangle, one pixel thick."""
        for left, top, across, down in (
            (x, y, width, 1),
            (x, y + height - 1, width, 1),
            (x, y, 1, height),
            (x + width - 1, y, 1, height),
        ):
            self.fill(left, top, across, down)

    def strip(self, height: int) -> Strip:
        """Return the upper part of the picture as a drawing to be laid down elsewhere."""
        return Strip(WIDTH, height, self._bits & block(WIDTH, height).bits)

    def frame(self) -> Frame:
        """Return the picture as panels take it."""
        packed = self._bits.to_bytes(WIDTH * HEIGHT // 8, "little")
        pages = HEIGHT // 8
        return Frame(WIDTH, HEIGHT, b"".join(packed[page::pages] for page in range(pages)))


def _placed(strip: Strip, x: int, y: int) -> int:
    """Return the bits of a drawing moved to its place, without those that would lie outside."""
    width, height, bits = strip
    if x < 0 or y < 0 or x + width > WIDTH or y + height > HEIGHT:
        left, top = max(-x, 0), max(-y, 0)
        right, bottom = min(width, WIDTH - x), min(height, HEIGHT - y)
        if left >= right or top >= bottom:
            return 0
        inside = block(right - left, bottom - top).bits << HEIGHT * left + top
        return (bits & inside) >> HEIGHT * left + top << HEIGHT * (x + left) + y + top
    return bits << HEIGHT * x + y


_BINARY = str.maketrans(".#", "01")
