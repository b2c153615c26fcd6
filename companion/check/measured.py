"""What the self-test measures: plain values, made by `bench`, `probes` and `system`, judged by `grades`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from firmware.presence import LEFT, Presence
from firmware.rc522 import CLEAR, DEAF


class Fault(NamedTuple):
    """Why a device cannot be measured, and what to do about it."""

    reason: str
    remedy: str


# --- the Pi ---


class BootFiles(NamedTuple):
    """The Pi's boot files; None if there are none."""

    config: str | None
    cmdline: str | None
    sections: tuple[str, ...] = ("all",)  # sections that apply to this model


class Node(NamedTuple):
    """A device file that the kit needs."""

    path: str
    what: str  # the device exists
    present: bool
    usable: bool  # we may read and write it
    group: str  # group that may use it


# --- readers ---


class Look(NamedTuple):
    """One poll of a reader."""

    at_ms: int
    outcome: int  # as firmware.rc522 names them
    uids: tuple[str, ...]


class Tally(NamedTuple):
    """Many polls of a reader, counted."""

    polls: int
    answered: int  # at least one tag, read whole
    disturbed: int  # something answered, but could not be read
    deaf: int  # the chip itself did nothing
    removals: int  # how often a tag at rest would have been taken for gone
    uids: frozenset[str]

    @property
    def percent(self) -> int:
        """The answered polls in percent, rounded down: 100 means every one."""
        return 100 * self.answered // self.polls if self.polls else 0


def count(looks: Sequence[Look], presence: Presence) -> Tally:
    """Count looks at a tag at rest, with the table's own times for leaving."""
    removals = 0
    for look in looks:
        changes = presence.step(look.at_ms, look.outcome, [bytes.fromhex(uid) for uid in look.uids])
        removals += sum(kind == LEFT for kind, _ in changes)
    answered = sum(look.outcome == CLEAR and bool(look.uids) for look in looks)
    deaf = sum(look.outcome == DEAF for look in looks)
    disturbed = sum(look.outcome > CLEAR for look in looks) - deaf
    return Tally(len(looks), answered, disturbed, deaf, removals, frozenset(uid for look in looks for uid in look.uids))


class Misreads(NamedTuple):
    """How often a register of a reader had a wrong value, and in how many frames."""

    registers: int = 0
    frames: int = 0


class Reading(NamedTuple):
    """All measurements of one reader."""

    name: str
    gain_db: int  # the kit's value
    gain_key: str  # its key in the kit file
    fault: Fault | None = None
    version: int = 0
    misreads: Misreads = Misreads()  # over all measurements
    asked: bool = True  # whether somebody was there to put a tag on it
    resting: Tally | None = None  # a tag on the reader, at the kit's gain
    sheet: Tally | None = None  # the same through one more sheet; None if not tried
    by_gain: Mapping[int, int] = {}  # gain -> answers in a hundred polls
    neighbours: tuple[str, ...] = ()  # other readers that read the tag, too


# --- buttons, lamps, screen ---


class AskedReading(NamedTuple):
    """The measurements of a reader that is only asked what lies there."""

    name: str
    fault: Fault | None
    models: tuple[str, ...] = ()  # what it is; on USB the names of all readers that the service knows
    asked: bool = False  # whether a person was asked for a tag
    uid: str = ""  # of the tag that was heard


class Acknowledged(NamedTuple):
    """Who acknowledges on the I2C bus, of the addresses that a panel may have."""

    addresses: tuple[int, ...]
    is_stuck: bool = False  # the bus itself does not work


class Press(NamedTuple):
    """The result of asking for one press of a button."""

    pressed: int
    released: int
    others: tuple[str, ...]  # other buttons that answered instead


class Verdict(StrEnum):
    """What a person sees."""

    YES = "yes"
    NO = "no"
    OTHER = "other"  # something else than expected
    SWAPPED = "swapped"  # green for red, and red for green
    NOBODY = "nobody"  # nobody was there to look


# --- the Pico ---


class Link(NamedTuple):
    """The quality of the line to the Pico."""

    seconds: float
    round_trips_ms: tuple[float, ...]
    lost: int  # frames damaged or sent again, at both ends
    restarts: int
    faults: int  # of the firmware's loop
    polls: int = 0  # of its readers, all together


class PicoState(NamedTuple):
    """What the Pico reports about itself; no version if it reported nothing."""

    version: int | None
    outdated: bool
    fault: Fault | None
    link: Link | None
