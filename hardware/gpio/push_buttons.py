"""Push buttons on the Pi's pins, between pin and ground, through gpiozero.

In: pins and names. Out: the `Buttons` port.

gpiozero calls back in its own thread, which must not die: under lgpio one exception there silences every button. So the
callbacks only record the edge and wake our thread, which debounces and calls the sink.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple

from hardware.gpio.pin_port import GpioPort, open_device
from hardware.ports import Clock
from hardware.reports import BUTTON_EVENTS, Debouncer, Gesture, stuck_for
from hardware.trouble import Trouble


class ButtonPin(NamedTuple):
    """A button's pin, and how long it must stay down to be held."""

    name: str
    pin: int  # BCM
    hold_s: float = 1.0


class _Edge(NamedTuple):
    name: str
    at: float
    down: bool


class GpioButtons(GpioPort):
    """The buttons of a kit."""

    def __init__(
        self,
        buttons: Iterable[ButtonPin],
        *,
        debounce_s: float = 0.015,
        stuck_s: float = 30.0,
        clock: Clock = time.monotonic,
        threaded: bool = True,
    ) -> None:
        """Use this wiring; without a thread, the caller steps."""
        self._pins = {button.name: button for button in buttons}
        self._debounce_s = debounce_s
        self._stuck_s = stuck_s
        self._debouncers: dict[str, Debouncer] = {}
        self._edges: deque[_Edge] = deque(maxlen=4096)  # a contact that bounces for ever must not fill memory
        super().__init__(self._pins, title="buttons", prefix="button.", clock=clock, threaded=threaded)

    def _tend(self) -> list[float]:
        while self._edges:
            name, at, down = self._edges.popleft()
            self._say(name, at)
            self._debouncers[name].edge(at, down)
        now = self._clock()
        due: list[float] = []
        for name, debouncer in self._debouncers.items():
            device = self._devices.get(name)
            if debouncer.next_at is not None and device is not None:
                # The kernel drops edges when a contact bounces wildly, so the level itself decides.
                with self._devices.in_use(name):
                    down = bool(device.is_active)
                    if down != debouncer.raw:
                        debouncer.edge(now, down)
            self._say(name, now)
            if debouncer.next_at is not None:
                due.append(debouncer.next_at)
        return due

    def _forget(self) -> None:
        self._debouncers.clear()
        self._edges.clear()

    def _say(self, name: str, now: float) -> None:
        for gesture in self._debouncers[name].step(now):
            if gesture is Gesture.STUCK:
                self._vitals.degraded(
                    name, stuck_for(self._stuck_s), Trouble("free the button, or check it for a short to ground")
                )
            elif gesture is Gesture.FREED:
                self._vitals.good(name)
            else:
                self._vitals.emit(BUTTON_EVENTS[gesture](now, name))

    def _open_device(self, name: str) -> Any:
        button = self._pins[name]
        # Not gpiozero's Button, which starts another thread for holding.
        device = open_device(lambda gpiozero: gpiozero.DigitalInputDevice(button.pin, pull_up=True))
        self._debouncers[name] = Debouncer(
            debounce_s=self._debounce_s,
            hold_s=button.hold_s,
            stuck_s=self._stuck_s,
            down=bool(device.is_active),
        )

        def note(down: bool) -> None:
            self._edges.append(_Edge(name, self._clock(), down))
            self._ticker.wake()

        device.when_activated = lambda: note(True)
        device.when_deactivated = lambda: note(False)
        return device
