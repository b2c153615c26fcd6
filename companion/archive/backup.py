"""Backups: a table's games, pieces, board, kit and configuration enter, one file leaves; and back, on any box.

The games are copied through SQLite's own backup, also while the companion plays. A backup is read again before it is
said to be made, and checked as a whole before anything of it is put in place:

    UserError
    ├── exit 1      there is a file in the way, or one cannot be read or written
    └── exit 65     not a backup, damaged, or made by a newer version
"""

from __future__ import annotations

import io
import json
import os
import re
import sqlite3
import tarfile
import tempfile
import zlib
from collections.abc import Mapping
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.errors import BAD_DATA, UserError

if TYPE_CHECKING:
    from companion.config.settings import Config

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
GAMES, PIECES, BOARD, KIT, CONFIG, LANGUAGE = (
    "games.sqlite",
    "pieces.toml",
    "board.toml",
    "kit.toml",
    "config.toml",
    "language",
)
NAMES: Final = (GAMES, PIECES, BOARD, KIT, CONFIG, LANGUAGE)
MOST_BYTES: Final = 1 << 30
_MEMORY: Final = "/dev/shm"
_NO_INDEX: Final = ("SQLITE_IOERR_SHMSIZE", "SQLITE_CANTOPEN")  # on a full disk, on one that has turned read-only


class Backup(NamedTuple):
    """What a backup holds."""

    version: str  # of the companion that made it
    made: str
    files: Mapping[str, bytes]


def gather(config: Config, version: str, at: str) -> Backup:
    """Take everything that makes this table what it is."""
    places = {
        **_files_of_games(config),
        KIT: Path(config.kit) if "/" in config.kit else None,
        CONFIG: Path(config.file) if config.file else None,
        LANGUAGE: config.state / LANGUAGE if (config.state / LANGUAGE).is_file() else None,
    }
    files = {name: _read(path) for name, path in places.items() if path}
    if config.journal.exists():
        files = {GAMES: copy_games(config.journal), **files}
    return Backup(version, at, files)


def _files_of_games(config: Config) -> dict[str, Path | None]:
    """Find the owner's files of every game on the shelf, under the names that they have in the state folder."""
    from companion.shelf.shelf import boxes

    found: dict[str, Path | None] = {}
    for box in boxes():
        found |= {box.piece_file: config.pieces_of(box.id), box.board_file: config.board_of(box.id)}
    return found


def _names() -> set[str]:
    """Name everything that a backup may hold."""
    from companion.shelf.shelf import boxes

    return {MANIFEST, *NAMES, *(name for box in boxes() for name in (box.piece_file, box.board_file))}


def copy_games(journal: Path) -> bytes:
    """Copy a journal as it is at this moment, though others may be writing to it, or the disk takes nothing."""
    with _scratch() as folder:
        copy = Path(folder) / GAMES
        try:
            _copy_database(journal, copy)
        except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter where the names of tables are damaged
            if getattr(error, "sqlite_errorname", "") not in _NO_INDEX:
                raise UserError(f"{journal}: cannot be copied: {error}", BAD_DATA) from error
            _copy_elsewhere(journal, copy)
        return copy.read_bytes()


def _copy_database(journal: Path, copy: Path) -> None:
    with (
        closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
        # One file, without a log beside it.
        target.execute("PRAGMA journal_mode = DELETE")


def _copy_elsewhere(journal: Path, copy: Path) -> None:
    """Copy a journal whose disk does not take the index of its log, where it can be made.

    Whoever plays has that index: nobody does, and the files can be taken as they are.
    """
    moved = copy.with_name("as-it-is")
    try:
        for end in ("", "-wal"):
            part = journal.with_name(f"{journal.name}{end}")
            if part.exists():
                moved.with_name(f"{moved.name}{end}").write_bytes(part.read_bytes())
        _copy_database(moved, copy)
    except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
        raise UserError(f"{journal}: cannot be copied: {error}", BAD_DATA) from error


def _scratch() -> tempfile.TemporaryDirectory[str]:
    """Give a folder for a moment, in memory where there is one: the disk may be full, and cards wear."""
    return tempfile.TemporaryDirectory(dir=_MEMORY if os.access(_MEMORY, os.W_OK) else None)


def damages(games: bytes) -> tuple[str, ...]:
    """Check every page and every seal of a copied journal; give what is wrong with it."""
    from companion.journal.journal import JournalError
    from companion.journal.sqlite import SqliteJournal

    with _scratch() as folder:
        copy = Path(folder) / GAMES
        copy.write_bytes(games)
        journal = SqliteJournal(copy)
        try:
            journal.open()
            return tuple(str(damage) for damage in journal.integrity())
        except JournalError as error:
            return (str(error).replace(str(copy), GAMES),)
        finally:
            journal.close()


# --- the file ---


def format_backup(backup: Backup) -> bytes:
    """Give a backup as a compressed archive, for its owner alone: it may hold passwords, and tag numbers it does."""
    manifest = {
        "format": FORMAT,
        "companion": backup.version,
        "made": backup.made,
        "files": {
            name: {"bytes": len(data), "sha256": sha256(data).hexdigest()} for name, data in backup.files.items()
        },
    }
    text = io.BytesIO()
    with tarfile.open(fileobj=text, mode="w:gz") as archive:
        for name, data in ((MANIFEST, json.dumps(manifest, indent=1).encode()), *backup.files.items()):
            member = tarfile.TarInfo(name)
            member.size, member.mode = len(data), 0o600
            archive.addfile(member, io.BytesIO(data))
    return text.getvalue()


def parse_backup(data: bytes, file: str) -> Backup:
    """Read a backup, every byte checked; `file` is for the messages."""
    found: dict[str, bytes] = {}
    names = _names()
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
            for member in archive:
                # Nothing is ever unpacked under a name that the archive gives.
                if member.name not in names or not member.isreg() or member.size > MOST_BYTES:
                    raise _unfit(file, f"holds {member.name!r}, which no backup has")
                content = archive.extractfile(member)
                found[member.name] = content.read() if content else b""
        manifest: Any = json.loads(found.pop(MANIFEST, b""))
        wanted = {name: (entry["bytes"], entry["sha256"]) for name, entry in manifest["files"].items()}
        newer = manifest["format"] != FORMAT
        version, made = str(manifest["companion"]), str(manifest["made"])
    except (OSError, EOFError, zlib.error, tarfile.TarError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise _unfit(file, "not a backup, or damaged") from error
    if newer:
        raise _unfit(file, f"format {manifest['format']!r}, expected {FORMAT}; a newer companion made it: install that")
    if wanted != {name: (len(content), sha256(content).hexdigest()) for name, content in found.items()}:
        raise _unfit(file, "damaged: its contents are not those that were put into it")
    return Backup(version, made, found)


def _unfit(file: str, what: str) -> UserError:
    return UserError(f"{file}: {what}", BAD_DATA)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error


# --- on another box ---


def fitted_config(text: str, files: Mapping[str, bytes], state: Path, state_setting: str) -> str:
    """Give a configuration that names the files where this box has them; the rest stays as its owner wrote it."""
    text = _with_key(text, "state", state_setting)
    text = _with_key(text, "pieces", "")  # found in the state folder
    text = _without_files_of_games(text)
    if BOARD in files:
        text = _with_key(text, "board", str(state / BOARD))
    if KIT in files:
        text = _with_key(text, "kit", str(state / KIT))
    return _with_key(text, "journal", "", unless="://")


def _with_key(text: str, key: str, value: str, *, unless: str = "") -> str:
    """Set a key that is there; keys outside of all tables come before the first of these."""
    table = re.search(r"^\s*\[", text, re.MULTILINE)
    head, tail = (text[: table.start()], text[table.start() :]) if table else (text, "")
    line = re.compile(rf"^{key}[ \t]*=.*$", re.MULTILINE)
    found = line.search(head)
    if found is None or (unless and unless in found[0]):
        return text
    # A function, for a path may hold what a pattern takes for a command.
    return line.sub(lambda _: f"{key} = {json.dumps(value, ensure_ascii=False)}", head, count=1) + tail


def _without_files_of_games(text: str) -> str:
    """Empty the keys of `[games.<id>]`: the files are found in the state folder."""
    lines, is_inside = [], False
    for line in text.split("\n"):
        if re.match(r"\s*\[", line):
            is_inside = bool(re.match(r"\s*\[\s*games\b", line))
        names = r"(?:[\w\"'-]+\s*\.\s*)?" if is_inside else r"games\s*\.\s*[\w\"'-]+\s*\.\s*"
        found = re.match(rf"\s*{names}(?:board|pieces)\s*=", line)
        lines.append(f'{found[0]} ""' if found else line)
    return "\n".join(lines)
