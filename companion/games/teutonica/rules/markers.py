"""The sixteen bonus markers: their kinds, how many of each there are, and sets of them as sorted tuples."""

from __future__ import annotations

from enum import StrEnum


class Marker(StrEnum):
    """The kinds of bonus markers, in the alphabetical order in which they are listed."""

    __hash__ = str.__hash__

    EXTRA_OFFICE = "extra_office"
    IMPROVE_ABILITY = "improve_ability"
    PLUS_3_ACTIONS = "plus_3_actions"
    PLUS_4_ACTIONS = "plus_4_actions"
    REMOVE_THREE = "remove_three"
    SWAP_OFFICES = "swap_offices"


Markers = tuple[Marker, ...]  # sorted

COPIES = {
    Marker.EXTRA_OFFICE: 5,
    Marker.IMPROVE_ABILITY: 3,
    Marker.PLUS_3_ACTIONS: 2,
    Marker.PLUS_4_ACTIONS: 2,
    Marker.REMOVE_THREE: 2,
    Marker.SWAP_OFFICES: 2,
}
ALL_MARKERS: Markers = tuple(marker for marker, copies in COPIES.items() for _ in range(copies))
FIRST_MARKERS: Markers = (Marker.EXTRA_OFFICE, Marker.REMOVE_THREE, Marker.SWAP_OFFICES)  # on the taverns (ruling 5)
PILE = len(ALL_MARKERS) - len(FIRST_MARKERS)
MORE_ACTIONS = {Marker.PLUS_3_ACTIONS: 3, Marker.PLUS_4_ACTIONS: 4}


def with_marker(markers: Markers, marker: Marker) -> Markers:
    """Return a set with one more marker."""
    return tuple(sorted((*markers, marker)))


def without_marker(markers: Markers, marker: Marker) -> Markers:
    """Return a set with one marker less.

    >>> without_marker(FIRST_MARKERS, Marker.REMOVE_THREE)
    (<Marker.EXTRA_OFFICE: 'extra_office'>, <Marker.SWAP_OFFICES: 'swap_offices'>)
    """
    place = markers.index(marker)
    return markers[:place] + markers[place + 1 :]
