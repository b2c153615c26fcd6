"""How strongly a tag couples to a reader's coil: from its size and place, and from what else loads the coil.

In: tags as they lie over one coil. Out: for each that has power, how strong its answer is, in decibels below that of a
25 mm tag in the middle of the coil.

The shapes are those of two loosely coupled coils: the field of a loop falls off with the cube of the distance, a tag
catches it by its area, and it is heard by what it gives back the same way, so that an answer loses twice what the power
does. The constants are estimates for a common reader module; nobody has measured them on a bench.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log10
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
