"""Makes the events of the ports from presence and debouncing, the same for real and simulated devices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from firmware import presence as presences
from firmware.presence import Presence
from hardware.debounce import Gesture
from hardware.ports import ButtonHeld, ButtonPressed, ButtonReleased, Crowded, Resting, TagLeft, TagRested
from hardware.trouble import Trouble

BUTTON_EVENTS: Final[Mapping[Gesture, type[ButtonPressed | ButtonHeld | ButtonReleased]]] = MappingProxyType(
    {Gesture.PRESSED: ButtonPressed, Gesture.HELD: ButtonHeld, Gesture.RELEASED: ButtonReleased}
)


def stuck_for(seconds: float) -> Trouble:
    """Return what is wrong with a button that does not come up."""
    return Trouble("down for {seconds} s", plainly="the button has been down for {seconds} s", seconds=f"{seconds:g}")


def resting_event(at: float, reader: str, presence: Presence) -> Resting:
    """Return the event for everything known about a reader."""
    return Resting(at, reader, frozenset(uid.hex() for uid in presence.resting), presence.crowded)


def tag_event(
    at: float, reader: str, kind: int, uid: bytes, beyond: Iterable[bytes] = ()
) -> TagRested | TagLeft | Crowded:
    """Return the event for a change that `Presence.step` returned, and what was heard beyond the nearest tag."""
    if kind == presences.RESTED:
        return TagRested(at, reader, uid.hex(), tuple(each.hex() for each in beyond))
    if kind == presences.LEFT:
        return TagLeft(at, reader, uid.hex())
    return Crowded(at, reader, kind == presences.CROWD)
