"""Second names for the files of an open journal: a file that somebody removes or replaces is not lost.

    .games.sqlite.kept, .games.sqlite-wal.kept      exist while a table has the journal open, or was killed with it open
    set-aside/2026-11-17T20-15-00-found/            what stood in the way of the journal
    set-aside/2026-11-17T20-15-00-kept/             what had second names, where other files have taken its place

A start leaves second names alone that are the files in place. Otherwise it puts back what they name, and sets aside
what stands there. It sets aside what they name if another journal has taken the place, or if somebody has gone on with
all that was there. No start deletes entries that the journal lacks.

A normal end removes the second names: games that somebody deletes after that stay deleted.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Final

from companion.journal.carving import as_one_file
from companion.journal.journal import Unavailable
from hardware.formats.durable import sync_folder, write_durably
from hardware.trouble import Trouble

SET_ASIDE: Final = "set-aside"
_KEPT: Final = ("-wal", "")  # the log first: a log alone is not taken for a game
_STANDING: Final = ("", "-wal", "-shm")  # the file first: while there is none, a start puts ours back


def keep(path: Path) -> None:
    """Give the files second names where there are none; a file system without hard links goes without."""
    for place, kept in _pairs(path):
        with suppress(OSError):
            os.link(place, kept, follow_symlinks=False)


def drop(path: Path) -> None:
    """Remove the second names."""
    for _, kept in _pairs(path):
        with suppress(OSError):
            kept.unlink(missing_ok=True)


def check(path: Path) -> bool:
    """Return whether there are second names: a table has the journal open, or was killed with it open.

    Raise Unavailable if one is not the file in place: then only the table, or its next start, acts.
    """
    if not _are_in_place(path):
        reason = Trouble("{file}: has been removed or replaced while a table had it open", file=path)
        raise Unavailable(reason, Trouble("start the companion: it puts it back or sets it aside"))
    return any(_is_file(kept) for _, kept in _pairs(path))


def _are_in_place(path: Path) -> bool:
    return all(_is_same(place, kept) for place, kept in _pairs(path) if _is_file(kept))


def bring_back(path: Path) -> str:
    """Put back what was removed from a table that was then killed, or set it aside; return what was done.

    Raises OSError.
    """
    (log, kept_log), (place, kept) = _pairs(path)
    if _are_in_place(path):
        for file, name in _pairs(path):
            if _is_file(name) and not file.samefile(name):
                name.unlink()  # the folder was copied: the same bytes twice
        return ""
    is_there = os.path.lexists(place)
    is_ours = is_there and (not _is_file(kept) or _is_same(place, kept))
    ours = _one_file(place if is_ours else kept, kept_log)
    held, theirs = _seals(ours), _seals(_one_file(place, *([] if _is_same(log, kept_log) else [log])))
    if is_ours:
        puts_back = held is not None and not held < (theirs or frozenset())
    else:
        puts_back = _is_file(kept) and (not is_there or bool(held and not theirs))
    if puts_back:
        aside = set_aside(path)
        if is_ours:
            write_durably(place, ours, mode=0o600)
            drop(path)
        else:
            kept.rename(place)  # before the log: SQLite deletes one that has no file
            if _is_file(kept_log):
                kept_log.rename(log)
            sync_folder(path.parent)
        return f"{path}: had been removed or replaced, and is put back; what stood there: {aside or 'nothing'}"
    aside = new_aside(path.parent, "kept", _dated(kept if _is_file(kept) else kept_log))
    for file, name in _pairs(path):
        if _is_file(name):
            os.link(name, aside / file.name, follow_symlinks=False)
    _sync(aside)
    if not is_ours and _is_file(kept) and _is_same(log, kept_log):
        log.unlink()  # it would be taken for a part of the other file
    drop(path)
    return f"{path}: another file has taken its place; what was there is in {aside}"


def set_aside(path: Path, ends: Sequence[str] = _STANDING) -> Path | None:
    """Move whatever stands in the place of the files into a dated folder, durable on return; return the folder.

    Raises OSError.
    """
    standing = [file for end in ends if os.path.lexists(file := path.with_name(f"{path.name}{end}"))]
    if not standing:
        return None
    aside = new_aside(path.parent, "found", _dated(standing[0]))
    for file in standing:
        file.rename(aside / file.name)
    _sync(aside)
    return aside


def new_aside(folder: Path, by: str, at: str) -> Path:
    """Make a new dated folder for files that are set aside."""
    root = folder / SET_ASIDE
    with suppress(FileExistsError):
        root.mkdir(mode=0o700)
        sync_folder(folder)
    stamp = re.sub(r"[^0-9T-]", "-", at[:19])
    for number in count(1):
        aside = root / (f"{stamp}-{by}" if number == 1 else f"{stamp}-{by}-{number}")
        with suppress(FileExistsError):
            aside.mkdir(mode=0o700)
            break
    sync_folder(root)
    return aside


def _dated(file: Path) -> str:
    return datetime.fromtimestamp(file.lstat().st_mtime, UTC).isoformat(timespec="seconds")


def _sync(aside: Path) -> None:
    for folder in (aside, aside.parent.parent):
        sync_folder(folder)


def _pairs(path: Path) -> list[tuple[Path, Path]]:
    """Return the places of log and file, each with its second name."""
    return [(path.with_name(f"{path.name}{end}"), path.with_name(f".{path.name}{end}.kept")) for end in _KEPT]


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _is_same(place: Path, kept: Path) -> bool:
    try:
        return place.samefile(kept) or (place.is_file() and place.read_bytes() == kept.read_bytes())
    except OSError:
        return False


def _one_file(*file_and_log: Path) -> bytes:
    return as_one_file(*(path.read_bytes() if _is_file(path) else b"" for path in file_and_log))


def _seals(image: bytes) -> frozenset[str] | None:
    """Return the seals of all entries, or None if they cannot be read."""
    if not image:
        return None
    try:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(image)
            if connection.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
                return None
            return frozenset(seal for (seal,) in connection.execute("SELECT seal FROM entries"))
    except (sqlite3.Error, UnicodeDecodeError):
        return None
