"""Changes the prose of a document and leaves its fenced blocks alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

_FENCE: Final = re.compile(r"^[ \t]*(```+|~~~+)")


def outside_fences(text: str, change: Callable[[str], str]) -> Iterator[str]:
    """Yield a text piece by piece, its prose changed, and its fenced blocks as they are."""
    prose: list[str] = []
    fence = ""
    for line in text.splitlines(keepends=True):
        found = _FENCE.match(line)
        if not fence and not found:
            prose.append(line)
            continue
        if not fence:
            yield change("".join(prose))
            prose.clear()
            assert found
            fence = found[1]
        elif found and found[1].startswith(fence):
            fence = ""
        yield line
    yield change("".join(prose))
