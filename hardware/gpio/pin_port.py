"""Shared by ports on the Pi's pins: names, and the life of their devices, thread and health."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from hardware.gpio.pin_factory import PinDevices
from hardware.health import Vitals
from hardware.ports import Clock, Health, Sink
from hardware.ticker import Ticker


class GpioPort(ABC):
    """Named devices, each on its own pin; one that fails is reported, and tried again."""

    def __init__(self, names: Iterable[str], *, title: str, prefix: str, clock: Clock, threaded: bool) -> None:
        """Use these names; `title` names the thread, and without a thread the caller steps."""
        self._names = tuple(names)
        self._clock = clock
        self._threaded = threaded
        self._vitals = Vitals(self._names, clock, prefix)
        self._devices = PinDevices(self._names, self._open_device, self._vitals, clock)
        self._ticker = Ticker(self.step, title)

    @property
    def names(self) -> tuple[str, ...]:
        """The devices, in the kit's order."""
        return self._names

    @property
    def health(self) -> Mapping[str, Health]:
        """The health of each device; it cannot be known whether an LED shines."""
        return self._vitals.health

    def late_s(self) -> float:
        """Return how late the thread is."""
        return self._ticker.late_s()

    def open(self, sink: Sink) -> None:
        """Take the pins."""
        self.close()
        self._vitals.listen(sink)
        self._devices.open_missing()
        if self._threaded:
            self._ticker.start()

    def close(self) -> None:
        """Free the pins; outputs go off."""
        self._ticker.stop()
        self._devices.close()
        self._forget()
        self._vitals.close()

    def step(self) -> float | None:
        """Do what is due, and return in how many seconds something is due again."""
        if not self._vitals.is_open:
            return None
        self._devices.open_missing()
        due = self._tend()
        if self._devices.retry_at is not None:
            due.append(self._devices.retry_at)
        return max(0.0, min(due) - self._clock()) if due else None

    @abstractmethod
    def _open_device(self, name: str) -> Any:
        """Open one device, or raise `PinFault`."""

    @abstractmethod
    def _tend(self) -> list[float]:
        """Do what is due with the open devices, and return when something is due again."""

    @abstractmethod
    def _forget(self) -> None:
        """Forget the state of closed devices."""
