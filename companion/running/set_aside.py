"""Exchanges files: sets what was there aside in a dated folder of its own, and overwrites nothing.

    set-aside/2026-11-17T20-15-00-restore/games.sqlite        what was there, under its own name
    set-aside/2026-11-17T20-15-00-restore/new/                what is to take its place, until it does
    exchange.json                                             the marker: there while an exchange is under way

New files are written and synced first, then the marker; from then on the exchange is finished, by whoever began it or
by the next start. A file is set aside by a second name for it, and the new one is renamed over the first: at no moment
is there none, also for a version that does not know the marker. With a `Commit`, a file elsewhere decides: unless that
has the new content, nothing has happened, and the exchange is undone.

What was set aside stays until a person deletes it: `doctor` tells how much there is, and how to.

    UserError   exit 65     the marker cannot be read: somebody must look
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import BAD_DATA, UserError
from companion.journal.second_names import SET_ASIDE
from hardware.formats.durable import create_durably, sync_folder, write_durably

FOLDER: Final = SET_ASIDE
MARKER: Final = "exchange.json"
GAMES: Final = "games.sqlite"
# Beside a database: a part of it, and what is made again from that.
LOG, INDEX = "-wal", "-shm"
_NEW: Final = "new"
_PRIVATE: Final = 0o700
# Where versions before 0.2 left games.
_OLD_PLACES: Final = ("games.sqlite.before-restore", "before-upgrade/games.sqlite")


class Commit(NamedTuple):
    """A file elsewhere, and what it holds once the exchange is to be finished."""

    file: Path
    sha256: str

    @property
    def is_done(self) -> bool:
        """Return whether the file holds that."""
        try:
            return sha256(self.file.read_bytes()).hexdigest() == self.sha256
        except OSError:
            return False


class SetAside(NamedTuple):
    """A dated folder, and how many bytes would be free without it."""

    path: Path
    size: int


class _Begun(NamedTuple):
    """What the marker says."""

    by: str
    aside: str
    files: tuple[str, ...]
    commit: Commit | None


def exchange(folder: Path, by: str, new: Mapping[str, bytes], *, at: str) -> Path:
    """Put files into a folder, durable on return; return where those that were there are now.

    Raises OSError, with nothing changed, while the new files are written: a full disk is noticed then.
    """
    aside = begin(folder, by, new, at=at)
    finish(folder)
    return aside


def begin(folder: Path, by: str, new: Mapping[str, bytes], *, at: str, commit: Commit | None = None) -> Path:
    """Write everything for an exchange, and the marker; `finish` does the rest, once `commit` is done if there is one.

    Return where the files that are there will be.
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
    """Finish what was begun here, or undo it where it was not decided; say what, or nothing if there was nothing."""
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


def new_aside(folder: Path, by: str, at: str) -> Path:
    """Make a dated folder that nobody has used."""
    root = folder / FOLDER
    with suppress(FileExistsError):
        root.mkdir(_PRIVATE)
        sync_folder(folder)
    stamp = re.sub(r"[^0-9T-]", "-", at[:19])
    number = 1
    while True:
        aside = root / (f"{stamp}-{by}" if number == 1 else f"{stamp}-{by}-{number}")
        try:
            aside.mkdir(_PRIVATE)
        except FileExistsError:
            number += 1
            continue
        sync_folder(root)
        return aside


def copy_aside(folder: Path, by: str, names: Iterable[str], *, at: str) -> Path:
    """Copy files into a dated folder, each with its log, whole when they have their names there; return the folder.

    What is in the folder stays where it is. Raises OSError, and leaves no copy then.
    """
    names = tuple(names)
    finish(folder)
    settle_log(folder, names)
    aside = new_aside(folder, by, at)
    try:
        staging = aside / _NEW
        staging.mkdir(_PRIVATE)
        # The log first: while it is alone it is no game.
        files = [f"{name}{end}" for name in names for end in (LOG, "") if (folder / f"{name}{end}").is_file()]
        for name in files:
            create_durably(staging / name, (folder / name).read_bytes(), mode=0o600)
        for name in files:
            (staging / name).rename(aside / name)
        staging.rmdir()
        sync_folder(aside)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)  # it may be what has filled the disk
        raise
    return aside


def settle_log(folder: Path, names: Iterable[str] = (GAMES,)) -> None:
    """Bring what a database's log holds into the database, so that it is one file; a damaged one is left as it is."""
    for name in names:
        if (folder / f"{name}{LOG}").exists() and _is_sound(folder / name):
            with suppress(sqlite3.Error), closing(sqlite3.connect(folder / name)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _is_sound(path: Path) -> bool:
    """Return whether a database can be read: SQLite takes the log of one that cannot away when it closes it."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
    except (sqlite3.Error, UnicodeDecodeError):
        return False


def folders_set_aside(folder: Path) -> tuple[SetAside, ...]:
    """Name every dated folder with how large it is, the oldest first.

    Nothing takes them away but a person: whoever does must know what they hold.
    """
    root = folder / FOLDER
    found = sorted(path for path in root.iterdir() if path.is_dir() and not path.is_symlink()) if root.is_dir() else []
    return tuple(SetAside(path, sum(_size(file) for file in path.rglob("*"))) for path in found)


def _size(path: Path) -> int:
    # What is on the disk: a file that is in use as well has a second name here, and takes no room of its own.
    stat = path.lstat()
    return stat.st_size if path.is_file() and not path.is_symlink() and stat.st_nlink == 1 else 0


def games_set_aside(folder: Path, name: str = GAMES) -> tuple[Path, ...]:
    """Name every journal with games in it that lies aside, the newest last."""
    root = folder / FOLDER
    found = sorted(path / name for path in root.iterdir()) if root.is_dir() else []
    old = (folder / place for place in _OLD_PLACES)
    return tuple(path for path in (*old, *found) if _may_hold_games(path))


def _may_hold_games(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        with closing(sqlite3.connect(to_look_at(path), uri=True)) as connection:
            return bool(connection.execute("SELECT 1 FROM entries LIMIT 1").fetchone())
    except (sqlite3.Error, UnicodeDecodeError):
        return path.stat().st_size > 0  # a damaged one may


def to_look_at(journal: Path) -> str:
    """Return the address under which SQLite only looks at a journal."""
    has_log = journal.with_name(f"{journal.name}{LOG}").exists()
    how = "mode=ro" if has_log else "immutable=1"  # which makes no files beside it
    return f"{journal.absolute().as_uri()}?{how}"


def _mode(place: Path) -> int:
    """Return the rights that a file has, so that the new one has them too; for the owner alone where there is none."""
    return place.stat().st_mode & 0o777 if place.is_file() and not place.is_symlink() else 0o600


def _swap(folder: Path, name: str, aside: Path) -> None:
    place, log = folder / name, folder / f"{name}{LOG}"
    for path in (place, log):
        _keep(path, aside)
    sync_folder(aside)
    for path in (log, folder / f"{name}{INDEX}"):  # which would be taken for the new file's
        path.unlink(missing_ok=True)
    sync_folder(folder)
    (aside / _NEW / name).replace(place)
    sync_folder(folder)


def _keep(path: Path, aside: Path) -> None:
    """Give a file a second name in the folder, whatever it is; where that cannot be done, another first one."""
    if not os.path.lexists(path):
        return
    target, number = aside / path.name, 2
    while os.path.lexists(target):
        if os.path.samestat(path.lstat(), target.lstat()):
            return  # by the process that began this
        target, number = aside / f"{number}-{path.name}", number + 1
    try:
        os.link(path, target, follow_symlinks=False)
    except OSError:  # a disk without links, or a file of somebody else
        path.rename(target)


def _end(folder: Path, aside: Path) -> None:
    # The marker first: while it is there, a new file that is missing counts as one that is in its place.
    (folder / MARKER).unlink(missing_ok=True)
    sync_folder(folder)
    shutil.rmtree(aside / _NEW, ignore_errors=True)
    with suppress(OSError):
        aside.rmdir()  # if nothing had to be set aside


def _sweep(folder: Path) -> str:
    """Take away what somebody wrote who was killed before the marker was there."""
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
    """Let the name of a file in this folder pass, or raise ValueError: a path would lead elsewhere."""
    if Path(text).name != text or not text.isprintable():
        raise ValueError("expected a plain name")
    return text
