"""Scoring: what each player's markers and cities are worth, and who wins."""

from __future__ import annotations

from typing import NamedTuple

from companion.hansa.rules.board import CITY_IDS
from companion.hansa.rules.goods import markers_in, total
from companion.hansa.rules.position import BOOTHS, Position

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
    cities = 0
    for city in CITY_IDS:
        if position.booths_in(city, seat):
            alone = not any(position.booths_in(city, other) for other in position.seats if other != seat)
            cities += MONOPOLY if alone else PRESENCE
    return Score(
        unsold=UNSOLD * total(position.hands[seat]),
        sold=sum(SOLD + good.barrels for good in markers_in(position.sold[seat])),
        cities=cities,
        booths=BOOTHS - position.booths_left(seat),
    )


def winning_players(position: Position) -> tuple[str, ...]:
    """Name who is ahead, in seating order: most points, then most booths on the board, then together."""
    scores = [score(position, seat) for seat in position.seats]
    best = max((each.total, each.booths) for each in scores)
    return tuple(
        player for player, each in zip(position.setup.players, scores, strict=True) if (each.total, each.booths) == best
    )
