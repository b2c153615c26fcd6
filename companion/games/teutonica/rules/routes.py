"""The routes of a position: the houses of each, and who stands on which routes as one number.

The number has a lane of bits for each question that is asked of all routes at every move: where a house is empty, and
for each colour where a trader stands, where a merchant does, and which routes it fills. A route is the same bit in
every lane. Both parts are made together here and nowhere else, so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.teutonica.rules.board import MOST_HOUSES, MOST_ROUTES
from companion.games.teutonica.rules.pieces import COLOUR_OF, COLOURS, EMPTY, PIECE, Kind, Piece, Places

LANE = MOST_ROUTES  # bits
LANES_OF_A_COLOUR = 3  # traders, merchants, filled: in this order
ALL_ROUTES = (1 << LANE) - 1
_OWN_MASK = (1 << LANES_OF_A_COLOUR * LANE) - 1

# Where each colour's lanes begin; those of the empty houses come first.
_FIRST_LANE = {colour: LANE * (1 + LANES_OF_A_COLOUR * place) for place, colour in enumerate(COLOURS)}
_FILLED = {colour: lane + 2 * LANE for colour, lane in _FIRST_LANE.items()}
_LANE_OF = {EMPTY: 0} | {
    piece: _FIRST_LANE[colour] + LANE * (kind is Kind.MERCHANT)
    for colour, pieces in PIECE.items()
    for kind, piece in pieces.items()
}


class _Standing(dict[Places, int]):
    """What the houses of one route put into the lanes, if the route were the first."""

    __slots__ = ()

    def __missing__(self, houses: Places) -> int:
        bits = sum(1 << _LANE_OF[letter] for letter in set(houses))
        owners = {COLOUR_OF.get(letter) for letter in houses}
        if len(owners) == 1 and (owner := owners.pop()):
            bits += 1 << _FILLED[owner]
        if len(houses) <= MOST_HOUSES:  # a file may claim anything, and is refused only later
            self[houses] = bits
        return bits


_standing = _Standing()
_new = tuple.__new__  # the named constructor costs twice as much


class Routes(NamedTuple):
    """The pieces on the routes."""

    houses: tuple[Places, ...]  # of each route, from its first-named city
    standing: int

    def with_houses(self, route: int, houses: Places) -> Routes:
        """Return the routes after one of them has changed."""
        fresh = list(self.houses)
        change = _standing[houses] - _standing[fresh[route]]
        fresh[route] = houses
        return _new(Routes, (tuple(fresh), self.standing + (change << route)))

    @property
    def open(self) -> int:
        """Return the routes with an empty house, as bits."""
        return self.standing & ALL_ROUTES

    def own(self, colour: str) -> int:
        """Return the three lanes of a colour: where its traders stand, where its merchants do, what it fills."""
        return self.standing >> _FIRST_LANE[colour] & _OWN_MASK

    def routes_of(self, colour: str) -> Iterator[int]:
        """Number the routes where a colour stands."""
        own = self.own(colour)
        there = (own | own >> LANE) & ALL_ROUTES
        while there:
            lowest = there & -there
            yield lowest.bit_length() - 1
            there -= lowest


def lane_of(piece: Piece) -> int:
    """Return where the lane of a piece begins: its bits say on which routes such a piece stands."""
    return _LANE_OF[piece]


def routes_with(houses: tuple[Places, ...]) -> Routes:
    """Return routes with these houses.

    >>> routes = routes_with(("r.B", "gG", "..."))
    >>> bin(routes.open), bin(routes.own("blue") >> LANE), bin(routes.own("green") >> 2 * LANE)
    ('0b101', '0b1', '0b10')
    """
    return Routes(houses, sum(_standing[each] << route for route, each in enumerate(houses)))
