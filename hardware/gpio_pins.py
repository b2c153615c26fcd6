"""Opening gpiozero devices: one shared pin factory, and what its errors mean for a person."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Callable
from typing import Any


class PinFault(Exception):
    """A pin cannot be used now."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(reason)
        self.remedy = remedy


def open_device(make: Callable[[Any], Any]) -> Any:
    """Make a device of the gpiozero module, with lgpio below it or whatever factory the program has set."""
    # lgpio puts a pipe into the working directory unless it is told of another place.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    try:
        import gpiozero

        with warnings.catch_warnings():
            # Falling back means pins that work differently, or not at all on a Pi 5.
            warnings.simplefilter("error", gpiozero.PinFactoryFallback)
            gpiozero.Device.ensure_pin_factory()
        return make(gpiozero)
    except Exception as error:  # the libraries below gpiozero raise what they like
        raise _fault(error) from error


def _fault(error: Exception) -> PinFault:
    if isinstance(error, ImportError):
        return PinFault(str(error), "install gpiozero and lgpio")
    match type(error).__name__:
        case "PinFactoryFallback" | "BadPinFactory":
            remedy = "install lgpio (apt: python3-lgpio) and add the user to the group gpio"
        case "GPIOPinInUse":
            remedy = "give each button and lamp a pin of its own in the kit file"
        case "PinInvalidPin":
            remedy = "name a BCM pin from 2 to 27 in the kit file"
        case _:
            remedy = "check that no other program uses the pin"
    return PinFault(str(error), remedy)
