"""Scoring: who controls which city, how far a network reaches, what each player has, and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.games.teutonica.rules.board import Side
from companion.games.teutonica.rules.pieces import (
    EMPTY,
    FULLY_DEVELOPED,
    HIGHEST,
    PLACE,
    Ability,
    Kind,
    Piece,
    Places,
    Privilege,
)
from companion.games.teutonica.rules.position import Cities, Establishing, Position

# The prestige table: what each space is worth, and which privilege it takes.
TABLE = {7: Privilege.WHITE, 8: Privilege.ORANGE, 9: Privilege.PINK, 11: Privilege.BLACK}
SPACES = tuple(TABLE)
DEVELOPED = 4  # points for an ability at its maximum
CONTROLLED = 2  # points for a city
_MARKER_POINTS = ((10, 21), (8, 15), (6, 10), (4, 6), (2, 3), (1, 1), (0, 0))  # from this many markers on


class Score(NamedTuple):
    """A player's points by source."""

    prestige: int
    abilities: int
    markers: int
    coellen: int
    cities: int
    network: int

    @property
    def total(self) -> int:
        """Add up the points."""
        return sum(self)


@lru_cache(maxsize=4096)
def controller(offices: Places) -> Piece | None:
    """Return the letter of the trader whose colour controls a city with these offices (ruling 20).

    >>> controller("rb."), controller("bRB."), controller("..")
    ('b', 'b', None)
    """
    owners = offices.replace(EMPTY, "").lower()
    # Among those with most offices it is the one whose rightmost office stands furthest right.
    return max(owners, key=lambda owner: (owners.count(owner), owners.rindex(owner)), default=None)


def offices_by_city(cities: Cities, trader: Piece) -> list[int]:
    """Count one colour's offices in each city."""
    merchant = trader.upper()
    return [
        spaces.count(trader) + spaces.count(merchant) + extras.count(trader) + extras.count(merchant)
        for spaces, extras in zip(cities.spaces, cities.extras, strict=True)
    ]


def networks(side: Side, offices: Sequence[int]) -> list[set[int]]:
    """Group the cities with an office into networks: those that routes connect to one another."""
    left = {city for city, count in enumerate(offices) if count}
    groups = []
    while left:
        group, border = set(), {left.pop()}
        while border:
            group |= border
            left -= border
            border = {to for city in border for to in side.neighbours[city]} & left
        groups.append(group)
    return groups


def is_linked(side: Side, cities: Cities, trader: Piece) -> bool:
    """Return whether one colour has a chain of offices between the two cities of the link (ruling 25)."""
    east, west = side.termini
    return any(east in group and west in group for group in networks(side, offices_by_city(cities, trader)))


def largest_network(position: Position, seat: int) -> dict[int, int]:
    """Count a player's offices in each city of the largest network."""
    offices = offices_by_city(position.cities, position.setup.own[seat][Kind.TRADER])
    groups = ({city: offices[city] for city in group} for group in networks(position.setup.side, offices))
    return max(groups, key=lambda group: sum(group.values()), default={})


class Standing(NamedTuple):
    """What the offices of all cities mean for one colour."""

    controlled: int  # cities
    present: int  # cities with an office
    coellen: int  # points of the prestige table
    network: int  # offices of the largest network


@lru_cache(maxsize=4096)
def standing(side: Side, cities: Cities, trader: Piece) -> Standing:
    """Return what the offices mean for a colour; remembered, because few moves change them."""
    offices, merchant = offices_by_city(cities, trader), trader.upper()
    groups = networks(side, offices)
    return Standing(
        controlled=sum(controller(cities.offices(city)) == trader for city in range(len(side.cities))),
        present=sum(count > 0 for count in offices),
        coellen=sum(space for space, piece in zip(SPACES, cities.table, strict=True) if piece == merchant),
        network=max((sum(offices[city] for city in group) for group in groups), default=0),
    )


@lru_cache(maxsize=1024)
def ability_points(levels: tuple[int, ...]) -> int:
    """Return what fully developed abilities are worth."""
    return sum(DEVELOPED for ability in FULLY_DEVELOPED if levels[PLACE[ability]] == HIGHEST[ability])


@lru_cache(maxsize=32)
def marker_points(count: int) -> int:
    """Return what this many markers are worth.

    >>> [marker_points(count) for count in (0, 1, 3, 5, 9, 16)]
    [0, 1, 3, 6, 15, 21]
    """
    return next(points for least, points in _MARKER_POINTS if count >= least)


def score(position: Position, seat: int) -> Score:
    """Score one player as if the game ended now (ruling 39)."""
    player, step = position.players[seat], position.step
    stand = standing(position.setup.side, position.cities, position.setup.own[seat][Kind.TRADER])
    taken = seat == position.active and type(step) is Establishing and step.taken is not None
    return Score(
        prestige=player.prestige,
        abilities=ability_points(player.levels),
        markers=marker_points(len(player.markers) + len(player.used) + taken),
        coellen=stand.coellen,
        cities=CONTROLLED * stand.controlled,
        network=stand.network * player.value(Ability.KEYS),
    )


def winning_players(position: Position) -> tuple[str, ...]:
    """Name who is ahead, in seating order; a tie is shared (ruling 39)."""
    totals = [score(position, seat).total for seat in position.seats]
    best = max(totals)
    return tuple(player for player, total in zip(position.setup.players, totals, strict=True) if total == best)
