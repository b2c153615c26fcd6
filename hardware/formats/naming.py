"""Names of lamps, readers, buttons and pieces in a data file."""

from __future__ import annotations

import re
from typing import Final

NAME: Final = re.compile(r"(?=.{1,64}\Z)[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)*")
NAMES: Final = "lower-case words, digits and dots, at most 64 characters"
RANGE: Final = re.compile(r"(?P<stem>.+\.)(?P<first>\d{1,3})\.\.(?P<last>\d{1,3})")


def expand(name: str) -> tuple[str, ...]:
    """Return the names of a range; a plain name stands for itself, a falling range is empty.

    >>> expand("led.2..4"), expand("end")
    (('led.2', 'led.3', 'led.4'), ('end',))
    """
    match = RANGE.fullmatch(name)
    if not match:
        return (name,)
    return tuple(f"{match['stem']}{number}" for number in range(int(match["first"]), int(match["last"]) + 1))
