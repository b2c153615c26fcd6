"""What a position is worth to a seat, in prestige points: points, tracks, pieces in reach, and pieces on routes.

Pieces on a route are worth a part of the route's prize. Prizes are computed once for a decision, and stay the same
while its moves are compared. What they and the pieces on a route are worth is remembered for as long as nothing changes
that it depends on, in most cases for more than a turn.
"""

from __future__ import annotations

from companion.games.teutonica.players.features import MOST_TRADERS, Weights
from companion.games.teutonica.players.prizes import Prospect, prizes, prospect_of
from companion.games.teutonica.rules.pieces import EMPTY, Ability, Kind, Places
from companion.games.teutonica.rules.position import Establishing, Player, Position
from companion.games.teutonica.rules.scoring import CONTROLLED, ability_points, marker_points, standing

PLACES = 1_000  # outlooks that are remembered


class Outlook:
    """What routes are worth to a player for as long as the prizes stay the same."""

    def __init__(self, prospect: Prospect, weights: Weights) -> None:
        self._trader, self._merchant = prospect.trader, prospect.trader.upper()
        self._weights = weights
        self._prizes = prizes(prospect, weights)
        self._on_route: dict[tuple[int, Places], tuple[int, float]] = {}
        self._promises: dict[tuple[int, Places, bool], float] = {}

    def on_route(self, route: int, houses: Places) -> tuple[int, float]:
        """Count the player's pieces on a route, and say what they are worth."""
        key = (route, houses)
        known = self._on_route.get(key)
        if known is None:
            own, others = self._count(houses)
            prize = self._prizes[route].merchant if self._merchant in houses else self._prizes[route].traders
            weights = self._weights
            worth = weights.filled * prize * (own / len(houses)) ** weights.convex * weights.in_the_way**others
            known = self._on_route[key] = own, worth
        return known

    def promise(self, route: int, houses: Places, merchant: bool) -> float:
        """Return what a route promises when the pawn is there, with or without a merchant in the supply."""
        key = (route, houses, merchant)
        known = self._promises.get(key)
        if known is None:
            own, others = self._count(houses)
            able = self._merchant in houses or (EMPTY in houses and merchant)
            prize = self._prizes[route].merchant if able else self._prizes[route].traders
            known = prize * (own + 1) / (len(houses) + 1) * self._weights.in_the_way**others
            self._promises[key] = known
        return known

    def _count(self, houses: Places) -> tuple[int, int]:
        """Count the own pieces on a route, and those of others."""
        own = houses.count(self._trader) + houses.count(self._merchant)
        return own, len(houses) - houses.count(EMPTY) - own


class Outlooks:
    """The outlooks of players with the same weights, remembered."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._known: dict[Prospect, Outlook] = {}
        self._tracks: dict[tuple[int, ...], float] = {}

    def of(self, position: Position, seat: int) -> Outlook:
        """Return how a seat sees the routes."""
        prospect = prospect_of(position, seat)
        outlook = self._known.get(prospect)
        if outlook is None:
            if len(self._known) >= PLACES:
                self._known.clear()
            outlook = self._known[prospect] = Outlook(prospect, self.weights)
        return outlook

    def tracks(self, levels: tuple[int, ...]) -> float:
        """Return what the levels of the abilities are worth."""
        worth = self._tracks.get(levels)
        if worth is None:
            each = zip(self.weights.tracks, levels, strict=True)
            worth = self._tracks[levels] = sum(track[level] for track, level in each)
        return worth


class Evaluation:
    """The view of one seat at one decision."""

    def __init__(self, outlooks: Outlooks, position: Position, seat: int) -> None:
        self.weights, self._tracks = outlooks.weights, outlooks.tracks
        self.seat, self.own = seat, position.setup.own[seat]
        self.outlook = outlooks.of(position, seat)
        self._colour = position.setup.players[seat]

    def worth(self, position: Position) -> float:
        """Estimate what a position is worth to the seat."""
        player = position.players[self.seat]
        start = self.in_supply(player.supply(Kind.TRADER), player.supply(Kind.MERCHANT))
        force, on_routes = player.supply_size + player.stock_size, self.on_routes(position)
        for _, own, worth in on_routes:
            force += own
            start += worth
        scored, rivals, beyond = self.lasting(position, player)
        total = scored + (start + self.weights.force_worth(force)) - rivals + beyond
        if position.pawn:
            total += self.reach(position, bool(player.supply(Kind.MERCHANT)))
        return total

    def lasting(self, position: Position, player: Player) -> tuple[float, float, float]:
        """Return what pieces on routes do not change: points scored, points of others, and what lies on the desk."""
        weights, step, stand = (
            self.weights,
            position.step,
            standing(position.setup.side, position.cities, self.own[Kind.TRADER]),
        )
        taken = type(step) is Establishing and step.taken is not None and position.active == self.seat
        points = player.prestige + ability_points(player.levels) + stand.coellen + CONTROLLED * stand.controlled
        points += marker_points(len(player.markers) + len(player.used) + taken)
        points += stand.network * player.value(Ability.KEYS)
        presence = (weights.control - CONTROLLED) * stand.controlled + weights.office * stand.present
        rivals = sum([each.prestige for each in position.players]) - player.prestige
        beyond = weights.marker * len(player.markers) + self._tracks(player.levels)
        return points + presence, weights.rival * rivals, beyond

    def in_supply(self, traders: int, merchants: int) -> float:
        """Return what pieces in the supply are worth."""
        return self.weights.traders[min(traders, MOST_TRADERS)] + self.weights.merchant * merchants

    def on_routes(self, position: Position) -> list[tuple[int, int, float]]:
        """Number the routes where the seat stands, count its pieces there, and say what they are worth."""
        routes, on_route = position.routes, self.outlook.on_route
        return [(route, *on_route(route, routes[route])) for route in position.on_routes.routes_of(self._colour)]

    def reach(self, position: Position, merchant: bool) -> float:
        """Return what the best route near the pawn promises."""
        assert position.pawn
        near, routes, promise = position.setup.side.bordering[position.pawn], position.routes, self.outlook.promise
        return self.weights.reach * max([promise(route, routes[route], merchant) for route in near])
