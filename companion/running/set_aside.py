"""Replaces files without overwriting any: the old ones are set aside in a dated folder.

    set-aside/2026-11-17T20-15-00-restore/games.sqlite        what was there, under its own name
    set-aside/2026-11-17T20-15-00-restore/new/                the replacement, until it is in place
    exchange.json                                             the marker: exists while an exchange is under way

New files are written and synced first, then the marker; from then on the exchange will be finished, by this process or
by the next start. A file is set aside by giving it a second name, and the new one is renamed over the first: the file
exists at every moment, even for a version that does not know the marker. With a `Commit`, a file elsewhere decides:
unless it has the new content, the exchange is undone.

Files that were set aside stay until a person deletes them: `doctor` tells how much there is, and how to delete it.

    UserError   exit 65     the marker cannot be read: somebody must look
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import BAD_DATA, UserError
from companion.journal.second_names import SET_ASIDE, new_aside
from hardware.formats.durable import create_durably, sync_folder, write_durably

FOLDER: Final = SET_ASIDE
MARKER: Final = "exchange.json"
GAMES: Final = "games.sqlite"
# Next to a database: its log, which is a part of it, and the log's index, which SQLite makes again.
LOG, INDEX = "-wal", "-shm"
_NEW: Final = "new"
_PRIVATE: Final = 0o700


class Commit(NamedTuple):
    """A file elsewhere, and the content that it has once the exchange must be finished."""

    file: Path
    sha256: str

    @property
    def is_done(self) -> bool:
        """Return whether the file has this content."""
        try:
            return sha256(self.file.read_bytes()).hexdigest() == self.sha256
        except OSError:
            return False


class SetAside(NamedTuple):
    """A dated folder, and how many bytes deleting it would free."""

    path: Path
    size: int


class _Begun(NamedTuple):
    """What the marker says."""

    by: str
    aside: str
    files: tuple[str, ...]
    commit: Commit | None


def exchange(folder: Path, by: str, new: Mapping[str, bytes], *, at: str) -> Path:
    """Put files into a folder, durable on return; return where the old ones are now.

    If writing the new files fails, for example on a full disk, raise OSError with nothing changed.
    """
    aside = begin(folder, by, new, at=at)
    finish(folder)
    return aside


def begin(folder: Path, by: str, new: Mapping[str, bytes], *, at: str, commit: Commit | None = None) -> Path:
    """Write everything for an exchange, and the marker; `finish` does the rest, after the `commit` if there is one.

    Return where the old files will be.
    """
    finish(folder)
    settle_log(folder, new)
    aside = new_aside(folder, by, at)
    try:
        staging = aside / _NEW
        staging.mkdir(_PRIVATE)
        for name, data in new.items():
            create_durably(staging / name, data, mode=_mode(folder / name))
        for each in (staging, aside):
            sync_folder(each)
        _write_marker(folder, _Begun(by, aside.name, tuple(new), commit))
    except BaseException:
        _end(folder, aside)
        raise
    return aside


def finish(folder: Path) -> str:
    """Finish an exchange that was begun, or undo it if it was not committed; return what was done, if anything."""
    begun = _read_marker(folder)
    if begun is None:
        return _sweep(folder)
    aside = folder / FOLDER / begun.aside
    staging = aside / _NEW
    is_begun = any(not (staging / name).exists() for name in begun.files)
    if begun.commit and not is_begun and not begun.commit.is_done:
        _end(folder, aside)
        return f"{begun.by} was not decided, and is undone"
    for name in begun.files:
        if (staging / name).exists():
            _swap(folder, name, aside)
    _end(folder, aside)
    return f"{begun.by} is finished; what was there before is in {aside}"


def copy_aside(folder: Path, by: str, names: Iterable[str], *, at: str) -> Path:
    """Copy files, each with its log, into a dated folder, and name each copy only when it is whole; return the folder.

    The originals stay where they are. If copying fails, raise OSError and leave no copy.
    """
    names = tuple(names)
    finish(folder)
    settle_log(folder, names)
    aside = new_aside(folder, by, at)
    try:
        staging = aside / _NEW
        staging.mkdir(_PRIVATE)
        # The log first: a log alone is not taken for a game.
        files = [f"{name}{end}" for name in names for end in (LOG, "") if (folder / f"{name}{end}").is_file()]
        for name in files:
            create_durably(staging / name, (folder / name).read_bytes(), mode=0o600)
        for name in files:
            (staging / name).rename(aside / name)
        staging.rmdir()
        sync_folder(aside)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)  # this copy may be what filled the disk
        raise
    return aside


def settle_log(folder: Path, names: Iterable[str] = (GAMES,)) -> None:
    """Merge a database's log into the database, so that it is one file; leave a damaged one unchanged."""
    for name in names:
        if (folder / f"{name}{LOG}").exists() and _is_sound(folder / name):
            with suppress(sqlite3.Error), closing(sqlite3.connect(folder / name)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _is_sound(path: Path) -> bool:
    """Return whether a database can be read: closing an unreadable one, SQLite would delete its log."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
    except (sqlite3.Error, UnicodeDecodeError):
        return False


def folders_set_aside(folder: Path) -> tuple[SetAside, ...]:
    """Return every dated folder with its size, the oldest first.

    Only a person deletes them, who must know what they contain.
    """
    root = folder / FOLDER
    found = sorted(path for path in root.iterdir() if path.is_dir() and not path.is_symlink()) if root.is_dir() else []
    return tuple(SetAside(path, sum(_size(file) for file in path.rglob("*"))) for path in found)


def _size(path: Path) -> int:
    # Size on the disk: a file that is still in use has only a second name here and takes no room of its own.
    stat = path.lstat()
    return stat.st_size if path.is_file() and not path.is_symlink() and stat.st_nlink == 1 else 0


def games_set_aside(folder: Path, name: str = GAMES) -> tuple[Path, ...]:
    """Return every journal with games that was set aside, the newest last."""
    root = folder / FOLDER
    found = sorted(path / name for path in root.iterdir()) if root.is_dir() else []
    return tuple(path for path in found if _may_hold_games(path))


def _may_hold_games(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        with closing(sqlite3.connect(to_look_at(path), uri=True)) as connection:
            return bool(connection.execute("SELECT 1 FROM entries LIMIT 1").fetchone())
    except (sqlite3.Error, UnicodeDecodeError):
        return path.stat().st_size > 0  # a damaged journal may contain games


def to_look_at(journal: Path) -> str:
    """Return the address that makes SQLite open a journal read-only."""
    has_log = journal.with_name(f"{journal.name}{LOG}").exists()
    how = "mode=ro" if has_log else "immutable=1"  # this makes no files next to it
    return f"{journal.absolute().as_uri()}?{how}"


def _mode(place: Path) -> int:
    """Return a file's permissions, to give the new one the same; only the owner's if there is no such file."""
    return place.stat().st_mode & 0o777 if place.is_file() and not place.is_symlink() else 0o600


def _swap(folder: Path, name: str, aside: Path) -> None:
    place, log = folder / name, folder / f"{name}{LOG}"
    for path in (place, log):
        _keep(path, aside)
    sync_folder(aside)
    for path in (log, folder / f"{name}{INDEX}"):  # it would be taken for the new file's log
        path.unlink(missing_ok=True)
    sync_folder(folder)
    (aside / _NEW / name).replace(place)
    sync_folder(folder)


def _keep(path: Path, aside: Path) -> None:
    """Give a file, whatever it is, a second name in the folder; if that is impossible, move it there."""
    if not os.path.lexists(path):
        return
    target, number = aside / path.name, 2
    while os.path.lexists(target):
        if os.path.samestat(path.lstat(), target.lstat()):
            return  # done by the process that began this
        target, number = aside / f"{number}-{path.name}", number + 1
    try:
        os.link(path, target, follow_symlinks=False)
    except OSError:  # a file system without hard links, or another user's file
        path.rename(target)


def _end(folder: Path, aside: Path) -> None:
    # The marker first: while it exists, a missing new file counts as already in place.
    (folder / MARKER).unlink(missing_ok=True)
    sync_folder(folder)
    shutil.rmtree(aside / _NEW, ignore_errors=True)
    with suppress(OSError):
        aside.rmdir()  # fails unless nothing had to be set aside


def _sweep(folder: Path) -> str:
    """Remove what a process wrote that was killed before it wrote the marker."""
    (folder / f".{MARKER}.part").unlink(missing_ok=True)
    for aside in (folder / FOLDER).glob("*"):
        if not aside.is_symlink():
            shutil.rmtree(aside / _NEW, ignore_errors=True)
            with suppress(OSError):
                aside.rmdir()
    return ""


def _write_marker(folder: Path, begun: _Begun) -> None:
    commit = {"file": str(begun.commit.file), "sha256": begun.commit.sha256} if begun.commit else None
    told = {"format": 1, "by": begun.by, "aside": begun.aside, "files": begun.files, "commit": commit}
    write_durably(folder / MARKER, json.dumps(told, indent=1).encode(), mode=0o600)


def _read_marker(folder: Path) -> _Begun | None:
    path = folder / MARKER
    try:
        told = json.loads(path.read_bytes())
        commit = told["commit"] and Commit(Path(told["commit"]["file"]), str(told["commit"]["sha256"]))
        return _Begun(_name(told["by"]), _name(told["aside"]), tuple(map(_name, told["files"])), commit)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise UserError(
            f"{path}: cannot be read; look into {folder / FOLDER}, put the files right, and remove it", BAD_DATA
        ) from error


def _name(text: str) -> str:
    """Return the name of a file in this folder, or raise ValueError for a path that leads elsewhere."""
    if Path(text).name != text or not text.isprintable():
        raise ValueError("expected a plain name")
    return text
