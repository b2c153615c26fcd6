"""The hardware as the rest of the project sees it: events that come in, and ports for output.

In: events, frozen values with the time they happened and the device they came from.
Out: lights and frames, also values, shown through small Protocols.

Every port can be opened and closed (repeatedly, even after an error), reports its health and recovers on its own. No
method but `open` raises for a missing or faulty device; such a device is *degraded*, and says so with a `HealthChanged`
event. Names of readers, buttons and lamps come from kit and board files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol, runtime_checkable

from hardware.trouble import NO_TROUBLE, Trouble

# --- what comes in ---


@dataclass(frozen=True, slots=True)
class TagRested:
    """A tag has come to rest on a reader."""

    at: float  # seconds of the injected monotonic clock
    source: str  # the reader's name: "pad", or a name from the game
    uid: str  # the full UID in lower-case hex: 8 or 14 (or 20) digits
    beyond: tuple[str, ...] = ()  # tags that a reader that points heard at once with it, and further away


@dataclass(frozen=True, slots=True)
class TagLeft:
    """A tag that rested on a reader is gone."""

    at: float
    source: str
    uid: str


@dataclass(frozen=True, slots=True)
class Crowded:
    """Anticollision failed: there are tags on the reader that cannot be told apart (or: no longer)."""

    at: float
    source: str
    crowded: bool


@dataclass(frozen=True, slots=True)
class Resting:
    """Everything that a reader sees, sent on request (`Recounting`)."""

    at: float
    source: str
    uids: frozenset[str]
    crowded: bool


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A button went down, debounced."""

    at: float
    source: str  # the button's name: "up", "down", "ok", "back", "end"


@dataclass(frozen=True, slots=True)
class ButtonHeld:
    """A button has stayed down for its hold time; comes once, between pressed and released."""

    at: float
    source: str


@dataclass(frozen=True, slots=True)
class ButtonReleased:
    """A button came up, debounced."""

    at: float
    source: str


class Health(StrEnum):
    """The health of a device."""

    CLOSED = "closed"
    GOOD = "good"
    DEGRADED = "degraded"  # does not work now; retried with backoff


@dataclass(frozen=True, slots=True)
class HealthChanged:
    """A device has become good or degraded; `reason` and `remedy` are for a person to read."""

    at: float
    source: str  # a reader's or lamp's name, "button.end", or the device's own: "screen", "pico"
    health: Health
    reason: Trouble = NO_TROUBLE
    remedy: Trouble = NO_TROUBLE


Event = TagRested | TagLeft | Crowded | Resting | ButtonPressed | ButtonHeld | ButtonReleased | HealthChanged

# Where a port puts its events. Called from any thread, so it must be quick and must not raise: the composition root
# only hands the event over to the event loop.
Sink = Callable[[Event], None]

# Seconds that never go back.
Clock = Callable[[], float]


# --- what goes out ---


class Pattern(StrEnum):
    """How a lamp shines over time; a lamp of one colour uses patterns where others use colours."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"  # half a second on, half a second off
    BREATHE = "breathe"  # up and down in two seconds
    ALARM = "alarm"  # eight flashes a second
    FLICKER = "flicker"  # one short flash: seen


class Colour(NamedTuple):
    """Red, green and blue, 0 to 255 each."""

    red: int
    green: int
    blue: int


class Light(NamedTuple):
    """What one lamp shows."""

    pattern: Pattern
    colour: Colour = Colour(255, 255, 255)


DARK = Light(Pattern.OFF, Colour(0, 0, 0))


class Frame(NamedTuple):
    """A 1-bit image, packed as panels take it: pages of eight rows, one byte for each column, low bit on top."""

    width: int
    height: int  # a multiple of 8
    pages: bytes  # width * height / 8 bytes, page after page

    @classmethod
    def blank(cls, width: int = 128, height: int = 64) -> Frame:
        """Return a frame with every pixel dark."""
        return cls(width, height, bytes(width * height // 8))

    def pixel(self, x: int, y: int) -> bool:
        """Return whether the pixel in column `x` of row `y`, counted from the top left, is lit."""
        return bool(self.pages[(y >> 3) * self.width + x] >> (y & 7) & 1)


class Signal(StrEnum):
    """The result of a touch, signalled by a hand-held reader; or the call of a player."""

    CALM = "calm"  # nothing is waiting any more
    HEARD = "heard"
    ACCEPTED = "accepted"
    PROPOSED = "proposed"  # it waits for more
    REFUSED = "refused"
    CALLED = "called"  # somebody decides whose turn it is not


# --- the ports ---


@runtime_checkable
class Port(Protocol):
    """What every device can do."""

    def open(self, sink: Sink) -> None:
        """Start; events go to `sink` from now on. A device that is not there is degraded, not an error."""

    def close(self) -> None:
        """Stop and release everything; harmless if already closed."""

    @property
    def health(self) -> Mapping[str, Health]:
        """The health of each named part of the device."""


@runtime_checkable
class Paced(Protocol):
    """A device with its own loop, which a watchdog can check."""

    def late_s(self) -> float:
        """Return how long the loop has been stuck in one step, or how late it is; 0 while it runs."""


@runtime_checkable
class Readers(Port, Protocol):
    """One or more tag readers: send `TagRested`, `TagLeft`, `Crowded` and `HealthChanged`."""

    @property
    def names(self) -> tuple[str, ...]:
        """The readers, in the kit's order."""

    def watch(self, hot: Iterable[str]) -> None:
        """Poll these readers more often, because something is likely to happen there next."""


@runtime_checkable
class Recounting(Protocol):
    """Readers that can report again everything they see, for callers that have missed something."""

    def recount(self) -> None:
        """Send `Resting` for each reader soon, in order with the other events; for a faulty reader, once it is well."""


@runtime_checkable
class Signalling(Protocol):
    """Readers of which some are hand-held and can answer with a tone and a light."""

    def signal(self, reader: str, signal: Signal) -> None:
        """Signal the result of a touch at a reader; ignored by one that cannot answer."""

    def call(self) -> None:
        """Call the player who decides although it is another's turn, with every buzzer that there is."""


@runtime_checkable
class Buttons(Port, Protocol):
    """Push buttons: send `ButtonPressed`, `ButtonHeld` and `ButtonReleased`."""

    @property
    def names(self) -> tuple[str, ...]:
        """The buttons, in the kit's order."""


@runtime_checkable
class Lamps(Port, Protocol):
    """Named lamps, of one colour or many."""

    @property
    def names(self) -> tuple[str, ...]:
        """The lamps, in the kit's order."""

    def show(self, scene: Mapping[str, Light]) -> None:
        """Show the whole scene: lamps that it does not name are dark, names that this port lacks are ignored."""


@runtime_checkable
class Screen(Port, Protocol):
    """A small screen of one colour."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    def show(self, frame: Frame) -> None:
        """Show the frame; only what changed goes over the bus."""
