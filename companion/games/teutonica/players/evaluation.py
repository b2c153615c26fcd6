"""What a position is worth to a seat, in prestige points: points, tracks, pieces in reach, and pieces on routes.

Pieces on a route are worth a part of the route's prize. Prizes are computed once for a decision, and stay the same
while its moves are compared.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.teutonica.players.prizes import prizes, prospect_of
from companion.games.teutonica.players.worths import (
    CONTROL_WORTH,
    MARKER_WORTH,
    MERCHANT_WORTH,
    OFFICE_WORTH,
    RIVAL,
    TRACK_WORTH,
    TRADERS_WORTH,
    force_worth,
)
from companion.games.teutonica.rules.desk import ABILITIES
from companion.games.teutonica.rules.pieces import EMPTY, Kind, Piece, Places
from companion.games.teutonica.rules.position import Cities, Establishing, Player, Position
from companion.games.teutonica.rules.scoring import CONTROLLED, controller, score

FILLED = 0.4  # of the prize, when all houses are taken
CONVEX = 1.4  # above one, so that two pieces on one route are worth more than one on each of two
IN_THE_WAY = 0.35  # of the worth of pieces on a route, for each piece of others there
REACH = 0.15  # of what the best route near the pawn promises


class Evaluation:
    """The view of one seat at one decision."""

    def __init__(self, position: Position, seat: int) -> None:
        self._seat = seat
        self._colour = position.setup.players[seat]
        self._own = position.setup.own[seat]
        self._prizes = prizes(prospect_of(position, seat))
        self._points: dict[object, float] = {}
        self._on_route: dict[tuple[int, Places], tuple[int, float]] = {}

    def worth(self, position: Position) -> float:
        """Estimate what a position is worth to the seat."""
        player = position.players[self._seat]
        rivals = sum([each.prestige for each in position.players]) - player.prestige
        worth = self._scored(position, player) + self._pieces(position, player) - RIVAL * rivals
        worth += MARKER_WORTH * len(player.markers) + _tracks(player.levels)
        if position.pawn:
            near = position.setup.side.bordering[position.pawn]
            worth += REACH * max(self._promise(route, position.routes[route], player) for route in near)
        return worth

    def _scored(self, position: Position, player: Player) -> float:
        """Return the points that would be scored now; most moves do not change them, so they are remembered."""
        step = position.step
        taken = type(step) is Establishing and step.taken is not None
        key = (position.cities, player.prestige, player.levels, len(player.markers) + len(player.used), taken)
        points = self._points.get(key)
        if points is None:
            points = score(position, self._seat).total + _presence(position.cities, self._own[Kind.TRADER])
            self._points[key] = points
        return points

    def _pieces(self, position: Position, player: Player) -> float:
        """Return what pieces in the supply and on routes are worth, and how many there are at all."""
        traders, merchants = player.supply(Kind.TRADER), player.supply(Kind.MERCHANT)
        worth = TRADERS_WORTH[min(traders, len(TRADERS_WORTH) - 1)] + MERCHANT_WORTH * merchants
        force = traders + merchants + player.stock_size
        routes, known = position.routes, self._on_route
        for route in position.on_routes.routes_of(self._colour):
            key = (route, routes[route])
            if key not in known:
                known[key] = self._worth_on_route(*key)
            own, worth_there = known[key]
            force += own
            worth += worth_there
        return worth + force_worth(force)

    def _worth_on_route(self, route: int, houses: Places) -> tuple[int, float]:
        """Count the seat's pieces on a route, and say what they are worth."""
        own, others = self._count(houses)
        prize = self._prizes[route].merchant if self._own[Kind.MERCHANT] in houses else self._prizes[route].traders
        return own, FILLED * prize * (own / len(houses)) ** CONVEX * IN_THE_WAY**others

    def _count(self, houses: Places) -> tuple[int, int]:
        """Count the own pieces on a route, and those of others."""
        own = houses.count(self._own[Kind.TRADER]) + houses.count(self._own[Kind.MERCHANT])
        return own, len(houses) - houses.count(EMPTY) - own

    def _promise(self, route: int, houses: Places, player: Player) -> float:
        """Return what a route promises when the pawn is there: the more, the further it is filled."""
        own, others = self._count(houses)
        merchant = self._own[Kind.MERCHANT] in houses or (EMPTY in houses and player.supply(Kind.MERCHANT))
        prize = self._prizes[route].merchant if merchant else self._prizes[route].traders
        return prize * (own + 1) / (len(houses) + 1) * IN_THE_WAY**others


@lru_cache(maxsize=1024)
def _tracks(levels: tuple[int, ...]) -> float:
    return sum(TRACK_WORTH[ability][level] for ability, level in zip(ABILITIES, levels, strict=True))


def _presence(cities: Cities, trader: Piece) -> float:
    """Return what offices and the control of cities are worth beyond the points at the end."""
    offices = [cities.offices(city) for city in range(len(cities.spaces))]
    controlled = sum(controller(each) == trader for each in offices)
    present = sum(trader in each.lower() for each in offices)
    return (CONTROL_WORTH - CONTROLLED) * controlled + OFFICE_WORTH * present
