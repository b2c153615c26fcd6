"""The legal moves of a position, as a view: iterate over it, test a move with `in`, or count.

A position never changes, so neither does the view: it is the sequence of moves, built at once from cached lists.
Listing all moves is cheaper than with a lazy view; only asking whether there is one is dearer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import chain, product, repeat

from companion.games.hansa.rules.goods import (
    ALL_MARKERS,
    COLOUR_MASKS,
    LOWER_HALF,
    MOST_BARRELS,
    UPPER_HALF,
    Goods,
    Marker,
    count_of,
    kinds_in,
    kinds_mask,
)
from companion.games.hansa.rules.moves import (
    Build,
    Buy,
    Discard,
    End,
    LegalMoves,
    Lose,
    Move,
    Place,
    Replenish,
    Reveal,
    Sell,
    Skip,
)
from companion.games.hansa.rules.play import SALE_AT_LEAST
from companion.games.hansa.rules.position import (
    CITY_SHIFT,
    FEWER_BOOTHS,
    LEFT_SHIFT,
    OWN_STACK,
    PURSE_MASK,
    PURSE_SHIFT,
    STACK_MASK,
    Phase,
    Position,
    free_cities,
    majority,
)

Moves = tuple[Move, ...]
_NONE = LegalMoves()
_END = LegalMoves((End(),))
_REPLENISH = LegalMoves((Replenish(),))
_REPLENISH_OR_SKIP = LegalMoves((Replenish(), Skip()))


def legal_moves(position: Position) -> LegalMoves:
    """Return the legal moves."""
    return _LISTS[position.phase](position)


# --- by phase ---


def _fill(position: Position) -> LegalMoves:
    return _fills(kinds_mask(position.unseen))


def _place(position: Position) -> LegalMoves:
    return _places(free_cities(position.booths, position.active, position.setup.board.start))


def _replenish(position: Position) -> LegalMoves:
    return _REPLENISH_OR_SKIP if any(position.warehouses) else _REPLENISH


def _actions(position: Position) -> LegalMoves:
    setup, _, _, seat, acted, ship, talers, booths, hands, _, warehouses, _, _ = position
    board = setup.board
    solvent = talers >> PURSE_SHIFT[seat] & PURSE_MASK
    departures = board.departures[ship] if solvent else _END
    if acted:
        return departures
    moves: Moves = departures
    if solvent or majority(booths, ship) == seat:
        moves += _buys(warehouses[board.spaces[ship]])
    hand = hands[seat]
    if hand:
        builds, sales = _uses(hand)
        booths_left = booths >> LEFT_SHIFT[seat] & STACK_MASK
        if booths_left:
            moves += builds
            if FEWER_BOOTHS.id in setup.house_rules:
                moves += _smaller_builds(hand, min(booths_left, MOST_BARRELS))
        if sales and booths >> CITY_SHIFT[ship] & OWN_STACK[seat]:
            moves += sales[0] if len(sales) == 1 else _combined(hand)
    return LegalMoves(moves)


def _lose(position: Position) -> LegalMoves:
    seat, colour = position.course.losses[0]
    return LegalMoves(_loses(position.hands[seat] & COLOUR_MASKS[colour]))


def _discard(position: Position) -> LegalMoves:
    hand = position.hands[position.active]
    return LegalMoves(_discards(hand & LOWER_HALF) + _discards(hand & UPPER_HALF))


def _over(_: Position) -> LegalMoves:
    return _NONE


_LISTS: Mapping[Phase, Callable[[Position], LegalMoves]] = {
    Phase.FILL: _fill,
    Phase.PLACE: _place,
    Phase.REPLENISH: _replenish,
    Phase.ACTIONS: _actions,
    Phase.LOSE: _lose,
    Phase.DISCARD: _discard,
    Phase.OVER: _over,
}

# --- lists that come again and again, made once ---

_NO_SALE = Sell(())


def _for_each_kind(verb: Callable[[Marker], Move]) -> Callable[[Goods], Moves]:
    """List a verb's moves for the kinds in (half) a set."""
    moves = {kind: verb(kind) for kind in ALL_MARKERS}

    @lru_cache(maxsize=4096)
    def listed(goods: Goods) -> Moves:
        return tuple(moves[kind] for kind in kinds_in(goods))

    return listed


_reveals = _for_each_kind(Reveal)
_builds = _for_each_kind(Build)
_loses = _for_each_kind(Lose)
_discards = _for_each_kind(Discard)


@lru_cache(maxsize=4096)
def _fills(kinds: Goods) -> LegalMoves:
    return LegalMoves(_reveals(kinds & LOWER_HALF) + _reveals(kinds & UPPER_HALF))


@lru_cache(maxsize=1024)
def _places(cities: tuple[str, ...]) -> LegalMoves:
    return LegalMoves(map(Place, cities))


@lru_cache(maxsize=1024)
def _buys(stock: tuple[Goods, ...]) -> Moves:
    return tuple(Buy(good) for good in ALL_MARKERS if good in stock)


@lru_cache(maxsize=4096)
def _uses(hand: Goods) -> tuple[Moves, tuple[tuple[Sell, ...], ...]]:
    """List what a hand can be used for: to build, and for sales of each colour that there is enough of."""
    sales = tuple(sells for mask in COLOUR_MASKS.values() if (sells := _sells_of_colour(hand & mask)))
    return _builds(hand & LOWER_HALF) + _builds(hand & UPPER_HALF), sales


@lru_cache(maxsize=4096)
def _smaller_builds(hand: Goods, booths_left: int) -> Moves:
    """List the builds of fewer booths than there could be."""
    return tuple(
        Build(good, fewer) for good in kinds_in(kinds_mask(hand)) for fewer in range(1, min(good.barrels, booths_left))
    )


@lru_cache(maxsize=1024)
def _sells_of_colour(goods: Goods) -> tuple[Sell, ...]:
    kinds = kinds_in(goods)
    counts = product(*(range(count_of(goods, kind) + 1) for kind in kinds))
    chosen = (tuple(chain.from_iterable(map(repeat, kinds, each))) for each in counts)
    return tuple(Sell(goods) for goods in chosen if len(goods) >= SALE_AT_LEAST)


@lru_cache(maxsize=4)  # thousands of sales in the worst case, asked for again and again while the hand is the same
def _combined(hand: Goods) -> Moves:
    """List the sales of a hand with enough of several colours: of one of them, or of more at once."""
    _, sales = _uses(hand)
    choices = product(*((_NO_SALE, *sells) for sells in sales))
    return tuple(
        Sell(sum((part.goods for part in parts), ())) for parts in choices if any(part.goods for part in parts)
    )
