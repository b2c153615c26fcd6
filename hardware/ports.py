"""What the rest of the project sees of any hardware: events that come in, and ports to speak through.

In: events, frozen values with the time they happened and the device they came from.
Out: lights and frames, values too, shown through small Protocols.

Every port opens, closes (as often as one likes, also after an error), says how it is and recovers by itself:
no method but `open` raises for a device that is missing or ill; such a device is *degraded*, and says so with
a `HealthChanged` event. Names of readers, buttons and lamps come from kit and board files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol, runtime_checkable

# --- what comes in ---


@dataclass(frozen=True, slots=True)
class TagRested:
    """A tag has come to rest on a reader."""

    at: float  # seconds of the injected monotonic clock
    source: str  # the reader's name: "pad", or what the game calls it
    uid: str  # the full UID in lower-case hex: 8 or 14 (or 20) digits


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
    """Everything that a reader sees, because somebody has asked for it (`Recounting`)."""

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
    """How a device is."""

    CLOSED = "closed"
    GOOD = "good"
    DEGRADED = "degraded"  # does not work now; retried with backoff


@dataclass(frozen=True, slots=True)
class HealthChanged:
    """A device has become good or degraded; `reason` and `remedy` are for a person to read."""

    at: float
    source: str  # a reader's or lamp's name, "button.end", or the device's own: "screen", "pico"
    health: Health
    reason: str = ""
    remedy: str = ""


Event = TagRested | TagLeft | Crowded | Resting | ButtonPressed | ButtonHeld | ButtonReleased | HealthChanged

# Where a port puts its events. Called from whichever thread noticed; it must be quick and must not raise: the
# composition root hands over to the event loop there, and nothing else.
Sink = Callable[[Event], None]

# Seconds that only ever go forward.
Clock = Callable[[], float]


# --- what goes out ---


class Pattern(StrEnum):
    """How a lamp shines over time; a lamp of one colour says with it what others say with colour."""

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
    """A 1-bit image, packed as panels take it: pages of eight rows, one byte a column, low bit on top."""

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
    """What became of a touch, told to the hand that holds the reader."""

    CALM = "calm"  # nothing waits any more
    HEARD = "heard"
    ACCEPTED = "accepted"
    PROPOSED = "proposed"  # it waits for more
    REFUSED = "refused"


# --- the ports ---


@runtime_checkable
class Port(Protocol):
    """What every device can do."""

    def open(self, sink: Sink) -> None:
        """Start; events go to `sink` from now on. A device that is not there is degraded, not an error."""

    def close(self) -> None:
        """Stop and let go of everything; harmless when closed already."""

    @property
    def health(self) -> Mapping[str, Health]:
        """How each named part of the device is."""


@runtime_checkable
class Paced(Protocol):
    """A device that works in a loop of its own, which somebody else can see get stuck."""

    def late_s(self) -> float:
        """Tell for how long the loop has been at one step, or is behind its time; 0 while it goes round."""


@runtime_checkable
class Readers(Port, Protocol):
    """One or more tag readers: give `TagRested`, `TagLeft`, `Crowded` and `HealthChanged`."""

    @property
    def names(self) -> tuple[str, ...]:
        """The readers, in the kit's order."""

    def watch(self, hot: Iterable[str]) -> None:
        """Name the readers where something is likely to happen next; they are polled more often."""


@runtime_checkable
class Recounting(Protocol):
    """Readers that can tell again all that they see, for callers that have missed something."""

    def recount(self) -> None:
        """Give `Resting` for each reader soon, in its place among the other events; a reader that is ill, once well."""


@runtime_checkable
class Signalling(Protocol):
    """Readers that are held in a hand, some of them, and can answer it with a tone and a light."""

    def signal(self, reader: str, signal: Signal) -> None:
        """Tell the hand that holds a reader what became of a touch; one that cannot answer is passed over."""


@runtime_checkable
class Buttons(Port, Protocol):
    """Push buttons: give `ButtonPressed`, `ButtonHeld` and `ButtonReleased`."""

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
        """Show the whole scene: a lamp it does not name is dark, a name this port lacks is passed over."""


@runtime_checkable
class Screen(Port, Protocol):
    """A small screen of one colour."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    def show(self, frame: Frame) -> None:
        """Show the frame; only what changed goes over the bus."""
