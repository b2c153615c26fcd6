"""The hall: what the hub knows about all tables. Takes messages, and returns what has changed for viewers.

Pure: time is given. A table that was silent for a while is shown as stale, and kept until it is known to have gone.
While the server is away that cannot be known, so the table is kept as long as somebody may wait for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from companion.hub.announcement import Announcement, Played, Result, result_of
from companion.hub.evening import Evening

STALE_S: Final = 11.0  # two signs of life were missed
LOST_S: Final = 120.0  # after this time without the server, the last message means nothing
STUCK_S: Final = 60.0  # the message on the screen has stopped the players for this long
UNLIKE_S: Final = 2.0  # ages that differ by this much look wrong
MOST_TABLES: Final = 20_000


class Announced(NamedTuple):
    """A table sent this announcement."""

    announcement: Announcement
    text: str  # the same as JSON


class Lives(NamedTuple):
    """A table gave a sign of life; it is unchanged since its announcement this long ago."""

    id: str
    told_s: float


class Gone(NamedTuple):
    """A table has said good-bye, or expired."""

    id: str


class Ended(NamedTuple):
    """These games have ended, each this many seconds ago, perhaps before the hub started."""

    results: tuple[tuple[Result, float], ...]


class Link(NamedTuple):
    """The server is there, or why it is not."""

    trouble: str


Heard = Announced | Lives | Gone | Ended | Link


class Help(StrEnum):
    """Why somebody should go to a table."""

    CALLS = "calls"
    FAULT = "fault"
    STUCK = "stuck"


@dataclass(slots=True)
class Seat:
    """One table in the hall."""

    announcement: Announcement
    text: str
    told_at: float
    heard_at: float
    is_stale: bool = False
    help: tuple[Help, ...] = ()

    def judge(self, now: float) -> bool:
        """Find out whether it has fallen silent or needs help; return whether that has changed."""
        before = self.is_stale, self.help
        self.is_stale = now - self.heard_at >= STALE_S
        self.help = needs(self.announcement, now - self.told_at)
        return before != (self.is_stale, self.help)


@dataclass(slots=True)
class Changes:
    """What to tell the viewers."""

    tables: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    link: bool = False
    standings: bool = False

    def __bool__(self) -> bool:
        return bool(self.tables or self.gone or self.link or self.standings)


class Hall:
    """All tables, and the standings of the evening."""

    def __init__(self) -> None:
        self.tables: dict[str, Seat] = {}
        self.trouble = "not connected yet"
        self.evening = Evening()

    def hear(self, heard: Iterable[Heard], now: float) -> Changes:
        """Take in messages, in order."""
        changes = Changes()
        for one in heard:
            match one:
                case Announced(announcement, text):
                    self._told(announcement, text, now, changes)
                case Lives(table_id, told_s):
                    self._lives(table_id, now, now - told_s, changes)
                case Gone(table_id):
                    self._drop(table_id, changes)
                case Ended(results):
                    for result, age_s in results:
                        self.evening.count(result, now - age_s, now)
                case Link(trouble):
                    changes.link |= trouble != self.trouble
                    self.trouble = trouble
        changes.standings = self.evening.rank(now)
        return changes

    def look(self, now: float) -> Changes:
        """Find out which tables have fallen silent or need help by now."""
        changes = Changes()
        for table_id, seat in list(self.tables.items()):
            if self.trouble and now - seat.heard_at >= LOST_S:
                self._drop(table_id, changes)
            elif seat.judge(now):
                changes.tables.add(table_id)
        changes.standings = self.evening.rank(now)
        return changes

    def _told(self, announcement: Announcement, text: str, now: float, changes: Changes) -> None:
        if announcement.id not in self.tables and len(self.tables) >= MOST_TABLES:
            return
        seat = self.tables[announcement.id] = Seat(announcement, text, now, now)
        seat.judge(now)
        changes.tables.add(announcement.id)
        changes.gone.discard(announcement.id)
        if announcement.ended_s is not None:
            self.evening.count(result_of(announcement), now - announcement.ended_s, now)
        elif announcement.winners is None:
            # The players may have taken its end back.
            self.evening.take_back(Played(announcement.id, announcement.game_id))

    def _lives(self, table_id: str, now: float, told_at: float, changes: Changes) -> None:
        seat = self.tables.get(table_id)
        if seat is None:
            return
        seat.heard_at = now
        if seat.told_at - told_at >= UNLIKE_S:  # this hub started later
            seat.told_at = told_at
            changes.tables.add(table_id)
            if seat.announcement.ended_s is not None:
                self.evening.count(result_of(seat.announcement), told_at - seat.announcement.ended_s, now)
        if seat.judge(now):
            changes.tables.add(table_id)

    def _drop(self, table_id: str, changes: Changes) -> None:
        if self.tables.pop(table_id, None):
            changes.tables.discard(table_id)
            changes.gone.add(table_id)


def needs(announcement: Announcement, since_s: float) -> tuple[Help, ...]:
    """Return why somebody should go to a table, announced this long ago."""
    trouble = announcement.trouble
    reasons = {
        Help.CALLS: announcement.calls,
        Help.FAULT: bool(announcement.faults),
        Help.STUCK: trouble is not None and trouble.age_s + since_s >= STUCK_S,
    }
    return tuple(reason for reason, holds in reasons.items() if holds)
