"""Turns a sheet of cells into the lines of a terminal: as many colours and letters as that one has.

What a colour says, a letter says too, so nothing is lost without colours; a letter that a terminal lacks becomes one
that looks like it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import groupby
from typing import Final
from unicodedata import combining, normalize

from companion.display.cells import EMPTY, FULL, HALF, Cell, Ink, Rgb, Sheet, letter_width
from hardware.ports import Frame


class Depth(IntEnum):
    """How many colours a terminal has."""

    DUMB = -1  # and no other inks either
    NONE = 0
    FEW = 16
    MANY = 256
    ALL = 1 << 24


_FEW: Final = (
    (0, 0, 0),
    (170, 0, 0),
    (0, 170, 0),
    (170, 110, 0),
    (0, 0, 190),
    (170, 0, 170),
    (0, 170, 170),
    (190, 190, 190),
    (90, 90, 90),
    (255, 85, 85),
    (85, 255, 85),
    (255, 255, 85),
    (85, 85, 255),
    (255, 85, 255),
    (85, 255, 255),
    (255, 255, 255),
)
_STEPS: Final = (0, 95, 135, 175, 215, 255)  # of the colour cube of 256 colours
_ASCII: Final = {
    **dict.fromkeys("─━═╌┄╴╶", "-"),
    **dict.fromkeys("│┃║╎", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╯╰╔╗╚╝", "+"),
    **dict.fromkeys("▶►▸→❯", ">"),
    **dict.fromkeys("◀◄◂←", "<"),
    **dict.fromkeys("▲↑", "^"),
    **dict.fromkeys("▼↓", "v"),
    **dict.fromkeys("●■█◆★♦", "*"),
    **dict.fromkeys("○□◇", "o"),
    "·": ".",
    **dict.fromkeys("▀▄", " "),
    **dict.fromkeys("▌▐▎", "|"),
    **dict.fromkeys("–—", "-"),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”„«»", '"'),
    "…": ".",
    "×": "x",
    "ß": "s",
    "ø": "o",
    "Ø": "O",
    "æ": "a",
    "ł": "l",
    "⛵": "S",
    "✓": "x",
    "°": "'",
    **dict(zip("①②③④", "!@#$", strict=True)),  # the same keys as the plain digits, shifted
}


def terminal_depth(environment: Mapping[str, str]) -> Depth:
    """Return how many colours a terminal has, as its environment tells.

    >>> terminal_depth({"TERM": "xterm-256color"}).name, terminal_depth({"TERM": "xterm", "NO_COLOR": "1"}).name
    ('MANY', 'NONE')
    """
    kind = environment.get("TERM") or "dumb"
    if kind == "dumb":
        return Depth.DUMB
    if environment.get("NO_COLOR") or kind.startswith(("vt1", "vt2")):
        return Depth.NONE
    if environment.get("COLORTERM", "") in ("truecolor", "24bit") or "direct" in kind:
        return Depth.ALL
    return Depth.MANY if "256" in kind else Depth.FEW


@lru_cache(maxsize=1024)
def ascii_letter(letter: str) -> str:
    """Return a letter of ASCII that looks most like this one, as wide as it is.

    >>> "".join(map(ascii_letter, "Århus ─ ⠿ 漢"))
    'Arhus - . ??'
    """
    if ord(letter) < 128:
        return letter
    if letter in _ASCII:
        return _ASCII[letter]
    if EMPTY <= ord(letter) <= FULL:
        return "." if ord(letter) > EMPTY else " "
    plain = "".join(part for part in normalize("NFKD", letter) if not combining(part))
    return plain if plain.isascii() and len(plain) == letter_width(letter) else "?" * letter_width(letter)


def terminal_lines(sheet: Sheet, depth: Depth, *, is_ascii: bool = False) -> list[str]:
    """Return a line for each row of a sheet; each begins and ends in the terminal's own ink."""
    return [_line(row, depth, is_ascii=is_ascii) for row in sheet.rows]


def _line(row: Sequence[Cell], depth: Depth, *, is_ascii: bool) -> str:
    said = []
    for ink, cells in groupby(row, key=lambda cell: cell.ink):
        text = "".join(map(ascii_letter if is_ascii else str, "".join(cell.text for cell in cells)))
        if depth <= Depth.NONE:
            text = text.replace(HALF, " ")  # it is nothing but two grounds
        code = ink_code(ink, depth)
        said.append(f"\x1b[{code}m{text}\x1b[0m" if code else text)
    return "".join(said)


@lru_cache(maxsize=4096)
def ink_code(ink: Ink, depth: Depth) -> str:
    """Return what switches a terminal to an ink; empty for its own.

    >>> ink_code(Ink((255, 0, 0), None, bold=True), Depth.ALL), ink_code(Ink((255, 0, 0)), Depth.NONE)
    ('1;38;2;255;0;0', '')
    """
    if depth is Depth.DUMB:
        return ""
    codes = ["1"] if ink.bold else []
    if ink.inverse and (depth is Depth.NONE or ink.back is None):
        codes.append("7")
    if depth is not Depth.NONE:
        codes += (_colour(ink.fore, depth, is_ground=False),) if ink.fore else ()
        codes += (_colour(ink.back, depth, is_ground=True),) if ink.back else ()
    return ";".join(codes)


def _colour(colour: Rgb, depth: Depth, *, is_ground: bool) -> str:
    red, green, blue = colour
    begin = "48" if is_ground else "38"
    if depth is Depth.ALL:
        return f"{begin};2;{red};{green};{blue}"
    if depth is Depth.MANY:
        return f"{begin};5;{_of_many(colour)}"
    nearest = min(range(16), key=lambda number: _far(_FEW[number], colour))
    return str((40 if is_ground else 30) + nearest if nearest < 8 else (100 if is_ground else 90) + nearest - 8)


def _of_many(colour: Rgb) -> int:
    """Return the nearest of 256: of the cube, or of the shades between black and white."""
    places = [min(range(6), key=lambda place: abs(_STEPS[place] - part)) for part in colour]
    cube = _STEPS[places[0]], _STEPS[places[1]], _STEPS[places[2]]
    shade = max(0, min(23, round((sum(colour) / 3 - 8) / 10)))
    level = 8 + 10 * shade
    if _far((level, level, level), colour) < _far(cube, colour):
        return 232 + shade
    return 16 + 36 * places[0] + 6 * places[1] + places[2]


def _far(one: Rgb, other: Rgb) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def frame_sheet(frame: Frame, ink: Ink) -> Sheet:
    """Return a frame of the small screen as dots, two by four in each cell.

    >>> frame_sheet(Frame(2, 8, bytes([0x0F, 0x81])), Ink()).text
    ['⡏', '⢀']
    """
    sheet = Sheet(-(-frame.width // 2), -(-frame.height // 4), ink)
    for y in range(frame.height):
        for x in range(frame.width):
            if frame.pixel(x, y):
                sheet.dot(x, y, ink)
    return sheet
