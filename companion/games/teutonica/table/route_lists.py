"""Lists of routes and provinces that a few presses get through: two likely ones, then six regions.

The likeliest come first: unfinished own routes, the last one used, those with a marker or an ability.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache

from companion.games.teutonica.rules.board import Side
from companion.games.teutonica.rules.pieces import EMPTY, Kind
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.table.course import last_route
from companion.table.dialog import Choice, Menu, Open
from companion.table.history import History
from companion.table.screen import Look, Row
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


FLAT = 7  # as many as a screen shows
LIKELY = 2  # more of them make the average no better and the longest way longer


def route_choices(
    side: Side,
    options: Mapping[int, Choice],
    order: Sequence[int],
    whose: Say,
    *,
    flat: int = FLAT,
    name: str = "region",
) -> tuple[Choice, ...]:
    """Return the lines of a list of routes, given a line for each, which are likeliest, and whose list it is.

    `name` is that of the menus of regions.
    """
    if len(options) <= flat:
        return tuple(options[route] for route in order)
    likely = tuple(options[route] for route in order[:LIKELY])
    return (*likely, *_regions(side, options, whose, name))


def _regions(side: Side, options: Mapping[int, Choice], whose: Say, menu: str) -> list[Choice]:
    lines = []
    for region, name in NAMES.items():
        inside = tuple(options[route] for route in routes_of(side, region) if route in options)
        if inside:
            listed = Menu(Row(name, whose, Look.TITLE), inside, name=menu)
            lines.append(Choice(name, Open(listed), say("{count}", count=len(inside))))
    return lines


def own_pieces(position: Position, route: int, seat: int) -> int:
    """Count the pieces of a seat on a route."""
    own, houses = position.setup.own[seat], position.routes[route]
    return houses.count(own[Kind.TRADER]) + houses.count(own[Kind.MERCHANT])


def likeliest(history: History, routes: Iterable[int], seat: int) -> list[int]:
    """Sort routes to put a piece on by how likely they are meant, the likeliest first."""
    position: Position = history.position
    own, all_houses, last = position.setup.own[seat], position.routes, last_route(history, seat)
    trader, merchant = own[Kind.TRADER], own[Kind.MERCHANT]
    improving = _improving(position.setup.side)
    markers = {route for route, _ in position.bonus.on_routes}

    def key(route: int) -> tuple[bool, int, int, bool, bool, bool, int]:
        houses = all_houses[route]
        mine, free = houses.count(trader) + houses.count(merchant), houses.count(EMPTY)
        rest = route != last, route not in markers, route not in improving, route
        return (False, len(houses) - mine - free, free, *rest) if mine and free else (True, 0, 0, *rest)

    return sorted(routes, key=key)


@lru_cache(maxsize=8)
def _improving(side: Side) -> frozenset[int]:
    """Number the routes to a city with an ability."""
    return frozenset(route for route, ends in enumerate(side.ends) if any(side.cities[city].ability for city in ends))


def loosest(position: Position, routes: Iterable[int], seat: int) -> list[int]:
    """Sort routes to take an own piece from: those furthest from being complete first."""

    def key(route: int) -> tuple[bool, int, int]:
        houses, own = position.routes[route], own_pieces(position, route, seat)
        return own == len(houses), own - (len(houses) - own - houses.count(EMPTY)), route

    return sorted(routes, key=key)


# --- provinces ---


def near_first(position: Position, provinces: Iterable[str]) -> list[str]:
    """Sort provinces by the pieces that the mover has on their routes."""
    seat, bordering = position.mover, position.setup.side.bordering
    assert seat is not None

    def there(province: str) -> int:
        return sum(own_pieces(position, route, seat) for route in bordering[province])

    return sorted(provinces, key=lambda province: -there(province))
