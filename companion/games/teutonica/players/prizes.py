"""What each route would bring to a player who established it now: the reason to put pieces there."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.teutonica.players.features import Weights
from companion.games.teutonica.rules.board import Side
from companion.games.teutonica.rules.establish import COIN, CONTROL
from companion.games.teutonica.rules.pieces import (
    EMPTY,
    FULLY_DEVELOPED,
    HIGHEST,
    PLACE,
    RANK,
    VALUES,
    Ability,
    Kind,
    Marker,
    Piece,
)
from companion.games.teutonica.rules.position import Cities, Moving, Position, Relocating
from companion.games.teutonica.rules.scoring import DEVELOPED, SPACES, TABLE, controller


class Prize(NamedTuple):
    """What establishing a route would bring: with traders alone, and with a merchant among the pieces."""

    traders: float
    merchant: float


class Prospect(NamedTuple):
    """All that the prizes of a player depend on."""

    side: Side
    cities: Cities
    with_marker: frozenset[int]  # routes
    trader: Piece
    levels: tuple[int, ...]
    has_extra_office: bool
    force: int  # pieces that can still be used

    def level(self, ability: Ability) -> int:
        """Return how far an ability is."""
        return self.levels[PLACE[ability]]

    def value(self, ability: Ability) -> int:
        """Return what an ability allows."""
        return VALUES[ability][self.level(ability)]


def prospect_of(position: Position, seat: int) -> Prospect:
    """Return what the prizes of a seat depend on."""
    player = position.players[seat]
    return Prospect(
        position.setup.side,
        position.cities,
        frozenset(route for route, _ in position.bonus.on_routes),
        position.setup.own[seat][Kind.TRADER],
        player.levels,
        Marker.EXTRA_OFFICE in player.markers,
        player.supply_size + player.stock_size + _on_routes(position, seat) + _in_hand(position),
    )


def _on_routes(position: Position, seat: int) -> int:
    """Count a seat's pieces on routes."""
    houses, own = position.routes, position.setup.own[seat]
    trader, merchant = own[Kind.TRADER], own[Kind.MERCHANT]
    there = position.on_routes.routes_of(position.setup.players[seat])
    return sum([houses[route].count(trader) + houses[route].count(merchant) for route in there])


def _in_hand(position: Position) -> int:
    """Count what the player who decides has in hand."""
    match position.step:
        case Moving(hand):
            return len(hand)
        case Relocating(hand=kind):
            return 1 if kind else 0
        case _:
            return 0


class _End(NamedTuple):
    """What a city at an end of a route adds to its prize."""

    control: float  # for whoever controls it
    improvement: float | None
    office: tuple[Kind, float] | None  # what kind of piece it takes, and what it is worth
    extra: float | None  # an office to the left of all others


def prizes(prospect: Prospect, weights: Weights) -> tuple[Prize, ...]:
    """Return the prize of each route."""
    spent = weights.force_worth(prospect.force) - weights.force_worth(prospect.force - 1)
    ends = [_end(prospect, weights, city, spent) for city in range(len(prospect.side.cities))]
    return tuple(
        [
            _prize(prospect, weights, route, [ends[first], ends[second]], spent)
            for route, (first, second) in enumerate(prospect.side.ends)
        ]
    )


def _end(prospect: Prospect, weights: Weights, number: int, spent: float) -> _End:
    """Return what a city adds to the prizes of its routes."""
    cities, trader = prospect.cities, prospect.trader
    city, spaces = prospect.side.cities[number], cities.spaces[number]
    owner = controller(cities.offices(number))
    control: float = (CONTROL if owner == trader else -weights.rival) if owner else 0.0
    improvement = office = extra = worth = None
    if city.ability and prospect.level(city.ability) < HIGHEST[city.ability]:
        improvement = _improvement(prospect, weights, city.ability)
    if EMPTY in spaces:
        printed = city.offices[spaces.index(EMPTY)]
        if RANK[printed.privilege] <= prospect.value(Ability.PRIVILEGE):
            worth = _office(prospect, weights, number)
            office = printed.kind, worth + COIN * printed.coin - spent
    if prospect.has_extra_office and not spaces.startswith(EMPTY):
        worth = _office(prospect, weights, number) if worth is None else worth
        extra = worth - weights.marker - spent
    return _End(control, improvement, office, extra)


def _prize(prospect: Prospect, weights: Weights, route: int, ends: list[_End], spent: float) -> Prize:
    """Work out the prize of a route: nothing, where the pieces are too few to fill it."""
    side = prospect.side
    if side.routes[route].houses > prospect.force:
        return Prize(0.0, 0.0)
    always = weights.marker + 1 if route in prospect.with_marker else 0.0
    trader = merchant = 0.0  # the best benefits with such a piece
    for control, improvement, office, extra in ends:
        always += control
        if improvement is not None:
            trader, merchant = max(trader, improvement), max(merchant, improvement)
        if office is not None:
            kind, gain = office
            if kind is Kind.TRADER:
                trader = max(trader, gain)
            else:
                merchant = max(merchant, gain)
        if extra is not None:
            trader = max(trader, extra)
    if side.routes[route].id == side.table:
        privilege = prospect.value(Ability.PRIVILEGE)
        free = [space for space, piece in zip(SPACES, prospect.cities.table, strict=True) if piece == EMPTY]
        gains = [space - spent for space in free if RANK[TABLE[space]] <= privilege]
        merchant = max([merchant, *gains])
    return Prize(always + trader, always + max(trader, merchant))


def _improvement(prospect: Prospect, weights: Weights, ability: Ability) -> float:
    """Return what the next level of an ability is worth, with the piece that it frees."""
    level, worth = prospect.level(ability), weights.tracks[PLACE[ability]]
    points = DEVELOPED if ability in FULLY_DEVELOPED and level + 1 == HIGHEST[ability] else 0
    freed = weights.force_worth(prospect.force + 1) - weights.force_worth(prospect.force)
    return worth[level + 1] - worth[level] + points + freed


def _office(prospect: Prospect, weights: Weights, city: int) -> float:
    """Return what an office is worth: a place in the city, its control, and its part of the network."""
    cities, trader = prospect.cities, prospect.trader
    before = controller(cities.offices(city))
    after = controller(cities.extras[city] + cities.spaces[city].replace(EMPTY, trader, 1))
    gain = weights.office + weights.control * (after == trader != before)
    if any(trader in cities.offices(each).lower() for each in (city, *prospect.side.neighbours[city])):
        gain += prospect.value(Ability.KEYS)
    return gain
