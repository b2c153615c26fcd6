"""Scoring: what each player's markers and cities are worth, and who wins."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from companion.games.hansa.rules.goods import BARREL_MASKS, total
from companion.games.hansa.rules.position import BOOTHS, CITY_MASK, CITY_SHIFT, OWN_STACK, Position

UNSOLD = 1  # victory points for a face-up marker
SOLD = 1  # for a sold marker, and as many again as it has barrels
PRESENCE = 2  # for a city with a booth
MONOPOLY = 4  # for a city where nobody else has one


class Score(NamedTuple):
    """A player's victory points by source; `booths` on the board break a tie."""

    unsold: int
    sold: int
    cities: int
    booths: int

    @property
    def total(self) -> int:
        """Add up the victory points."""
        return self.unsold + self.sold + self.cities


def score(position: Position, seat: int) -> Score:
    """Score one player as if the game ended now."""
    sold = position.sold[seat]
    return Score(
        unsold=UNSOLD * total(position.hands[seat]),
        sold=sum((SOLD + barrels) * total(sold & mask) for barrels, mask in BARREL_MASKS.items()),
        cities=_points_of_cities(position.booths)[seat],
        booths=BOOTHS - position.booths_left(seat),
    )


def city_points(position: Position) -> dict[str, tuple[int, ...]]:
    """Return what each city is worth to each seat, as if the game ended now."""
    return {city: _points_of_city(position.booths >> shift & CITY_MASK) for city, shift in CITY_SHIFT.items()}


@lru_cache(maxsize=64)  # asked for one seat after the other
def _points_of_cities(booths: int) -> tuple[int, ...]:
    """Add up the cities for each seat."""
    cities = [_points_of_city(booths >> shift & CITY_MASK) for shift in CITY_SHIFT.values()]
    return tuple(map(sum, zip(*cities, strict=True)))


@lru_cache(maxsize=4096)
def _points_of_city(stacks: int) -> tuple[int, ...]:
    """Score one city for each seat."""
    present = [bool(stacks & own) for own in OWN_STACK]
    points = MONOPOLY if sum(present) == 1 else PRESENCE
    return tuple(points * each for each in present)


def winning_players(position: Position) -> tuple[str, ...]:
    """Name who is ahead, in seating order: most points, then most booths on the board, then together."""
    scores = [score(position, seat) for seat in position.seats]
    standings = [(each.total, each.booths) for each in scores]
    best = max(standings)
    return tuple(player for player, each in zip(position.setup.players, standings, strict=True) if each == best)
