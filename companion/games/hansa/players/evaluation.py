"""What a position is worth to each seat, in points at the end of the game: named features, weighed; pure.

A feature counts something of one seat. Its weight goes from `early` to `late` with the supply. What depends on few
things is remembered by them: the same hands, booths and warehouses come up again and again in a search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
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
_BARRELS: Final = {int(good): good.barrels for good in ALL_MARKERS}
_SEATS: Final = {players: range(players) for players in (2, 3, 4)}
_OVER: Final = Phase.OVER

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
        # Each remembers what it gives every seat, by what it looks at and by how much of the supply is left.
        self._of_talers = lru_cache(_REMEMBERED)(self._weigh_talers)
        self._of_hands = lru_cache(_REMEMBERED)(self._weigh_hands)
        self._of_booths = lru_cache(_REMEMBERED)(self._weigh_booths)
        self._of_stock = lru_cache(_REMEMBERED)(self._weigh_stock)

    def values(self, position: Position) -> list[float]:
        """Return what the position is worth to each seat; if the game is over, its points, and booths for ties."""
        setup, course, phase, _, _, _, talers, booths, hands, sold, warehouses, _, piles = position
        if phase is _OVER:
            rows = zip(_city_points(booths), sold, hands, LEFT_SHIFT, strict=False)
            return [
                points + _points(goods) + UNSOLD * total(hand) + (BOOTHS - (booths >> left & STACK_MASK)) / 100
                for points, goods, hand, left in rows
            ]
        rest = 0.0 if course.last_round else _rest(setup, piles)
        a, b, c = self._of_talers(talers, rest), self._of_hands(hands, rest), self._of_booths(booths, rest)
        d, e = self._of_stock(_owners(setup, booths), hands, warehouses, rest), _sold(sold)
        return [a[seat] + b[seat] + c[seat] + d[seat] + e[seat] for seat in _SEATS[len(hands)]]

    def worth_of_filling(self, position: Position) -> float:
        """Guess how much a turn gains once the warehouses are filled."""
        rest, late, more = rest_of(position), self._late, self._more
        counts = (1, position.purse(position.active), position.warehouses.count(0))
        first = len(FEATURES) - len(counts)
        return sum(count * (late[place] + rest * more[place]) for place, count in enumerate(counts, first))

    def _weigh(self, first: int, counts: tuple[int, ...], rest: float) -> float:
        """Weigh the features from this place on."""
        late, more = self._late, self._more
        return sum(count * (late[place] + rest * more[place]) for place, count in enumerate(counts, first))

    def _weigh_talers(self, talers: int, rest: float) -> tuple[float, ...]:
        purses = (talers >> shift & PURSE_MASK for shift in PURSE_SHIFT)
        return tuple(self._weigh(0, (purse, purse > 0), rest) for purse in purses)

    def _weigh_hands(self, hands: tuple[Goods, ...], rest: float) -> tuple[float, ...]:
        weighed = []
        for seat, hand in enumerate(hands):
            markers, set_barrels, sets, lone = counts_of_hand(hand)
            risk = 0
            for mask in COLOUR_MASKS.values():
                if hand & mask and any(total(other & mask) > 1 for other in hands[:seat] + hands[seat + 1 :]):
                    risk += 1 + min(good.barrels for good in markers_in(hand & mask))
            weighed.append(UNSOLD * markers + self._weigh(2, (markers, set_barrels, sets, lone, risk), rest))
        return tuple(weighed)

    def _weigh_booths(self, booths: int, rest: float) -> tuple[float, ...]:
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
            weighed.append(points + self._weigh(7, (on_board, cities, monopolies, stacks, majorities), rest))
        return tuple(weighed)

    def _weigh_stock(
        self, owners: tuple[int, ...], hands: tuple[Goods, ...], warehouses: tuple[Goods, ...], rest: float
    ) -> tuple[float, ...]:
        owned = [0, 0, 0, 0, 0]
        for owner, good in zip(owners, warehouses, strict=True):
            if good:
                owned[owner] += _BARRELS[good]
        stock = _stock(warehouses)
        own, wanted = self._late[12] + rest * self._more[12], self._late[13] + rest * self._more[13]
        return tuple(
            own * owned[seat] + wanted * sum([stock[colour] for colour in _colours(hand)])
            for seat, hand in enumerate(hands)
        )


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
def counts_of_hand(hand: Goods) -> tuple[int, int, int, int]:
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
def _colours(hand: Goods) -> tuple[int, ...]:
    """Return the places of a hand's colours among all."""
    return tuple(place for place, mask in enumerate(COLOUR_MASKS.values()) if hand & mask)


@lru_cache(_REMEMBERED)
def _stock(warehouses: tuple[Goods, ...]) -> tuple[int, ...]:
    """Count the barrels of each colour in all warehouses."""
    goods = sum(warehouses)
    return tuple(sum(good.barrels for good in markers_in(goods & mask)) for mask in COLOUR_MASKS.values())


@lru_cache(_REMEMBERED)
def _sold(sold: tuple[Goods, ...]) -> tuple[int, ...]:
    return tuple(map(_points, sold))


def _points(sold: Goods) -> int:
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
    return 0.0 if position.course.last_round else _rest(position.setup, position.piles)


@lru_cache(1024)
def _rest(setup: Setup, piles: tuple[int, ...]) -> float:
    whole = count_out_piles(total(full_set(setup.goods)) - setup.board.space_count)
    return sum(piles[:-1]) / sum(whole[:-1])


def lead(values: Sequence[float], seat: int) -> float:
    """Return how far a seat is ahead of the best other."""
    if len(values) == 2:
        return values[seat] - values[1 - seat]
    return values[seat] - max(value for other, value in enumerate(values) if other != seat)


# --- weights as text: a version, a mark of the features' names, and a line for each feature ---


WEIGHTS_VERSION: Final = 1
SHIPPED_WEIGHTS: Final = Path(__file__).with_name("weights.txt")


def mark_of(features: tuple[str, ...]) -> str:
    """Return a short mark of the features' names, in their order."""
    return sha256(" ".join(features).encode()).hexdigest()[:12]


def parse_weights(text: str) -> Weights:
    """Read weights, or raise ValueError with the line and what was expected there."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    expected = (f"version {WEIGHTS_VERSION}", f"features {mark_of(FEATURES)}", *FEATURES)
    weights = {}
    for number, (line, wanted) in enumerate(zip(lines, expected, strict=False)):
        name, *numbers = line.split()
        if number < 2:
            if line != wanted:
                raise ValueError(f"weights: {line!r:.60} given, expected {wanted!r}")
            continue
        try:
            early, late = map(float, numbers)
        except ValueError as error:
            raise ValueError(f"weights: {line!r:.60} given, expected {wanted} and two numbers") from error
        if name != wanted:
            raise ValueError(f"weights: {name!r:.60} given, expected {wanted}")
        weights[name] = Weight(early, late)
    if len(lines) != len(expected):
        raise ValueError(f"weights: {len(lines)} lines given, expected {len(expected)}")
    return weights


def format_weights(weights: Weights) -> str:
    """Write weights, so that `parse_weights` reads the same."""
    lines = (f"{name:<14} {weight.early:>7g} {weight.late:>7g}" for name, weight in weights.items())
    return "\n".join((f"version {WEIGHTS_VERSION}", f"features {mark_of(FEATURES)}", *lines, ""))


def shipped_weights() -> Weights:
    """Read the weights that ship."""
    return parse_weights(SHIPPED_WEIGHTS.read_text(encoding="utf-8"))


@cache
def shipped_evaluation() -> Evaluation:
    """Return the evaluation with the weights that ship."""
    return Evaluation(shipped_weights())
