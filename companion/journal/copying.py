"""From one journal to another: bring a copy up to date, or compare it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from companion.journal.journal import ENDINGS, Damaged, Diverged, Draft, Entry, GameInfo, Journal, UnknownGame

_AT_ONCE = 200  # entries stored in one step


def copy_game(source: Journal, target: Journal, game_id: str) -> GameInfo:
    """Give the target all that it lacks of a game, or raise Diverged and change nothing; tells how the copy ends.

    Seals tell whether the target's end is a point in the source's history; only then is anything added to it, and the
    target checks revision and seal again as it stores, so that two who copy at the same time make no double.
    """
    # The target first: while both grow, the source must not look as if it were behind.
    known: GameInfo | None = None
    with suppress(UnknownGame):
        known = target.info(game_id)
    origin = source.info(game_id)
    if known is None:
        known = target.create(game_id, origin.game, origin.title, origin.created)
    return store(target, known, missing(source, origin, known))


def extend_copy(source: Journal, target: Journal, known: GameInfo) -> GameInfo:
    """Do the same in one step where the copy's end is known; its errors say that it has another end by now."""
    return store(target, known, source.read(known.id, known.revision))


def differences(source: Journal, target: Journal) -> tuple[str, ...]:
    """Say in which games a copy is not up to date or tells another story, every seal checked; neither is changed."""
    found = []
    listed = set(target.ids())
    for game_id in source.ids():
        try:
            if lacking := missing(source, source.info(game_id), target.info(game_id)):
                found.append(f"game {game_id}: the copy lacks the last {len(lacking)} entries")
            elif game_id not in listed:
                found.append(f"game {game_id}: not in the copy's list of games")
            else:
                target.read(game_id)  # what is missing in the middle is damage
        except UnknownGame:
            found.append(f"game {game_id}: not in the copy")
        except (Diverged, Damaged) as error:
            found.append(str(error))
    return tuple(found)


def missing(source: Journal, origin: GameInfo, known: GameInfo) -> tuple[Entry, ...]:
    """Return what a copy that ends as it is known lacks of a game; raise Diverged where its end is no point of that."""
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
    """Add entries to a game whose end is known; return how it ends then."""
    for start in range(0, len(entries), _AT_ONCE):
        drafts = [Draft(entry.kind, entry.payload, entry.at) for entry in entries[start : start + _AT_ONCE]]
        last = target.append_all(known.id, known.revision + 1, drafts, onto=known.seal)[-1]
        known = replace(known, revision=last.revision, finished=last.kind in ENDINGS, seal=last.seal)
    return known
