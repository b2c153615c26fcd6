"""The legal moves of a position, as a view: iterate over it, test a move with `in`, or count.

A position never changes, so neither does the view: it is the sequence of moves, built at once, mostly from cached lists
(see `route_moves`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import chain

from companion.games.teutonica.rules.board import Side
from companion.games.teutonica.rules.bonus import is_any_on_routes
from companion.games.teutonica.rules.displace import extra_kinds, nearest_free
from companion.games.teutonica.rules.establish import may_add_extra, may_found
from companion.games.teutonica.rules.moves import (
    Add,
    Clear,
    Coellen,
    Decline,
    Done,
    End,
    ExtraOffice,
    Improve,
    Income,
    LegalMoves,
    Move,
    Office,
    Pawn,
    Pay,
    Put,
    Replace,
    Reveal,
    Ride,
    Stay,
    Use,
    UseImprove,
    UseSwap,
    Walk,
)
from companion.games.teutonica.rules.pieces import (
    ABILITIES,
    EMPTY,
    HIGHEST,
    KINDS,
    PLACE,
    RANK,
    Ability,
    Kind,
    Marker,
    Markers,
    Places,
)
from companion.games.teutonica.rules.position import (
    LESS_INCOME,
    STOCK_SHIFT,
    Establishing,
    Founded,
    Moving,
    Phase,
    Position,
    Relocating,
    Replacing,
)
from companion.games.teutonica.rules.route_moves import Moves, removals, route_moves
from companion.games.teutonica.rules.routes import ALL_ROUTES
from companion.games.teutonica.rules.scoring import SPACES, TABLE
from companion.games.teutonica.rules.turns import marker_routes, tavern_markers

_NONE = LegalMoves()
_END: Moves = (End(),)
_DONE: Moves = (Done(),)


def legal_moves(position: Position) -> LegalMoves:
    """Return the legal moves."""
    return LegalMoves(_LISTS[position.phase](position))


# --- by phase ---


def _taverns(position: Position) -> Iterable[Move]:
    return map(Reveal, tavern_markers(position))


def _pawn(position: Position) -> Iterable[Move]:
    return (Pawn(province.id) for province in position.setup.side.provinces)


def _actions(position: Position) -> Iterable[Move]:
    setup, player, pawn = position.setup, position.players[position.active], position.pawn
    moves = _END
    if player.markers:
        moves += _uses(position, player.markers, player.levels)
    if pawn:
        if not position.walked and not position.acted:
            moves += _walks(setup.side, pawn)
        if position.actions_left:
            moves += _rides(setup.side, pawn)
    if not position.actions_left:
        return moves
    if player.stock_size:
        moves += _incomes(player.pieces >> STOCK_SHIFT, player.value(Ability.BAGS))
        if LESS_INCOME.id in setup.house_rules:
            moves += _smaller_incomes(player.pieces >> STOCK_SHIFT, player.value(Ability.BAGS))
    near = setup.side.bordering_bits[pawn] if pawn else ALL_ROUTES
    colour = setup.players[position.active]
    return chain(moves, route_moves(setup.side).actions(position.on_routes, colour, player, near))


@lru_cache(maxsize=1024)
def _incomes(stock: int, bags: int, fewer: int = 0) -> Moves:
    traders, merchants = stock & 0xFF, stock >> 8
    number = min(bags, traders + merchants) - fewer
    return tuple(Income(m, fewer) for m in range(min(number, merchants) + 1) if number - m <= traders)


@lru_cache(maxsize=1024)
def _smaller_incomes(stock: int, bags: int) -> Moves:
    number = min(bags, (stock & 0xFF) + (stock >> 8))
    return tuple(chain.from_iterable(_incomes(stock, bags, fewer) for fewer in range(1, number)))


@lru_cache(maxsize=256)
def _walks(side: Side, pawn: str) -> Moves:
    return tuple(map(Walk, side.near_provinces[pawn]))


@lru_cache(maxsize=256)
def _rides(side: Side, pawn: str) -> Moves:
    return tuple(Ride(province.id) for province in side.provinces if province.id != pawn)


def _uses(position: Position, markers: Markers, levels: tuple[int, ...]) -> Moves:
    """List how the markers face up can be used between actions."""
    moves: list[Move] = []
    for marker in dict.fromkeys(markers):
        if marker is Marker.IMPROVE_ABILITY:
            moves += (UseImprove(a) for a in ABILITIES if levels[PLACE[a]] < HIGHEST[a])
        elif marker is Marker.SWAP_OFFICES:
            moves += _swaps(position.setup.side, position.cities.spaces)
        elif marker is Marker.REMOVE_THREE:
            if is_any_on_routes(position):
                moves.append(Use(marker))
        elif marker is not Marker.EXTRA_OFFICE:
            moves.append(Use(marker))
    return tuple(moves)


@lru_cache(maxsize=64)
def _swaps(side: Side, spaces: tuple[Places, ...]) -> Moves:
    return tuple(
        UseSwap(city.id, pos)
        for city, offices in zip(side.cities, spaces, strict=True)
        for pos in range(1, len(offices))
        if EMPTY not in offices[pos - 1 : pos + 1]
    )


def _pay(_: Position) -> Iterable[Move]:
    return map(Pay, KINDS)


def _relocate(position: Position) -> Iterable[Move]:
    step = position.step
    assert type(step) is Relocating
    near = [position.setup.side.routes[route].id for route in nearest_free(position, step.route)]
    if step.hand:
        puts = [Put(step.hand, route) for route in near]
        return [*puts, Decline()] if step.may_rest else puts
    kinds = extra_kinds(position.players[step.seat])
    if kinds:
        return [Decline(), *(Add(kind, route) for kind in kinds for route in near)]
    colour = position.setup.players[step.seat]
    return chain((Decline(),), route_moves(position.setup.side).lifts(position.on_routes, colour))


def _move(position: Position) -> Iterable[Move]:
    step, setup = position.step, position.setup
    assert type(step) is Moving
    moves = route_moves(setup.side).moving(position.on_routes, setup.players[position.active], step)
    return moves if step.hand else chain(_DONE, moves)


def _establish(position: Position) -> Iterable[Move]:
    step, side, cities = position.step, position.setup.side, position.cities
    assert type(step) is Establishing
    player, own = position.players[position.active], position.setup.own[position.active]
    kinds = [kind for kind in KINDS if own[kind] in position.routes[step.route]]
    privilege = player.value(Ability.PRIVILEGE)
    yield Clear()
    for number in side.ends[step.route]:
        city = side.cities[number]
        if step.founded is not Founded.OFFICE and may_found(position, number):
            yield Office(city.id)
        if step.founded is not Founded.EXTRA_OFFICE and may_add_extra(position, number):
            yield from (ExtraOffice(city.id, kind) for kind in kinds)
        if not step.founded and city.ability and player.level(city.ability) < HIGHEST[city.ability]:
            yield Improve(city.ability)
    if not step.founded and side.routes[step.route].id == side.table and Kind.MERCHANT in kinds:
        for space, taken in zip(SPACES, cities.table, strict=True):
            if taken == EMPTY and RANK[TABLE[space]] <= privilege:
                yield Coellen(space)


def _remove(position: Position) -> Iterable[Move]:
    return chain(_DONE, removals(position.setup.side, position.on_routes))


def _reveal(position: Position) -> Iterable[Move]:
    return map(Reveal, dict.fromkeys(position.bonus.unseen))


def _replace(position: Position) -> Iterable[Move]:
    assert type(position.step) is Replacing
    return (Replace(position.setup.side.routes[route].id) for route in marker_routes(position))


def _walk(position: Position) -> Iterable[Move]:
    assert position.pawn
    return (Stay(), *_walks(position.setup.side, position.pawn))


def _over(_: Position) -> Iterable[Move]:
    return _NONE


_LISTS: Mapping[Phase, Callable[[Position], Iterable[Move]]] = {
    Phase.TAVERNS: _taverns,
    Phase.PAWN: _pawn,
    Phase.ACTIONS: _actions,
    Phase.PAY: _pay,
    Phase.RELOCATE: _relocate,
    Phase.MOVE: _move,
    Phase.ESTABLISH: _establish,
    Phase.REMOVE: _remove,
    Phase.REVEAL: _reveal,
    Phase.REPLACE: _replace,
    Phase.WALK: _walk,
    Phase.OVER: _over,
}
