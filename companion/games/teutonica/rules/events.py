"""The events: what a move brought about beyond itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.games.teutonica.rules.pieces import Kind, Marker
from companion.games.teutonica.rules.position import Cause


class Reason(StrEnum):
    """What prestige was given for."""

    CONTROL = "control"
    COIN = "coin"
    LINK = "link"


@dataclass(frozen=True, slots=True)
class Paid:
    """A piece of the penalty was paid without a choice."""

    player: str
    piece: Kind


@dataclass(frozen=True, slots=True)
class NoRoom:
    """No other route had a free house: for the displaced piece, or, without a piece, for extra ones."""

    player: str
    piece: Kind | None


@dataclass(frozen=True, slots=True)
class Absent:
    """The displaced piece of a player who has left went to the stock."""

    player: str
    piece: Kind


@dataclass(frozen=True, slots=True)
class Prestige:
    """A player got prestige points."""

    player: str
    points: int
    city: str | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class Taken:
    """A player took the marker of the route."""

    player: str
    marker: Marker


@dataclass(frozen=True, slots=True)
class Drawn:
    """A replacement was drawn and lies on the player's plate."""

    player: str


@dataclass(frozen=True, slots=True)
class NotDrawn:
    """No replacement was left to draw."""

    player: str


@dataclass(frozen=True, slots=True)
class Completed:
    """The last printed office of a city was filled; there are this many such cities now."""

    city: str
    cities: int


@dataclass(frozen=True, slots=True)
class ActionsGained:
    """The number of a player's actions rose within the turn."""

    player: str
    gained: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A turn ended with replacements that no route could take."""

    player: str
    markers: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn began."""

    player: str
    actions: int


@dataclass(frozen=True, slots=True)
class Over:
    """The game ended."""

    causes: tuple[Cause, ...]
    winners: tuple[str, ...]


Event = Paid | NoRoom | Absent | Prestige | Taken | Drawn | NotDrawn | Completed | ActionsGained | Kept | Turn | Over
Events = tuple[Event, ...]
