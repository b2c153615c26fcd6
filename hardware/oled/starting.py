"""Starts a panel as luma does: records the commands once, to repeat them whenever the panel returns.

In: commands from luma. Out: the whole sequence, the part of it that leaves a picture unchanged, and luma's brightness.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

_CONTRAST, _PRECHARGE, _DESELECT = 0x81, 0xD9, 0xDB
_OFF = 0xAE
# Commands followed by one byte, on all panels that have them.
_WITH_VALUE = {0x20, 0x8D, 0xA8, 0xAD, 0xD3, 0xD5, 0xDA, _CONTRAST, _PRECHARGE, _DESELECT}


class Shine(NamedTuple):
    """The brightness of a panel. The contrast alone hardly dims an SSD1306: that also takes the other two."""

    contrast: int
    precharge: int
    deselect: int

    def dimmed(self, by: int) -> Shine:
        """Return a brightness with this share of the contrast, and the lowest charge."""
        return Shine(-(-self.contrast // by), 0x11, 0x00)

    @property
    def commands(self) -> tuple[int, ...]:
        """The commands for the panel."""
        return (_CONTRAST, self.contrast, _PRECHARGE, self.precharge, _DESELECT, self.deselect)


class Starting:
    """A stand-in for the panel that luma's device talks to."""

    def __init__(self) -> None:
        self._told: list[tuple[int, ...] | bytes] = []

    def command(self, *values: int) -> None:
        """Record commands."""
        self._told.append(values)

    def data(self, values: list[int]) -> None:
        """Record pixels."""
        self._told.append(bytes(values))

    def cleanup(self) -> None:
        """Do nothing: the opener of the bus closes it."""

    def shine(self, contrast: int) -> Shine:
        """Return luma's brightness, without the contrast."""
        values = {command[0]: command[-1] for command in self._commands()}
        return Shine(contrast, values[_PRECHARGE], values[_DESELECT])

    def start(self, bus: Any) -> None:
        """Send luma's start sequence to the panel."""
        for told in self._told:
            if isinstance(told, bytes):
                bus.data(told)
            else:
                bus.command(*told)

    def start_again(self, bus: Any) -> None:
        """Send it to a panel that probably shows a picture, without switching it off, clearing it or a flash."""
        for command in self._commands():
            if command[0] not in (_OFF, _CONTRAST, _PRECHARGE, _DESELECT):
                bus.command(*command)

    def _commands(self) -> Iterator[tuple[int, ...]]:
        for told in self._told:
            rest = () if isinstance(told, bytes) else told
            while rest:
                length = 1 + (rest[0] in _WITH_VALUE)
                yield rest[:length]
                rest = rest[length:]
