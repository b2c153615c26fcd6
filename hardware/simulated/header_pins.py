"""Buttons and LEDs on gpiozero's mock pins: contacts that bounce or stick, and lamps to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class HeaderPins:
    """The pins of a simulated Pi, by BCM number; buttons lie between pin and ground."""

    def __init__(self, sleep: Callable[[float], None]) -> None:
        """Take how time passes while a contact bounces."""
        self._sleep = sleep
        self._factory: Any = None
        self._stuck: set[int] = set()

    @contextmanager
    def installed(self) -> Iterator[HeaderPins]:
        """Put gpiozero onto the mock pins."""
        from gpiozero import Device
        from gpiozero.pins.mock import MockFactory, MockPin

        stuck = self._stuck

        class Contact(MockPin):  # type: ignore[misc]  # gpiozero has no types
            """A pin that no pull-up lifts while its button is jammed."""

            def drive_high(self) -> None:
                if any(self.info.name == f"GPIO{pin}" for pin in stuck):
                    self.drive_low()
                else:
                    super().drive_high()

        before = Device.pin_factory
        Device.pin_factory = self._factory = MockFactory(pin_class=Contact)
        try:
            yield self
        finally:
            self._factory.reset()
            Device.pin_factory = before

    def press(self, pin: int, *, bounces: int = 0, bounce_s: float = 0.001) -> None:
        """Push the button on this pin down, with this many bounces before it stays."""
        self._bounce(pin, True, bounces, bounce_s)

    def release(self, pin: int, *, bounces: int = 0, bounce_s: float = 0.001) -> None:
        """Let the button go; a stuck one stays down."""
        self._bounce(pin, False, bounces, bounce_s)

    def stick(self, pin: int) -> None:
        """Jam the button in its lower position."""
        self._stuck.add(pin)
        self._drive(pin, True)

    def free(self, pin: int) -> None:
        """Un-jam the button, which comes up."""
        self._stuck.discard(pin)
        self._drive(pin, False)

    def is_lit(self, pin: int) -> bool:
        """Return whether the LED on this pin shines."""
        mock = self._factory.pin(pin)
        return mock.function == "output" and bool(mock.state)

    def _bounce(self, pin: int, down: bool, bounces: int, bounce_s: float) -> None:
        for _ in range(bounces):
            self._drive(pin, down)
            self._sleep(bounce_s)
            self._drive(pin, not down)
            self._sleep(bounce_s)
        self._drive(pin, down)

    def _drive(self, pin: int, down: bool) -> None:
        mock = self._factory.pin(pin)
        if down:
            mock.drive_low()
        else:
            mock.drive_high()
