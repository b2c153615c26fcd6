"""The hall: what the hub knows of all tables. What was heard enters, what has changed for those who watch leaves.

Pure: time is given. A table that has not been heard for a while is stale: told as such, and kept until it is known to
have gone. While the server is away that cannot be known; then it is kept for as long as somebody may wait for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf
from typing import Final, NamedTuple

from companion.hub.announcement import Announcement
from companion.hub.standings import EVENING_S, Result, Standing, result_of, standings

STALE_S: Final = 11.0  # two signs of life were missed
LOST_S: Final = 120.0  # the server has been away for so long that what was heard last says nothing
STUCK_S: Final = 60.0  # what is on the screen has kept the players for so long
UNLIKE_S: Final = 2.0  # ages that differ by so much look wrong
MOST_TABLES: Final = 20_000
MOST_RESULTS: Final = 50_000  # the oldest are left out
SUM_S: Final = 5.0  # at least, between two sums: each goes through all results
SUMMED_PER_S: Final = 1000  # so that many results are summed up less often, and never cost more than a little


class Told(NamedTuple):
    """A table said this."""

    announcement: Announcement
    text: str  # the same as JSON


class Lives(NamedTuple):
    """A table gave a sign of life; it is still as it was told so long ago."""

    id: str
    told_s: float


class Gone(NamedTuple):
    """A table has said good-bye, or expired."""

    id: str


class Ended(NamedTuple):
    """These games had ended before the hub came, each so many seconds ago."""

    results: tuple[tuple[Result, float], ...]


class Link(NamedTuple):
    """The server is there, or why it is not."""

    trouble: str


Heard = Told | Lives | Gone | Ended | Link


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
        """See whether it has fallen silent or needs help; tell whether that is news."""
        before = self.is_stale, self.help
        self.is_stale = now - self.heard_at >= STALE_S
        self.help = needs(self.announcement, now - self.told_at)
        return before != (self.is_stale, self.help)


@dataclass(slots=True)
class Changes:
    """What is to be told to those who watch."""

    tables: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    link: bool = False
    standings: bool = False

    def __bool__(self) -> bool:
        return bool(self.tables or self.gone or self.link or self.standings)


class _Counted(NamedTuple):
    result: Result
    ended_at: float


class _Sum(NamedTuple):
    games: int
    standings: tuple[Standing, ...]
    at: float
    oldest_at: float  # the end of the oldest game in it


class Hall:
    """All tables, and how the evening stands."""

    def __init__(self) -> None:
        self.tables: dict[str, Seat] = {}
        self.trouble = "not connected yet"
        self._results: dict[str, _Counted] = {}
        self._summed = _Sum(0, (), -inf, inf)
        self._is_unsummed = False

    @property
    def standings(self) -> tuple[Standing, ...]:
        """How the evening stands."""
        return self._summed.standings

    @property
    def games(self) -> int:
        """How many games have ended."""
        return self._summed.games

    def hear(self, heard: Iterable[Heard], now: float) -> Changes:
        """Take in what was heard, in order."""
        changes = Changes()
        for one in heard:
            match one:
                case Told(announcement, text):
                    self._told(announcement, text, now, changes)
                case Lives(table_id, told_s):
                    self._lives(table_id, now, now - told_s, changes)
                case Gone(table_id):
                    self._drop(table_id, changes)
                case Ended(results):
                    for result, age_s in results:
                        self._count(result, now - age_s, now)
                case Link(trouble):
                    changes.link |= trouble != self.trouble
                    self.trouble = trouble
        self._sum_up(now, changes)
        return changes

    def look(self, now: float) -> Changes:
        """See who has fallen silent, and who needs help by now."""
        changes = Changes()
        for table_id, seat in list(self.tables.items()):
            if self.trouble and now - seat.heard_at >= LOST_S:
                self._drop(table_id, changes)
            elif seat.judge(now):
                changes.tables.add(table_id)
        self._sum_up(now, changes)
        return changes

    def _told(self, announcement: Announcement, text: str, now: float, changes: Changes) -> None:
        if announcement.id not in self.tables and len(self.tables) >= MOST_TABLES:
            return
        seat = self.tables[announcement.id] = Seat(announcement, text, now, now)
        seat.judge(now)
        changes.tables.add(announcement.id)
        changes.gone.discard(announcement.id)
        if announcement.ended_s is not None:
            self._count(result_of(announcement), now - announcement.ended_s, now)
        elif announcement.winners is None and announcement.game_id in self._results:
            del self._results[announcement.game_id]  # the players have taken the end back
            self._is_unsummed = True

    def _lives(self, table_id: str, now: float, told_at: float, changes: Changes) -> None:
        seat = self.tables.get(table_id)
        if seat is None:
            return
        seat.heard_at = now
        if seat.told_at - told_at >= UNLIKE_S:  # this hub came later
            seat.told_at = told_at
            changes.tables.add(table_id)
            if seat.announcement.ended_s is not None:
                self._count(result_of(seat.announcement), told_at - seat.announcement.ended_s, now)
        if seat.judge(now):
            changes.tables.add(table_id)

    def _count(self, result: Result, ended_at: float, now: float) -> None:
        """Take a result in, once for each game; the earliest end that was told of it holds, and only this evening."""
        known = self._results.get(result.game_id)
        if known and known.result == result:
            ended_at = min(known.ended_at, ended_at)
            self._results[result.game_id] = _Counted(result, ended_at)
            self._summed = self._summed._replace(oldest_at=min(self._summed.oldest_at, ended_at))
        elif result.game_id and now - ended_at < EVENING_S:
            self._results[result.game_id] = _Counted(result, ended_at)
            self._is_unsummed = True

    def _sum_up(self, now: float, changes: Changes) -> None:
        """Sum the results up, if there are others by now, and if that was not done just before."""
        is_over = now - self._summed.oldest_at >= EVENING_S
        rest_s = max(SUM_S, len(self._results) / SUMMED_PER_S)
        if not (self._is_unsummed or is_over) or now - self._summed.at < rest_s:
            return
        counted = sorted(self._results.values(), key=lambda each: each.ended_at)[-MOST_RESULTS:]
        counted = [each for each in counted if now - each.ended_at < EVENING_S]
        self._results = {each.result.game_id: each for each in counted}
        rows = standings(each.result for each in counted)
        self._summed = _Sum(len(counted), rows, now, counted[0].ended_at if counted else inf)
        self._is_unsummed = False
        changes.standings = True

    def _drop(self, table_id: str, changes: Changes) -> None:
        if self.tables.pop(table_id, None):
            changes.tables.discard(table_id)
            changes.gone.add(table_id)


def needs(announcement: Announcement, since_s: float) -> tuple[Help, ...]:
    """Say why somebody should go to a table that was announced so long ago."""
    trouble = announcement.trouble
    reasons = {
        Help.CALLS: announcement.calls,
        Help.FAULT: bool(announcement.faults),
        Help.STUCK: trouble is not None and trouble.age_s + since_s >= STUCK_S,
    }
    return tuple(reason for reason, holds in reasons.items() if holds)
