"""The events: what a move brought about beyond itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from companion.games.hansa.rules.goods import Marker
from companion.games.hansa.rules.setup import PLAYER_COLOURS

BANK = "bank"
INCOME = 3


class PaidFor(StrEnum):
    """What a taler was paid for."""

    SAIL = "sail"
    BUY = "buy"
    REPLENISH = "replenish"


@dataclass(frozen=True, slots=True)
class Paid:
    """A player paid talers to the bank or to another player."""

    player: str
    to: str
    talers: int
    reason: PaidFor


@dataclass(frozen=True, slots=True)
class LastRound:
    """The first marker of the fifth pile was turned: this round is the last."""

    player: str


@dataclass(frozen=True, slots=True)
class Lost:
    """A player lost a marker to a sale without a choice."""

    player: str
    good: Marker


@dataclass(frozen=True, slots=True)
class Taxed:
    """A player gave up the talers over the limit at the end of the turn."""

    player: str
    talers: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """A player gave up a marker over the limit without a choice."""

    player: str
    good: Marker


@dataclass(frozen=True, slots=True)
class Over:
    """The game ended."""

    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Income:
    """A turn began, and its player took income."""

    player: str
    talers: int


Event = Paid | LastRound | Lost | Taxed | Discarded | Over | Income
Events = tuple[Event, ...]


# The events of everyday play, made once for each player: they come at almost every move.
FARES = {player: (Paid(player, BANK, 1, PaidFor.SAIL),) for player in PLAYER_COLOURS}
REPLENISHMENTS = {player: (Paid(player, BANK, 1, PaidFor.REPLENISH),) for player in PLAYER_COLOURS}
PURCHASES = {
    player: {to: (Paid(player, to, 1, PaidFor.BUY),) for to in (BANK, *PLAYER_COLOURS)} for player in PLAYER_COLOURS
}
INCOMES = {player: [(Income(player, talers),) for talers in range(INCOME + 1)] for player in PLAYER_COLOURS}


@cache
def lost(player: str, good: Marker) -> Events:
    """Return the one event of a loss without a choice."""
    return (Lost(player, good),)


@cache
def discarded(player: str, good: Marker) -> Events:
    """Return the one event of a marker given up without a choice."""
    return (Discarded(player, good),)


@cache
def taxed(player: str, talers: int) -> Events:
    """Return the one event of a tax."""
    return (Taxed(player, talers),)
