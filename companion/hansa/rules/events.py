"""The events: what a move brought about beyond itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from companion.hansa.rules.goods import Marker

BANK = "bank"


class PaidFor(StrEnum):
    """What a taler was paid for."""

    __hash__ = str.__hash__  # Enum's own is a Python function, and these are looked up at every move

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


@cache
def paid(player: str, to: str, reason: PaidFor) -> Events:
    """Give the one event of a payment of one taler; the few there are get made once."""
    return (Paid(player, to, 1, reason),)


@cache
def income(player: str, talers: int) -> Events:
    """Give the one event with which a turn begins."""
    return (Income(player, talers),)


@cache
def taxed(player: str, talers: int) -> Events:
    """Give the one event of a tax."""
    return (Taxed(player, talers),)
