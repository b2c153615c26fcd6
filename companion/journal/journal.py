"""What a journal is: numbered entries that are durable when `append` returns, refused when they do not fit.

In: entries (kind, JSON payload, wall-clock time as text) with the revision the caller believes to be the next one.
Out: the same entries in order, each sealed to all before it, or one of these errors:

    JournalError
    ├── Unstorable      what was given cannot be kept: an id, a time or a payload of the wrong shape
    ├── UnknownGame     there is no such game here
    ├── GameExists      a game of this id has been created before
    ├── StaleRevision   the revision given is not the next one: late, doubled or ahead
    ├── Unavailable     nothing can be stored or read now: disk full, read-only, locked, server away
    ├── Damaged         what is stored does not fit together; it is left as it is, the good part is handed over
    ├── WrongFormat     not a journal, or written by a newer version
    └── Diverged        two journals tell different stories of one game; neither is changed

A journal knows nothing of rules or tables and does not interpret what it keeps. All its methods may be called from
any thread. After `Unavailable` from `create` or `append` the entry is not confirmed, but a server that went away in
that very moment may have kept it: ask `info` before trying again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

Json = dict[str, Any]


class Kind(StrEnum):
    """What an entry is about."""

    SETUP = "setup"
    MOVE = "move"
    TAKE_BACK = "take_back"
    CORRECTION = "correction"
    NOTE = "note"
    FINISHED = "finished"
    ABORTED = "aborted"


ENDINGS = frozenset({Kind.FINISHED, Kind.ABORTED})


class Draft(NamedTuple):
    """An entry that has no number yet."""

    kind: Kind
    payload: Json
    at: str  # wall-clock time as the caller writes it


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a game; revisions count from 1."""

    revision: int
    kind: Kind
    payload: Json
    at: str
    seal: str  # a digest of this entry and all before it: equal seals, equal histories


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What a journal knows of a game without reading it."""

    id: str
    game: str  # which rules, by the id of their game
    created: str
    revision: int  # of the newest entry; 0 while there is none
    finished: bool  # the newest entry is an ending
    title: str
    seal: str  # of the newest entry, or of the creation


@dataclass(frozen=True, slots=True)
class Damage:
    """Where reading stops."""

    game_id: str  # empty when it concerns all of them
    good: int  # entries of this game that can be trusted
    where: str

    def __str__(self) -> str:
        what = f"game {self.game_id}" if self.game_id else "the journal"
        return f"{what} is damaged after {self.good} good entries: {self.where}"


class JournalError(Exception):
    """Anything a journal says no to."""


class Unstorable(JournalError):
    """What was given has no place in a journal; the message says what was expected."""


class UnknownGame(JournalError):
    """There is no such game in this journal."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"game {game_id}: not in this journal")
        self.game_id = game_id


class GameExists(JournalError):
    """A game of this id is in this journal already."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"game {game_id}: exists already")
        self.game_id = game_id


class StaleRevision(JournalError):
    """The revision given is not the next one; nothing was stored."""

    def __init__(self, game_id: str, *, expected: int, given: int) -> None:
        super().__init__(f"game {game_id}: revision {given} was given, the next one is {expected}")
        self.game_id, self.expected, self.given = game_id, expected, given


class Unavailable(JournalError):
    """Nothing can be stored or read now; `remedy` says what a person can do."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(f"{reason}; {remedy}")
        self.reason, self.remedy = reason, remedy


class Damaged(JournalError):
    """What is stored does not fit together; `entries` are those asked for that can be trusted."""

    def __init__(self, damage: Damage, entries: Sequence[Entry] = ()) -> None:
        super().__init__(str(damage))
        self.damage, self.entries = damage, tuple(entries)


class WrongFormat(JournalError):
    """Not a journal, or one from a newer version; it is not touched."""


class Diverged(JournalError):
    """Two journals tell different stories of one game; neither was changed."""

    def __init__(self, game_id: str, why: str) -> None:
        super().__init__(f"game {game_id}: {why}")
        self.game_id, self.why = game_id, why


class Journal(Protocol):
    """A durable, append-only store of games."""

    def open(self) -> None:
        """Make ready; once is enough, more does no harm."""

    def close(self) -> None:
        """Let go of everything, as often as one likes; `open` may follow."""

    def create(self, game_id: str, game: str, title: str, at: str) -> GameInfo:
        """Begin a game, durable on return."""

    def append(self, game_id: str, revision: int, kind: Kind, payload: Json, at: str) -> Entry:
        """Store one entry, durable on return; `revision` must be the next one."""

    def append_all(
        self, game_id: str, revision: int, drafts: Sequence[Draft], *, onto: str | None = None
    ) -> tuple[Entry, ...]:
        """Store several entries, all or none; `revision` is that of the first.

        With `onto`, the seal that the entry before them must have, Diverged is raised where it has another.
        """

    def read(self, game_id: str, after: int = 0) -> tuple[Entry, ...]:
        """Return the entries after a revision, every seal checked."""

    def info(self, game_id: str) -> GameInfo:
        """Describe one game."""

    def games(self) -> tuple[GameInfo, ...]:
        """Describe all games in the order of their creation, those left out whose creation cannot be read."""

    def ids(self) -> tuple[str, ...]:
        """Name all games in the order of their creation, damaged ones too."""

    def integrity(self) -> tuple[Damage, ...]:
        """Read everything and list what is damaged."""
