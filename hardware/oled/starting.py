"""Starts a panel as luma does: records the commands once, to repeat them whenever the panel is back.

Commands come in as luma gives them; out go the whole sequence, the part of it that leaves a picture as it is, and how
bright luma would have the panel shine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

_CONTRAST, _PRECHARGE, _DESELECT = 0x81, 0xD9, 0xDB
_OFF = 0xAE
# Commands that one byte follows, on any of these panels that has them.
_WITH_VALUE = {0x20, 0x8D, 0xA8, 0xAD, 0xD3, 0xD5, 0xDA, _CONTRAST, _PRECHARGE, _DESELECT}


class Shine(NamedTuple):
    """How bright a panel shines. The contrast alone hardly dims an SSD1306: it also takes the other two."""

    contrast: int
    precharge: int
    deselect: int

    def dimmed(self, by: int) -> Shine:
        """Return a shine with that part of the contrast, and as little charge as a panel takes."""
        return Shine(-(-self.contrast // by), 0x11, 0x00)

    @property
    def commands(self) -> tuple[int, ...]:
        """What to tell the panel."""
        return (_CONTRAST, self.contrast, _PRECHARGE, self.precharge, _DESELECT, self.deselect)


class Starting:
    """What luma's device talks to instead of a panel."""

    def __init__(self) -> None:
        self._told: list[tuple[int, ...] | bytes] = []

    def command(self, *values: int) -> None:
        """Note commands."""
        self._told.append(values)

    def data(self, values: list[int]) -> None:
        """Note pixels."""
        self._told.append(bytes(values))

    def cleanup(self) -> None:
        """Do nothing: the bus is closed by who opened it."""

    def shine(self, contrast: int) -> Shine:
        """Say how bright luma has the panel shine, but for the contrast."""
        values = {command[0]: command[-1] for command in self._commands()}
        return Shine(contrast, values[_PRECHARGE], values[_DESELECT])

    def start(self, bus: Any) -> None:
        """Say to the panel on the bus what luma would."""
        for told in self._told:
            if isinstance(told, bytes):
                bus.data(told)
            else:
                bus.command(*told)

    def start_again(self, bus: Any) -> None:
        """Say it to a panel that probably shows something: neither switched off meanwhile, nor wiped, nor flashing."""
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
