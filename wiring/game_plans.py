"""What the drawings take from the game: its title, its cities and routes, and the files of map, tray and tags.

The board file is checked where the game reads it; here it is only looked at.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from hardware.kit.layout import Layout
from wiring.catalogue import PlanError


class City(NamedTuple):
    """One city of the board."""

    id: str
    name: str
    spaces: int
    routes: tuple[str, ...]
    map: tuple[float, float]  # 0 to 100 from the left and from the top


class Plans(NamedTuple):
    """The game's own files for the drawings."""

    title: str
    board: Path
    map: Path
    tray: Path
    tags: Path

    @property
    def cities(self) -> tuple[City, ...]:
        """The cities of the board."""
        return tuple(
            City(city["id"], city["name"], city["spaces"], tuple(city["routes"]), tuple(city["map"]))
            for city in tomllib.loads(self.board.read_text(encoding="utf-8"))["city"]
        )


def plans_of(title: str, layouts: Sequence[Layout]) -> Plans:
    """Gather the files that the layouts name; of several the first one's."""

    def file_of(key: str) -> Path:
        for layout in layouts:
            path = getattr(layout, key)
            if isinstance(path, Path):
                return path
        raise PlanError("layouts", key, "nothing given", "a file that one of the layouts names")

    return Plans(title, file_of("board"), file_of("map"), file_of("tray"), file_of("tags"))


def lamp_label(lamp: str, names: dict[str, str]) -> str:
    """Give the words that stand beside a lamp: the second space of a city is called by its name and a 2."""
    family, _, rest = lamp.partition(".")
    first, _, last = rest.partition(".")
    match family:
        case "city":
            return names.get(rest, rest.capitalize())
        case "warehouse":
            return f"{names.get(first, first.capitalize())} {last}"
        case "pile":
            return f"Pile {rest}"
        case "seat":
            return rest.capitalize()
        case _:
            return lamp.capitalize()
