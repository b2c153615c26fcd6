"""The seam between a game and everything around it: what any game offers to journal, table, page and engine.

A *position* is an immutable value. A *move* is one decision by one seat; chance (a marker turned over) is a move
too. A *correction* is the players overruling the record. Both turn one position into the next, and either is
refused with a code, a sentence and a remedy, or accepted whole.

    GameError
    ├── Unreadable      the input cannot be understood, whatever the position
    └── IllegalMove     it is understood, and not allowed in this position
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

Json = dict[str, Any]
Position = TypeVar("Position")
Move = TypeVar("Move")
Correction = TypeVar("Correction")
Move_co = TypeVar("Move_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not allowed, and what to do instead.

    `sentence` and `remedy` are English templates and at the same time the keys of the language catalogues.
    """

    code: str
    sentence: str
    remedy: str
    details: Mapping[str, str] = field(default_factory=dict)
    is_unmeant: bool = False  # nothing was asked for, so that nothing is forbidden: what is expected is only told

    def message(self, translate: Callable[[str], str] = str) -> str:
        """Say why, in the language that `translate` gives."""
        return translate(self.sentence).format(**self.details)

    def advice(self, translate: Callable[[str], str] = str) -> str:
        """Say what to do, in the language that `translate` gives."""
        return translate(self.remedy).format(**self.details)


class GameError(Exception):
    """Anything a game says no to."""


class Unreadable(GameError):
    """The input cannot be understood; the message says what was given and what was expected."""


class WrongBoard(GameError):
    """A board that cannot be played on.

    The message is for whoever reads the file; `refusal`, if there is one, for whoever corrects the board on the page.
    """

    def __init__(self, message: str, refusal: Refusal | None = None) -> None:
        super().__init__(message)
        self.refusal = refusal


class IllegalMove(GameError):
    """The move is not allowed in this position; `refusal` says why, and the position is untouched."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return f"{self.refusal.code}: {self.refusal.message()} {self.refusal.advice()}"


class Played(NamedTuple, Generic[Position]):
    """The position after a move, and what happened beyond the move itself, in order."""

    position: Position
    events: tuple[Any, ...]


class LegalMoves(Protocol[Move_co]):
    """The legal moves of one position, as a view; it is true while there is any."""

    def __iter__(self) -> Iterator[Move_co]: ...

    def __contains__(self, move: object, /) -> bool: ...

    def __len__(self) -> int: ...

    def count(self) -> int:
        """Count the legal moves."""


class Record(NamedTuple, Generic[Position, Move, Correction]):
    """A whole game: the first position and every accepted move and correction since."""

    first: Position
    entries: tuple[Move | Correction, ...]


class Score(NamedTuple):
    """The points of one player."""

    sources: Mapping[str, int]  # what they were given for
    total: int
    tie_breaks: Mapping[str, int] = MappingProxyType({})  # in the order in which they decide

    def by_name(self) -> dict[str, int]:
        """Return all of it by name: the sources, `total`, then what breaks ties."""
        return {**self.sources, "total": self.total, **self.tie_breaks}


class Game(Protocol[Position, Move, Correction]):
    """The rules of one game. Players are named by their colour, everywhere outside the rules."""

    id: str

    def new(self, setup: Json) -> Position:
        """Set up a game, or raise Unreadable."""

    def players(self, position: Position) -> tuple[str, ...]:
        """Name the players in seating order."""

    def mover(self, position: Position) -> str | None:
        """Name the player who decides now; nobody when the game is over."""

    def active(self, position: Position) -> str | None:
        """Name the player whose turn it is, who need not be the one who decides; nobody when the game is over."""

    def chances(self, position: Position) -> Mapping[Move, int]:
        """Return what chance may bring now, each outcome with its weight; empty where a player decides."""

    def legal_moves(self, position: Position) -> LegalMoves[Move]:
        """View the legal moves."""

    def refusal(self, position: Position, move: Move | Correction) -> Refusal | None:
        """Say why the move or correction is not allowed, or nothing when it is."""

    def play(self, position: Position, move: Move) -> Played[Position]:
        """Play a move, or raise IllegalMove."""

    def correct(self, position: Position, correction: Correction) -> Played[Position]:
        """Carry out a correction by the players, or raise IllegalMove."""

    def is_correction(self, entry: Move | Correction) -> bool:
        """Tell a correction from a move."""

    def scores(self, position: Position) -> Mapping[str, Score]:
        """Score the position as it stands, by player."""

    def winners(self, position: Position) -> tuple[str, ...] | None:
        """Name the winners in seating order; None while the game goes on."""

    def format_state(self, position: Position) -> Json:
        """Return all that the players may know of the position."""

    def format_event(self, event: Any) -> Json:
        """Return an event as JSON."""

    def parse_entry(self, entry: Json) -> Move | Correction:
        """Read a move or a correction from JSON, or raise Unreadable."""

    def format_entry(self, entry: Move | Correction) -> Json:
        """Return a move or a correction as JSON."""

    def parse_position(self, position: Json) -> Position:
        """Read a whole position back, or raise Unreadable."""

    def format_position(self, position: Position) -> Json:
        """Return the whole position as JSON, so that `parse_position` gives the very same."""

    def parse_record(self, text: str) -> Record[Position, Move, Correction]:
        """Read a game from its notation, every move checked, or raise Unreadable."""

    def format_record(self, first: Position, entries: Sequence[Move | Correction]) -> str:
        """Write a game in its notation."""
