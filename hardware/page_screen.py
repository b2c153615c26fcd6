"""The screen of a table that has none: what is shown is seen on the page alone, which draws it itself."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.ports import Frame, Health, Sink


class PageScreen:
    """Takes frames for nobody; there is nothing to it that could be ill."""

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
        """Do nothing: the page has it from the table itself."""
