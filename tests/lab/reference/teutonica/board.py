"""The board and the box as plain facts, from ``board.json`` next to this module."""

import json
from functools import cache
from pathlib import Path
from typing import Any

Json = dict[str, Any]

FACTS: Json = json.loads((Path(__file__).parent / "board.json").read_text(encoding="utf-8"))

COLOURS = ["blue", "green", "purple", "red", "yellow"]
KINDS = ["merchant", "trader"]
PRIVILEGES = ["white", "orange", "pink", "black"]
SHAPE_OF = {"square": "trader", "round": "merchant"}

SIDES: dict[str, Json] = FACTS["sides"]
CITIES: list[str] = list(SIDES["2-3"]["cities"])
ALL_ROUTES: list[str] = list(SIDES["4-5"]["routes"])
TAVERNS: list[str] = FACTS["taverns"]
ABILITY_OF_CITY: dict[str, str] = FACTS["abilities"]
TRACKS: dict[str, list[Any]] = FACTS["tracks"]
ABILITIES: list[str] = list(TRACKS)
TABLE_ROUTE: str = FACTS["table"]["route"]
TABLE: dict[str, str] = FACTS["table"]["spaces"]
MARKERS: dict[str, int] = FACTS["markers"]
FIRST_MARKERS: list[str] = FACTS["first_markers"]
PROVINCES: dict[str, Json] = FACTS["provinces"]
PIECES: list[str] = [f"{colour} {kind}" for colour in COLOURS for kind in KINDS]


def side_for(players: int) -> str:
    return "2-3" if players <= 3 else "4-5"


@cache
def ends_of(route: str) -> list[str]:
    """The two cities of a route, the first-named one first."""
    return route.split("-")


@cache
def offices_of(side: str, city: str) -> list[dict[str, Any]]:
    """The printed offices from left to right: the piece they take, their colour, whether a coin is on them."""
    result = []
    for words in SIDES[side]["cities"][city]:
        shape, colour, *rest = words.split()
        result.append({"piece": SHAPE_OF[shape], "colour": colour, "coin": rest == ["coin"]})
    return result


@cache
def rings_around(side: str, route: str) -> list[list[str]]:
    """The other routes of the side by distance: first those that share a city with it, then those next to these."""
    rest = [other for other in SIDES[side]["routes"] if other != route]
    rings: list[list[str]] = []
    touched = set(ends_of(route))
    while rest:
        ring = [other for other in rest if touched & set(ends_of(other))]
        assert ring, "every route can be reached"
        rings.append(ring)
        rest = [other for other in rest if other not in ring]
        for other in ring:
            touched |= set(ends_of(other))
    return rings


@cache
def borders_between(origin: str, target: str) -> int:
    """How many borders the pawn crosses on the shortest way."""
    reached = {origin}
    steps = 0
    while target not in reached:
        reached |= {name for province in reached for name in PROVINCES[province]["neighbours"]}
        steps += 1
    return steps
