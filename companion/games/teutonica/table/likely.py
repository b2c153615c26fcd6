"""Guesses which route a player means: unfinished own ones, the last one used, those with a marker or an ability."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from companion.games.teutonica.rules.board import Side
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
