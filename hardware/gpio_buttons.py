"""Push buttons on the Pi's pins, between pin and ground, through gpiozero.

In: pins and names. Out: the `Buttons` port.

gpiozero calls back in a thread of its own that must not die: under lgpio one exception there silences every
button. So the callbacks only note the edge and wake our thread, which debounces and calls the sink.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from hardware.debounce import Debouncer, Gesture
from hardware.gpio_pins import PinFault, open_device
from hardware.health import Backoff, Vitals
from hardware.ports import ButtonHeld, ButtonPressed, ButtonReleased, Clock, Health, Sink
from hardware.ticker import Ticker


class ButtonPin(NamedTuple):
    """Where a button is, and how long it must stay down to be held."""

    name: str
    pin: int  # BCM
    hold_s: float = 1.0


class _Edge(NamedTuple):
    name: str
    at: float
    down: bool


_EVENTS: dict[Gesture, type[ButtonPressed | ButtonHeld | ButtonReleased]] = {
    Gesture.PRESSED: ButtonPressed,
    Gesture.HELD: ButtonHeld,
    Gesture.RELEASED: ButtonReleased,
}


class GpioButtons:
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
        """Take the wiring; without a thread the caller steps."""
        self._pins = {button.name: button for button in buttons}
        self._debounce_s = debounce_s
        self._stuck_s = stuck_s
        self._clock = clock
        self._threaded = threaded
        self._vitals = Vitals(self._pins, clock, "button.")
        self._backoff = Backoff()
        self._ticker = Ticker(self.step, "buttons")
        self._devices: dict[str, Any] = {}
        self._debouncers: dict[str, Debouncer] = {}
        self._edges: deque[_Edge] = deque(maxlen=4096)  # a contact that bounces for ever must not fill memory
        self._retry_at = 0.0

    @property
    def names(self) -> tuple[str, ...]:
        """The buttons, in the kit's order."""
        return tuple(self._pins)

    @property
    def health(self) -> Mapping[str, Health]:
        """How each button is."""
        return self._vitals.health

    def late_s(self) -> float:
        """Tell how far the thread is behind its time."""
        return self._ticker.late_s()

    def open(self, sink: Sink) -> None:
        """Start listening."""
        self.close()
        self._retry_at = 0.0
        self._backoff.reset()
        self._vitals.listen(sink)
        self._connect()
        if self._threaded:
            self._ticker.start()

    def close(self) -> None:
        """Stop listening and free the pins."""
        self._ticker.stop()
        for device in self._devices.values():
            device.close()
        self._devices.clear()
        self._debouncers.clear()
        self._edges.clear()
        self._vitals.close()

    def step(self) -> float | None:
        """Take in what the pins did, and tell in how many seconds something falls due."""
        if not self._vitals.is_open:
            return None
        self._connect()
        while self._edges:
            name, at, down = self._edges.popleft()
            self._say(name, at)
            self._debouncers[name].edge(at, down)
        now = self._clock()
        due: list[float] = []
        for name, debouncer in self._debouncers.items():
            if debouncer.next_at is not None:
                # The kernel drops edges when a contact bounces wildly: the level itself has the last word.
                down = bool(self._devices[name].is_active)
                if down != debouncer.raw:
                    debouncer.edge(now, down)
            self._say(name, now)
            if debouncer.next_at is not None:
                due.append(debouncer.next_at)
        if len(self._devices) < len(self._pins):
            due.append(self._retry_at)
        return max(0.0, min(due) - now) if due else None

    def _say(self, name: str, now: float) -> None:
        for gesture in self._debouncers[name].step(now):
            if gesture is Gesture.STUCK:
                reason = f"down for {self._stuck_s:g} s"
                self._vitals.degraded(name, reason, "free the button, or check it for a short to ground")
            elif gesture is Gesture.FREED:
                self._vitals.good(name)
            else:
                self._vitals.emit(_EVENTS[gesture](now, name))

    def _connect(self) -> None:
        missing = [button for name, button in self._pins.items() if name not in self._devices]
        if not missing or self._clock() < self._retry_at:
            return
        for button in missing:
            try:
                self._devices[button.name] = self._open_button(button)
            except PinFault as fault:
                self._vitals.degraded(button.name, str(fault), fault.remedy)
            else:
                self._vitals.good(button.name)
        if len(self._devices) < len(self._pins):
            self._retry_at = self._clock() + self._backoff.again()

    def _open_button(self, button: ButtonPin) -> Any:
        name = button.name
        # Not gpiozero's Button, which brings a thread of its own for holding.
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
