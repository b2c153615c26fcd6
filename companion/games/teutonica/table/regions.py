"""The six regions of the map, which lead to a route, a city or a place in two short lists."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from companion.games.teutonica.rules.board import Side
from companion.words.say import Say, say


class Region(StrEnum):
    """The regions, row by row."""

    NORTH_WEST = "north-west"
    NORTH = "north"
    NORTH_EAST = "north-east"
    SOUTH_WEST = "south-west"
    SOUTH = "south"
    SOUTH_EAST = "south-east"


NAMES: dict[Region, Say] = {
    Region.NORTH_WEST: say("North-west"),
    Region.NORTH: say("North"),
    Region.NORTH_EAST: say("North-east"),
    Region.SOUTH_WEST: say("South-west"),
    Region.SOUTH: say("South"),
    Region.SOUTH_EAST: say("South-east"),
}

# As they stand on the map, from top left to bottom right.
ROUTES: dict[Region, tuple[str, ...]] = {
    Region.NORTH_WEST: (
        "groningen-emden",
        "emden-osnabrueck",
        "kampen-osnabrueck",
        "kampen-arnheim",
        "osnabrueck-bremen",
    ),
    Region.NORTH: (
        "emden-stade",
        "stade-hamburg",
        "bremen-hamburg",
        "bremen-hannover",
        "bremen-minden",
        "minden-hannover",
    ),
    Region.NORTH_EAST: (
        "hamburg-luebeck",
        "hamburg-lueneburg",
        "lueneburg-perleberg",
        "perleberg-stendal",
        "hannover-lueneburg",
        "brunswiek-stendal",
    ),
    Region.SOUTH_WEST: (
        "arnheim-muenster",
        "muenster-minden",
        "arnheim-duisburg",
        "duisburg-dortmund",
        "dortmund-paderborn",
        "coellen-warburg",
    ),
    Region.SOUTH: (
        "minden-brunswiek",
        "minden-paderborn",
        "paderborn-hildesheim",
        "paderborn-warburg",
        "warburg-goettingen",
    ),
    Region.SOUTH_EAST: (
        "hildesheim-goslar",
        "goslar-magdeburg",
        "stendal-magdeburg",
        "goslar-quedlinburg",
        "goettingen-quedlinburg",
        "quedlinburg-halle",
    ),
}
CITIES: dict[Region, tuple[str, ...]] = {
    Region.NORTH_WEST: ("groningen", "emden", "kampen", "osnabrueck"),
    Region.NORTH: ("stade", "hamburg", "bremen", "minden", "hannover"),
    Region.NORTH_EAST: ("luebeck", "lueneburg", "perleberg", "stendal"),
    Region.SOUTH_WEST: ("arnheim", "muenster", "duisburg", "dortmund", "coellen"),
    Region.SOUTH: ("brunswiek", "paderborn", "warburg", "goettingen"),
    Region.SOUTH_EAST: ("hildesheim", "goslar", "magdeburg", "quedlinburg", "halle"),
}


@lru_cache(maxsize=64)
def routes_of(side: Side, region: Region) -> tuple[int, ...]:
    """Number the routes of a region that a side has, in the order of the map."""
    return tuple(side.route_number[route] for route in ROUTES[region] if route in side.route_number)


def cities_of(side: Side, region: Region) -> tuple[int, ...]:
    """Number the cities of a region, in the order of the map."""
    return tuple(side.city_number[city] for city in CITIES[region])
