"""Stored games, read-only: found in the journal by their id, or read from a record file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.config.settings import Config
from companion.errors import BAD_DATA, FAILED, UserError
from companion.games.game import Unreadable
from companion.journal.journal import Unavailable
from companion.running.as_owner import as_owner
from companion.running.resume import lines_of
from companion.shelf.box import AnyGame
from companion.shelf.shelf import UnknownGame, all_rules, parse_record, shipped_rules
from companion.table.history import NOBODY, DoesNotFit, History, People, history_of, replay

if TYPE_CHECKING:
    from companion.journal.journal import Entry, GameInfo, Journal

LAST = "last"


class StoredGame(NamedTuple):
    """One game: its rules, its history and, if it is from the journal, what the journal knows about it."""

    name: str
    game: AnyGame
    history: History
    info: GameInfo | None = None
    entries: tuple[Entry, ...] = ()
    people: People = NOBODY


class NoJournal(UserError):
    """There is no journal yet."""


@contextmanager
def reading(config: Config) -> Iterator[Journal]:
    """Open the journal for reading only; do not create it."""
    is_server_asked = bool(config.copy) and config.settings["journal"].source.startswith("--")
    if config.copy and (is_server_asked or not config.journal.exists()):
        from companion.journal.redis import RedisJournal

        journal: Journal = RedisJournal(config.copy)
    elif config.journal.exists():
        from companion.journal.sqlite import SqliteJournal

        journal = SqliteJournal(config.journal)
    else:
        raise NoJournal(f"{config.journal}: there is no journal here; it is made when the first game begins")
    try:
        with as_owner(config.journal.parent):
            journal.open()
            try:
                yield journal
            finally:
                journal.close()
    except Unavailable as error:
        raise UserError(str(error)) from error


def find_id(journal: Journal, wanted: str) -> str:
    """Return the id of a game from the whole id, the beginning of exactly one, or `last`."""
    ids = journal.ids()
    if wanted == LAST and ids:
        return ids[-1]
    found = [wanted] if wanted in ids else [each for each in ids if each.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        raise UserError(f"game {wanted!r}: {len(found)} games have ids that begin like this: {', '.join(found[:4])}…")
    known = f"the newest is {ids[-1]}" if ids else "the journal is empty"
    raise UserError(f"game {wanted!r}: not in the journal, and no such file; {known}")


def read_stored_game(journal: Journal, wanted: str) -> StoredGame:
    """Read a game from the journal."""
    game_id = find_id(journal, wanted)
    info = journal.info(game_id)
    try:
        game = shipped_rules(info.game)
    except UnknownGame as error:
        raise UserError(f"game {game_id} is of a kind that is not on the shelf: {error}", BAD_DATA) from error
    entries = journal.read(game_id)
    try:
        kept = replay(game, lines_of(entries))
    except DoesNotFit as error:
        raise UserError(f"game {game_id}: {error}", BAD_DATA) from error
    if kept.history is None:
        raise UserError(f"game {game_id}: it was never set up", BAD_DATA)
    return StoredGame(game_id, game, kept.history, info, entries, kept.people)


def read_record(path: Path) -> StoredGame:
    """Read a game of any kind from a record file, with every move checked."""
    try:
        # The game that fits the file's suffix is asked first: if no game can read it, its message says what is wrong.
        games = sorted(all_rules().values(), key=lambda game: f".{game.id}" != path.suffix)
        game, record = parse_record(path.read_text(encoding="utf-8-sig"), games)
    except Unreadable as error:
        raise UserError(f"{path}: {error}", BAD_DATA) from error
    except (OSError, UnicodeDecodeError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or "not UTF-8 text"
        raise UserError(f"{path}: cannot be read: {reason}", FAILED) from error
    return StoredGame(path.name, game, history_of(game, record.first, record.entries))


def is_file(wanted: str) -> bool:
    """Return whether there is a file of this name; one that no file can have, such as a long one, names none."""
    return os.path.isfile(wanted)  # noqa: PTH113  (Path.is_file raises OSError for a name that is too long)


def find_stored_game(config: Config, wanted: str) -> StoredGame:
    """Return a game: from a record file of this name, otherwise from the journal, where ids have no suffix."""
    path = Path(wanted)
    if is_file(wanted) or path.suffix:
        return read_record(path)
    with reading(config) as journal:
        return read_stored_game(journal, wanted)
