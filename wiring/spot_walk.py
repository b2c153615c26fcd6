"""The spots of a game's sheets, in the order in which a person enrols them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from wiring.spot_sheet import Spot, SpotSheet


class Stop(NamedTuple):
    """One spot to touch."""

    name: str  # the piece that its tag is enrolled as
    words: str
    where: str  # on which sheet, and in which part of it


def walk_of(sheets: Iterable[SpotSheet]) -> tuple[Stop, ...]:
    """Go over the sheets, the one with the most spots first, region by region; each spot comes once."""
    return tuple(
        stop for sheet in sorted(sheets, key=lambda one: len(one.spots), reverse=True) for stop in _over(sheet)
    )


def _over(sheet: SpotSheet) -> Iterable[Stop]:
    title = sheet.title.rpartition(": ")[2]
    where = {name: f"{title}, {region.name}" for region in sheet.regions for name in region.spots}
    order = dict.fromkeys((*where, *sheet.spots))
    plain = Counter(_plain(spot) for spot in sheet.spots.values())
    for name in order:
        spot = sheet.spots[name]
        words = _plain(spot)
        # Spots that say the same, such as several spaces at one place, differ by their signs.
        yield Stop(name, f"{words} {spot.sign}" if plain[words] > 1 and spot.sign else words, where.get(name, title))


def _plain(spot: Spot) -> str:
    return ("-" if spot.joins else " ").join(spot.words)
