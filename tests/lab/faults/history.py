"""A checker of histories: what callers were answered enters, and what a journal holds; what does not fit leaves.

Each caller writes down what it asked for and what it was answered, and never sees the table itself. Afterwards the
journal must hold everything that was confirmed, once, in an order that fits the times, and nothing else but what is
owed to requests that were never answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MOST_ENTRIES = 4  # that one request leads to: a chain of moves


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, as its caller knows it."""

    caller: str
    what: str
    at: float  # when it was sent
    answered_at: float = 0.0
    status: int = 0  # 0: never answered, or only in part
    game: str = ""  # of a yes, or of a no that says how much was kept before
    revision: int = -1  # the last of the entries it led to; -1: not said
    kept: int = 0
    payload: Any = None  # of the entry that was asked for, where there is just one that it can be

    @property
    def entries(self) -> range:
        """The revisions that were confirmed to it; a no only says how many were kept before, not which."""
        is_named = self.kept and self.revision >= 0
        return range(self.revision - self.kept + 1, self.revision + 1) if is_named else range(0)


@dataclass(frozen=True, slots=True)
class Kept:
    """One entry of the journal."""

    kind: str
    payload: Any


Journal = Mapping[str, Sequence[Kept]]  # by game, revision 1 first


def faults(asked: Sequence[Asked], before: Mapping[str, int], journal: Journal) -> Iterator[str]:
    """Compare what was answered with a journal that held this many entries of each game before."""
    claimed: dict[tuple[str, int], Asked] = {}
    for one in asked:
        for revision in one.entries:
            if revision > len(journal.get(one.game, ())):
                yield f"{_told(one)}: entry {revision} of {one.game} was confirmed, and is not there"
            elif other := claimed.get((one.game, revision)):
                yield f"entry {revision} was confirmed twice: {_told(one)}; {_told(other)}"
            elif revision <= before.get(one.game, 0):
                yield f"{_told(one)}: entry {revision} was there before"
            claimed[one.game, revision] = one
        yield from _is_another(one, journal)
    yield from _out_of_order(asked)
    open_ended = [one for one in asked if not one.status]
    unclaimed = [
        (game, revision)
        for game, entries in journal.items()
        for revision in range(before.get(game, 0) + 1, len(entries) + 1)
        if (game, revision) not in claimed
    ]
    unnamed = sum(one.kept for one in asked if one.revision < 0)
    if len(unclaimed) < unnamed:
        yield f"{unnamed} entries were kept before a no, and {len(unclaimed)} are there"
    if len(unclaimed) - unnamed > MOST_ENTRIES * len(open_ended):
        yield f"{len(unclaimed)} entries that nobody was told of, {len(open_ended)} without an answer: {unclaimed[:5]}"


def _is_another(one: Asked, journal: Journal) -> Iterator[str]:
    """Find an entry that is not the one that was asked for, or one that was refused."""
    if one.payload is None or not one.status:
        return
    if one.kept == 1 and 0 < one.revision <= len(journal.get(one.game, ())):
        found = journal[one.game][one.revision - 1].payload
        if found != one.payload:
            yield f"{_told(one)}: {one.payload} was asked for, and {found} is entry {one.revision}"


def _out_of_order(asked: Sequence[Asked]) -> Iterator[str]:
    """Find a request that was sent after another one was answered, and came before it."""
    done = sorted((one for one in asked if one.entries), key=lambda one: one.answered_at)
    newest: dict[str, Asked] = {}
    waiting = list(done)
    for one in sorted(done, key=lambda one: one.at):
        while waiting and waiting[0].answered_at < one.at:
            earlier = waiting.pop(0)
            if earlier.game not in newest or newest[earlier.game].revision < earlier.revision:
                newest[earlier.game] = earlier
        last = newest.get(one.game)
        if last and one.entries[0] <= last.revision:
            yield f"out of order: {_told(one)} came after {_told(last)} was answered"


def _told(one: Asked) -> str:
    return f"{one.caller} {one.what} at {one.at:.3f}: {one.status or 'no answer'}"
