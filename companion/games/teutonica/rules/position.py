"""A position: everything there is to know about a game at one moment, as one immutable value.

Wooden pieces are kept so that they can only be moved. Those on the board are letters in texts (see `pieces`). What a
player has in supply and stock is one number with a byte for each kind in each place: paying a penalty subtracts from
one byte and adds to another. The pieces on the desk are what the levels leave of the full tracks.

Seats are numbered in seating order; `setup.players` names them. Cities and routes are numbered in the board's order.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from companion.games.game import HouseRule
from companion.games.teutonica.rules.board import Side
from companion.games.teutonica.rules.pieces import (
    EMPTY,
    PIECE,
    PLACE,
    VALUES,
    Ability,
    Kind,
    Marker,
    Markers,
    Piece,
    Places,
)
from companion.games.teutonica.rules.routes import Routes

# The rulings that the players may change before a game.
LESS_INCOME = HouseRule("less_income", 7)  # fewer pieces than the bags say
DISPLACED_TO_STOCK = HouseRule("displaced_to_stock", 10)  # instead of back to the board
OFFICE_AND_EXTRA = HouseRule("office_and_extra", 30)  # both with one route
HOUSE_RULES = (LESS_INCOME, DISPLACED_TO_STOCK, OFFICE_AND_EXTRA)

_Value = TypeVar("_Value")

# One piece in supply or stock, as an amount of `Player.pieces`.
IN_SUPPLY = {Kind.TRADER: 1, Kind.MERCHANT: 1 << 8}
IN_STOCK = {Kind.TRADER: 1 << 16, Kind.MERCHANT: 1 << 24}
TO_STOCK = {kind: IN_STOCK[kind] - IN_SUPPLY[kind] for kind in Kind}  # from the supply
STOCK_SHIFT = 16
_BYTE = 0xFF


class Phase(StrEnum):
    """What kind of decision the position waits for."""

    __hash__ = str.__hash__  # Enum's own is a Python function, and phases are looked up at every move

    TAVERNS = "taverns"
    PAWN = "pawn"
    ACTIONS = "actions"
    PAY = "pay"
    RELOCATE = "relocate"
    MOVE = "move"
    ESTABLISH = "establish"
    REMOVE = "remove"
    REVEAL = "reveal"
    REPLACE = "replace"
    WALK = "walk"
    OVER = "over"


class Cause(StrEnum):
    """What ends a game, in the order in which it is told."""

    PRESTIGE = "prestige"
    MARKERS = "markers"
    CITIES = "cities"


class Founded(StrEnum):
    """The first of two offices that are founded with one route."""

    OFFICE = "office"
    EXTRA_OFFICE = "extra_office"


# --- what is under way ---


class Paying(NamedTuple):
    """The active player owes pieces of the penalty for a displacement."""

    victim: Piece
    route: int
    owed: int


class Relocating(NamedTuple):
    """A displaced player places pieces."""

    seat: int
    route: int  # of the displacement
    hand: Kind | None  # what must be placed now
    extra: int  # how many more may come
    may_rest: bool = False  # the piece in hand may go to the stock instead, by a house rule


class Moving(NamedTuple):
    """The active player moves own pieces."""

    hand: tuple[Kind, ...]  # lifted and not yet put, sorted
    lifts_left: int


class Establishing(NamedTuple):
    """The active player may take a benefit of the route."""

    route: int
    taken: Marker | None  # held here until the action is over, because it cannot be used in it (ruling 29)
    founded: Founded | None = None  # by a house rule, the other kind of office may follow


class Removing(NamedTuple):
    """The active player may remove pieces from routes."""

    left: int


class Replacing(NamedTuple):
    """A marker was turned up and goes to a route."""

    marker: Marker


Step = Paying | Relocating | Moving | Establishing | Removing | Replacing


# --- the parts of a position ---


@dataclass(frozen=True)
class Setup:
    """What is agreed before a game and stays as it is."""

    side: Side
    players: tuple[str, ...]  # colours, in seating order
    start: int  # the start player's seat
    version: int = 1  # of the board file
    house_rules: frozenset[str] = frozenset()  # ids

    @cached_property
    def own(self) -> tuple[dict[Kind, Piece], ...]:
        """Return the letters of each seat's pieces by kind."""
        return tuple(PIECE[colour] for colour in self.players)

    @cached_property
    def seat_of(self) -> dict[Piece, int]:
        """Number the seats by the letters of their pieces."""
        return {piece: seat for seat, pieces in enumerate(self.own) for piece in pieces.values()}


class Player(NamedTuple):
    """What lies before one player."""

    prestige: int
    pieces: int  # in supply and stock
    levels: tuple[int, ...]  # in the order of the abilities
    markers: Markers = ()  # face up
    used: Markers = ()  # face down
    plate: int = 0  # replacements waiting

    def supply(self, kind: Kind) -> int:
        """Count the pieces of a kind in the supply."""
        return self.pieces // IN_SUPPLY[kind] & _BYTE

    def stock(self, kind: Kind) -> int:
        """Count the pieces of a kind in the stock."""
        return self.pieces // IN_STOCK[kind] & _BYTE

    @property
    def supply_size(self) -> int:
        """Count the pieces in the supply."""
        return (self.pieces & _BYTE) + (self.pieces >> 8 & _BYTE)

    @property
    def stock_size(self) -> int:
        """Count the pieces in the stock."""
        return (self.pieces >> 16 & _BYTE) + (self.pieces >> 24)

    def value(self, ability: Ability) -> int:
        """Return what the uncovered space of a track says."""
        return VALUES[ability][self.levels[PLACE[ability]]]

    @property
    def whole_income(self) -> int:
        """Count the pieces that an income takes: as many as the bags say, or all there are (ruling 7)."""
        return min(self.value(Ability.BAGS), self.stock_size)

    def level(self, ability: Ability) -> int:
        """Count the pieces that have left a track."""
        return self.levels[PLACE[ability]]


class Cities(NamedTuple):
    """The offices of all cities, and what they have led to: prestige, completed cities, the link."""

    spaces: tuple[Places, ...]  # the printed offices of each city, from left to right
    extras: tuple[Places, ...]  # the extra offices of each city, from left to right: the latest comes first
    table: Places = EMPTY * 4  # the prestige table next to Coellen
    completed: int = 0
    links: tuple[int, ...] = ()  # the seats that got the link's points, in order

    def offices(self, city: int) -> Places:
        """Return all offices of a city, from left to right."""
        return self.extras[city] + self.spaces[city]


class Bonus(NamedTuple):
    """The markers that no player has."""

    on_routes: tuple[tuple[int, Marker], ...]  # route and marker, sorted
    pile: int
    unseen: Markers  # face down: in the pile, on plates, and those for the taverns before they are turned up

    def on(self, route: int) -> Marker | None:
        """Return the marker on a route."""
        for place, marker in self.on_routes:
            if place == route:
                return marker
        return None


class _Fields(NamedTuple):
    """What a position consists of."""

    setup: Setup
    phase: Phase
    active: int  # the seat whose turn it is
    actions_left: int
    acted: bool  # an action has been begun in this turn
    walked: bool  # the pawn's free move has been made in this turn
    step: Step | None
    on_routes: Routes
    players: tuple[Player, ...]
    cities: Cities
    bonus: Bonus
    pawn: str | None = None  # the province where it stands
    ending: tuple[Cause, ...] = ()
    left: frozenset[int] = frozenset()  # seats whose player has left


class Position(_Fields):
    """A game at one moment."""

    __slots__ = ()

    if not TYPE_CHECKING:  # who keeps the names and types that NamedTuple's own knows

        def _replace(self, **changes):
            """Return the position with some fields changed; NamedTuple's own takes three times as long."""
            fields = list(self)
            for name, value in changes.items():
                fields[_PLACE_OF_FIELD[name]] = value
            return tuple.__new__(Position, fields)

    @property
    def routes(self) -> tuple[Places, ...]:
        """Return the houses of each route, from its first-named city."""
        return self.on_routes.houses

    @property
    def seats(self) -> range:
        """Number the seats."""
        return range(len(self.players))

    @property
    def mover(self) -> int | None:
        """Return the seat that decides now; for a player who has left, the next one does (ruling 47)."""
        if self.phase is Phase.OVER:
            return None
        if type(self.step) is Relocating:
            return self.step.seat
        return present(self, self.active) if self.left else self.active

    @property
    def mover_name(self) -> str | None:
        """Name the player who decides now."""
        return None if self.mover is None else self.setup.players[self.mover]


_PLACE_OF_FIELD = {name: place for place, name in enumerate(Position._fields)}


def present(position: Position, seat: int) -> int:
    """Return this seat, or the next one in turn whose player is still there."""
    count = len(position.players)
    return next((s % count for s in range(seat, seat + count) if s % count not in position.left), seat)


def changed(values: tuple[_Value, ...], at: int, value: _Value) -> tuple[_Value, ...]:
    """Return the same values but for one."""
    fresh = list(values)
    fresh[at] = value
    return tuple(fresh)


def with_pieces(position: Position, seat: int, amount: int) -> tuple[Player, ...]:
    """Return the players after an amount of pieces came to a seat's supply and stock, or left them."""
    player = position.players[seat]
    return changed(position.players, seat, player._replace(pieces=player.pieces + amount))
