"""The world around a simulated Pico: what its pins, its bus, its strip and its watchdog lead to.

In: what the simulated `machine` does, through one `call` for each act. Out: the chips' bytes and the time.
The same world serves an interpreter in this process and one under Node. Time is virtual: only transfers,
waits and refreshes of the strip make it pass.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hardware.simulated.clock import Air, VirtualClock
from hardware.simulated.field import Field
from hardware.simulated.reader_chip import ReaderChip

# What MicroPython needs for one transfer and around it: some 60 us on an emulated Pico; nobody has measured a real one.
TRANSFER_OVERHEAD_S = 100e-6
LAMP_S = 30e-6  # 24 bits of 1.25 us

# The acts of the simulated machine; `micropython_modules` uses the same letters.
SLEEP, CLOCK, TRANSFER, READ_PIN, STRIP, BUZZER, GUARD, FEED = b"S", b"C", b"X", b"P", b"N", b"B", b"W", b"F"


class WatchdogBite(BaseException):
    """The watchdog was not fed in time; not an `Exception`, as no firmware can catch it."""


class Tone(NamedTuple):
    """What a buzzer sounds from a moment on."""

    at: float
    pin: int
    hz: int  # 0: silence


class PicoWorld:
    """Chips behind select pins, a strip, a jumper and a watchdog, in virtual time."""

    def __init__(
        self,
        selects: Mapping[str, int],
        *,
        reset: int = 17,
        jumper: int = 22,
        clock: VirtualClock | None = None,
        spi_hz: int = 500_000,
    ) -> None:
        self.air = Air(clock or VirtualClock(), transfer_overhead_s=TRANSFER_OVERHEAD_S)
        self.clock = self.air.clock
        self.fields = {name: Field() for name in selects}
        self.chips = {name: ReaderChip(self.air, field, spi_hz=spi_hz) for name, field in self.fields.items()}
        self.jumper_closed = False
        self.after_watchdog = False
        self.strip_data = b""  # as it went over the wire
        self.strip_writes = 0
        self.tones: list[Tone] = []  # of the buzzer, each with its beginning
        self.bus_conflicts = 0  # transfers with no chip or more than one selected
        self.driven: set[int] = set()
        self.by_select = {pin: self.chips[name] for name, pin in selects.items()}
        self.reset = reset
        self.jumper = jumper
        self._selected: set[int] = set()
        self._watchdog_s = 0.0
        self._fed_at = 0.0

    def restart(self, *, after_watchdog: bool) -> None:
        """Begin a new start of the Pico: pins float, the watchdog is off, the strip keeps its light."""
        if self.tones and self.tones[-1].hz:
            self._sound(self.tones[-1].pin, 0)
        self.after_watchdog = after_watchdog
        self.driven.clear()
        self._selected.clear()
        self._watchdog_s = 0.0

    @property
    def now_us(self) -> int:
        """The time in whole microseconds."""
        return round(self.clock() * 1e6)

    @property
    def guarded(self) -> bool:
        """Whether the watchdog runs."""
        return self._watchdog_s > 0

    def lamps(self, order: str = "grb") -> list[tuple[int, int, int]]:
        """Return red, green and blue of each lamp of a strip that takes its colours in this order."""
        at = [order.index(colour) for colour in "rgb"]
        data = self.strip_data
        return [(data[i + at[0]], data[i + at[1]], data[i + at[2]]) for i in range(0, len(data) - 2, 3)]

    def set_pin(self, pin: int, level: int) -> None:
        """Take a pin that the Pico drives."""
        self.driven.add(pin)
        if pin in self.by_select:
            (self._selected.discard if level else self._selected.add)(pin)
        elif pin == self.reset:
            for chip in self.chips.values():
                chip.set_reset(bool(level))

    def call(self, act: bytes, data: bytes) -> bytes:
        """Do one act of the machine and return its answer."""
        answer = b""
        if act == SLEEP:
            self.clock.sleep_us(int.from_bytes(data, "little"))
        elif act == CLOCK:
            for chip in self.chips.values():
                chip.spi_hz = int.from_bytes(data, "little")
        elif act == TRANSFER:
            answer = self._transfer(data)
        elif act == READ_PIN:
            answer = b"\0" if data[0] == self.jumper and self.jumper_closed else b"\1"
        elif act == STRIP:
            self.strip_data = data + self.strip_data[len(data) :]  # lamps that get no data keep their light
            self.strip_writes += 1
            self.clock.sleep(len(data) / 3 * LAMP_S)
        elif act == BUZZER:
            self._sound(data[0], int.from_bytes(data[1:], "little"))
        elif act == GUARD:
            self._watchdog_s = int.from_bytes(data, "little") / 1000
            self._fed_at = self.clock()
        elif act == FEED:
            self._fed_at = self.clock()
        else:
            raise ValueError(f"the simulated machine knows no act {act!r}")
        if self._watchdog_s and self.clock() - self._fed_at > self._watchdog_s:
            raise WatchdogBite
        return answer

    def _sound(self, pin: int, hz: int) -> None:
        self.driven.add(pin)
        if hz != (self.tones[-1].hz if self.tones else 0):
            self.tones.append(Tone(self.clock(), pin, hz))

    def _transfer(self, data: bytes) -> bytes:
        if len(self._selected) != 1:
            self.bus_conflicts += 1
            return b"\xff" * len(data)
        (pin,) = self._selected
        return self.by_select[pin].transfer(data)
