"""Opening gpiozero devices: one shared pin factory, and what its errors mean for a person.

Exception
└── PinFault        a pin cannot be used now: what is wrong, and the remedy
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Callable
from typing import Any


class PinFault(Exception):
    """A pin cannot be used now."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(reason)
        self.remedy = remedy


_first = threading.Lock()  # buttons and lamps retry in threads of their own, and share one factory


def open_device(make: Callable[[Any], Any]) -> Any:
    """Make a device of the gpiozero module, with lgpio below it or whatever factory the program has set."""
    try:
        import gpiozero

        with _first:
            if gpiozero.Device.pin_factory is None:
                gpiozero.Device.pin_factory = _lgpio_factory()
        return make(gpiozero)
    except Exception as error:  # the libraries below gpiozero raise what they like
        raise _fault(error) from error


def _lgpio_factory() -> Any:
    """Make the factory by name: gpiozero, left to itself, falls back on pins that a Pi 5 does not have."""
    # lgpio puts a pipe into the working directory unless it is told of another place.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()


def _fault(error: Exception) -> PinFault:
    if isinstance(error, ImportError):
        return PinFault(str(error), "install gpiozero and lgpio (apt: python3-lgpio)")
    match type(error).__name__:
        case "BadPinFactory" | "PermissionError":
            remedy = "add the user to the group gpio, and log in again"
        case "GPIOPinInUse":
            remedy = "give each button and lamp a pin of its own in the kit file"
        case "PinInvalidPin":
            remedy = "name a BCM pin from 2 to 27 in the kit file"
        case _:
            remedy = "check that no other program uses the pin"
    return PinFault(str(error), remedy)
