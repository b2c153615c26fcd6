"""What a position is worth to each seat, in points at the end of the game: named features, weighed; pure.

A feature counts something of one seat. Its weight goes from `early` to `late` with the supply. What depends on few
things is remembered by them: the same hands, booths and warehouses come up again and again in a search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from companion.games.hansa.rules.goods import (
    ALL_MARKERS,
    BARREL_MASKS,
    COLOUR_MASKS,
    Goods,
    full_set,
    markers_in,
    total,
)
from companion.games.hansa.rules.position import (
    BOOTHS,
    CITY_MASK,
    CITY_SHIFT,
    LEFT_SHIFT,
    PURSE_MASK,
    PURSE_SHIFT,
    STACK_MASK,
    STACK_SHIFT,
    Phase,
    Position,
    Setup,
    majority,
)
from companion.games.hansa.rules.scoring import MONOPOLY, PRESENCE, SOLD, UNSOLD
from companion.games.hansa.rules.setup import count_out_piles

_REMEMBERED: Final = 1 << 14
_BARRELS: Final[Mapping[int, int]] = {0: 0, **{int(good): good.barrels for good in ALL_MARKERS}}
_MASKS: Final = {int(good): COLOUR_MASKS[good.colour] for good in ALL_MARKERS}

FEATURES: Final = (
    "talers",  # in the purse
    "last_taler",  # there is one
    "markers",  # face up
    "set_barrels",  # on markers of colours that can be sold
    "sets",  # colours that can be sold
    "lone_barrels",  # on markers of colours that cannot
    "at_risk",  # points on the cheapest marker of each colour that another player can sell
    "booths",  # on the board
    "cities",  # with a booth
    "monopolies",  # without another's
    "stacks",  # of two booths or more: one may leave with a sale
    "majorities",  # cities whose buyers pay this player
    "own_goods",  # barrels in the warehouses of those cities
    "wanted_goods",  # barrels in all warehouses of colours that the player holds
    # The rest is what a turn must gain for the warehouses to be left as they are, in a search's own futures:
    "filling",  # whatever there is
    "filling_taler",  # for each taler in the purse
    "filling_space",  # for each empty space
)


class Weight(NamedTuple):
    """What one of a feature is worth, in points: with the whole supply, and with none of it left before the end."""

    early: float
    late: float


Weights = Mapping[str, Weight]


class Evaluation:
    """Weighs positions; what it remembers depends on its weights, so each set of them has one of its own."""

    def __init__(self, weights: Weights) -> None:
        if tuple(weights) != FEATURES:
            raise ValueError(f"weights of {', '.join(weights):.200}: expected {', '.join(FEATURES)}")
        self._late = tuple(weights[name].late for name in FEATURES)
        self._more = tuple(weights[name].early - weights[name].late for name in FEATURES)
        self._of_hands = lru_cache(_REMEMBERED)(self._weigh_hands)
        self._of_booths = lru_cache(_REMEMBERED)(self._weigh_booths)
        self._of_stock = lru_cache(_REMEMBERED)(self._weigh_stock)

    def values(self, position: Position) -> list[float]:
        """Return what the position is worth to each seat; if the game is over, its points, and booths for ties."""
        talers, booths, hands = position.talers, position.booths, position.hands
        if position.phase is Phase.OVER:
            rows = zip(_city_points(booths), position.sold, hands, LEFT_SHIFT, strict=False)
            return [
                points + _sold(sold) + UNSOLD * total(hand) + (BOOTHS - (booths >> left & STACK_MASK)) / 100
                for points, sold, hand, left in rows
            ]
        rest = rest_of(position)
        late, more = self._late, self._more
        taler, last = late[0] + rest * more[0], late[1] + rest * more[1]
        values = []
        for seat, ((a, b), (c, d), (e, f), sold) in enumerate(
            zip(
                self._of_hands(hands),
                self._of_booths(booths),
                self._of_stock(_owners(position.setup, booths), hands, position.warehouses),
                position.sold,
                strict=False,
            )
        ):
            purse = talers >> PURSE_SHIFT[seat] & PURSE_MASK
            value = _sold(sold) + a + c + e + rest * (b + d + f) + taler * purse
            values.append(value + last if purse else value)
        return values

    def worth_of_filling(self, position: Position) -> float:
        """Guess how much a turn gains once the warehouses are filled."""
        rest, late, more = rest_of(position), self._late, self._more
        counts = (1, position.purse(position.active), position.warehouses.count(0))
        first = len(FEATURES) - len(counts)
        return sum(count * (late[place] + rest * more[place]) for place, count in enumerate(counts, first))

    def _pair(self, first: int, counts: tuple[int, ...]) -> tuple[float, float]:
        """Weigh features from the given place on: late, and what is added early."""
        late, more = self._late[first:], self._more[first:]
        a = b = 0.0
        for count, x, y in zip(counts, late, more, strict=False):
            a += count * x
            b += count * y
        return a, b

    def _weigh_hands(self, hands: tuple[Goods, ...]) -> tuple[tuple[float, float], ...]:
        weighed = []
        for seat, hand in enumerate(hands):
            markers, set_barrels, sets, lone = _hand(hand)
            risk = 0
            for mask in COLOUR_MASKS.values():
                if hand & mask and any(total(other & mask) > 1 for other in hands[:seat] + hands[seat + 1 :]):
                    risk += 1 + min(good.barrels for good in markers_in(hand & mask))
            late, more = self._pair(2, (markers, set_barrels, sets, lone, risk))
            weighed.append((late + UNSOLD * markers, more))
        return tuple(weighed)

    def _weigh_booths(self, booths: int) -> tuple[tuple[float, float], ...]:
        weighed = []
        for seat, shift in enumerate(STACK_SHIFT):
            cities = monopolies = stacks = points = majorities = 0
            for city in CITY_SHIFT.values():
                there = booths >> city & CITY_MASK
                own = there >> shift & STACK_MASK
                if own:
                    alone = not there & ~(STACK_MASK << shift)
                    cities += 1
                    monopolies += alone
                    stacks += own > 1
                    points += MONOPOLY if alone else PRESENCE
                    majorities += all(own > there >> each & STACK_MASK for each in STACK_SHIFT if each != shift)
            on_board = BOOTHS - (booths >> LEFT_SHIFT[seat] & STACK_MASK)
            late, more = self._pair(7, (on_board, cities, monopolies, stacks, majorities))
            weighed.append((late + points, more))
        return tuple(weighed)

    def _weigh_stock(
        self, owners: tuple[int, ...], hands: tuple[Goods, ...], warehouses: tuple[Goods, ...]
    ) -> tuple[tuple[float, float], ...]:
        own = [0, 0, 0, 0, 0]
        wanted = [0] * len(hands)
        for owner, good in zip(owners, warehouses, strict=True):
            if good:
                barrels, mask = _BARRELS[good], _MASKS[good]
                own[owner] += barrels
                for seat, hand in enumerate(hands):
                    if hand & mask:
                        wanted[seat] += barrels
        return tuple(self._pair(12, (own[seat], wanted[seat])) for seat in range(len(hands)))


NOBODY: Final = 4  # in place of a seat


@lru_cache(_REMEMBERED)
def _owners(setup: Setup, booths: int) -> tuple[int, ...]:
    """Return, for each warehouse space, the seat whose majority its city is; NOBODY if there is none."""
    owners = []
    for city in setup.board.cities:
        owner = majority(booths, city.id)
        owners += [NOBODY if owner is None else owner] * city.spaces
    return tuple(owners)


@lru_cache(_REMEMBERED)
def _hand(hand: Goods) -> tuple[int, int, int, int]:
    """Count markers, barrels that can be sold, colours that can, and barrels that cannot be sold."""
    set_barrels = sets = lone = 0
    for mask in COLOUR_MASKS.values():
        goods = markers_in(hand & mask)
        barrels = sum(good.barrels for good in goods)
        if len(goods) > 1:
            sets += 1
            set_barrels += barrels
        else:
            lone += barrels
    return total(hand), set_barrels, sets, lone


@lru_cache(_REMEMBERED)
def _sold(sold: Goods) -> int:
    """Return the points of sold markers."""
    return sum((SOLD + barrels) * total(sold & mask) for barrels, mask in BARREL_MASKS.items())


@lru_cache(_REMEMBERED)
def _city_points(booths: int) -> tuple[int, ...]:
    points = [0] * len(STACK_SHIFT)
    for city in CITY_SHIFT.values():
        there = booths >> city & CITY_MASK
        present = [seat for seat, shift in enumerate(STACK_SHIFT) if there >> shift & STACK_MASK]
        for seat in present:
            points[seat] += PRESENCE if len(present) > 1 else MONOPOLY
    return tuple(points)


def rest_of(position: Position) -> float:
    """Return how much of the supply is left before the last pile: 1 at the beginning, 0 in the last round."""
    if position.course.last_round:
        return 0.0
    *piles, _ = position.piles
    return sum(piles) / _first_piles(position.setup)


@lru_cache(64)
def _first_piles(setup: Setup) -> int:
    *piles, _ = count_out_piles(total(full_set(setup.goods)) - setup.board.space_count)
    return sum(piles)


def lead(values: Sequence[float], seat: int) -> float:
    """Return how far a seat is ahead of the best other."""
    return values[seat] - max(value for other, value in enumerate(values) if other != seat)
