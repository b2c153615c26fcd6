"""A board of Hansa for the maker's drawings: reads cities and labels for lamps from a board file.

The rules check the board file when they read it; here it is only read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.shelf.box import Meaning, Place

FAMILIES: Final = MappingProxyType(
    {"city": "#f6d55c", "warehouse": "#f2a65a", "pile": "#9ccc9c", "seat": "#b7a4d6", "end": "#e57373"}
)


class HansaBoardPlan(NamedTuple):
    """The cities of a board, and the labels of their lamps."""

    places: tuple[Place, ...]
    families: Mapping[str, str] = FAMILIES
    piece: str = "ship"

    def meaning(self, name: str) -> Meaning:
        """Return what a lamp or reader is for: the second space of a city is called by its name and a 2."""
        family, _, rest = name.partition(".")
        city, _, number = rest.partition(".")
        called = next((place.name for place in self.places if place.id == city), city.capitalize())
        match family:
            case "city":
                return Meaning(called, family, city, place=city)
            case "warehouse":
                return Meaning(f"{called} {number}", family, city)
            case "pile":
                return Meaning(f"Pile {rest}", family, family)
            case "seat":
                return Meaning(rest.capitalize(), family, family)
            case _:
                return Meaning(name.capitalize(), family, family)


def read_board_plan(path: Path) -> HansaBoardPlan:
    """Read the cities of a board file."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["city"]
    return HansaBoardPlan(tuple(Place(row["id"], row["name"], tuple(row["routes"])) for row in rows))
