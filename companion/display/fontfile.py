"""Font files: drawings in text go in, each character's rows of pixels come out.

    FontError (ValueError)  the file cannot be read: which line, and what was expected there

A file gives the face's measures, then bands of characters drawn side by side; small.font tells how.
"""

from __future__ import annotations

from typing import NamedTuple


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
