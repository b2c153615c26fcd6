"""The journal in one SQLite file, the default: nothing to set up, durable through a power cut.

WAL with synchronous=FULL: every commit ends with an fsync of the log, so that `append` returns only when the entry
would survive. One write transaction contains the check of the revision, the entries and the tip. Several processes may
have the file open; one that waits longer than `busy_ms` for the lock gets Unavailable.

Before every write, every few seconds while nobody plays, and at the close, device and inode of the file, of the log and
of its index are compared with those that were opened: somebody may remove, rename or replace them. If one differs, the
open connection still has everything. If that holds all that was confirmed, it is written to the file's place, and what
stands there is set aside; otherwise nothing more is accepted. A second check after the write would only catch a change
during the write itself, which takes milliseconds, and the next check catches that.

A commit whose sync failed is still in the log, and the next start would accept it. So the database is asked whether it
holds the commit; if not, the commit is overwritten before the players are told that the move failed.

One kind of damage goes unnoticed: if bytes of the log go bad before it is merged into the file, SQLite takes that point
for the end of the log. It then reads an earlier state of the game, consistent in itself.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion.journal import seals, second_names
from companion.journal.carving import as_one_file
from companion.journal.journal import (
    Damage,
    Damaged,
    Draft,
    Entry,
    GameExists,
    GameInfo,
    JournalError,
    Json,
    Kind,
    Unavailable,
    UnknownGame,
    WrongFormat,
    disk_errors,
    disk_full,
    not_writable,
)
from companion.journal.schema import check_format, migrate
from companion.journal.seals import Stored, Tip
from hardware.formats.durable import write_durably
from hardware.trouble import Trouble, quoted

# Named like disk errors, but they are not.
_MEANS = {
    "SQLITE_IOERR_SHMSIZE": sqlite3.SQLITE_FULL,  # no room for the log's index
    "SQLITE_IOERR_SHORT_READ": sqlite3.SQLITE_CORRUPT,  # the file ends in the middle of its last entry
}
LONGEST_CELL = 8 << 20  # bytes; the longest payload is far shorter
_log = logging.getLogger(__name__)
_FIELDS = "revision, kind, at, payload, seal"
_TIP = "revision, kind, seal"


def _identity(path: str) -> tuple[int, int] | None:
    try:
        stat = os.stat(path)  # noqa: PTH116 - a Path costs more than the call itself
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def _roll_back(connection: sqlite3.Connection) -> None:
    # After some errors, such as a full disk, SQLite has already rolled back.
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _write_over(connection: sqlite3.Connection) -> None:
    """Overwrite a failed commit in the log with one that changes nothing, as far as the disk allows it."""
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version}")
    except sqlite3.Error:  # its own sync may fail as well; it is in the log all the same
        with suppress(sqlite3.Error):
            _roll_back(connection)


class SqliteJournal:
    """A journal in one file; the folder must exist."""

    def __init__(
        self, path: Path, *, busy_ms: int = 2000, image: bytes | None = None, keeps_names: bool = False
    ) -> None:
        """Use this file; with an `image`, keep that in memory and write nothing: the path is only a name.

        With `keeps_names`, for the one table that writes here, the open files get second names. While there are second
        names, others can only read, and not even that once they are not the files in place.
        """
        self._path, self._image = path, image
        self._keeps_names = keeps_names and image is None
        self._busy_ms = busy_ms
        self._connection: sqlite3.Connection | None = None
        self._opened: dict[str, tuple[int, int] | None] | None = None  # the files that were opened, by their places
        self._confirmed: dict[str, Tip] = {}  # the end of each game, as far as it was read or stored here
        self._lock = threading.RLock()

    def open(self) -> None:
        """Open the file, and create or migrate it if needed."""
        with self._lock, self._translated():
            if self._connection is None:
                self._connection = self._connect()
                if self._image is not None:  # handed on from one to another, and there is nothing to keep
                    weakref.finalize(self, self._connection.close)

    def _connect(self) -> sqlite3.Connection:
        """Open the file and see which files those are; raise Unavailable if they lack what was confirmed before."""
        place, is_read_only = ":memory:", False
        if self._image is None:
            is_read_only = not self._keeps_names and second_names.check(self._path)
            # Closing, the last one to write would merge the log of a table that was killed.
            place = f"{self._path.absolute().as_uri()}?mode=ro" if is_read_only else str(self._path)
        connection = sqlite3.connect(
            place, timeout=self._busy_ms / 1000, isolation_level=None, check_same_thread=False, uri=is_read_only
        )
        try:
            if self._image:
                connection.deserialize(as_one_file(self._image))
            # Everything we store is ASCII; damaged text must fail at the check of its seal and not here.
            connection.text_factory = lambda raw: raw.decode("latin-1")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA cell_size_check = ON")
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_CELL)
            check_format(connection, str(self._path))
            if self._image is None and not is_read_only:
                self._write_ahead(connection)
            migrate(connection, str(self._path))
            self._check_confirmed(connection)
        except BaseException:
            connection.close()
            raise
        with suppress(sqlite3.Error):  # what is damaged is found when it is read
            tips = connection.execute(f"SELECT game, {_TIP} FROM tips").fetchall()
            self._confirmed = {game: Tip(*tip) for game, *tip in tips}
        places = () if self._image is not None or is_read_only else ("", "-wal", "-shm")
        self._opened = {place: _identity(place) for place in (f"{self._path}{end}" for end in places)}
        if self._keeps_names:
            second_names.keep(self._path)
        return connection

    def close(self) -> None:
        """Close the file; if it was removed or replaced, put it back first, because closing would lose everything."""
        with self._lock:
            try:
                self._see_place()
                is_in_place = True
            except (JournalError, sqlite3.Error):  # too late to tell anybody now; the next start will report it
                is_in_place = False
            connection, self._connection = self._connection, None
            opened, self._opened, self._confirmed = self._opened or {}, None, {}
            if connection is None:
                return
            log = f"{self._path}-wal"
            if not is_in_place and _identity(log) not in (opened.get(log), None):
                with suppress(OSError):  # closing would remove it
                    second_names.set_aside(self._path, ["-wal"])
            connection.close()
            if self._keeps_names and is_in_place:
                second_names.drop(self._path)

    def image(self) -> bytes:
        """Return everything as one file, without a log."""
        with self._reading() as connection:
            return as_one_file(connection.serialize())

    def create(self, game_id: str, game: str, title: str, at: str) -> GameInfo:
        """Begin a game, durable on return."""
        creation = seals.compose_creation(game_id, game, title, at)

        def write(connection: sqlite3.Connection) -> Tip:
            if self._tip(connection, game_id):
                raise GameExists(game_id)
            self._insert(connection, game_id, [creation])
            connection.execute(
                "INSERT INTO tips (game, revision, kind, seal) VALUES (?, ?, ?, ?)", (game_id, *creation.tip)
            )
            return creation.tip

        self._write(game_id, write)
        return seals.game_info(game_id, creation, creation.tip)

    def append(self, game_id: str, revision: int, kind: Kind, payload: Json, at: str) -> Entry:
        """Store one entry, durable on return."""
        return self.append_all(game_id, revision, [Draft(kind, payload, at)])[0]

    def append_all(
        self, game_id: str, revision: int, drafts: Sequence[Draft], *, onto: str | None = None
    ) -> tuple[Entry, ...]:
        """Store several entries in one transaction, durable on return."""
        prepared = seals.prepare(drafts)
        made: tuple[Stored, ...] = ()

        def write(connection: sqlite3.Connection) -> Tip:
            nonlocal made
            tip = self._tip(connection, game_id)
            if tip is None:
                raise UnknownGame(game_id)
            seals.check_fit(game_id, tip, revision, onto)
            made = seals.compose(game_id, tip, prepared)
            self._insert(connection, game_id, made)
            connection.execute(
                "UPDATE tips SET revision = ?, kind = ?, seal = ? WHERE game = ?", (*made[-1].tip, game_id)
            )
            return made[-1].tip

        self._write(game_id, write)
        return seals.entries(made)

    def read(self, game_id: str, after: int = 0) -> tuple[Entry, ...]:
        """Return the entries after a revision, every seal checked."""
        after = seals.within(after)
        with self._reading() as connection:
            # One transaction, so that no other process's append falls between the tip and the entries.
            connection.execute("BEGIN")
            try:
                tip = self._tip_if_readable(connection, game_id)
                if tip is None and self._last(connection, game_id) is None:
                    raise UnknownGame(game_id)
                return seals.walk(game_id, after, self._rows(connection, game_id, after), tip)
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    def info(self, game_id: str) -> GameInfo:
        """Describe one game."""
        with self._reading(sees_place=True) as connection:
            tip = self._tip_if_readable(connection, game_id) or self._last(connection, game_id)
            if tip is None:
                raise UnknownGame(game_id)
            first = connection.execute(
                f"SELECT {_FIELDS} FROM entries WHERE game = ? AND revision = 0", (game_id,)
            ).fetchone()
        return seals.game_info(game_id, Stored(*first) if first else None, tip)

    def games(self) -> tuple[GameInfo, ...]:
        """Describe all games in the order of their creation, without those whose creation cannot be read."""
        return seals.tell(self.info, self.ids())

    def integrity(self) -> tuple[Damage, ...]:
        """Check every page of the file and every seal."""
        found: list[Damage] = []
        try:
            with self._reading() as connection:
                for (said,) in connection.execute("PRAGMA integrity_check(10)"):
                    if said != "ok":
                        found.append(Damage("", 0, str(said)))
            ids = self.ids()
        except Damaged as error:
            return (*found, error.damage)
        for game_id in ids:
            try:
                self.read(game_id)
            except Damaged as error:
                found.append(error.damage)
            except UnknownGame:  # an id that is not ASCII is not found again
                found.append(Damage(game_id, 0, "it is in the list of games, but its entries are gone"))
        return tuple(found)

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all games, taken from the entries themselves if the list of games is damaged."""
        try:
            return self._names("SELECT game FROM tips ORDER BY number")
        except Damaged:
            return self._names("SELECT DISTINCT game FROM entries")

    def _names(self, query: str) -> tuple[str, ...]:
        with self._reading(sees_place=True) as connection:
            found = tuple(game_id for (game_id,) in connection.execute(query))
        if not all(isinstance(game_id, str) for game_id in found):
            raise Damaged(Damage("", 0, "the list of games holds what is not text"))
        return found

    def _rows(self, connection: sqlite3.Connection, game_id: str, after: int) -> Iterator[Stored]:
        with self._translated():
            for row in connection.execute(
                f"SELECT {_FIELDS} FROM entries WHERE game = ? AND revision >= ? ORDER BY revision", (game_id, after)
            ):
                yield Stored(*row)

    def _last(self, connection: sqlite3.Connection, game_id: str) -> Tip | None:
        row = connection.execute(
            f"SELECT {_TIP} FROM entries WHERE game = ? ORDER BY revision DESC LIMIT 1", (game_id,)
        ).fetchone()
        return Tip(*row) if row else None

    def _tip(self, connection: sqlite3.Connection, game_id: str) -> Tip | None:
        row = connection.execute(f"SELECT {_TIP} FROM tips WHERE game = ?", (game_id,)).fetchone()
        return Tip(*row) if row else None

    def _tip_if_readable(self, connection: sqlite3.Connection, game_id: str) -> Tip | None:
        try:
            with self._translated():
                return self._tip(connection, game_id)
        except Damaged:
            return None

    def _insert(self, connection: sqlite3.Connection, game_id: str, made: Sequence[Stored]) -> None:
        connection.executemany(
            f"INSERT INTO entries (game, {_FIELDS}) VALUES (?, ?, ?, ?, ?, ?)",
            [(game_id, *stored) for stored in made],
        )

    def _write_ahead(self, connection: sqlite3.Connection) -> None:
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            reason = Trouble(
                "{file}: no write-ahead log on this file system",
                plainly="{file}: this kind of disk cannot keep games safely",
                file=self._path,
            )
            raise Unavailable(reason, Trouble("put it on a local disk"))

    @contextmanager
    def _reading(self, *, sees_place: bool = False) -> Iterator[sqlite3.Connection]:
        with self._lock, self._translated():
            if sees_place:
                self._see_place()
            if self._connection is None and self._opened is not None:  # it was put back, and could not be opened
                self._connection = self._connect()
            if self._connection is None:
                raise Unavailable(Trouble("{file}: the journal is closed", file=self._path), Trouble("open it first"))
            yield self._connection

    def _write(self, game_id: str, write: Callable[[sqlite3.Connection], Tip]) -> None:
        """Run `write` in one transaction, durable on return; it returns the new end of the game."""
        with self._reading(sees_place=True) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                end = write(connection)
            except BaseException:
                _roll_back(connection)
                raise
            try:
                connection.execute("COMMIT")
            except sqlite3.Error:
                _roll_back(connection)
                if not self._has(connection, game_id, end):
                    _write_over(connection)
                    raise
            self._confirmed[game_id] = end

    def _has(self, connection: sqlite3.Connection, game_id: str, end: Tip) -> bool:
        """Return whether the database holds this although the commit failed: then only a later step did."""
        try:
            return self._tip(connection, game_id) == end
        except sqlite3.Error:
            return False

    def _see_place(self) -> None:
        """Make sure that the files in place are the open ones: put these back, or raise Unavailable."""
        if self._connection is None or not self._opened:
            return
        if all(_identity(place) == opened for place, opened in self._opened.items()):
            return
        image = self._whole_image(self._connection)
        try:
            aside = second_names.set_aside(self._path)
            write_durably(self._path, image, mode=0o600)
        except OSError as error:
            reason = Trouble(
                "{file}: has been removed, and cannot be put back: {reason}", file=self._path, reason=error.strerror
            )
            raise Unavailable(reason, Trouble("check the disk and who owns the file")) from error
        # Not before: closing removes the log that is in place, whoever made it.
        connection, self._connection = self._connection, None
        connection.close()
        if self._keeps_names:
            second_names.drop(self._path)  # of the old files, of which the new one has everything
        self._connection = self._connect()
        _log.warning(
            "%s: had been removed or replaced, and is put back; what stood there: %s", self._path, aside or "-"
        )

    def _whole_image(self, connection: sqlite3.Connection) -> bytes:
        """Return everything as one file, or raise Unavailable if that lacks anything that was confirmed."""
        try:
            with closing(SqliteJournal(self._path, image=as_one_file(connection.serialize()))) as copy:
                copy._confirmed = self._confirmed
                copy.open()
                if not copy.integrity():
                    return copy.image()
        except (sqlite3.Error, JournalError) as error:
            raise self._not_whole() from error
        raise self._not_whole()

    def _check_confirmed(self, connection: sqlite3.Connection) -> None:
        for game_id, tip in self._confirmed.items():
            listed = self._tip(connection, game_id)
            found = connection.execute(
                f"SELECT {_TIP} FROM entries WHERE game = ? AND revision = ?", (game_id, tip.revision)
            ).fetchone()
            if not listed or listed.revision < tip.revision or found != tip:
                raise self._not_whole()

    def _not_whole(self) -> Unavailable:
        reason = Trouble("{file}: somebody has changed it, and not all games can be put back", file=self._path)
        remedy = Trouble(
            "start the companion again; bring games that are missing then back from the copy, or restore a backup"
        )
        return Unavailable(reason, remedy)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._translate(error) from error

    def _translate(self, error: sqlite3.Error | UnicodeDecodeError) -> Unavailable | Damaged | WrongFormat:
        if isinstance(error, UnicodeDecodeError):
            # The library would describe what is wrong with a table, but the description is no longer readable text.
            return Damaged(Damage("", 0, f"{self._path}: its tables cannot be read; the file is kept as it is"))
        # Errors of the Python module itself, such as a closed connection, have no code.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        name = getattr(error, "sqlite_errorname", "")
        where = f"{self._path}: {error}" + (f" ({name})" if name else "")
        code = _MEANS.get(name, code)
        match code:
            case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
                return Damaged(Damage("", 0, f"{where}; the file is kept as it is"))
            case sqlite3.SQLITE_FULL:
                return disk_full(self._path)
            case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
                return not_writable(self._path)
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                reason = Trouble("{file}: locked by another process", file=self._path)
                return Unavailable(reason, Trouble("end the other program and try again"))
            case sqlite3.SQLITE_CANTOPEN:
                reason = Trouble("{file}: cannot be opened", file=self._path)
                return Unavailable(reason, Trouble("check that its folder exists and is writable"))
            case sqlite3.SQLITE_IOERR:
                return disk_errors(self._path, name)
            case sqlite3.SQLITE_ERROR if "no such" in str(error):
                return WrongFormat(f"{where}; not a journal of this version")
            case _:
                return Unavailable(quoted(where), Trouble("check the disk"))
