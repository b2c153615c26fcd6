"""Second names for the files of an open journal: a file that somebody removes is not lost.

    .games.sqlite.kept, .games.sqlite-wal.kept      exist while a table has the journal open, or was killed with it open
    set-aside/2026-11-17T20-15-00-found/            what was open when another file had taken its place

A table checks that its files are there at every write and every few seconds. If it is killed before it has noticed that
one is gone, the next start restores the file from its second name, before it opens the journal. A log whose place
another file has taken is restored as well, and the other file is set aside; if another journal has taken the place, it
stays, and ours is set aside. No start deletes a second name whose entries are not all in the journal.

A normal end removes the second names: games that somebody deletes after that stay deleted.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from hardware.formats.durable import sync_folder, write_durably

SET_ASIDE: Final = "set-aside"
_COMPARED: Final = ".compared-"
_ENDS: Final = ("-wal", "")  # the log first: a log alone is not taken for a game


def keep(path: Path) -> None:
    """Give the files second names; a file system without hard links goes without."""
    for end in _ENDS:
        place, kept = _places(path, end)
        with suppress(OSError):
            if place.exists() and not (kept.exists() and place.samefile(kept)):
                kept.unlink(missing_ok=True)
                os.link(place, kept, follow_symlinks=False)


def drop(path: Path) -> None:
    """Remove the second names."""
    for end in _ENDS:
        with suppress(OSError):
            _places(path, end)[1].unlink(missing_ok=True)


def bring_back(path: Path) -> str:
    """Restore files that were removed from a table that was then killed; return what was restored. Raises OSError."""
    for left in path.parent.glob(f"{_COMPARED}*"):  # left by a process that was killed while it compared
        shutil.rmtree(left, ignore_errors=True)
    said = _bring_back(path)
    if said:
        sync_folder(path.parent)
    drop(path)
    return said


def _bring_back(path: Path) -> str:
    place, kept = _places(path, "")
    log, kept_log = _places(path, "-wal")
    if not os.path.lexists(place):
        if not _is_file(kept):
            return ""
        _take_place(log, kept_log, path)
        os.link(kept, place, follow_symlinks=False)
        return f"{place}: had been removed, and is put back"
    is_ours = not _is_file(kept) or place.samefile(kept)
    if is_ours and (not _is_file(kept_log) or (log.exists() and log.samefile(kept_log))):
        return ""
    if not is_ours and _is_file(kept_log) and log.exists() and log.samefile(kept_log):
        log.unlink()  # it would be taken for a part of the other file
    ours, theirs = _entries(place if is_ours else kept, kept_log), _entries(place, log)
    if ours is not None and theirs is not None and ours <= theirs:
        return ""
    if is_ours and ours is not None:  # whoever had gone on from here would have all that is ours
        aside = _take_place(log, kept_log, path)
        if aside is None:
            return f"{log}: had been removed, and is put back"
        return f"{log}: is put back; another file had taken its place, and is now in {aside}"
    aside = _aside(path, place if is_ours else kept)
    if is_ours:  # it goes on being written, so a copy as it is now
        write_durably(aside / place.name, place.read_bytes(), mode=0o600)
    if _is_file(kept_log):
        kept_log.rename(aside / log.name)
    if not is_ours:
        kept.rename(aside / place.name)
    for folder in (aside, aside.parent):
        sync_folder(folder)
    return f"{place}: another file has taken its place; what was there is in {aside}"


def _take_place(log: Path, kept_log: Path, path: Path) -> Path | None:
    """Put the log back; return the folder that now has what stood there, or None if nothing did."""
    aside = None
    if os.path.lexists(log) and not (_is_file(kept_log) and log.exists() and log.samefile(kept_log)):
        # Without a log of ours, too: one that belongs to another file would be taken for a part of this one.
        aside = _aside(path, log)
        log.rename(aside / log.name)
        for folder in (aside, aside.parent):
            sync_folder(folder)
    if _is_file(kept_log) and not os.path.lexists(log):
        os.link(kept_log, log, follow_symlinks=False)
    return aside


def _aside(path: Path, kept: Path) -> Path:
    """Make a folder for the files of a journal, dated by what goes there; one that has room for them is used again."""
    stamp = datetime.fromtimestamp(kept.stat().st_mtime, UTC).strftime("%Y-%m-%dT%H-%M-%S")
    for number in count(1):
        aside = path.parent / SET_ASIDE / (f"{stamp}-found" if number == 1 else f"{stamp}-found-{number}")
        if not os.path.lexists(aside / path.name):  # perhaps begun by a process that was killed
            break
    aside.parent.mkdir(mode=0o700, exist_ok=True)
    aside.mkdir(mode=0o700, exist_ok=True)
    return aside


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _places(path: Path, end: str) -> tuple[Path, Path]:
    return path.with_name(f"{path.name}{end}"), path.with_name(f".{path.name}{end}.kept")


def _entries(file: Path, log: Path) -> frozenset[str] | None:
    """Return the seals of all entries of a file with a log, or None if they cannot be read. Raises OSError."""
    try:
        return _read_copy(file, log, None)
    except OSError:  # a full /tmp must not stop a table whose own disk has room
        return _read_copy(file, log, file.parent)


def _read_copy(file: Path, log: Path, folder: Path | None) -> frozenset[str] | None:
    """Read a copy in a folder, because opening a journal may change its files."""
    with TemporaryDirectory(dir=folder, prefix=_COMPARED) as name:
        copy = Path(name, "copy.sqlite")
        shutil.copyfile(file, copy)
        if log.is_file():
            shutil.copyfile(log, copy.with_name("copy.sqlite-wal"))
        try:
            with closing(sqlite3.connect(copy)) as connection:
                # Without the log's index next to it: if that did not fit on the disk, an intact log would look damaged.
                connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                if connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
                    return None
                return frozenset(seal for (seal,) in connection.execute("SELECT seal FROM entries"))
        except (sqlite3.Error, UnicodeDecodeError):
            return None
