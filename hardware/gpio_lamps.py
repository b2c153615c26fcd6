"""Plain LEDs on the Pi's pins, through gpiozero.

In: pins and names, and scenes to show. Out: the `Lamps` port.

One thread animates all lamps: it sleeps until the next one turns, and for ever while none does.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from hardware.gpio_pins import PinDevices, open_device
from hardware.health import Vitals
from hardware.patterns import is_lit, next_turn
from hardware.ports import DARK, Clock, Health, Light, Sink
from hardware.ticker import Ticker


class _Shown(NamedTuple):
    light: Light
    since: float


class GpioLamps:
    """The lamps of a kit."""

    def __init__(self, pins: Mapping[str, int], *, clock: Clock = time.monotonic, threaded: bool = True) -> None:
        """Take the BCM pin of each lamp; without a thread the caller steps."""
        self._pins = dict(pins)
        self._clock = clock
        self._threaded = threaded
        self._vitals = Vitals(self._pins, clock)
        self._devices = PinDevices(self._pins, self._open_lamp, self._vitals, clock)
        self._ticker = Ticker(self.step, "lamps")
        self._lit: dict[str, bool] = {}
        self._scene = self._dark()

    @property
    def names(self) -> tuple[str, ...]:
        """The lamps, in the kit's order."""
        return tuple(self._pins)

    @property
    def health(self) -> Mapping[str, Health]:
        """How each lamp's pin is; whether the LED itself shines, nobody here can tell."""
        return self._vitals.health

    def late_s(self) -> float:
        """Tell how far the thread is behind its time."""
        return self._ticker.late_s()

    def open(self, sink: Sink) -> None:
        """Take the pins, dark."""
        self.close()
        self._vitals.listen(sink)
        self._devices.open_missing()
        if self._threaded:
            self._ticker.start()

    def show(self, scene: Mapping[str, Light]) -> None:
        """Show the whole scene; a light that stays the same goes on without a break."""
        now = self._clock()
        before = self._scene
        after = {}
        for name in self._pins:
            light = scene.get(name, DARK)
            shown = before[name]
            after[name] = shown if shown.light == light else _Shown(light, now)
        if after != before:
            self._scene = after
            self._ticker.wake()

    def close(self) -> None:
        """Put all lamps out and free the pins."""
        self._ticker.stop()
        self._devices.close()
        self._lit.clear()
        self._scene = self._dark()
        self._vitals.close()

    def step(self) -> float | None:
        """Switch what is due, and tell in how many seconds the next lamp turns."""
        if not self._vitals.is_open:
            return None
        self._devices.open_missing()
        now = self._clock()
        turns: list[float] = []
        for name, shown in self._scene.items():
            device = self._devices.get(name)
            if device is not None:
                lit = is_lit(shown.light, shown.since, now)
                if self._lit[name] != lit:
                    with self._devices.in_use(name):
                        device.value = self._lit[name] = lit
                turn = next_turn(shown.light, shown.since, now)
                if turn is not None:
                    turns.append(turn)
        if self._devices.retry_at is not None:
            turns.append(self._devices.retry_at)
        return max(0.0, min(turns) - now) if turns else None

    def _dark(self) -> dict[str, _Shown]:
        return {name: _Shown(DARK, 0.0) for name in self._pins}

    def _open_lamp(self, name: str) -> Any:
        self._lit[name] = False
        return open_device(lambda gpiozero: gpiozero.LED(self._pins[name]))
