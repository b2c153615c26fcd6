"""A progress bar for long work, drawn only where a person is looking."""

from __future__ import annotations

import os
from typing import Self, TextIO

from companion.words.outside import bare, one_line


class Progress:
    """A bar of one line that is rewritten in place; on anything but a terminal it stays silent."""

    def __init__(self, total: int, unit: str, stream: TextIO) -> None:
        self._total, self._unit, self._stream = max(total, 1), unit, bare(stream)
        self._done = 0
        self._shown = (-1, "")  # per cent and doing, on the screen
        self._visible = stream.isatty() and os.environ.get("TERM") != "dumb"

    def advance(self, by: int = 1, doing: str = "") -> None:
        """Add to the work done, and show what is being done now."""
        self._done += by
        percent = 100 * self._done // self._total
        if self._visible and (percent, doing) != self._shown:
            self._shown = percent, doing
            bar = "█" * (percent // 4)
            # The previous text may have been longer.
            tail = f"  {one_line(doing)}\x1b[K" if doing else ""
            self._stream.write(f"\r{bar:<25} {percent:3}%  {self._done}/{self._total} {self._unit}{tail}")
            self._stream.flush()

    @property
    def is_shown(self) -> bool:
        """Whether anybody sees it."""
        return self._visible

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Clear the bar, even if the work failed."""
        if self._visible and self._shown[0] >= 0:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
