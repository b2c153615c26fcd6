"""Second names for the files of an open journal: a file that somebody removes is not lost.

    .games.sqlite.kept, .games.sqlite-wal.kept      exist while a table has the journal open, or was killed with it open
    set-aside/2026-11-17T20-15-00-found/            what was open when another file had taken its place

A table checks that its files are there at every write and every few seconds. If it is killed before it has noticed that
one is gone, the next start restores the file from its second name, before it opens the journal. A normal end removes
the second names: games that somebody deletes after that stay deleted.
"""

from __future__ import annotations

import filecmp
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from hardware.formats.durable import sync_folder

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
    if kept.is_symlink() or not kept.is_file():
        return ""
    has_log = kept_log.is_file() and not kept_log.is_symlink()
    if not os.path.lexists(place):
        if has_log and not os.path.lexists(log):
            os.link(kept_log, log, follow_symlinks=False)
        os.link(kept, place, follow_symlinks=False)
        return f"{place}: had been removed, and is put back"
    if place.samefile(kept):
        if has_log and not os.path.lexists(log) and _tells_more(place, kept_log):
            os.link(kept_log, log, follow_symlinks=False)
            return f"{log}: had been removed, and is put back"
    elif kept.stat().st_nlink == 1 and not (_is_copy(kept, place) and (not has_log or _is_copy(kept_log, log))):
        # Not if somebody set the file aside, nor in a copy of the whole folder.
        aside = _aside(path, kept)
        if has_log:
            kept_log.rename(aside / log.name)
        kept.rename(aside / place.name)
        for folder in (aside, aside.parent):
            sync_folder(folder)
        return f"{place}: another file has taken its place; what was there is in {aside}"
    return ""


def _aside(path: Path, kept: Path) -> Path:
    """Make a folder, dated by its content, unless a process that was killed has already made it."""
    stamp = datetime.fromtimestamp(kept.stat().st_mtime, UTC).strftime("%Y-%m-%dT%H-%M-%S")
    for number in count(1):
        aside = path.parent / SET_ASIDE / (f"{stamp}-found" if number == 1 else f"{stamp}-found-{number}")
        if not os.path.lexists(aside / path.name):
            break
    aside.parent.mkdir(mode=0o700, exist_ok=True)
    aside.mkdir(mode=0o700, exist_ok=True)
    return aside


def _is_copy(one: Path, other: Path) -> bool:
    return other.is_file() and filecmp.cmp(one, other, shallow=False)


def _places(path: Path, end: str) -> tuple[Path, Path]:
    return path.with_name(f"{path.name}{end}"), path.with_name(f".{path.name}{end}.kept")


def _tells_more(file: Path, log: Path) -> bool:
    """Return whether a log holds entries that its database lacks; an old one would undo newer entries."""
    try:
        without, together = _compared(file, log, None)
    except OSError:  # a full /tmp must not stop a table whose own disk has room
        without, together = _compared(file, log, file.parent)
    if without is None:
        return True  # a damaged file: perhaps only the log can be read
    if together is None:
        return False
    return together != without and all(together.get(game, -1) >= revision for game, revision in without.items())


def _compared(file: Path, log: Path, folder: Path | None) -> tuple[dict[str, int] | None, dict[str, int] | None]:
    """Return the length of each game without the log and with it, from copies in a folder. Raises OSError."""
    with TemporaryDirectory(dir=folder, prefix=_COMPARED) as name:
        alone, both = Path(name, "alone.sqlite"), Path(name, "both.sqlite")
        shutil.copyfile(file, alone)
        shutil.copyfile(file, both)
        shutil.copyfile(log, both.with_name("both.sqlite-wal"))
        return _ends_of_games(alone), _ends_of_games(both)


def _ends_of_games(file: Path) -> dict[str, int] | None:
    """Return the length of each game, or None if the file is not whole."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            # Without the log's index next to it: if that did not fit on the disk, an intact log would look damaged.
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            if connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
                return None
            return dict(connection.execute("SELECT game, max(revision) FROM entries GROUP BY game").fetchall())
    except (sqlite3.Error, UnicodeDecodeError):
        return None
