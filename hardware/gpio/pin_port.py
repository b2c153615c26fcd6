"""Shared by ports on the Pi's pins: opens gpiozero devices and keeps them, with their names, thread and health.

All devices share one pin factory, and its errors are explained to a person.

Fault (hardware.trouble)
└── PinFault        a pin cannot be used now: what is wrong, and the remedy
"""

from __future__ import annotations

import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import chdir, contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from typing import Any

from hardware.health import Backoff, Vitals
from hardware.ports import Clock, Health, Sink
from hardware.ticker import Ticker
from hardware.trouble import Fault, Trouble, quoted

_one_at_a_time = threading.Lock()  # devices open in several threads, but there is only one working directory


def import_lgpio() -> None:
    """Import lgpio, if it is there, and restore the working directory; its pipe stays open without a name.

    lgpio moves the whole process to the folder of its pipe: every relative path that a person gave would mean something
    else from then on.
    """
    with _one_at_a_time:
        if "lgpio" not in sys.modules and find_spec("lgpio") is not None:
            with TemporaryDirectory(prefix="lgpio-") as folder, chdir(folder):
                import_module("lgpio")


class PinFault(Fault):
    """A pin cannot be used now."""


_GROUP = Trouble("add the user to the group gpio, and log in again")
_first = threading.Lock()  # buttons and lamps retry in separate threads, and share one factory


def open_device(make: Callable[[Any], Any]) -> Any:
    """Return a gpiozero device, on lgpio or whatever factory the program has set."""
    try:
        import gpiozero

        with _first:
            if gpiozero.Device.pin_factory is None:
                gpiozero.Device.pin_factory = _lgpio_factory()
        return make(gpiozero)
    except Exception as error:  # the libraries below gpiozero raise anything
        raise _fault(error) from error


def _lgpio_factory() -> Any:
    """Return the lgpio factory: by default, gpiozero falls back on one that does not work on a Pi 5."""
    import_lgpio()
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()


def _fault(error: Exception) -> PinFault:
    if isinstance(error, ImportError):
        return PinFault(quoted(error), Trouble("install gpiozero and lgpio (apt: python3-lgpio)"))
    match type(error).__name__:
        case "BadPinFactory" | "PermissionError":
            remedy = _GROUP
        case "error" if "gpiochip" in str(error):  # lgpio's message for a device that it may not open
            remedy = _GROUP
        case "PinUnknownPi":
            remedy = Trouble("run this on a Raspberry Pi, or with a simulated table")
        case "GPIOPinInUse":
            remedy = Trouble("give each button and lamp a pin of its own in the kit file")
        case "PinInvalidPin":
            remedy = Trouble("name a BCM pin from 2 to 27 in the kit file")
        case _:
            remedy = Trouble("check that no other program uses the pin")
    return PinFault(quoted(error), remedy)


class PinDevices:
    """The devices of one port by name; one that fails is closed, and tried again with backoff."""

    def __init__(self, names: Iterable[str], make: Callable[[str], Any], vitals: Vitals, clock: Clock) -> None:
        """Open the named devices with `make`, which may raise `PinFault`, and report their health to `vitals`."""
        self._names = tuple(names)
        self._make = make
        self._vitals = vitals
        self._clock = clock
        self._backoff = Backoff()
        self._retry_at = 0.0
        self._open: dict[str, Any] = {}

    def get(self, name: str) -> Any | None:
        """Return an open device."""
        return self._open.get(name)

    @property
    def retry_at(self) -> float | None:
        """When `open_missing` is due; None if all are open."""
        return self._retry_at if len(self._open) < len(self._names) else None

    def open_missing(self) -> None:
        """Open devices that are not open, if it is time to."""
        if self.retry_at is None or self._clock() < self.retry_at:
            return
        for name in self._names:
            if name not in self._open:
                self._try(name)
        if self.retry_at is None:
            self._backoff.reset()
        else:
            self._retry_at = self._clock() + self._backoff.again()

    @contextmanager
    def in_use(self, name: str) -> Iterator[None]:
        """Close a device that fails within this context; `open_missing` tries it again."""
        try:
            yield
        except Exception as error:  # as when opening
            fault = _fault(error)
            with suppress(Exception):
                self._open.pop(name).close()
            self._vitals.degraded(name, fault.reason, fault.remedy)
            self._retry_at = self._clock() + self._backoff.again()

    def close(self) -> None:
        """Free the pins; the next time all are tried immediately."""
        for device in self._open.values():
            with suppress(Exception):  # as when opening; the others must still be freed
                device.close()
        self._open.clear()
        self._retry_at = 0.0
        self._backoff.reset()

    def _try(self, name: str) -> None:
        try:
            self._open[name] = self._make(name)
        except PinFault as fault:
            self._vitals.degraded(name, fault.reason, fault.remedy)
        else:
            self._vitals.good(name)


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
