"""What lies over one antenna, and how strongly each tag answers.

In: pieces put down side by side or on one another, a neighbour's pieces, and faults.
Out: the tags that would answer a call right now, and how strong they are.

The physics that hurts is here. Tags stacked closer than 4 mm detune each other: by default none of them
answers. A tag with a size is as strong as its coupling to the coil lets it be, and weakens the others. A tag that
belongs to the neighbour's reader is heard sometimes, and only with enough gain, or through the neighbour's coil.

How strongly a tag couples to a reader's coil follows from its size and place, and from what else loads the coil, in
decibels below a 25 mm tag in the middle. The shapes are those of two loosely coupled coils: the field of a loop falls
off with the cube of the distance, a tag catches it by its area, and it is heard by what it gives back the same way, so
that an answer loses twice what the power does. The constants are estimates for a common reader module; nobody has
measured them on a bench.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import log10
from random import Random
from typing import NamedTuple

COIL_RADIUS_MM = 20.0
WHOLE_MM = 25.0  # the tag that others are compared with
POWER_DB = -20.0  # coupling below which a tag does not start
LOADING = 1.0  # how much a whole tag takes from all the others
SENSITIVITY_DB = 8.0  # what strength and gain must come to for the decoder to see anything
CLEAN_DB = 3.0  # above it: no more errors but those of the surroundings


class Sticker(NamedTuple):
    """A tag of some diameter, this far from the middle of the coil and this far above it."""

    size_mm: float = WHOLE_MM
    offset_mm: float = 0.0
    height_mm: float = 0.0


def coupling_db(sticker: Sticker) -> float:
    """Return the coupling to the coil; 0 is that of a whole tag in the middle.

    >>> round(coupling_db(Sticker())), round(coupling_db(Sticker(10.0))), round(coupling_db(Sticker(offset_mm=40.0)))
    (0, -12, -21)
    """
    # Area over the root of inductance: two powers of the diameter, less a half.
    caught = 30.0 * log10(sticker.size_mm / WHOLE_MM)
    away = (sticker.offset_mm**2 + sticker.height_mm**2) / COIL_RADIUS_MM**2
    return caught - 30.0 * log10(1.0 + away)


def strengths_db(stickers: Mapping[bytes, Sticker | None]) -> dict[bytes, float]:
    """Return how strong the answer of each tag is that has power; one of no size is whole and loads nobody."""
    couplings = {uid: coupling_db(sticker) for uid, sticker in stickers.items() if sticker is not None}
    loads = {uid: 10.0 ** (coupling / 10.0) for uid, coupling in couplings.items()}
    load = sum(loads.values())
    strengths = {}
    for uid in stickers:
        taken = 20.0 * log10(1.0 + LOADING * (load - loads.get(uid, 0.0)))
        left = couplings.get(uid, 0.0) - taken
        if left >= POWER_DB:
            strengths[uid] = 2.0 * left
    return strengths


NOISE_BITS = (1, 1, 1, 1, 2, 2, 2, 3, 3, 5, 9)  # that the decoder takes from noise: seldom as many as a tag's
QUIET_DB = 12.0  # by which an answer must be above the noise to arrive whole
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
    sticker: Sticker | None = None  # nothing: as strong as can be, and no load to others


_Able = tuple[bytes, _Placed, float]  # a piece, how it lies, and how strong its tag is


class Field:
    """The pieces over one reader."""

    def __init__(
        self, *, stacking: Stacking = Stacking.NONE, is_pointed: bool = False, random: Random | None = None
    ) -> None:
        """Lay nothing down; a reader `is_pointed` if a hand holds it to one piece at a time."""
        self.stacking = stacking
        self._is_pointed = is_pointed
        self._under: frozenset[bytes] = frozenset()  # what a reader that is pointed is held to
        self.noise = 0.0  # odds that an answer arrives with an error
        self.hum_db: float | None = None  # strength of the noise around, on the scale of the answers
        self.jammed = False  # something answers that no anticollision can resolve
        self._random = random or Random(1)
        self._placed: dict[bytes, _Placed] = {}
        self._changes = 0  # of what lies here; counted after each, as a hand may come in while the field is asked
        self._able: tuple[int, Stacking, tuple[_Able, ...]] | None = None  # as it was worked out last
        self._spots = 0
        self._leaks: list[tuple[Field, float]] = []

    @property
    def uids(self) -> tuple[bytes, ...]:
        """Everything that lies here, heard or not."""
        return tuple(self._placed)

    def put(
        self, uid: bytes, *, on: bytes | None = None, thickness_mm: float = 2.0, sticker: Sticker | None = None
    ) -> None:
        """Put a piece down on a spot of its own, or on another piece of the given thickness."""
        if on is None:
            self._spots += 1
            self._placed[uid] = _Placed(self._spots, 0.0, sticker=sticker)
        else:
            below = self._placed[on]
            self._placed[uid] = _Placed(below.spot, below.height_mm + thickness_mm, sticker=sticker)
        self._changes += 1

    def put_faintly(self, uid: bytes, *, odds: float = 0.5, gain_db: int = 43) -> None:
        """Put a piece on the neighbour's reader: here it answers sometimes, and only with that much gain."""
        self._spots += 1
        self._placed[uid] = _Placed(self._spots, 0.0, odds=odds, gain_db=gain_db)
        self._changes += 1

    def put_beside(self, uid: bytes, *, drive: int) -> None:
        """Put a piece off the coil's middle: it has power only while the field has at least this strength."""
        self._spots += 1
        self._placed[uid] = _Placed(self._spots, 0.0, drive=drive)
        self._changes += 1

    def resize(self, uid: bytes, sticker: Sticker) -> None:
        """Change the size and place of the tag of a piece that lies here."""
        self._placed[uid].sticker = sticker
        self._changes += 1

    def flap(self, uid: bytes, *, odds: float) -> None:
        """Make a piece answer only that often."""
        self._placed[uid].odds = odds

    def lift(self, uid: bytes) -> None:
        """Take a piece away; what lay on it stays where it was."""
        if self._placed.pop(uid, None):
            self._changes += 1

    def clear(self) -> None:
        """Take everything away."""
        self._placed.clear()
        self._changes += 1

    def leak(self, neighbour: Field, loss_db: float) -> None:
        """Let the neighbour's tags be heard here through its coil, weaker by this factor."""
        self._leaks.append((neighbour, loss_db))

    def seal(self) -> None:
        """Let no neighbour be heard here any more."""
        self._leaks.clear()

    def powered(self, gain_db: int, drive: int = FULL_DRIVE) -> dict[bytes, float]:
        """Call once with a field of this strength; return how strong each tag with power is, heard or not."""
        called = {
            uid: strength_db
            for uid, placed, strength_db in self._able_to_answer()
            if gain_db >= placed.gain_db
            and drive >= placed.drive
            and (placed.odds >= 1.0 or self._random.random() < placed.odds)
        }
        for neighbour, loss_db in self._leaks:
            for uid, strength_db in neighbour.powered(gain_db, drive).items():
                called.setdefault(uid, strength_db - loss_db)
        return called

    def audible(self, gain_db: int, drive: int = FULL_DRIVE) -> list[bytes]:
        """Call once at this gain, with a field of this strength; return who is heard."""
        powered = self.powered(gain_db, drive)
        return [uid for uid, strength_db in powered.items() if strength_db + gain_db >= SENSITIVITY_DB]

    def nearest(self, heard: Iterable[bytes]) -> list[bytes]:
        """Return which of these the weakest field still gives power, one or several."""
        here = dict(self._placed)
        drives = {uid: here[uid].drive if uid in here else 0 for uid in heard}
        least = min(drives.values(), default=0)
        return [uid for uid, drive in drives.items() if drive == least]

    def disturbed(self, strength_db: float = 0.0, gain_db: int = 33) -> bool:
        """Return whether an answer of this strength arrives with an error right now."""
        odds = self.noise
        short_db = CLEAN_DB - (strength_db + gain_db - SENSITIVITY_DB)
        if short_db > 0:
            odds += 0.3 * short_db / CLEAN_DB
        if self.hum_db is not None:
            odds += max(0.0, (self.hum_db + QUIET_DB - strength_db) / QUIET_DB)
        return odds > 0 and self._random.random() < odds

    def noise_bits(self, gain_db: int) -> int:
        """Return how many bits the decoder takes from noise while it waits: the more gain, the likelier."""
        if self.hum_db is None:
            return 0
        over_db = self.hum_db + gain_db - SENSITIVITY_DB
        return self._random.choice(NOISE_BITS) if self._random.random() < over_db / 20.0 else 0

    def _able_to_answer(self) -> tuple[_Able, ...]:
        """Return what is in reach and not silenced; worked out when pieces move, as fields are asked far more often."""
        changes, able = self._changes, self._able
        if able is not None and able[:2] == (changes, self.stacking):
            return able[2]
        here = self._in_reach()
        strengths = strengths_db({uid: placed.sticker for uid, placed in here})
        found = tuple(
            (uid, placed, strengths[uid]) for uid, placed in here if uid in strengths and not self._silenced(placed)
        )
        self._able = (changes, self.stacking, found)
        return found

    def _in_reach(self) -> tuple[tuple[bytes, _Placed], ...]:
        """Return what lies within reach; a reader that is pointed leaves what it is held to only when that is gone."""
        here = tuple(self._placed.items())  # a hand may come in meanwhile
        if not self._is_pointed:
            return here
        if not any(uid in self._under for uid, _ in here):
            self._under = frozenset(uid for uid, _ in here)
        return tuple((uid, placed) for uid, placed in here if uid in self._under)

    def _silenced(self, placed: _Placed) -> bool:
        too_close = [
            other.height_mm
            for other in tuple(self._placed.values())
            if other is not placed and other.spot == placed.spot and abs(other.height_mm - placed.height_mm) < STACK_MM
        ]
        if not too_close:
            return False
        return self.stacking is Stacking.NONE or min(too_close) <= placed.height_mm
