"""The screen of a table without a panel: only the page shows it, and draws it itself."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.ports import Frame, Health, Sink


class PageScreen:
    """Ignores frames; nothing in it can fail."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels of what is drawn."""
        return self._size

    @property
    def health(self) -> Mapping[str, Health]:
        """Nothing to tell."""
        return {}

    def open(self, sink: Sink) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""

    def show(self, frame: Frame) -> None:
        """Do nothing: the page gets it from the table itself."""
