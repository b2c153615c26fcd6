"""The journal: numbered entries that are durable when `append` returns, and refused if they do not fit.

In: entries (kind, JSON payload, wall-clock time as text) with the revision that the caller expects to be next.
Out: the same entries in order, each sealed to all before it, or one of these errors:

    JournalError
    ├── Unstorable      an id, a time or a payload of the wrong form
    ├── UnknownGame     there is no such game here
    ├── GameExists      a game with this id exists already
    ├── StaleRevision   the given revision is not the next one: late, repeated or ahead
    ├── Unavailable     storing or reading is impossible now: disk full, read-only, locked, server away
    ├── Damaged         the stored entries are inconsistent; nothing is changed, and the good part is returned
    ├── WrongFormat     not a journal, or written by a newer version
    └── Diverged        two journals disagree about one game; neither is changed

A journal knows nothing about rules or tables and does not interpret its entries. All its methods may be called from any
thread. After `Unavailable` from `create` or `append` the entry is not confirmed, but a server that went away at that
very moment may have stored it: ask `info` before trying again.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from hardware.trouble import Trouble

Json = dict[str, Any]


class Kind(StrEnum):
    """The kind of an entry."""

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
    at: str  # wall-clock time, as the caller formats it


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a game; revisions count from 1."""

    revision: int
    kind: Kind
    payload: Json
    at: str
    seal: str  # a digest of this entry and all earlier ones: equal seals mean equal histories


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What a journal knows about a game without reading its entries."""

    id: str
    game: str  # the id of the game's rules
    created: str
    revision: int  # of the newest entry; 0 while there is none
    finished: bool  # whether the newest entry is an ending
    title: str
    seal: str  # of the newest entry, or of the creation


@dataclass(frozen=True, slots=True)
class Damage:
    """Where reading stops."""

    game_id: str  # empty if it concerns all games
    good: int  # entries of this game that can be trusted
    where: str

    def __str__(self) -> str:
        what = f"game {self.game_id}" if self.game_id else "the journal"
        return f"{what} is damaged after {self.good} good entries: {self.where}"


class JournalError(Exception):
    """Base of all errors of a journal."""


class Unstorable(JournalError):
    """A journal cannot store this; the message says what was expected."""


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
    """The given revision is not the next one; nothing was stored."""

    def __init__(self, game_id: str, *, expected: int, given: int) -> None:
        super().__init__(f"game {game_id}: revision {given} was given, the next one is {expected}")
        self.game_id, self.expected, self.given = game_id, expected, given


class Unavailable(JournalError):
    """Storing or reading is impossible now; `remedy` says what a person can do."""

    def __init__(self, reason: Trouble, remedy: Trouble) -> None:
        super().__init__(f"{reason}; {remedy}")
        self.reason, self.remedy = reason, remedy


def disk_full(path: Path) -> Unavailable:
    """Return the trouble that there is no room."""
    reason = Trouble("{file}: the disk is full", file=path)
    return Unavailable(reason, Trouble("free some space; nothing accepted is lost"))


def not_writable(path: Path) -> Unavailable:
    """Return the trouble that the file, or its disk, may not be changed."""
    reason = Trouble("{file}: cannot be written", file=path)
    return Unavailable(reason, Trouble("check the disk and who owns the file"))


def disk_errors(path: Path, name: str) -> Unavailable:
    """Return the trouble that the disk fails, with the system's name for it."""
    reason = Trouble("{file}: the disk gives errors ({name})", file=path, name=name)
    return Unavailable(reason, Trouble("check the disk: it may be read-only, full or worn out"))


class Damaged(JournalError):
    """The stored entries are inconsistent; `entries` are the requested ones that can be trusted."""

    def __init__(self, damage: Damage, entries: Sequence[Entry] = ()) -> None:
        super().__init__(str(damage))
        self.damage, self.entries = damage, tuple(entries)


class WrongFormat(JournalError):
    """Not a journal, or one from a newer version; it is not touched."""


class Diverged(JournalError):
    """Two journals disagree about one game; neither was changed."""

    def __init__(self, game_id: str, why: str) -> None:
        super().__init__(f"game {game_id}: {why}")
        self.game_id, self.why = game_id, why


class Journal(Protocol):
    """A durable, append-only store of games."""

    def open(self) -> None:
        """Make the journal ready; calling it again does no harm."""

    def close(self) -> None:
        """Release everything; calling it again does no harm, and `open` may follow."""

    def create(self, game_id: str, game: str, title: str, at: str) -> GameInfo:
        """Begin a game, durable on return."""

    def append(self, game_id: str, revision: int, kind: Kind, payload: Json, at: str) -> Entry:
        """Store one entry, durable on return; `revision` must be the next one."""

    def append_all(
        self, game_id: str, revision: int, drafts: Sequence[Draft], *, onto: str | None = None
    ) -> tuple[Entry, ...]:
        """Store several entries, all or none; `revision` is the revision of the first.

        `onto` is the seal that the entry before them must have; raise Diverged if it has another.
        """

    def read(self, game_id: str, after: int = 0) -> tuple[Entry, ...]:
        """Return the entries after a revision, every seal checked."""

    def info(self, game_id: str) -> GameInfo:
        """Describe one game."""

    def games(self) -> tuple[GameInfo, ...]:
        """Describe all games in the order of their creation, without those whose creation cannot be read."""

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all games in the order of their creation, including damaged ones."""

    def integrity(self) -> tuple[Damage, ...]:
        """Read everything and list what is damaged."""


_AT_ONCE = 200  # entries stored in one step


def copy_game(source: Journal, target: Journal, game_id: str) -> GameInfo:
    """Add to the target what it lacks of a game, and return the end of the copy; or raise Diverged and change nothing.

    Entries are added only if the seals prove that the target's end is a point in the source's history. The target
    checks revision and seal again as it stores, so two copies at the same time add nothing twice.
    """
    # Ask the target first: otherwise a source that is still growing could look shorter than its copy.
    known: GameInfo | None = None
    with suppress(UnknownGame):
        known = target.info(game_id)
    origin = source.info(game_id)
    if known is None:
        known = target.create(game_id, origin.game, origin.title, origin.created)
    return store(target, known, missing(source, origin, known))


def extend_copy(source: Journal, target: Journal, known: GameInfo) -> GameInfo:
    """Do the same in one step if the copy's end is known; an error means that the end has changed."""
    return store(target, known, source.read(known.id, known.revision))


def differences(source: Journal, target: Journal) -> tuple[str, ...]:
    """Describe the games in which a copy is behind or differs, with every seal checked; change neither journal."""
    found = []
    listed = set(target.ids())
    for game_id in source.ids():
        try:
            if lacking := missing(source, source.info(game_id), target.info(game_id)):
                found.append(f"game {game_id}: the copy lacks the last {len(lacking)} entries")
            elif game_id not in listed:
                found.append(f"game {game_id}: not in the copy's list of games")
            else:
                target.read(game_id)  # entries missing in the middle are damage
        except UnknownGame:
            found.append(f"game {game_id}: not in the copy")
        except (Diverged, Damaged) as error:
            found.append(str(error))
    return tuple(found)


def missing(source: Journal, origin: GameInfo, known: GameInfo) -> tuple[Entry, ...]:
    """Return what a copy with this end lacks; raise Diverged if the end is not a point in the game's history."""
    if known.revision > origin.revision:
        raise Diverged(origin.id, f"the copy has {known.revision} entries, more than the {origin.revision} here")
    if known.revision == origin.revision:
        if known.seal != origin.seal:
            raise Diverged(origin.id, "the copy holds another game of the same id")
        return ()
    if known.revision == 0:
        if (known.game, known.title, known.created) != (origin.game, origin.title, origin.created):
            raise Diverged(origin.id, "the copy holds another game of the same id")
        return source.read(origin.id)
    agreed, *rest = source.read(origin.id, after=known.revision - 1)
    if agreed.seal != known.seal:
        raise Diverged(origin.id, f"the copy tells another story up to revision {known.revision}")
    return tuple(rest)


def store(target: Journal, known: GameInfo, entries: Sequence[Entry]) -> GameInfo:
    """Add entries to a game whose end is known; return its new end."""
    for start in range(0, len(entries), _AT_ONCE):
        drafts = [Draft(entry.kind, entry.payload, entry.at) for entry in entries[start : start + _AT_ONCE]]
        last = target.append_all(known.id, known.revision + 1, drafts, onto=known.seal)[-1]
        known = replace(known, revision=last.revision, finished=last.kind in ENDINGS, seal=last.seal)
    return known
