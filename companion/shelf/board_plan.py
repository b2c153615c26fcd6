"""What the maker's drawings need from a game's board: places and routes, and labels for lamps and readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol


class Place(NamedTuple):
    """One place on the map."""

    id: str
    name: str
    routes: tuple[str, ...]  # the ids of the places that it leads to


class Meaning(NamedTuple):
    """What a lamp or a reader is for."""

    label: str  # its label
    family: str  # lamps of a family have one colour
    group: str  # lamps of a group are together on the rail
    place: str = ""  # the id of the place that it marks on the map; empty where it marks none


class BoardPlan(Protocol):
    """One board, for drawings."""

    @property
    def places(self) -> tuple[Place, ...]:
        """The places on the map, in the order in which they are drawn."""

    @property
    def families(self) -> Mapping[str, str]:
        """The colours of the families of lamps, in the order of the legend."""

    @property
    def piece(self) -> str:
        """The piece that stands on the readers, in a word."""

    def meaning(self, name: str) -> Meaning:
        """Return what a lamp or a reader of this name is for."""
