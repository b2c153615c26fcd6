"""Turns a damaged journal into a whole one: keeps what the seals prove, and reports what is missing.

Nothing is invented: an entry counts only if the seals prove the whole chain from the creation of its game. Games of
several journals, such as a copy on a server, are merged in the order in which they were begun.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from companion.journal.carving import Carved, carve
from companion.journal.journal import Damaged, Entry, GameInfo, Journal, store
from companion.journal.seals import NOTHING, Broken, Stored, Tip, entries, follow, game_info
from companion.journal.sqlite import SqliteJournal


class Saved(NamedTuple):
    """What was saved of one game."""

    info: GameInfo
    known: int  # how many entries it had, as far as is known
    is_end_known: bool  # whether a list of games says where it ended

    @property
    def is_whole(self) -> bool:
        """Return whether nothing is missing."""
        return self.is_end_known and self.info.revision == self.known

    def __str__(self) -> str:
        if self.is_whole:
            return f"game {self.info.id}: all {self.known} entries"
        if self.info.revision == self.known:
            return f"game {self.info.id}: {self.known} entries; nothing tells whether there were more"
        return f"game {self.info.id}: {self.info.revision} of {self.known} entries; the last are missing"


class Salvaged(NamedTuple):
    """What is left of a journal."""

    journal: SqliteJournal  # in memory, open
    games: tuple[Saved, ...]
    lost: tuple[str, ...]  # games whose beginning is gone
    trouble: tuple[str, ...]  # entries of other journals that do not fit

    @property
    def is_whole(self) -> bool:
        """Return whether nothing is missing."""
        return not self.lost and all(saved.is_whole for saved in self.games)


def salvage(file: bytes, log: bytes = b"", others: Sequence[Journal] = ()) -> Salvaged:
    """Save what a damaged journal holds, and take what it lacks from others, such as a copy on a server."""
    carved = carve(file, log)
    chains = {game: _chain(game, found) for game, found in carved.entries.items()}
    found = in_memory()
    created = {game: chain[0].at for game, chain in sorted(chains.items()) if chain}
    lists = [
        [game for game in ids if game in created] for ids in (tuple(carved.tips), *(each.ids() for each in others))
    ]
    for game in begun_order([*lists, *([game] for game in created)], created):
        _store(found, game, chains[game])
    target = in_memory()
    trouble = merge([found, *others], target)
    found.close()
    known = {game: _known(game, carved) for game in (*carved.entries, *carved.tips)}
    ends = set(carved.tips)
    for other in others:
        known = {**dict.fromkeys(other.ids(), 0), **known}
        known |= {info.id: max(info.revision, known[info.id]) for info in other.games()}
        ends |= {info.id for info in other.games()}
    games = tuple(Saved(info, max(info.revision, known[info.id]), info.id in ends) for info in target.games())
    lost = tuple(sorted(known.keys() - {saved.info.id for saved in games}))
    return Salvaged(target, games, lost, trouble)


def in_memory() -> SqliteJournal:
    """Return an empty journal in memory."""
    journal = SqliteJournal(Path("in memory"), image=b"")
    journal.open()
    return journal


def merge(sources: Iterable[Journal], target: Journal) -> tuple[str, ...]:
    """Copy all games of other journals into an empty one, in the order of creation; return what does not fit.

    If two journals disagree about a game, the first one is believed; if one goes further, the longer one counts. Of a
    damaged game the good part is taken.
    """
    games = [({info.id: info for info in source.games()}, source) for source in sources]
    begun = {info.id: info for infos, _ in reversed(games) for info in infos.values()}
    trouble = []
    order = begun_order([list(infos) for infos, _ in games], {info.id: info.created for info in begun.values()})
    for first in (begun[game] for game in order):
        known = target.create(first.id, first.game, first.title, first.created)
        for infos, source in games:
            if first.id not in infos:
                continue
            found: Sequence[Entry]
            try:
                found = source.read(first.id)
            except Damaged as error:
                found = error.entries
                trouble.append(str(error))
            shared = min(len(found), known.revision)
            if infos[first.id].created != first.created or (
                shared and found[shared - 1].seal != _seal(target, known, shared)
            ):
                trouble.append(f"game {first.id}: there are two that differ; the first is taken")
            elif len(found) > known.revision:
                known = store(target, known, found[known.revision :])
    return tuple(trouble)


def begun_order(lists: Sequence[Sequence[str]], created: Mapping[str, str]) -> list[str]:
    """Return the merged list of game ids; if no list says which of two came first, the time of creation decides.

    The order of a list counts more than the times: several games may begin within one second, and the clock of a Pi may
    go back. If two lists contradict each other, the first is believed.
    """
    before: dict[str, set[str]] = {}
    after: dict[str, set[str]] = {}
    rank: dict[str, int] = {}
    for games in lists:
        for game in games:
            before.setdefault(game, set())
            after.setdefault(game, set())
            rank.setdefault(game, len(rank))
        for first, second in pairwise(games):
            before[second].add(first)
            after[first].add(second)
    waiting = {game: len(found) for game, found in before.items()}
    ready = [(created[game], rank[game], game) for game, count in waiting.items() if not count]
    heapq.heapify(ready)
    order: dict[str, None] = {}
    while len(order) < len(rank):
        if not ready:  # a contradiction: the first list decides
            game = next(game for game in rank if game not in order)
            ready.append((created[game], rank[game], game))
        game = heapq.heappop(ready)[2]
        if game in order:
            continue
        order[game] = None
        for following in after[game]:
            waiting[following] -= 1
            if not waiting[following]:
                heapq.heappush(ready, (created[following], rank[following], following))
    return list(order)


def _seal(journal: Journal, known: GameInfo, revision: int) -> str:
    return known.seal if revision == known.revision else journal.read(known.id, revision - 1)[0].seal


def _known(game: str, carved: Carved) -> int:
    revisions = [stored.revision for stored in carved.entries.get(game, ())]
    tip = carved.tips.get(game)
    return max([*revisions, tip.revision if tip else 0])


def _chain(game: str, found: Iterable[Stored]) -> list[Stored]:
    """Return the entries in order from the creation, up to the first that does not follow from the one before."""
    by_revision: dict[int, list[Stored]] = {}
    for stored in found:
        by_revision.setdefault(stored.revision, []).append(stored)
    chain: list[Stored] = []
    tip = NOTHING
    while following := _next(game, tip, by_revision):
        chain.append(following)
        tip = following.tip
    return chain


def _next(game: str, tip: Tip, by_revision: Mapping[int, list[Stored]]) -> Stored | None:
    for stored in by_revision.get(tip.revision + 1, ()):
        try:
            follow(game, tip, stored)
        except Broken:
            continue
        return stored
    return None


def _store(journal: SqliteJournal, game: str, chain: list[Stored]) -> None:
    info = game_info(game, chain[0], chain[-1].tip)
    made = journal.create(game, info.game, info.title, info.created)
    store(journal, made, entries(chain[1:]))
