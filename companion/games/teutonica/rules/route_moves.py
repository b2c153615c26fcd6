"""The moves on routes, put together from remembered lists.

What can be done on a route is the sum of what each different piece there allows, and an empty house. So every route
has tables: one for each kind of situation a player can be in, that says for each letter which moves it allows. The
same few letters meet on a route again and again, so their sums are remembered too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from itertools import chain

from companion.games.teutonica.rules.board import Side
from companion.games.teutonica.rules.displace import PENALTY
from companion.games.teutonica.rules.moves import Displace, Establish, Insert, Lift, Move, Put, Remove
from companion.games.teutonica.rules.pieces import EMPTY, KIND_OF, PIECE, Kind, Piece, Places

Moves = tuple[Move, ...]
Parts = Mapping[str, Moves]  # what a letter on a route allows


class _Inhabitants(dict[Places, str]):
    """Of the houses of any route: which of some pieces are there, each once, and whether a house is empty."""

    __slots__ = ("_letters",)

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self._letters = {EMPTY, *pieces}

    def __missing__(self, houses: Places) -> str:
        there = self[houses] = "".join(sorted(self._letters.intersection(houses)))
        return there


class _RouteMoves(dict[str, Moves]):
    """The moves on one route by its inhabitants, summed up when those are first seen there."""

    __slots__ = ("_own", "_parts", "_when_filled")

    def __init__(self, parts: Parts, own: str = "", when_filled: Moves = ()) -> None:
        self._parts, self._own, self._when_filled = parts, own, when_filled

    def __missing__(self, there: str) -> Moves:
        parts = self._parts
        moves = tuple(chain.from_iterable([parts[letter] for letter in there if letter in parts]))
        if self._when_filled and not there.strip(self._own):
            moves += self._when_filled
        self[there] = moves
        return moves


Tables = tuple[_RouteMoves, ...]  # one for each route
_moves: Callable[[_RouteMoves, str], Moves] = dict.__getitem__  # quicker than operator.getitem
_inhabitants = _Inhabitants(KIND_OF).__getitem__
_own_inhabitants = {colour: _Inhabitants(pieces.values()).__getitem__ for colour, pieces in PIECE.items()}


def on_routes(tables: Tables, routes: tuple[Places, ...]) -> Iterable[Move]:
    """Chain the moves on all routes, by everybody's pieces there."""
    return chain.from_iterable(map(_moves, tables, map(_inhabitants, routes)))


def on_routes_of(colour: str, tables: Tables, routes: tuple[Places, ...]) -> Iterable[Move]:
    """Chain the moves on all routes, by one player's own pieces there."""
    return chain.from_iterable(map(_moves, tables, map(_own_inhabitants[colour], routes)))


def _tables(side: Side, parts_on: Callable[[str], Parts]) -> Tables:
    return tuple(_RouteMoves(parts_on(route.id)) for route in side.routes)


def _lifts(colour: str, route: str) -> Parts:
    return {piece: (Lift(kind, route),) for kind, piece in PIECE[colour].items()}


@lru_cache(maxsize=64)
def lift_tables(side: Side, colour: str) -> Tables:
    """Make the tables of what can be lifted: all that can be done on a route that the pawn does not border."""
    return _tables(side, lambda route: _lifts(colour, route))


@lru_cache(maxsize=256)
def moving_tables(side: Side, colour: str, hand: tuple[Kind, ...], can_lift: bool) -> Tables:
    """Make the tables of the move action, with these kinds in hand."""

    def parts_on(route: str) -> Parts:
        puts = {EMPTY: tuple(Put(kind, route) for kind in hand)}
        return {**puts, **_lifts(colour, route)} if can_lift else puts

    return _tables(side, parts_on)


@cache
def remove_tables(side: Side) -> Tables:
    """Make the tables of what can be removed."""
    return _tables(side, lambda route: {victim: (Remove(route, victim),) for victim in KIND_OF})


@lru_cache(maxsize=4096)
def action_tables(side: Side, colour: str, supply: int, pawn: str | None) -> Tables:
    """Choose the tables of each route for what is in the supply and where the pawn stands (ruling 40)."""
    traders, merchants = supply & 0xFF, supply >> 8
    kinds = tuple(kind for kind, count in ((Kind.MERCHANT, merchants), (Kind.TRADER, traders)) if count)
    near = _near_tables(side, colour, kinds, min(traders + merchants - 1, max(PENALTY.values())))
    if pawn is None:
        return near
    far, bordering = lift_tables(side, colour), side.bordering[pawn]
    return tuple(near[route] if route in bordering else far[route] for route in range(len(side.routes)))


@lru_cache(maxsize=256)
def _near_tables(side: Side, colour: str, kinds: tuple[Kind, ...], to_spare: int) -> Tables:
    """Make the tables of all actions on a route, with these kinds in the supply and this many pieces to pay with."""
    own = "".join(PIECE[colour].values())
    victims = [piece for piece, kind in KIND_OF.items() if piece not in own and PENALTY[kind] <= to_spare]

    def on(route: str) -> _RouteMoves:
        parts: dict[str, Moves] = {EMPTY: tuple(Insert(kind, route) for kind in kinds)}
        parts |= {victim: tuple(Displace(kind, route, victim) for kind in kinds) for victim in victims}
        parts |= _lifts(colour, route)
        return _RouteMoves(parts, own, (Establish(route),))

    return tuple(on(route.id) for route in side.routes)
