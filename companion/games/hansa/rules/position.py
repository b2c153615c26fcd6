"""A position: everything there is to know about a game at one moment, as one immutable value.

Amounts are kept so that they can only be moved, never made or lost:

- `talers` is one number with a byte for each purse and one for the bank: a payment subtracts here and adds there.
- `booths` is one number with a hexadecimal digit for each stack (15 booths fit exactly): four side by side for the
  seats in each city, and four more for what the players have left.
- goods are sets that add up (see `goods`); the markers out of the game are what is missing from the full set.

Seats are numbered in seating order; `setup.players` names them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from companion.games.game import HouseRule
from companion.games.hansa.rules.board import CITY_IDS, Board
from companion.games.hansa.rules.goods import Colour, Goods, Marker, count_of, full_set, kinds_in, total

# The rulings that the players may change before a game.
FEWER_BOOTHS = HouseRule("fewer_booths", 11)  # a marker may build fewer booths than it has barrels
HOUSE_RULES = (FEWER_BOOTHS,)

TALERS = 22
BOOTHS = 15
ROUNDS_OF_PLACEMENT = 3
LIMIT = 3  # talers and face-up markers that a player may keep at the end of a turn

# For two to four players, and after each seat: the seats in turn, from the next one round to the seat itself.
TURN_ORDER = {
    players: tuple(tuple((seat + turn) % players for turn in range(1, players + 1)) for seat in range(players))
    for players in (2, 3, 4)
}

BANK_SHIFT = 32
BANK_TALER = 1 << BANK_SHIFT
PURSE_TALER = tuple(1 << 8 * seat for seat in range(4))
PURSE_SHIFT = tuple(8 * seat for seat in range(4))
PURSE_MASK = 255
TO_BANK = tuple(BANK_TALER - taler for taler in PURSE_TALER)
FROM_BANK = tuple(taler - BANK_TALER for taler in PURSE_TALER)

STACK_MASK = 15  # one hexadecimal digit
CITY_MASK = 0xFFFF  # the four stacks of a city
CITY_SHIFT = {city: 16 * place for place, city in enumerate(CITY_IDS)}
STACK_SHIFT = tuple(4 * seat for seat in range(4))
LEFT_SHIFT = tuple(16 * len(CITY_IDS) + shift for shift in STACK_SHIFT)
LEFT_BOOTH = tuple(1 << shift for shift in LEFT_SHIFT)
OWN_STACK = tuple(STACK_MASK << shift for shift in STACK_SHIFT)
OWN_STACKS = tuple(sum(own << shift for shift in CITY_SHIFT.values()) for own in OWN_STACK)
TO_CITY = {  # one booth of a seat, from what is left into a city
    city: tuple((1 << shift + own) - left for own, left in zip(STACK_SHIFT, LEFT_BOOTH, strict=True))
    for city, shift in CITY_SHIFT.items()
}


class Phase(StrEnum):
    """What kind of decision the position waits for."""

    __hash__ = str.__hash__  # Enum's own is a Python function, and phases are looked up at every move

    FILL = "fill"
    PLACE = "place"
    REPLENISH = "replenish"
    ACTIONS = "actions"
    LOSE = "lose"
    DISCARD = "discard"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before a game and stays as it is."""

    board: Board
    players: tuple[str, ...]  # colours, in seating order
    start: int  # the start player's seat
    goods: tuple[Colour, ...]  # the colours in play, sorted
    house_rules: frozenset[str] = frozenset()  # ids
    # Most of what hashing a position would cost: board and all. It is the same for every position of a game.
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.board, self.players, self.start, self.goods, self.house_rules)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Setup], tuple[object, ...]]:
        # Pickled by what it is made from: another process hashes the same texts differently.
        return Setup, tuple(getattr(self, each.name) for each in fields(self) if each.init)


class Loss(NamedTuple):
    """A marker of this colour is due from this seat, because another player sold the colour."""

    seat: int
    colour: Colour


class Course(NamedTuple):
    """How far the game has come, in the things that seldom change."""

    placements: int = 0  # made in the initial set-up, or passed over there
    last_round: bool = False
    losses: tuple[Loss, ...] = ()  # still due, in order
    left: frozenset[int] = frozenset()  # seats whose player has left


class Position(NamedTuple):
    """A game at one moment."""

    setup: Setup
    course: Course
    phase: Phase
    active: int  # the seat whose turn it is
    acted: bool  # an action has been taken in this visit
    ship: str
    talers: int
    booths: int
    hands: tuple[Goods, ...]  # face up before each player
    sold: tuple[Goods, ...]
    warehouses: tuple[Goods, ...]  # a marker or 0 for each space, in the order of the cities' numbers
    unseen: Goods
    piles: tuple[int, ...]

    @property
    def seats(self) -> range:
        """Number the seats."""
        return range(len(self.setup.players))

    @property
    def mover(self) -> int | None:
        """Return the seat that decides now; for a player who left during a fill, the next turns markers up."""
        if self.phase is Phase.OVER:
            return None
        if self.phase is Phase.LOSE:
            return self.course.losses[0].seat
        from_active = TURN_ORDER[len(self.hands)][self.active - 1]
        return next(seat for seat in from_active if seat not in self.course.left)

    @property
    def bank(self) -> int:
        """Count the talers in the bank."""
        return self.talers >> BANK_SHIFT

    def purse(self, seat: int) -> int:
        """Count a player's talers."""
        return self.talers >> PURSE_SHIFT[seat] & PURSE_MASK

    def booths_in(self, city: str, seat: int) -> int:
        """Count a player's booths in a city."""
        return stack_in(self.booths, city, seat)

    def booths_left(self, seat: int) -> int:
        """Count a player's booths that are not on the board."""
        return self.booths >> LEFT_SHIFT[seat] & STACK_MASK

    def stock(self, city: str) -> tuple[Goods, ...]:
        """Return the markers on a city's spaces, 0 where there is none."""
        return self.warehouses[self.setup.board.spaces[city]]

    @property
    def out(self) -> Goods:
        """Return the markers that are out of the game."""
        there = self.unseen + sum(self.warehouses) + sum(self.hands) + sum(self.sold)
        return full_set(self.setup.goods) - there

    @property
    def in_first_fill(self) -> bool:
        """Return whether the warehouses are being stocked for the first time, before any booth is placed."""
        return self.phase is Phase.FILL and self.course.placements == 0


def stack_in(booths: int, city: str, seat: int) -> int:
    """Count the booths of one stack."""
    return booths >> CITY_SHIFT[city] + STACK_SHIFT[seat] & STACK_MASK


def majority(booths: int, city: str) -> int | None:
    """Return the seat with strictly the most booths in a city; None if there is no such seat."""
    return _tallest(booths >> CITY_SHIFT[city] & CITY_MASK)


def free_cities(booths: int, seat: int, start: str) -> tuple[str, ...]:
    """Name the cities where a player may place booths in the set-up: any without own ones but the start city."""
    return _without(booths & OWN_STACKS[seat], start)


@lru_cache(maxsize=1024)
def _without(own: int, start: str) -> tuple[str, ...]:
    return tuple(city for city, shift in CITY_SHIFT.items() if city != start and not own >> shift & CITY_MASK)


@lru_cache(maxsize=4096)
def _tallest(stacks: int) -> int | None:
    most, owner = 0, None
    for seat, shift in enumerate(STACK_SHIFT):
        stack = stacks >> shift & STACK_MASK
        if stack > most:
            most, owner = stack, seat
        elif stack == most:
            owner = None
    return owner


def changed(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """Return the same values but for one."""
    fresh = list(values)
    fresh[at] = value
    return tuple(fresh)


# --- the hidden supply: what nobody has seen yet, and how likely each kind is to be turned up next ---


def unseen_counts(position: Position) -> dict[Marker, int]:
    """Count the face-down markers of each kind of which there are any."""
    return {kind: count_of(position.unseen, kind) for kind in kinds_in(position.unseen)}


def odds(position: Position) -> dict[Marker, Fraction]:
    """Return how likely each kind is to be the next marker turned face up."""
    supply = total(position.unseen)
    return {kind: Fraction(count, supply) for kind, count in unseen_counts(position).items()}


def pile_in_use(position: Position) -> int | None:
    """Return the pile from which the next marker comes, counted from 0; None when all are empty."""
    return next((pile for pile, markers in enumerate(position.piles) if markers), None)


@lru_cache(maxsize=1024)  # piles run down in the same steps in every game
def draw(piles: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Take a marker from the pile in use; return that pile, counted from 0, and the piles without the marker.

    >>> draw((0, 13, 13, 13, 12))
    (1, (0, 12, 13, 13, 12))
    """
    pile = next(pile for pile, markers in enumerate(piles) if markers)
    return pile, changed(piles, pile, piles[pile] - 1)


def markers_beside(position: Position) -> int:
    """Count the markers laid out for the first fill, which are not part of any pile."""
    return total(position.unseen) - sum(position.piles)
