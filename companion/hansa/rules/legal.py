"""The legal moves of a position, as a view: iterate it, ask whether a move is in it, whether there is any, how many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, product, repeat

from companion.hansa.rules.goods import ALL_MARKERS, LOWER, MASKS, UPPER, Goods, count_of, kinds_in, kinds_mask
from companion.hansa.rules.moves import Build, Buy, Discard, End, Lose, Move, Place, Replenish, Reveal, Sell, Skip
from companion.hansa.rules.play import SALE_AT_LEAST, refusal
from companion.hansa.rules.position import (
    BOOTH_SHIFT,
    PURSE,
    PURSE_SHIFT,
    STACK,
    SUPPLY_SHIFT,
    Phase,
    Position,
    majority,
)

Moves = tuple[Move, ...]
_END: Moves = (End(),)
_REPLENISH: Moves = (Replenish(),)
_REPLENISH_OR_SKIP: Moves = (Replenish(), Skip())


class LegalMoves:
    """The legal moves of one position."""

    __slots__ = ("_position",)

    def __init__(self, position: Position) -> None:
        self._position = position

    def __iter__(self) -> Iterator[Move]:
        return iter(_LISTS[self._position.phase](self._position))

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and refusal(self._position, move) is None

    def __bool__(self) -> bool:
        return self._position.phase is not Phase.OVER

    def count(self) -> int:
        """Count the legal moves."""
        return len(_LISTS[self._position.phase](self._position))


legal_moves = LegalMoves  # reads as the question it is


# --- by phase ---


def _fill(position: Position) -> Moves:
    kinds = kinds_mask(position.unseen)
    return _reveals(kinds & LOWER) + _reveals(kinds & UPPER)


def _place(position: Position) -> Moves:
    start, own = position.setup.board.start, position.booths[position.active]
    return tuple(move for city, move in _PLACES.items() if city != start and not own >> BOOTH_SHIFT[city] & STACK)


def _replenish(position: Position) -> Moves:
    return _REPLENISH_OR_SKIP if any(position.warehouses) else _REPLENISH


def _actions(position: Position) -> Moves:
    setup, _, _, seat, acted, ship, talers, booths, hands, _, warehouses, _, _ = position
    board = setup.board
    solvent = talers >> PURSE_SHIFT[seat] & PURSE
    moves: Moves = board.departures[ship] if solvent else _END
    if not acted:
        if solvent or majority(booths, ship) == seat:
            moves += _buys(warehouses[board.spaces[ship]])
        hand, own = hands[seat], booths[seat]
        if hand:
            if own >> SUPPLY_SHIFT:
                moves += _builds(hand & LOWER) + _builds(hand & UPPER)
            if own >> BOOTH_SHIFT[ship] & STACK:
                moves += _sells(hand)
    return moves


def _lose(position: Position) -> Moves:
    seat, colour = position.course.losses[0]
    return tuple(map(Lose, kinds_in(kinds_mask(position.hands[seat] & MASKS[colour]))))


def _discard(position: Position) -> Moves:
    return tuple(map(Discard, kinds_in(kinds_mask(position.hands[position.active]))))


def _over(_: Position) -> Moves:
    return ()


_LISTS: Mapping[Phase, Callable[[Position], Moves]] = {
    Phase.FILL: _fill,
    Phase.PLACE: _place,
    Phase.REPLENISH: _replenish,
    Phase.ACTIONS: _actions,
    Phase.LOSE: _lose,
    Phase.DISCARD: _discard,
    Phase.OVER: _over,
}

# --- lists that come again and again, made once ---

_COLOUR_MASKS = tuple(MASKS.values())
_NO_SALE = Sell(())
_PLACES = {city: Place(city) for city in BOOTH_SHIFT}


@lru_cache(maxsize=1024)
def _reveals(kinds: Goods) -> Moves:
    return tuple(map(Reveal, kinds_in(kinds)))


@lru_cache(maxsize=4096)
def _builds(half: Goods) -> Moves:
    return tuple(map(Build, kinds_in(half)))


@lru_cache(maxsize=1024)
def _buys(stock: tuple[Goods, ...]) -> Moves:
    return tuple(Buy(good) for good in ALL_MARKERS if good in stock)


def _sells(hand: Goods) -> Moves:
    """List every sale from a hand: any number of colours, at least two markers of each."""
    sales = [sells for mask in _COLOUR_MASKS if (sells := _sells_of_colour(hand & mask))]
    if len(sales) < 2:
        return sales[0] if sales else ()
    choices = product(*((_NO_SALE, *sells) for sells in sales))
    return tuple(
        Sell(sum((part.goods for part in parts), ())) for parts in choices if any(part.goods for part in parts)
    )


@lru_cache(maxsize=1024)
def _sells_of_colour(goods: Goods) -> tuple[Sell, ...]:
    kinds = kinds_in(goods)
    counts = product(*(range(count_of(goods, kind) + 1) for kind in kinds))
    chosen = (tuple(chain.from_iterable(map(repeat, kinds, each))) for each in counts)
    return tuple(Sell(goods) for goods in chosen if len(goods) >= SALE_AT_LEAST)
