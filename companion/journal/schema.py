"""The tables of the SQLite journal as a list of migrations: a new file runs all of them, an old one those it lacks.

The number of steps taken is the format version, kept in the file's `user_version`; `application_id` distinguishes a
journal from any other database. A released step is never changed: a new one is added.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache

from companion.journal.journal import WrongFormat

APPLICATION_ID = 0x486A726E  # "Hjrn"


def _entries(connection: sqlite3.Connection) -> None:
    """Keep each game's entries together and in order, its creation as revision 0."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(
        "CREATE TABLE entries ("
        " game TEXT NOT NULL, revision INTEGER NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL,"
        " payload TEXT NOT NULL, seal TEXT NOT NULL, PRIMARY KEY (game, revision)) WITHOUT ROWID"
    )


def _tips(connection: sqlite3.Connection) -> None:
    """Store each game's end separately, so that a page of entries that reverted to an older state is noticed."""
    connection.execute(
        "CREATE TABLE tips (number INTEGER PRIMARY KEY, game TEXT NOT NULL UNIQUE,"
        " revision INTEGER NOT NULL, kind TEXT NOT NULL, seal TEXT NOT NULL)"
    )
    # Version 1 did not record the order of creation; the time of creation comes closest.
    connection.execute(
        "INSERT INTO tips (game, revision, kind, seal)"
        " SELECT newest.game, newest.revision, newest.kind, newest.seal"
        " FROM entries AS newest JOIN entries AS first ON first.game = newest.game AND first.revision = 0"
        " WHERE newest.revision = (SELECT max(revision) FROM entries WHERE game = newest.game)"
        " ORDER BY first.at, first.game"
    )


STEPS: tuple[Callable[[sqlite3.Connection], None], ...] = (_entries, _tips)
VERSION = len(STEPS)


HEAD = 100  # bytes at the beginning of a file that identify its format


def is_older(head: bytes) -> bool:
    """Return whether a file that begins like this is a journal that `migrate` would change."""
    version, application = (int.from_bytes(head[at : at + 4], "big") for at in (60, 68))
    return len(head) == HEAD and application == APPLICATION_ID and version < VERSION


def check_format(connection: sqlite3.Connection, name: str) -> None:
    """Raise WrongFormat if the file is not a journal of this version."""
    version = _version(connection, name)
    if version:
        # A foreign file may have a view or a trigger in place of a table, and reading would run it.
        found = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
        if not set(found) <= _own_schema():
            raise WrongFormat(f"{name}: its tables are not those of a journal; name another file")


@cache
def _own_schema() -> frozenset[tuple[str, str, str]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for step in STEPS:
            step(connection)
        return frozenset(connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))


def migrate(connection: sqlite3.Connection, name: str) -> None:
    """Bring a file to the current version in one transaction, or raise WrongFormat and leave it alone."""
    if _version(connection, name) == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have done it while this one waited for the lock.
        for number in range(_version(connection, name), VERSION):
            STEPS[number](connection)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection, name: str) -> int:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if application or version or tables:
            raise WrongFormat(f"{name}: a database of another program; name another file")
    if version > VERSION:
        raise WrongFormat(
            f"{name}: format version {version}, expected at most {VERSION}; "
            "it was written by a newer version of the companion: install that one"
        )
    return int(version)
