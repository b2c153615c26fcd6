"""Plain LEDs on the Pi's pins, through gpiozero.

In: pins and names, and scenes to show. Out: the `Lamps` port.

One thread animates all lamps: it sleeps until the next one turns, and for ever while none does.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from hardware.gpio.pin_port import GpioPort, open_device
from hardware.patterns import is_lit, next_turn
from hardware.ports import DARK, Clock, Light


class _Shown(NamedTuple):
    light: Light
    since: float


class GpioLamps(GpioPort):
    """The lamps of a kit."""

    def __init__(self, pins: Mapping[str, int], *, clock: Clock = time.monotonic, threaded: bool = True) -> None:
        """Use these BCM pins by lamp; without a thread, the caller steps."""
        self._pins = dict(pins)
        self._lit: dict[str, bool] = {}
        self._scene = self._dark()
        super().__init__(self._pins, title="lamps", prefix="", clock=clock, threaded=threaded)

    def show(self, scene: Mapping[str, Light]) -> None:
        """Show the whole scene; an unchanged light continues without a break."""
        now, before = self._clock(), self._scene
        changed = {
            name: _Shown(light, now)
            for name, shown in before.items()
            if (light := scene.get(name, DARK)) != shown.light
        }
        if changed:
            self._scene = {**before, **changed}
            self._ticker.wake()

    def _tend(self) -> list[float]:
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
        return turns

    def _forget(self) -> None:
        self._lit.clear()
        self._scene = self._dark()

    def _dark(self) -> dict[str, _Shown]:
        return {name: _Shown(DARK, 0.0) for name in self._pins}

    def _open_device(self, name: str) -> Any:
        self._lit[name] = False
        return open_device(lambda gpiozero: gpiozero.LED(self._pins[name]))
