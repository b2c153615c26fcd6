"""What the writers under fault write, so that any reader knows what must be there."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, MutableMapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random

from companion.journal.journal import Draft, Journal, JournalError, Kind
from companion.journal.sqlite import SqliteJournal

GAMES = ("one", "two", "three")
MOST_AT_ONCE = 3


def draft(game_id: str, revision: int) -> Draft:
    """Return the one entry that belongs at a revision; now and then a long one."""
    text = "x" * (40 if revision % 7 else 3000)
    return Draft(Kind.MOVE, {"game": game_id, "number": revision, "text": text}, "20:15")


def step(journal: Journal, number: int, known: MutableMapping[str, int] | None = None) -> tuple[str, int]:
    """Store what comes next in one of the games; returns the game and its revision, both safe by then.

    A table asks its journal for nothing between two moves: with `known`, neither does this, after the first of a game.
    """
    known = {} if known is None else known
    game_id = GAMES[number % len(GAMES)]
    if game_id not in known and game_id not in journal.ids():
        known[game_id] = journal.create(game_id, "hansa", "under fault", "19:00").revision
        return game_id, known[game_id]
    revision = known[game_id] if game_id in known else journal.info(game_id).revision
    count = MOST_AT_ONCE if number % 5 == 0 else 1
    drafts = [draft(game_id, revision + 1 + index) for index in range(count)]
    known[game_id] = journal.append_all(game_id, revision + 1, drafts)[-1].revision
    return game_id, known[game_id]


def faults(journal: Journal, confirmed: Mapping[str, int], *, since: Mapping[str, int] | None = None) -> list[str]:
    """Compare a journal with what was confirmed: all of it there once and in order, and nothing but the story.

    `since` spares reading again what an earlier comparison has seen.
    """
    found = []
    known = journal.ids()
    for game_id, least in confirmed.items():
        if game_id not in known:
            found.append(f"{game_id}: confirmed and gone")
            continue
        after = (since or {}).get(game_id, 0)
        entries = journal.read(game_id, after)
        if [entry.revision for entry in entries] != list(range(after + 1, after + 1 + len(entries))):
            found.append(f"{game_id}: a gap or a double")
        if after + len(entries) < least:
            found.append(f"{game_id}: {least} confirmed, {after + len(entries)} there")
        if after + len(entries) > least + MOST_AT_ONCE:
            found.append(f"{game_id}: more than was under way: {least} confirmed, {after + len(entries)} there")
        found += [
            f"{game_id}: revision {entry.revision} tells something else"
            for entry in entries
            if (entry.kind, entry.payload, entry.at) != draft(game_id, entry.revision)
        ]
    return found


def look_in(path: Path, chance: Random, how: Sequence[str] = ("nobody", "command", "program")) -> None:
    """Open the journal and read it, as a command does, or another program; or let nobody do it."""
    chosen = chance.choice(how)
    if chosen == "command" and path.exists():
        with suppress(JournalError), closing(SqliteJournal(path)) as journal:
            journal.open()
            journal.games()
    elif chosen == "program":
        with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as other:
            other.execute("SELECT count(*) FROM entries").fetchall()
