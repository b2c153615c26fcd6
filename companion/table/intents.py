"""What somebody away from the buttons wants of the table: typed values in, one answer out.

The page, its robots, the quick start and scenarios post intents; each is one value, one answer and one line of the
trace. An intent that names what it was asked about is stale when that has changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from companion.games.game import Json, Refusal
from companion.table.commands import BeginGame, ConfirmBoard, Errand, GiveUp, TakeBack
from companion.table.dialog import Button
from companion.table.people import Pairs
from companion.table.proposals import Proposal


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose a line of the open dialog; a notice has one, which is its `ok`."""

    dialog: str  # its fingerprint; empty: whatever is open
    line: int


@dataclass(frozen=True, slots=True)
class Press:
    """Press a button, shortly or for as long as holding takes."""

    button: Button
    at: float  # on the clock of the devices
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """Play a move or a correction."""

    entry: Any
    is_shown: bool = False  # a refusal is shown at the table, too


@dataclass(frozen=True, slots=True)
class Tidy:
    """Bring a piece to a place at a simulated table: that it comes to rest there is nobody's move."""

    piece: str
    place: str


@dataclass(frozen=True, slots=True)
class NewGame:
    """Clear away the game that lies there, and begin another one on a board that lays itself out."""

    begin: BeginGame
    is_dealt: bool = True  # what chance decides before the first move is drawn at once


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Clear away the game that lies there, and begin one with the first position and these entries of another."""

    first: Json
    entries: tuple[Any, ...]
    robots: Pairs = ()  # who plays by itself


@dataclass(frozen=True, slots=True)
class OfferGames:
    """Offer to bring games of this table back that only the copy on a server has; none: offer it no more."""

    count: int
    asks: bool = False  # the players are asked at once, for there is no game here at all


@dataclass(frozen=True, slots=True)
class NamePlayers:
    """Call players by names, and say who plays by itself; a player with an empty name is called by colour again."""

    names: Pairs = field(repr=False)  # not for the log
    robots: Pairs | None = None  # None: those who did


Beginning = NewGame | PlayOn  # ends one game and begins the next
Intent = (
    Choose | Press | Play | TakeBack | BeginGame | Beginning | GiveUp | NamePlayers | ConfirmBoard | OfferGames | Tidy
)


@dataclass(frozen=True, slots=True)
class Accepted:
    """It is done, once what it led to is durable."""

    outcome: Proposal | Errand | None = None


@dataclass(frozen=True, slots=True)
class Stale:
    """It was asked about something that has changed meanwhile."""

    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """It is not possible; nothing has changed, but for the refusal where it is shown at the table, too."""

    refusal: Refusal
    is_shown: bool = False
    kept: int = 0  # of several entries that were asked for at once, this many were kept before


Answer = Accepted | Stale | Refused
