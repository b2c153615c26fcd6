"""The firmware run in this process, by CPython: for a desktop without Node, and to measure which lines run.

In: a world, a line and a folder for the Pico's files. Out: virtual time that passes while the firmware steps.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.start import Maintenance, begin
from hardware.simulated import micropython_modules
from hardware.simulated.micropython_world import PicoWorld, WatchdogBite
from hardware.simulated.serial_line import SerialLine

_IDLE_US = 1000
_STEP_US = 20  # no step is free: one in which everything fails must not stop the clock


class _Reset(BaseException):
    """The chip starts again; not an `Exception`, as no firmware can catch it."""


class _Bridge:
    def __init__(self, world: PicoWorld, line: SerialLine) -> None:
        self.after_watchdog = world.after_watchdog
        self._world = world
        self._line = line

    def call(self, act: bytes, pins: bytes, data: bytes) -> bytes:
        for at in range(0, len(pins), 2):
            self._world.set_pin(pins[at], pins[at + 1])
        return self._world.call(act, data)

    def now_us(self) -> int:
        return self._world.now_us

    def read(self) -> bytes:
        return self._line.device_read(256)

    def write(self, data: bytes) -> None:
        self._line.device_write(data)

    def reset(self) -> None:
        raise _Reset

    def interruptible(self, yes: bool) -> None:
        """Take it as said: there is no keyboard here."""


@contextmanager
def _modules_of(bridge: _Bridge) -> Iterator[None]:
    """Let the simulated modules stand in for the real ones while the board is made."""
    stand_ins = micropython_modules.build(bridge)
    before = {name: sys.modules.get(name) for name in stand_ins}
    sys.modules.update(stand_ins)  # type: ignore[arg-type]  # objects do for an import, as they do on MicroPython
    try:
        yield
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


class InProcessPico:
    """A simulated Pico whose firmware runs in this process."""

    def __init__(self, world: PicoWorld, line: SerialLine, files: Path) -> None:
        self.world = world
        self.line = line
        self.starts = 0
        self.maintenance = ""  # why the firmware does not run
        self._files = files
        self.step: Callable[[], None] | None = None  # of the firmware, while it runs
        self.power_on()

    def power_on(self) -> None:
        """Start as after plugging in."""
        self._start(after_watchdog=False)

    def run(self, seconds: float) -> None:
        """Let the firmware run for some virtual time; the line is not pumped meanwhile."""
        until = self.world.clock() + seconds
        while self.world.clock() < until:
            self.world.clock.sleep_us(_STEP_US)
            try:
                if self.step is None:
                    self.world.clock.sleep_us(_IDLE_US)
                else:
                    self.step()
            except (WatchdogBite, _Reset):
                # Either way the USB device vanishes and comes back.
                self.line.unplug()
                self._start(after_watchdog=True)
                self.line.plug()

    def close(self) -> None:
        """Stop."""
        self.step = None

    def _start(self, *, after_watchdog: bool) -> None:
        self.starts += 1
        self.maintenance = ""
        self.step = None
        self.world.restart(after_watchdog=after_watchdog)
        with _modules_of(_Bridge(self.world, self.line)):
            try:
                self.step = begin(f"{self._files}/")
            except Maintenance as reason:
                self.maintenance = str(reason)
