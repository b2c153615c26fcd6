"""The simulated table in a terminal: its screen, lamps and pieces as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from companion.display.picture import render_blocks
from hardware.ports import Frame, Light, Pattern

SIGNS: Final = {
    Pattern.OFF: "·",
    Pattern.ON: "●",
    Pattern.BLINK: "◐",
    Pattern.BREATHE: "◉",
    Pattern.ALARM: "✖",
    Pattern.FLICKER: "✦",
}
LEGEND: Final = "● on  ◐ blinks  ◉ breathes  ✖ alarm  ✦ seen"
_GAP: Final = re.compile(r"( {2,}|(?<=,) )")
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")
_BRAILLE: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # the dots of U+2800 by row and column


def render_braille(frame: Frame) -> str:
    """Return the frame in a quarter of the space: two by four pixels for each character.

    >>> render_braille(Frame(2, 8, bytes([0x0F, 0x81]))).split()
    ['┌─┐', '│⡏│', '│⢀│', '└─┘']
    """
    lines = [
        "".join(
            chr(
                0x2800
                + sum(
                    bit
                    for down, row in enumerate(_BRAILLE)
                    for right, bit in enumerate(row)
                    if frame.pixel(x + right, y + down)
                )
            )
            for x in range(0, frame.width, 2)
        )
        for y in range(0, frame.height, 4)
    ]
    rule = "─" * (frame.width // 2)
    return "\n".join([f"┌{rule}┐", *(f"│{line}│" for line in lines), f"└{rule}┘"])


def render_screen(frame: Frame, columns: int, lines: int) -> str:
    """Return the frame as large as it fits."""
    fits = columns >= frame.width + 2 and lines >= frame.height // 2 + 12
    return render_blocks(frame) if fits else render_braille(frame)


def fit(picture: str, words: str, notes: str, columns: int, lines: int) -> str:
    """Return everything for a terminal of this size, or only the picture's upper left with all notes, if too small."""
    drawn = picture.splitlines()
    width = max(map(len, drawn))
    if width > columns:
        notes = f"a window of {width} columns shows the whole screen\n{notes}"
    below = _wrapped(notes, columns)
    above = [line[:columns] for line in drawn[: max(lines - len(below), 0)]]
    room = max(lines - len(above) - len(below), 0)
    return "\n".join([*above, *_wrapped(words, columns)[:room], *below])


def _wrapped(text: str, columns: int) -> list[str]:
    """Break lines between lamps and after commas, or anywhere if there are none; colour codes take no space."""
    broken = []
    for line in text.split("\n"):
        first, *rest = _GAP.split(line)
        broken.append(first)
        for gap, piece in zip(rest[::2], rest[1::2], strict=True):
            if len(_COLOUR.sub("", broken[-1] + gap + piece)) <= columns:
                broken[-1] += gap + piece
            else:
                broken.append(piece)
    return [cut for line in broken for cut in _cut(line, columns)]


def _cut(line: str, columns: int) -> list[str]:
    if len(_COLOUR.sub("", line)) <= columns:
        return [line]
    return [line[at : at + columns] for at in range(0, len(line), columns)]


def render_lamps(names: tuple[str, ...], lights: Mapping[str, Light], *, coloured: bool) -> str:
    """Return the lamps, one line for each kind; dark ones only for small kinds."""
    kinds: dict[str, list[str]] = {}
    for name in names:
        kind, _, rest = name.partition(".")
        kinds.setdefault(kind, []).append(f"{_sign(lights.get(name), coloured=coloured)} {rest or kind}")
    return "\n".join(f"{kind:<10} {'  '.join(lamps)}" for kind, lamps in kinds.items())


def _sign(light: Light | None, *, coloured: bool) -> str:
    if light is None or light.pattern is Pattern.OFF:
        return SIGNS[Pattern.OFF]
    sign = SIGNS[light.pattern]
    red, green, blue = light.colour
    return f"\x1b[38;2;{red};{green};{blue}m{sign}\x1b[0m" if coloured else sign


def render_pieces(lying: Mapping[str, str]) -> str:
    """Return which pieces are where."""
    places: dict[str, list[str]] = {}
    for piece, place in lying.items():
        places.setdefault(place, []).append(piece)
    return "  ".join(f"{place}: {', '.join(pieces)}" for place, pieces in places.items()) or "no pieces on the table"
