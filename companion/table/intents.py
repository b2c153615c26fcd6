"""Intents: requests to the table that do not come from its buttons, as typed values with one answer each.

The page, its robots, the quick start and scenarios post intents; each is one value, one answer and one line of the
trace. An intent that names the state it was made for is stale once that state has changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from companion.games.game import Json, Refusal
from companion.table.commands import BeginGame, ChooseHouseRules, ConfirmBoard, Errand, GiveUp, TakeBack
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
    """Press a button briefly, or hold it."""

    button: Button
    at: float  # on the clock of the devices
    is_held: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """Play a move or a correction."""

    entry: Any
    is_shown: bool = False  # whether a refusal is also shown at the table


@dataclass(frozen=True, slots=True)
class Tidy:
    """Bring a piece to a place at a simulated table, without making a move."""

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
    """Offer to bring back this many games that only the copy on a server has; 0 withdraws the offer."""

    count: int
    asks: bool = False  # ask the players at once, because there is no game here at all


@dataclass(frozen=True, slots=True)
class NamePlayers:
    """Set the names of players and which of them are robots; an empty name returns to the colour."""

    names: Pairs = field(repr=False)  # not for the log
    robots: Pairs | None = None  # None: those who did


Beginning = NewGame | PlayOn  # ends one game and begins the next
Intent = (
    Choose
    | Press
    | Play
    | TakeBack
    | BeginGame
    | Beginning
    | GiveUp
    | NamePlayers
    | ConfirmBoard
    | ChooseHouseRules
    | OfferGames
    | Tidy
)


@dataclass(frozen=True, slots=True)
class Accepted:
    """It is done, once the result is durable."""

    outcome: Proposal | Errand | None = None


@dataclass(frozen=True, slots=True)
class Stale:
    """It was made for a state that has changed in the meantime."""

    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """It is not possible; nothing has changed, except that the refusal may be shown at the table."""

    refusal: Refusal
    is_shown: bool = False
    kept: int = 0  # number of entries of the same request that were kept before


Answer = Accepted | Stale | Refused
