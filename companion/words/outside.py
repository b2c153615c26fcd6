"""The gate for text from outside: a server, a file, a caller, a device. No log and no terminal gets it any other way.

Such a text may hold line feeds, which fake lines of their own, escape sequences, which a terminal obeys, characters
that turn the direction of writing, and any number of letters. `one_line` is for a piece of a line, `Gated` for
everything that a command prints; the log has the same in its formatter (`companion/running/logs.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TextIO, cast

LONGEST: Final = 2000  # characters of a line; nobody reads more
_KEPT: Final = "\n\t"


def one_line(text: str, longest: int = LONGEST) -> str:
    """Return a text as one line of limited length without control characters.

    >>> one_line("a\\nb \\x1b[2J"), one_line("abcdef", 4)
    ('a b ?[2J', 'abc…')
    """
    if not text.isprintable():
        text = shown(" ".join(text[: 2 * longest].split()))
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def shown(text: str) -> str:
    """Return a text of any number of lines without control characters.

    >>> shown("a\\nb\\x1b[2J\\u202e")
    'a\\nb?[2J?'
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in _KEPT else "?" for letter in text)


def indented(text: str, longest: int = LONGEST) -> str:
    """Return the lines of a text such as a traceback, none of which can be taken for a line of its own.

    >>> indented("a\\nb\\x1b")
    '  a\\n  b?'
    """
    return "\n".join(f"  {shown(line)[:longest]}" for line in text.split("\n"))


class Gated:
    """An output that a person may look at: whatever is written to it comes without control characters."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text."""
        self.stream.write(shown(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        """Be the output itself in everything else."""
        return getattr(self.stream, name)


def gated(stream: TextIO) -> TextIO:
    """Return an output with the gate before it."""
    return cast(TextIO, Gated(stream))


def bare(stream: TextIO) -> TextIO:
    """Return an output without the gate, to draw on a terminal: what came from outside must be clean already."""
    return stream.stream if isinstance(stream, Gated) else stream
