"""Backups: gathers a table's games, pieces, board, kit and configuration, even while the companion plays.

SQLite's own backup copies the games into memory, so a process that is killed leaves no copy behind.

    UserError
    ├── exit 1      a file is in the way, or cannot be read or written
    └── exit 65     the games cannot be copied
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.archive.backup_file import CHOICES, CONFIG, GAMES, KIT, Backup, names
from companion.errors import BAD_DATA, UserError
from companion.journal import second_names
from companion.journal.carving import as_one_file
from companion.journal.journal import JournalError, Unavailable
from companion.journal.sqlite import SqliteJournal
from companion.words.outside import one_line

if TYPE_CHECKING:
    from companion.config.settings import Config

LONGEST_LINE: Final = 300  # lines of SQLite's report on a damaged file
_MEMORY = "/dev/shm"
_PREFIX: Final = "hansa-companion-"
_NO_INDEX: Final = ("SQLITE_IOERR_SHMSIZE", "SQLITE_CANTOPEN")  # on a full disk, or one that has turned read-only


def gather(config: Config, version: str, at: str) -> Backup:
    """Return everything that belongs to this table."""
    places = {
        **_files_of_games(config),
        KIT: Path(config.kit) if "/" in config.kit else None,
        CONFIG: Path(config.file) if config.file else None,
        **{name: path for name in CHOICES if (path := config.state / name).is_file()},
    }
    files = {name: _read(path) for name, path in places.items() if path}
    if config.journal.exists():
        files = {GAMES: copy_games(config.journal), **files}
    return Backup(version, at, files)


def gather_folder(folder: Path, version: str) -> Backup:
    """Return what was set aside in a folder, as if it were a backup."""
    wanted = names() - {GAMES}
    files = {path.name: _read(path) for path in sorted(folder.iterdir()) if path.name in wanted and path.is_file()}
    if (folder / GAMES).is_file():
        files = {GAMES: copy_games(folder / GAMES), **files}
    return Backup(version, folder.name[:19], files)


def _files_of_games(config: Config) -> dict[str, Path | None]:
    """Return the owner's files of every game on the shelf, under their names in the state folder."""
    from companion.shelf.shelf import boxes

    found: dict[str, Path | None] = {}
    for box in boxes():
        found |= {box.piece_file: config.pieces_of(box.id), box.board_file: config.board_of(box.id)}
    return found


def copy_games(journal: Path) -> bytes:
    """Copy a journal as it is at this moment, even if others are writing to it or the disk is full."""
    try:
        second_names.check(journal)
        return _copy_database(journal)
    except Unavailable as error:
        raise UserError(str(error), BAD_DATA) from error
    except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter if the names of tables are damaged
        if getattr(error, "sqlite_errorname", "") not in _NO_INDEX:
            raise UserError(f"{journal}: cannot be copied: {error}", BAD_DATA) from error
        return _copy_elsewhere(journal)


def _copy_database(journal: Path) -> bytes:
    with (
        closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(":memory:")) as target,
    ):
        source.backup(target)
        return as_one_file(target.serialize())


def _copy_elsewhere(journal: Path) -> bytes:
    """Copy a journal to a place where the index of its log can be made, because its own disk has no room for it.

    A table that plays has this index, so nobody is playing and the files can be copied as they are.
    """
    try:
        with scratch() as folder:
            moved = folder / "as-it-is"
            for end in ("", "-wal"):
                part = journal.with_name(f"{journal.name}{end}")
                if part.exists():
                    moved.with_name(f"{moved.name}{end}").write_bytes(part.read_bytes())
            return _copy_database(moved)
    except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
        raise UserError(f"{journal}: cannot be copied: {error}", BAD_DATA) from error


@contextmanager
def scratch() -> Iterator[Path]:
    """Make a temporary folder, in memory if possible: the disk may be full, and cards wear out.

    It is locked while it is in use, so that one whose process was killed can be told apart and removed.
    """
    remove_leftovers()
    while True:
        with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=_scratch_place(), ignore_cleanup_errors=True) as name:
            descriptor = os.open(name, os.O_RDONLY | os.O_DIRECTORY)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX)
                if os.fstat(descriptor).st_nlink == 0:  # taken for a leftover before it was locked
                    continue
                yield Path(name)
                return
            finally:
                os.close(descriptor)


def remove_leftovers() -> None:
    """Remove this user's temporary folders that no process uses any more."""
    for folder in _scratch_place().glob(f"{_PREFIX}*"):
        with suppress(OSError):  # another user's, in use, or gone
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                if os.fstat(descriptor).st_uid == os.geteuid():
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(folder)
            finally:
                os.close(descriptor)


def _scratch_place() -> Path:
    return Path(_MEMORY if os.access(_MEMORY, os.W_OK) else tempfile.gettempdir())


@contextmanager
def as_files(contents: Mapping[str, bytes]) -> Iterator[Mapping[str, Path]]:
    """Give contents paths for a moment; on Linux without a folder, so that a killed process leaves nothing behind."""
    with ExitStack() as stack:
        if sys.platform != "linux":
            folder = stack.enter_context(scratch())
            for name, data in contents.items():
                (folder / name).write_bytes(data)
            yield {name: folder / name for name in contents}
            return
        paths = {}
        for name, data in contents.items():
            file = stack.enter_context(os.fdopen(os.memfd_create(name), "wb"))
            file.write(data)
            file.flush()
            paths[name] = Path(f"/proc/self/fd/{file.fileno()}")
        yield paths


def damages(games: bytes) -> tuple[str, ...]:
    """Check every page and every seal of a copied journal; return what is wrong with it, a line for each."""

    journal = SqliteJournal(Path(GAMES), image=games)
    try:
        journal.open()
        return tuple(one_line(str(damage), LONGEST_LINE) for damage in journal.integrity())
    except JournalError as error:
        return (one_line(str(error)),)
    finally:
        journal.close()


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error
