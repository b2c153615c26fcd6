"""What lies over one antenna, and which of it can be heard.

In: pieces put down side by side or on one another, a neighbour's pieces, and faults.
Out: the UIDs that would answer a call right now.

The physics that hurts is here. Tags stacked closer than 4 mm detune each other: by default none of them
answers. A tag that belongs to the neighbour's reader is heard sometimes, and only with enough gain.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random

STACK_MM = 4.0
FULL_DRIVE = 0x20  # the antenna driver's conductance after a reset


class Stacking(StrEnum):
    """Which of several tags stacked too closely still answers."""

    NONE = "none"
    LOWEST = "lowest"


@dataclass(slots=True)
class _Placed:
    spot: int
    height_mm: float
    odds: float = 1.0  # of answering a call; less than one flaps
    gain_db: int = 0  # the least gain that hears it
    drive: int = 0  # the least strength of the field that gives it power


class Field:
    """The pieces over one reader."""

    def __init__(self, *, stacking: Stacking = Stacking.NONE, random: Random | None = None) -> None:
        self.stacking = stacking
        self.noise = 0.0  # odds that an answer arrives with an error
        self.jammed = False  # something answers that no anticollision can resolve
        self._random = random or Random(1)
        self._placed: dict[bytes, _Placed] = {}
        self._spots = 0

    @property
    def uids(self) -> tuple[bytes, ...]:
        """Everything that lies here, heard or not."""
        return tuple(self._placed)

    def put(self, uid: bytes, *, on: bytes | None = None, thickness_mm: float = 2.0) -> None:
        """Put a piece down on a spot of its own, or on another piece of the given thickness."""
        if on is None:
            self._spots += 1
            self._placed[uid] = _Placed(self._spots, 0.0)
        else:
            below = self._placed[on]
            self._placed[uid] = _Placed(below.spot, below.height_mm + thickness_mm)

    def put_faintly(self, uid: bytes, *, odds: float = 0.5, gain_db: int = 43) -> None:
        """Put a piece on the neighbour's reader: here it answers sometimes, and only with that much gain."""
        self._spots += 1
        self._placed[uid] = _Placed(self._spots, 0.0, odds=odds, gain_db=gain_db)

    def put_beside(self, uid: bytes, *, drive: int) -> None:
        """Put a piece beside the coil's middle: it has power only while the field has at least this strength."""
        self._spots += 1
        self._placed[uid] = _Placed(self._spots, 0.0, drive=drive)

    def flap(self, uid: bytes, *, odds: float) -> None:
        """Make a piece answer only that often."""
        self._placed[uid].odds = odds

    def lift(self, uid: bytes) -> None:
        """Take a piece away; what lay on it stays where it was."""
        self._placed.pop(uid, None)

    def clear(self) -> None:
        """Take everything away."""
        self._placed.clear()

    def audible(self, gain_db: int, drive: int = FULL_DRIVE) -> list[bytes]:
        """Call once at this gain, with a field of this strength, and tell who answers."""
        return [
            uid
            for uid, placed in tuple(self._placed.items())  # a hand may come in meanwhile
            if gain_db >= placed.gain_db
            and drive >= placed.drive
            and not self._silenced(placed)
            and (placed.odds >= 1.0 or self._random.random() < placed.odds)
        ]

    def disturbed(self) -> bool:
        """Tell whether noise hits an answer right now."""
        return self.noise > 0 and self._random.random() < self.noise

    def _silenced(self, placed: _Placed) -> bool:
        too_close = [
            other.height_mm
            for other in tuple(self._placed.values())
            if other is not placed and other.spot == placed.spot and abs(other.height_mm - placed.height_mm) < STACK_MM
        ]
        if not too_close:
            return False
        return self.stacking is Stacking.NONE or min(too_close) <= placed.height_mm
