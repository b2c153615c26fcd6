"""Makes the events of the ports from presence and from bouncing contacts, the same for real and simulated devices.

In: what a reader reports, and edges of contacts with their times. Out: events, and gestures, once enough time has
passed to be sure. Pure: no clock, no pins.

A level counts once it has been steady for the debounce time. A button that is down at the start is not pressed: it may
be stuck, and must come up once before it counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import Final

from firmware import presence as presences
from firmware.presence import Presence
from hardware.ports import ButtonHeld, ButtonPressed, ButtonReleased, Crowded, Resting, TagLeft, TagRested
from hardware.trouble import Trouble


class Gesture(Enum):
    """What happened to a button."""

    PRESSED = auto()
    HELD = auto()
    RELEASED = auto()
    STUCK = auto()  # down for longer than anybody holds a button
    FREED = auto()  # it was stuck, and has come up


class Debouncer:
    """One button."""

    def __init__(
        self, *, debounce_s: float = 0.015, hold_s: float = 1.0, stuck_s: float = 30.0, down: bool = False
    ) -> None:
        """Take the times, and the level at the start."""
        self._debounce_s = debounce_s
        self._hold_s = hold_s
        self._stuck_s = stuck_s
        self._raw = self._down = down
        self._edge_at: float | None = None  # time of the last edge, which may still be bouncing
        self._since: float | None = None  # when it went down; None: it was down from the start
        self._counts = not down
        self._held = self._stuck = False

    @property
    def raw(self) -> bool:
        """The level of the last edge."""
        return self._raw

    @property
    def next_at(self) -> float | None:
        """When `step` is due if no edge comes; None: never."""
        if self._edge_at is not None:
            return self._edge_at + self._debounce_s
        if self._down and self._since is not None and not self._stuck:
            return self._since + (self._stuck_s if self._held or not self._counts else self._hold_s)
        return None

    def edge(self, at: float, down: bool) -> None:
        """Take an edge."""
        self._raw = down
        self._edge_at = at

    def step(self, now: float) -> Iterator[Gesture]:
        """Return what is certain by now."""
        if self._down and self._since is None:
            self._since = now
        if self._edge_at is not None and now >= self._edge_at + self._debounce_s:
            at, self._edge_at = self._edge_at, None
            if self._raw != self._down:
                yield from self._turn(at)
        if self._down and self._since is not None:
            if self._counts and not self._held and now >= self._since + self._hold_s:
                self._held = True
                yield Gesture.HELD
            if not self._stuck and now >= self._since + self._stuck_s:
                self._stuck = True
                yield Gesture.STUCK

    def _turn(self, at: float) -> Iterator[Gesture]:
        self._down = self._raw
        if self._down:
            self._since = at
            self._held = False
            yield Gesture.PRESSED
            return
        if self._counts:
            yield Gesture.RELEASED
        self._counts = True
        if self._stuck:
            self._stuck = False
            yield Gesture.FREED


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
