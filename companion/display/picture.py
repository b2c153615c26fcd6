"""Frames as people look at them: as text art, as blocks in a terminal, as PNG files."""

from __future__ import annotations

import struct
import zlib

from hardware.ports import Colour, Frame

AMBER = Colour(255, 176, 32)
BLACK = Colour(10, 8, 6)

_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def render_text_art(frame: Frame) -> str:
    """Return the frame as rows of `#` and dots.

    >>> print(render_text_art(Frame(3, 8, bytes([1, 3, 128]))).replace(chr(10), " "))
    ##. .#. ... ... ... ... ... ..#
    """
    return "\n".join(
        "".join("#" if frame.pixel(x, y) else "." for x in range(frame.width)) for y in range(frame.height)
    )


def render_blocks(frame: Frame) -> str:
    """Return the frame for a terminal, two rows of pixels a line, in a border."""
    lines = [
        "".join(_HALVES[frame.pixel(x, y), frame.pixel(x, y + 1)] for x in range(frame.width))
        for y in range(0, frame.height, 2)
    ]
    rule = "─" * frame.width
    return "\n".join([f"┌{rule}┐", *(f"│{line}│" for line in lines), f"└{rule}┘"])


def render_png(frame: Frame, scale: int = 4, lit: Colour = AMBER, dark: Colour = BLACK) -> bytes:
    """Return the frame as a PNG file of two colours, each pixel `scale` pixels wide."""
    width, height = frame.width * scale, frame.height * scale
    rows = []
    for y in range(frame.height):
        bits = "".join("01"[frame.pixel(x, y)] * scale for x in range(frame.width))
        bits += "0" * (-width % 8)
        # Every row begins with its filter: 0, none (PNG specification, section 9.2).
        rows.append((b"\0" + int(bits, 2).to_bytes(len(bits) // 8, "big")) * scale)
    header = struct.pack(">IIBBBBB", width, height, 1, 3, 0, 0, 0)  # one bit a pixel, colours from a palette
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", bytes([*dark, *lit])),
            _chunk(b"IDAT", zlib.compress(b"".join(rows), 9)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
