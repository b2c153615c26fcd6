"""Who decides for whom: each seat belongs to a person here, a phone, a robot, or the cardboard.

Whoever asks something of the table is said with the same values. The cardboard is everybody at the real table, with its
buttons and pieces: what belongs to nobody else, everybody may decide, as at a table without a companion.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.games.game import Refusal


@dataclass(frozen=True, slots=True)
class Cardboard:
    """Whoever sits at the table: its buttons and pieces."""


@dataclass(frozen=True, slots=True)
class Here:
    """A person at this machine, on its own page."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A person with a paired client; only the page that paired it knows which that is."""

    client: str


@dataclass(frozen=True, slots=True)
class Robot:
    """A player that decides by itself."""

    skill: str = ""  # empty for whoever posts the moves of all of them


@dataclass(frozen=True, slots=True)
class Program:
    """Something that asks on nobody's behalf."""


@dataclass(frozen=True, slots=True)
class Everybody:
    """Whoever asked, in a trace from before seats had owners."""


Owner = Cardboard | Here | Phone | Robot
By = Owner | Program | Everybody
CARDBOARD: Final = Cardboard()
HERE: Final = Here()
ROBOT: Final = Robot()
PROGRAM: Final = Program()
EVERYBODY: Final = Everybody()
_WORDS: Final[dict[By, str]] = {CARDBOARD: "cardboard", HERE: "here", ROBOT: "robot", PROGRAM: "program"}
_BY_WORD: Final = {word: by for by, word in _WORDS.items()}


def may_decide(owner: Owner, by: By) -> bool:
    """Return whether somebody may decide for a seat.

    >>> [may_decide(owner, HERE) for owner in (HERE, CARDBOARD, Phone("b"), Robot("simple"))]
    [True, True, False, False]
    """
    if by == EVERYBODY:
        return True
    match owner:
        case Robot():
            return isinstance(by, Robot)
        case Phone():
            return owner == by
        case Here():
            return by in (HERE, CARDBOARD)
        case Cardboard():
            return not isinstance(by, Robot)


def owned_by(by: By) -> Owner:
    """Return whose a seat becomes when somebody takes it; without a person, the cardboard's."""
    return by if isinstance(by, Here | Phone | Robot) else CARDBOARD


def format_by(by: By) -> str:
    """Return who asks, or owns a seat, as one word.

    >>> [format_by(by) for by in (CARDBOARD, HERE, Phone("4f"), Robot("simple"))]
    ['cardboard', 'here', 'phone 4f', 'robot']
    """
    if isinstance(by, Phone):
        return f"phone {by.client}"
    return "robot" if isinstance(by, Robot) else _WORDS.get(by, "everybody")


def parse_by(word: str) -> By:
    """Read it back: everybody, where a later version wrote what this one does not know."""
    kind, _, client = word.partition(" ")
    found: By = _BY_WORD.get(word, EVERYBODY)
    return Phone(client) if kind == "phone" and client else found


# --- why not ---

NOT_YOURS: Final = "not_yours"
_DECIDES: Final = {
    Robot: Refusal(NOT_YOURS, "{player} decides: the companion.", "Wait for its move, or take the seat over."),
    Phone: Refusal(NOT_YOURS, "{player} decides: on a phone.", "Wait for the move."),
    Here: Refusal(NOT_YOURS, "{player} decides: on the companion's own page.", "Wait for the move."),
    Cardboard: Refusal(NOT_YOURS, "{player} decides: at the table.", "Wait for the move."),
}
DEALT: Final = Refusal(NOT_YOURS, "Nobody decides that: the companion draws.", "Wait a moment.")
_DECIDED: Final = Refusal(NOT_YOURS, "{player} decided that.", "Ask whether it may go back.")
_PLAYS_TOO: Final = Refusal(NOT_YOURS, "{player} plays, too.", "Correct the table only together.")
_ENDS_TOO: Final = Refusal(NOT_YOURS, "{player} plays, too.", "Ask whether this game may end: New game, in the menu.")
_TAKEN: Final = Refusal("seat_taken", "{player} has a player.", "Choose another seat.")


def _about(refusal: Refusal, player: str) -> Refusal:
    return Refusal(refusal.code, refusal.sentence, refusal.remedy, {"player": player})


def decides(player: str, owner: Owner) -> Refusal:
    """Say that another decides."""
    return _about(_DECIDES[type(owner)], player)


def decided(player: str) -> Refusal:
    """Say that another has decided what was to be taken back."""
    return _about(_DECIDED, player)


def plays_too(player: str) -> Refusal:
    """Say that a game concerns others."""
    return _about(_ENDS_TOO, player)


def taken(player: str) -> Refusal:
    """Say that a seat is not free."""
    return _about(_TAKEN, player)


def may_correct(seats: Iterable[tuple[str, Owner]], by: By) -> Refusal | None:
    """Return why somebody may not correct the table: another person plays, too. Robots do not mind."""
    for player, owner in seats:
        if isinstance(by, Robot) or not (isinstance(owner, Robot) or may_decide(owner, by)):
            return _about(_PLAYS_TOO, player)
    return None


def may_hand_over(player: str, owner: Owner, by: By) -> Refusal | None:
    """Return why somebody may not give a seat away; those at the table may give that of a phone that has gone."""
    is_free = isinstance(owner, Robot | Cardboard) and not isinstance(by, Robot)
    if is_free or may_decide(owner, by) or (isinstance(owner, Phone) and by in (HERE, CARDBOARD)):
        return None
    return taken(player)


def may_take(player: str, owner: Owner, by: By) -> Refusal | None:
    """Return why somebody may not take a seat: it has a person, who must leave it first."""
    is_free = isinstance(owner, Robot | Cardboard) or may_decide(owner, by)
    return None if is_free and not isinstance(by, Robot) else taken(player)
