"""What the drawings want to know of the game's board: its cities, their names and the routes between them.

The board file is checked where the game reads it; here it is only looked at.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import NamedTuple


class City(NamedTuple):
    """One city of the board."""

    id: str
    name: str
    spaces: int
    routes: tuple[str, ...]
    map: tuple[float, float]  # 0 to 100 from the left and from the top


def shipped_cities() -> tuple[City, ...]:
    """Give the cities of the board that ships with the companion."""
    text = resources.files("companion.games.hansa").joinpath("board_files/0.1.toml").read_text(encoding="utf-8")
    return tuple(
        City(city["id"], city["name"], city["spaces"], tuple(city["routes"]), tuple(city["map"]))
        for city in tomllib.loads(text)["city"]
    )


def lamp_label(lamp: str, names: dict[str, str]) -> str:
    """Give the words that stand beside a lamp: `warehouse.danzig.2` is "Danzig 2"."""
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
