"""A stand-in for lgpio, as far as gpiozero's own factory uses it: lines in memory, which a hand can pull."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple

INPUT, OUTPUT, ALERT = 1 << 8, 1 << 9 | 1 << 1, 1 << 10
PULL_UP, PULL_DOWN, PULL_NONE = 1 << 5, 1 << 6, 1 << 7

Edge = Callable[[int, int, int, int], None]


class error(Exception):
    """What lgpio raises."""


class _Callback(NamedTuple):
    lines: Lines
    gpio: int
    edge: Edge

    def cancel(self) -> None:
        self.lines.callbacks.remove(self)


class Lines:
    """The lines of one header."""

    def __init__(self) -> None:
        self.modes: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self.callbacks: list[_Callback] = []
        self.chip: int | None = None
        self.refusal = ""  # why the chip is not opened, or a line not written to

    def pull(self, gpio: int, level: int) -> None:
        """Change a line from outside."""
        self.levels[gpio] = level
        for callback in [one for one in self.callbacks if one.gpio == gpio and self.modes[gpio] & ALERT]:
            callback.edge(0, gpio, level, 0)

    def module(self) -> ModuleType:
        """Build what is imported as `lgpio`."""

        def open_chip(number: int) -> int:
            if self.refusal:
                raise error(self.refusal)
            self.chip = number
            return 0

        def claim(gpio: int, mode: int, level: int) -> int:
            self.modes[gpio], self.levels[gpio] = mode, level
            return 0

        def claim_input(handle: int, gpio: int, flags: int = 0) -> int:
            return claim(gpio, INPUT | flags, int(bool(flags & PULL_UP)))

        def claim_output(handle: int, gpio: int, level: int = 0, flags: int = 0) -> int:
            return claim(gpio, OUTPUT | flags, level)

        def claim_alert(handle: int, gpio: int, edges: int, flags: int = 0) -> int:
            return claim(gpio, ALERT | flags, self.levels[gpio])

        def write(handle: int, gpio: int, level: int) -> int:
            if self.refusal:
                raise error(self.refusal)
            return claim(gpio, self.modes[gpio], int(level))

        def callback(handle: int, gpio: int, edges: int, edge: Edge) -> _Callback:
            self.callbacks.append(_Callback(self, gpio, edge))
            return self.callbacks[-1]

        lgpio = ModuleType("lgpio")
        lgpio.__dict__.update(
            SET_PULL_UP=PULL_UP, SET_PULL_DOWN=PULL_DOWN, SET_PULL_NONE=PULL_NONE,
            RISING_EDGE=1, FALLING_EDGE=2, BOTH_EDGES=3, error=error,
            gpiochip_open=open_chip, gpiochip_close=lambda handle: 0,
            gpio_claim_input=claim_input, gpio_claim_output=claim_output, gpio_claim_alert=claim_alert,
            gpio_free=lambda handle, gpio: 0, gpio_write=write, callback=callback,
            gpio_get_mode=lambda handle, gpio: self.modes[gpio], gpio_read=lambda handle, gpio: self.levels[gpio],
            gpio_set_debounce_micros=lambda handle, gpio, us: 0,
        )  # fmt: skip
        return lgpio
