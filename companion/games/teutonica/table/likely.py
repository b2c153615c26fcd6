"""Which route is meant most likely: own unfinished ones, the last one used, those with a marker or an ability."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.teutonica.rules.pieces import EMPTY, Kind
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.table.course import last_route
from companion.table.history import History


def own_pieces(position: Position, route: int, seat: int) -> int:
    """Count the pieces of a seat on a route."""
    own, houses = position.setup.own[seat], position.routes[route]
    return houses.count(own[Kind.TRADER]) + houses.count(own[Kind.MERCHANT])


def likeliest(history: History, routes: Iterable[int], seat: int) -> list[int]:
    """Sort routes to put a piece on by how likely they are meant, the likeliest first."""
    position: Position = history.position
    side, last = position.setup.side, last_route(history, seat)
    markers = {route for route, _ in position.bonus.on_routes}

    def key(route: int) -> tuple[bool, int, int, bool, bool, bool, int]:
        houses = position.routes[route]
        own, free = own_pieces(position, route, seat), houses.count(EMPTY)
        others = len(houses) - own - free
        is_begun = own > 0 and free > 0
        improves = any(side.cities[city].ability for city in side.ends[route])
        return (
            not is_begun,
            others if is_begun else 0,
            free if is_begun else 0,
            route != last,
            route not in markers,
            not improves,
            route,
        )

    return sorted(routes, key=key)


def loosest(position: Position, routes: Iterable[int], seat: int) -> list[int]:
    """Sort routes to take an own piece from: those furthest from being complete first."""

    def key(route: int) -> tuple[bool, int, int]:
        houses, own = position.routes[route], own_pieces(position, route, seat)
        return own == len(houses), own - (len(houses) - own - houses.count(EMPTY)), route

    return sorted(routes, key=key)
