"""The moves: one small type for each decision of the rule book, and for each turn of chance.

Moves are values. They name routes, cities and provinces by their ids, and a piece on the board by its letter. They
are dataclasses and not tuples because tuples of different types are equal when their fields are, and `Put`, `Add`,
`Lift` and `Insert` have the same fields.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.teutonica.rules.pieces import Ability, Kind, Marker, Piece


@dataclass(frozen=True, slots=True)
class Reveal:
    """A marker is turned up: for the next tavern, or from the plate."""

    marker: Marker


@dataclass(frozen=True, slots=True)
class Pawn:
    """The player who does not start puts the pawn into a province."""

    to: str


@dataclass(frozen=True, slots=True)
class Income:
    """Pieces go from stock to supply, this many merchants among them; by a house rule fewer than the bags say."""

    merchants: int
    fewer: int = 0  # pieces less than there could be

    def __repr__(self) -> str:
        return f"Income(merchants={self.merchants}{f', fewer={self.fewer}' if self.fewer else ''})"


@dataclass(frozen=True, slots=True)
class Insert:
    """A piece goes from the supply to a route."""

    piece: Kind
    route: str


@dataclass(frozen=True, slots=True)
class Displace:
    """A piece from the supply takes the place of another player's piece."""

    piece: Kind
    route: str
    victim: Piece


@dataclass(frozen=True, slots=True)
class Pay:
    """One piece of the penalty goes from supply to stock."""

    piece: Kind


@dataclass(frozen=True, slots=True)
class Put:
    """A piece in hand goes to a route."""

    piece: Kind
    route: str


@dataclass(frozen=True, slots=True)
class Add:
    """A displaced player places an extra piece from the stock, or from the supply if the stock is empty."""

    piece: Kind
    route: str


@dataclass(frozen=True, slots=True)
class Lift:
    """A player takes an own piece off a route into the hand."""

    piece: Kind
    route: str


@dataclass(frozen=True, slots=True)
class Decline:
    """A displaced player places no more extra pieces; by a house rule, first the displaced one goes to the stock."""


@dataclass(frozen=True, slots=True)
class Done:
    """No more pieces are moved or removed."""


@dataclass(frozen=True, slots=True)
class Establish:
    """A player establishes a route."""

    route: str


@dataclass(frozen=True, slots=True)
class Office:
    """A piece of the route goes to the next printed office of an end city."""

    city: str


@dataclass(frozen=True, slots=True)
class ExtraOffice:
    """A piece of the route goes to the left of an end city's offices, for a marker."""

    city: str
    piece: Kind


@dataclass(frozen=True, slots=True)
class Improve:
    """The ability of an end city is improved."""

    ability: Ability


@dataclass(frozen=True, slots=True)
class Coellen:
    """A merchant of the route goes to the prestige table."""

    space: int


@dataclass(frozen=True, slots=True)
class Clear:
    """The route is cleared without a benefit."""


@dataclass(frozen=True, slots=True)
class Use:
    """A marker without further choice is used."""

    marker: Marker


@dataclass(frozen=True, slots=True)
class UseImprove:
    """The marker that improves any ability is used."""

    ability: Ability


@dataclass(frozen=True, slots=True)
class UseSwap:
    """The marker that swaps two printed offices is used: this one, counted from 1, and the next."""

    city: str
    pos: int


@dataclass(frozen=True, slots=True)
class Remove:
    """A piece goes from a route to its owner's supply."""

    route: str
    victim: Piece


@dataclass(frozen=True, slots=True)
class Ride:
    """The pawn goes to any other province, for an action."""

    to: str


@dataclass(frozen=True, slots=True)
class Walk:
    """The pawn crosses one or two borders, free, once a turn."""

    to: str


@dataclass(frozen=True, slots=True)
class Stay:
    """The pawn stays where it is, and the turn is over."""


@dataclass(frozen=True, slots=True)
class End:
    """The player takes no more actions."""


@dataclass(frozen=True, slots=True)
class Replace:
    """The marker just turned up goes to a route."""

    route: str


Move = (
    Reveal
    | Pawn
    | Income
    | Insert
    | Displace
    | Pay
    | Put
    | Add
    | Lift
    | Decline
    | Done
    | Establish
    | Office
    | ExtraOffice
    | Improve
    | Coellen
    | Clear
    | Use
    | UseImprove
    | UseSwap
    | Remove
    | Ride
    | Walk
    | Stay
    | End
    | Replace
)


class LegalMoves(tuple[Move, ...]):
    """The legal moves of one position, each once; there is one unless the game is over."""

    __slots__ = ()

    def count(self, *move: object) -> int:
        """Return the number of legal moves; for a given move, 1 if it is legal, otherwise 0."""
        return super().count(*move) if move else len(self)
