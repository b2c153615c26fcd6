"""Brings a copy of a journal up to date, or compares the two."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from companion.journal.journal import ENDINGS, Damaged, Diverged, Draft, Entry, GameInfo, Journal, UnknownGame

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
