"""What each route would bring to a player who established it now: the reason to put pieces there."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from companion.games.teutonica.players.worths import (
    CONTROL_WORTH,
    MARKER_WORTH,
    OFFICE_WORTH,
    RIVAL,
    TRACK_WORTH,
    force_worth,
)
from companion.games.teutonica.rules.board import Side
from companion.games.teutonica.rules.desk import FULLY_DEVELOPED, HIGHEST, PLACE, RANK, VALUES, Ability
from companion.games.teutonica.rules.establish import COIN, CONTROL
from companion.games.teutonica.rules.markers import Marker
from companion.games.teutonica.rules.pieces import EMPTY, Kind, Piece
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
    own = position.setup.own[seat].values()
    return sum(houses.count(piece) for houses in position.routes for piece in own)


def _in_hand(position: Position) -> int:
    """Count what the player who decides has in hand."""
    match position.step:
        case Moving(hand):
            return len(hand)
        case Relocating(hand=kind):
            return 1 if kind else 0
        case _:
            return 0


@lru_cache(maxsize=64)
def prizes(prospect: Prospect) -> tuple[Prize, ...]:
    """Return the prize of each route; remembered, because a turn seldom changes what they depend on."""
    return tuple(_prize(prospect, route) for route in range(len(prospect.side.routes)))


def _prize(prospect: Prospect, route: int) -> Prize:
    """Work out the prize of a route: nothing, where the pieces are too few to fill it."""
    side, cities, trader = prospect.side, prospect.cities, prospect.trader
    if side.routes[route].houses > prospect.force:
        return Prize(0.0, 0.0)
    always = MARKER_WORTH + 1 if route in prospect.with_marker else 0.0
    benefits = {Kind.TRADER: 0.0, Kind.MERCHANT: 0.0}
    privilege = prospect.value(Ability.PRIVILEGE)
    spent = force_worth(prospect.force) - force_worth(prospect.force - 1)
    for number in side.ends[route]:
        city, spaces = side.cities[number], cities.spaces[number]
        owner = controller(cities.offices(number))
        if owner:
            always += CONTROL if owner == trader else -RIVAL
        if city.ability and prospect.level(city.ability) < HIGHEST[city.ability]:
            gain = _improvement(prospect, city.ability)
            benefits = {kind: max(benefit, gain) for kind, benefit in benefits.items()}
        if EMPTY in spaces:
            printed = city.offices[spaces.index(EMPTY)]
            if RANK[printed.privilege] <= privilege:
                gain = _office(prospect, number) + COIN * printed.coin - spent
                benefits[printed.kind] = max(benefits[printed.kind], gain)
        if prospect.has_extra_office and not spaces.startswith(EMPTY):
            benefits[Kind.TRADER] = max(benefits[Kind.TRADER], _office(prospect, number) - MARKER_WORTH - spent)
    if side.routes[route].id == side.table:
        free = [space for space, piece in zip(SPACES, cities.table, strict=True) if piece == EMPTY]
        gains = [space - spent for space in free if RANK[TABLE[space]] <= privilege]
        benefits[Kind.MERCHANT] = max([benefits[Kind.MERCHANT], *gains])
    return Prize(always + benefits[Kind.TRADER], always + max(benefits.values()))


def _improvement(prospect: Prospect, ability: Ability) -> float:
    """Return what the next level of an ability is worth, with the piece that it frees."""
    level, worth = prospect.level(ability), TRACK_WORTH[ability]
    points = DEVELOPED if ability in FULLY_DEVELOPED and level + 1 == HIGHEST[ability] else 0
    freed = force_worth(prospect.force + 1) - force_worth(prospect.force)
    return worth[level + 1] - worth[level] + points + freed


def _office(prospect: Prospect, city: int) -> float:
    """Return what an office is worth: a place in the city, its control, and its part of the network."""
    cities, trader = prospect.cities, prospect.trader
    before = controller(cities.offices(city))
    after = controller(cities.extras[city] + cities.spaces[city].replace(EMPTY, trader, 1))
    gain = OFFICE_WORTH + CONTROL_WORTH * (after == trader != before)
    if any(trader in cities.offices(each).lower() for each in (city, *prospect.side.neighbours[city])):
        gain += prospect.value(Ability.KEYS)
    return gain
