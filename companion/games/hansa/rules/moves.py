"""The moves: one small type for each verb of the rule book, and for each turn of chance.

Moves are values. The rules hand out the same few objects again and again, so comparing and listing them is cheap.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.hansa.rules.goods import Marker


@dataclass(frozen=True, slots=True)
class Reveal:
    """The next marker of the supply is turned face up; it goes to the empty space with the lowest number."""

    good: Marker


@dataclass(frozen=True, slots=True)
class Place:
    """Two booths are placed in a city during the initial set-up."""

    city: str


@dataclass(frozen=True, slots=True)
class Replenish:
    """All empty warehouse spaces will be filled, for one taler."""


@dataclass(frozen=True, slots=True)
class Skip:
    """Nothing is replenished this turn."""


@dataclass(frozen=True, slots=True)
class Sail:
    """The ship sails along one route, for one taler."""

    to: str


@dataclass(frozen=True, slots=True)
class Buy:
    """A marker is bought from a warehouse of the ship's city; of two equal ones the first space's."""

    good: Marker


@dataclass(frozen=True, slots=True)
class Build:
    """Booths are set up in the ship's city, paid with a marker: as many as it says, or fewer by a house rule."""

    good: Marker
    fewer: int = 0  # booths less than there could be

    def __repr__(self) -> str:
        return f"Build(good={self.good!r}{f', fewer={self.fewer}' if self.fewer else ''})"


@dataclass(frozen=True, slots=True)
class Sell:
    """Markers are sold in the ship's city; `goods` is sorted, whatever the order they were given in."""

    goods: tuple[Marker, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "goods", tuple(sorted(self.goods)))


@dataclass(frozen=True, slots=True)
class End:
    """The actions are over; taxes and tolls follow."""


@dataclass(frozen=True, slots=True)
class Lose:
    """An opponent of the seller picks the marker to lose."""

    good: Marker


@dataclass(frozen=True, slots=True)
class Discard:
    """A player over the limit gives up a marker."""

    good: Marker


Move = Reveal | Place | Replenish | Skip | Sail | Buy | Build | Sell | End | Lose | Discard


class LegalMoves(tuple[Move, ...]):
    """The legal moves of one position, each once; there is one unless the game is over."""

    __slots__ = ()

    def count(self, *move: object) -> int:
        """Return the number of legal moves; for a given move, 1 if it is legal, otherwise 0."""
        return super().count(*move) if move else len(self)
