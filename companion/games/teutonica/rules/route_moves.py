"""The moves on routes, put together from remembered lists.

A lane of `routes` says for all routes at once where something can be done: a byte of it for every eight routes. The
same byte means the same moves whenever it comes again. So every eight routes have a table, from bytes to moves, for
each thing that can be done there, and a list of moves is some bytes looked up in as many tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

from companion.games.teutonica.rules.board import Side
from companion.games.teutonica.rules.displace import PENALTY
from companion.games.teutonica.rules.moves import Displace, Establish, Insert, Lift, Move, Put, Remove
from companion.games.teutonica.rules.pieces import COLOUR_OF, KIND_OF, Kind, Piece
from companion.games.teutonica.rules.position import Moving, Player
from companion.games.teutonica.rules.routes import ALL_ROUTES, LANE, Routes, lane_of

Moves = tuple[Move, ...]
Kinds = tuple[Kind, ...]

_LANE_BYTES = LANE // 8
_TWO_LANES = (1 << 2 * LANE) - 1
_TWO_LANES_BYTES, _THREE_LANES_BYTES = 2 * _LANE_BYTES, 3 * _LANE_BYTES


class _EightRoutes(dict[int, Moves]):
    """The moves on eight routes, by the byte that says which of the eight; put together when first asked for."""

    __slots__ = ("_moves",)

    def __init__(self, moves: Sequence[Moves]) -> None:
        self._moves = moves  # of each route

    def __missing__(self, byte: int) -> Moves:
        chosen = self[byte] = tuple(chain.from_iterable(m for bit, m in enumerate(self._moves) if byte >> bit & 1))
        return chosen


Tables = tuple[_EightRoutes, ...]  # a lane has as many as it has bytes
_moves: Callable[[_EightRoutes, int], Moves] = dict.__getitem__  # quicker than operator.getitem


def _look_up(tables: Tables, lanes: bytes) -> Iterable[Move]:
    return chain.from_iterable(map(_moves, tables, lanes))


def _tables(side: Side, moves_on: Callable[[str], Moves]) -> Tables:
    """Make the tables of one lane from the moves on each route."""
    moves = [moves_on(route.id) for route in side.routes]
    return tuple(_EightRoutes(moves[first : first + 8]) for first in range(0, LANE, 8))


class _Puts(dict[Kinds, Tables]):
    """The tables of what can be put on routes with an empty house, by the pieces in hand."""

    __slots__ = ("_side",)

    def __init__(self, side: Side) -> None:
        self._side = side

    def __missing__(self, hand: Kinds) -> Tables:
        kinds = tuple(dict.fromkeys(hand))
        tables = self[hand] = _tables(self._side, lambda route: tuple(Put(kind, route) for kind in kinds))
        return tables


class _Victims(NamedTuple):
    """The moves that displace one kind of piece of one colour."""

    colour: str
    penalty: int
    lane: int
    displaces: Tables


class _FromSupply:
    """What can be brought from a supply with these kinds in it."""

    def __init__(self, side: Side, kinds: Kinds) -> None:
        self._side, self._kinds = side, kinds

    @cached_property
    def inserts(self) -> Tables:
        """Make the tables of what can be inserted where a house is empty."""
        return _tables(self._side, lambda route: tuple(Insert(kind, route) for kind in self._kinds))

    @cached_property
    def victims(self) -> tuple[_Victims, ...]:
        """Make the tables of what can be displaced."""
        return tuple(
            _Victims(COLOUR_OF[piece], PENALTY[kind], lane_of(piece), self._displaces(piece))
            for piece, kind in KIND_OF.items()
        )

    def _displaces(self, victim: Piece) -> Tables:
        return _tables(self._side, lambda route: tuple(Displace(kind, route, victim) for kind in self._kinds))


class RouteMoves:
    """The moves on the routes of one side; they do not name who makes them, so that all colours share them."""

    def __init__(self, side: Side) -> None:
        self._lifts = _lifts(side, Kind.TRADER) + _lifts(side, Kind.MERCHANT)  # for two lanes
        self._own = self._lifts + _tables(side, lambda route: (Establish(route),))  # for all three
        self._puts = _Puts(side)
        self._from_supply = {
            (False, True): _FromSupply(side, (Kind.TRADER,)),
            (True, False): _FromSupply(side, (Kind.MERCHANT,)),
            (True, True): _FromSupply(side, (Kind.MERCHANT, Kind.TRADER)),
        }

    def actions(self, routes: Routes, colour: str, player: Player, near: int) -> Iterable[Move]:
        """List the actions of a player; all but lifting are done on the routes near the pawn (ruling 40)."""
        own = routes.own(colour) & (near << 2 * LANE | _TWO_LANES)
        tables, lanes = self._own, own.to_bytes(_THREE_LANES_BYTES, "little")
        traders, merchants = player.supply(Kind.TRADER), player.supply(Kind.MERCHANT)
        if traders or merchants:
            supply = self._from_supply[merchants > 0, traders > 0]
            tables += supply.inserts
            lanes += (routes.open & near).to_bytes(_LANE_BYTES, "little")
            to_spare = traders + merchants - 1
            if to_spare:
                for owner, penalty, lane, displaces in supply.victims:
                    there = routes.standing >> lane & near
                    if there and penalty <= to_spare and owner != colour:
                        tables += displaces
                        lanes += there.to_bytes(_LANE_BYTES, "little")
        return _look_up(tables, lanes)

    def moving(self, routes: Routes, colour: str, step: Moving) -> Iterable[Move]:
        """List how a move action goes on."""
        tables, lanes = self._puts[step.hand], routes.open.to_bytes(_LANE_BYTES, "little")
        if step.lifts_left:
            tables += self._lifts
            lanes += _lanes_of_pieces(routes, colour)
        return _look_up(tables, lanes)

    def lifts(self, routes: Routes, colour: str) -> Iterable[Move]:
        """List the own pieces that can be lifted."""
        return _look_up(self._lifts, _lanes_of_pieces(routes, colour))


def _lifts(side: Side, kind: Kind) -> Tables:
    return _tables(side, lambda route: (Lift(kind, route),))


def _lanes_of_pieces(routes: Routes, colour: str) -> bytes:
    return (routes.own(colour) & _TWO_LANES).to_bytes(_TWO_LANES_BYTES, "little")


@lru_cache(maxsize=64)
def route_moves(side: Side) -> RouteMoves:
    """Return the moves on the routes of a side, which are remembered."""
    return RouteMoves(side)


def removals(side: Side, routes: Routes) -> Iterable[Move]:
    """List the pieces that can be removed."""
    lanes = ((_removals(side, victim), routes.standing >> lane_of(victim) & ALL_ROUTES) for victim in KIND_OF)
    return chain.from_iterable(_look_up(tables, there.to_bytes(_LANE_BYTES, "little")) for tables, there in lanes)


@cache
def _removals(side: Side, victim: Piece) -> Tables:
    return _tables(side, lambda route: (Remove(route, victim),))
