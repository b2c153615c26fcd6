"""The seam between a game and everything around it: what any game offers to journal, table, page and engine.

A *position* is an immutable value. A *move* is one decision by one seat; chance (a marker turned over) is a move too. A
*correction* is the players overruling the record. Both turn one position into the next; each is either refused with a
code, a sentence and a remedy, or accepted as a whole.

    GameError
    ├── Unreadable      the input cannot be understood, whatever the position
    └── IllegalMove     the input is understood, but not allowed in this position
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

Json = dict[str, Any]
Position = TypeVar("Position")
Move = TypeVar("Move")
Correction = TypeVar("Correction")
Move_co = TypeVar("Move_co", covariant=True)
HOUSE_RULES: Final = "house_rules"  # their key in set-ups, states and positions that have any


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not allowed, and what to do instead.

    `sentence` and `remedy` are English templates and at the same time the keys of the language catalogues.
    """

    code: str
    sentence: str
    remedy: str
    details: Mapping[str, str] = field(default_factory=dict)
    is_unmeant: bool = False  # nothing was asked for, so nothing is forbidden; only tell what is expected

    def message(self, translate: Callable[[str], str] = str) -> str:
        """Return why, in the language of `translate`."""
        return translate(self.sentence).format(**self.details)

    def advice(self, translate: Callable[[str], str] = str) -> str:
        """Return what to do, in the language of `translate`."""
        return translate(self.remedy).format(**self.details)


class GameError(Exception):
    """Base of all errors of a game."""


class Unreadable(GameError):
    """The input cannot be understood; the message says what was given and what was expected."""


class WrongBoard(GameError):
    """A board that cannot be played on.

    The message is for a reader of the file; `refusal`, if there is one, for a person who corrects the board on the
    page.
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
    """The legal moves of one position, as a view; true if there are any."""

    def __iter__(self) -> Iterator[Move_co]: ...

    def __contains__(self, move: object, /) -> bool: ...

    def __len__(self) -> int: ...

    def count(self) -> int:
        """Return the number of legal moves."""


class Record(NamedTuple, Generic[Position, Move, Correction]):
    """A whole game: the first position and every accepted move and correction since."""

    first: Position
    entries: tuple[Move | Correction, ...]


class HouseRule(NamedTuple):
    """Another answer to a question that the rule books leave open; the players may choose it before a game."""

    id: str
    ruling: int  # number of the ruling that it changes


def parse_house_rules(given: Json, offered: Collection[HouseRule]) -> frozenset[str]:
    """Return the house rules that a set-up or a position names, or raise Unreadable."""
    chosen = given.get(HOUSE_RULES, [])
    known = [rule.id for rule in offered]
    if type(chosen) is not list or any(type(each) is not str for each in chosen):
        raise Unreadable(f"{HOUSE_RULES} {chosen!r:.60}: expected a list of texts")
    for each in chosen:
        if each not in known or chosen.count(each) > 1:
            raise Unreadable(f"{HOUSE_RULES} {each!r:.60}: expected some of {', '.join(known)}, each once")
    return frozenset(chosen)


def format_house_rules(chosen: Collection[str]) -> Json:
    """Return house rules as a part of a set-up, a state or a position: nothing if there are none."""
    return {HOUSE_RULES: sorted(chosen)} if chosen else {}


class Score(NamedTuple):
    """The points of one player."""

    sources: Mapping[str, int]  # points by source
    total: int
    tie_breaks: Mapping[str, int] = MappingProxyType({})  # in the order in which they break a tie

    def by_name(self) -> dict[str, int]:
        """Return all of it by name: the sources, `total`, then what breaks ties."""
        return {**self.sources, "total": self.total, **self.tie_breaks}


class Game(Protocol[Position, Move, Correction]):
    """The rules of one game. Players are named by their colour, everywhere outside the rules."""

    id: str

    def new(self, setup: Json) -> Position:
        """Set up a game, or raise Unreadable."""

    def players(self, position: Position) -> tuple[str, ...]:
        """Return the players in seating order."""

    def mover(self, position: Position) -> str | None:
        """Return the player who decides now, or None when the game is over."""

    def active(self, position: Position) -> str | None:
        """Return the player whose turn it is, even if another one decides, or None when the game is over."""

    def chances(self, position: Position) -> Mapping[Move, int]:
        """Return the possible outcomes of chance with their weights; empty if a player decides."""

    def legal_moves(self, position: Position) -> LegalMoves[Move]:
        """Return the legal moves."""

    def refusal(self, position: Position, move: Move | Correction) -> Refusal | None:
        """Return why the move or correction is not allowed, or None if it is."""

    def play(self, position: Position, move: Move) -> Played[Position]:
        """Play a move, or raise IllegalMove."""

    def correct(self, position: Position, correction: Correction) -> Played[Position]:
        """Carry out a correction by the players, or raise IllegalMove."""

    def is_correction(self, entry: Move | Correction) -> bool:
        """Return whether an entry is a correction."""

    def scores(self, position: Position) -> Mapping[str, Score]:
        """Return the score of each player in this position."""

    def winners(self, position: Position) -> tuple[str, ...] | None:
        """Return the winners in seating order, or None while the game goes on."""

    def format_state(self, position: Position) -> Json:
        """Return everything that the players may know about the position."""

    def format_event(self, event: Any) -> Json:
        """Return an event as JSON."""

    def parse_entry(self, entry: Json) -> Move | Correction:
        """Read a move or a correction from JSON, or raise Unreadable."""

    def format_entry(self, entry: Move | Correction) -> Json:
        """Return a move or a correction as JSON."""

    def parse_position(self, position: Json) -> Position:
        """Read a whole position back, or raise Unreadable."""

    def format_position(self, position: Position) -> Json:
        """Return the whole position as JSON, from which `parse_position` restores an equal one."""

    def parse_record(self, text: str) -> Record[Position, Move, Correction]:
        """Read a game from its notation, every move checked, or raise Unreadable."""

    def format_record(self, first: Position, entries: Sequence[Move | Correction]) -> str:
        """Return a game in its notation."""
