"""What positions are worth that differ from a known one by one or two routes and the supply, without making them.

Nine of ten positions that a bot compares are like that: an insert, a put after a lift, a displacement, an income, a
removal. Every sum is added up in the order of `Evaluation.worth`, so that both give the same number to the last bit;
a bot that chooses among equals by chance would choose differently otherwise.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from companion.games.teutonica.players.evaluation import Evaluation
from companion.games.teutonica.rules.displace import PENALTY
from companion.games.teutonica.rules.moves import Displace, Income, Insert, Lift, Put, Remove
from companion.games.teutonica.rules.pieces import EMPTY, KIND_OF, Ability, Kind, Places, put, take
from companion.games.teutonica.rules.position import Position

_SAME = 1e-9  # sums in another order differ by less than this


class Differences:
    """One position, and what its neighbours are worth."""

    def __init__(self, evaluation: Evaluation, position: Position) -> None:
        self._evaluation, self._position = evaluation, position
        self._weights, self._on_route = evaluation.weights, evaluation.outlook.on_route
        self._number = position.setup.side.route_number
        player = position.players[evaluation.seat]
        self._traders, self._merchants = player.supply(Kind.TRADER), player.supply(Kind.MERCHANT)
        there = evaluation.on_routes(position)
        self._routes = [route for route, _, _ in there]
        self._worths = [worth for _, _, worth in there]
        force = self._traders + self._merchants + player.stock_size + sum([own for _, own, _ in there])
        self._force, self._force_and_one = self._weights.force_worth(force), self._weights.force_worth(force + 1)
        self._scored, self._rivals, self._beyond = evaluation.lasting(position, player)
        self._near = position.setup.side.bordering[position.pawn] if position.pawn else frozenset()
        self._reaches: dict[bool, float] = {}
        self._places: dict[int, tuple[int, int]] = {}
        self._sums: dict[tuple[int, int], list[float]] = {}
        self._inserts: dict[Kind, dict[str, float]] = {}
        self._with_one_more: dict[Kind, list[tuple[int, Places, float, float]]] = {}
        self._gains: dict[Kind, list[tuple[float, int]]] = {}
        self.nodes = 0

    # --- moves ---

    def unchanged(self) -> float:
        """Return what the position itself is worth."""
        return self._total(self._prefixes(self._traders, self._merchants)[-1], self._merchants > 0)

    def inserted(self, move: Insert) -> float:
        """Return the worth after an insert."""
        totals = self._inserts.get(move.piece)
        if totals is None:
            totals = self._inserts[move.piece] = self._inserts_of(move.piece)
        return totals[move.route]

    def _inserts_of(self, kind: Kind) -> dict[str, float]:
        """Return the worth after an insert of a piece, for each route where that is possible."""
        is_merchant = kind is Kind.MERCHANT
        traders, merchants = self._traders - (not is_merchant), self._merchants - is_merchant
        sums, worths, sides = self._prefixes(traders, merchants), self._worths, self._position.setup.side.routes
        scored, force, rivals, beyond = self._scored, self._force, self._rivals, self._beyond
        totals = {}
        for route, houses, worth, _ in self._puts(kind):
            if self._near and route not in self._near:
                continue
            at, rest = self._places.get(route) or self._place(route)
            pieces = sums[at] + worth
            for each in worths[rest:]:
                pieces += each
            if self._near:
                totals[sides[route].id] = self._total(pieces, merchants > 0, ((route, houses),))
            else:
                totals[sides[route].id] = scored + (pieces + force) - rivals + beyond
        if not self._near:
            self.nodes += len(totals)
        return totals

    def income(self, move: Income) -> float:
        """Return the worth after an income."""
        player = self._position.players[self._evaluation.seat]
        number = min(player.value(Ability.BAGS), player.stock_size) - move.fewer
        traders, merchants = self._traders + number - move.merchants, self._merchants + move.merchants
        return self._total(self._prefixes(traders, merchants)[-1], merchants > 0)

    def displaced(self, move: Displace) -> float:
        """Return the worth after a displacement, with the penalty paid as well as possible."""
        route, merchant = self._number[move.route], move.piece is Kind.MERCHANT
        houses = self._position.routes[route].replace(move.victim, self._evaluation.own[move.piece], 1)
        traders, merchants = self._traders - (not merchant), self._merchants - merchant
        owed = PENALTY[KIND_OF[move.victim]]
        least, most = max(0, owed - traders), min(owed, merchants)
        return max(
            [
                self._with_route(traders - owed + paid, merchants - paid, route, houses)
                for paid in range(least, most + 1)
            ]
        )

    def put(self, move: Put) -> float:
        """Return the worth after the only piece in hand was put on a route."""
        route = self._number[move.route]
        houses = put(self._position.routes[route], self._evaluation.own[move.piece])
        return self._with_route(self._traders, self._merchants, route, houses, self._force_and_one)

    def removed(self, move: Remove) -> float:
        """Return the worth after a piece was removed from a route."""
        route, seat = self._number[move.route], self._evaluation.seat
        houses = take(self._position.routes[route], move.victim)
        if self._position.setup.seat_of[move.victim] != seat:
            return self._with_route(self._traders, self._merchants, route, houses)
        merchant = KIND_OF[move.victim] is Kind.MERCHANT
        return self._with_route(self._traders + (not merchant), self._merchants + merchant, route, houses)

    def moved(self, move: Lift) -> float:
        """Return the worth after a piece was lifted and put where it is worth most."""
        start, kind, piece = self._number[move.route], move.piece, self._evaluation.own[move.piece]
        lifted = take(self._position.routes[start], piece)
        at = bisect_left(self._routes, start)
        worths = self._worths.copy()
        worths[at] = self._on_route(start, lifted)[1]
        first, merchant = self._prefixes(self._traders, self._merchants)[0], self._merchants > 0
        sums = _prefixes(first, worths)
        best = -1e9
        for route in self._targets(start, kind):
            houses = put(lifted if route == start else self._position.routes[route], piece)
            total = self._sum(sums, worths, route, self._on_route(route, houses)[1])
            changes = ((route, houses),) if route == start else ((start, lifted), (route, houses))
            best = max(best, self._total(total, merchant, changes))
        return best

    def _targets(self, start: int, kind: Kind) -> list[int]:
        """Number the routes where a lifted piece may be worth most: back again, near the pawn, or of most gain."""
        gains = self._gains.get(kind)
        if gains is None:
            gains = self._gains[kind] = self._gains_of(kind)
        targets, most = [start], None
        for gain, route in gains:
            if route == start:
                continue
            if most is None and route not in self._near:
                most = gain
            if most is None or gain >= most - _SAME or route in self._near:
                targets.append(route)
            elif not self._near:
                break
        return targets

    def _gains_of(self, kind: Kind) -> list[tuple[float, int]]:
        """Return what a piece more is worth on each route with an empty house, the most first."""
        return sorted([(after - before, route) for route, _, after, before in self._puts(kind)], reverse=True)

    def _puts(self, kind: Kind) -> list[tuple[int, Places, float, float]]:
        """Return for each route with an empty house the houses with a piece more, and its worth after and before."""
        known = self._with_one_more.get(kind)
        if known is None:
            piece, routes, on_route = self._evaluation.own[kind], self._position.routes, self._on_route
            known, free = [], self._position.on_routes.open
            while free:
                lowest = free & -free
                free -= lowest
                route = lowest.bit_length() - 1
                houses = routes[route]
                after = houses.replace(EMPTY, piece, 1)
                known.append((route, after, on_route(route, after)[1], on_route(route, houses)[1]))
            self._with_one_more[kind] = known
        return known

    # --- sums ---

    def _prefixes(self, traders: int, merchants: int) -> list[float]:
        """Return what the supply and the first none, one, two … of the own routes are worth together."""
        sums = self._sums.get((traders, merchants))
        if sums is None:
            sums = _prefixes(self._evaluation.in_supply(traders, merchants), self._worths)
            self._sums[traders, merchants] = sums
        return sums

    def _with_route(
        self, traders: int, merchants: int, route: int, houses: Places, force: float | None = None
    ) -> float:
        """Return the worth with another supply and other houses of one route."""
        sums = self._sums.get((traders, merchants)) or self._prefixes(traders, merchants)
        total = self._sum(sums, self._worths, route, self._on_route(route, houses)[1])
        if self._near:
            return self._total(total, merchants > 0, ((route, houses),), force)
        self.nodes += 1
        return self._scored + (total + (self._force if force is None else force)) - self._rivals + self._beyond

    def _sum(self, sums: list[float], worths: list[float], route: int, worth: float) -> float:
        """Add up the supply and the own routes, of which one is worth this."""
        at, rest = self._places.get(route) or self._place(route)
        total = sums[at] + worth
        for each in worths[rest:]:
            total += each
        return total

    def _place(self, route: int) -> tuple[int, int]:
        """Return which of the own routes come before a route, and from where on they come after it."""
        at = bisect_left(self._routes, route)
        place = self._places[route] = at, at + (at < len(self._routes) and self._routes[at] == route)
        return place

    def _total(
        self,
        pieces: float,
        merchant: bool,
        changes: Sequence[tuple[int, Places]] = (),
        force: float | None = None,
    ) -> float:
        """Add up everything."""
        self.nodes += 1
        total = self._scored + (pieces + (self._force if force is None else force)) - self._rivals + self._beyond
        if not self._near:
            return total
        for route, _ in changes:
            if route in self._near:
                return total + self._reach(merchant, dict(changes))
        known = self._reaches.get(merchant)
        if known is None:
            known = self._reaches[merchant] = self._evaluation.reach(self._position, merchant)
        return total + known

    def _reach(self, merchant: bool, changes: dict[int, Places]) -> float:
        """Return what the best route near the pawn promises with other houses on some routes."""
        routes, promise = self._position.routes, self._evaluation.outlook.promise
        return self._weights.reach * max(
            [promise(route, changes.get(route) or routes[route], merchant) for route in self._near]
        )


def _prefixes(first: float, worths: Sequence[float]) -> list[float]:
    sums = [first]
    for worth in worths:
        first += worth
        sums.append(first)
    return sums
