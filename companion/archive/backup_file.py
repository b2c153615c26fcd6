"""The backup file: writes a table into one compressed archive, and reads it back, checking every byte.

An archive may come from a stranger. Its members are read one by one, and each header is checked first: a header that no
backup has, or a size beyond the limits, is refused before its content is unpacked.

    UserError   exit 65     not a backup, damaged, too large, or made by a newer version
"""

from __future__ import annotations

import gzip
import io
import json
import re
import tarfile
import zlib
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

from companion.config.state_files import HOUSE_RULES_FILE, LANGUAGE_FILE
from companion.errors import BAD_DATA, UserError

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
GAMES, PIECES, BOARD, KIT, CONFIG = "games.sqlite", "pieces.toml", "board.toml", "kit.toml", "config.toml"
CHOICES: Final = (LANGUAGE_FILE, HOUSE_RULES_FILE)  # made at the table
NAMES: Final = (GAMES, PIECES, BOARD, KIT, CONFIG, *CHOICES)
LARGEST: Final = 256 << 20  # limit of a backup, packed or not: some thousand games
LARGEST_TEXT: Final = 1 << 20  # limit of every file except the games
# Games shrink to about a fifth when packed; zeros shrink to a thousandth.
MOST_RATIO: Final = 64
SMALL: Final = 16 << 20  # this much may be unpacked at any ratio
_TEXT: Final = re.compile(r"[ -~]{0,64}")
_BLOCK: Final = 512


class Backup(NamedTuple):
    """The content of a backup."""

    version: str  # version of the companion that made it
    made: str
    files: Mapping[str, bytes]


def names() -> set[str]:
    """Return the names of everything that a backup may contain."""
    from companion.shelf.shelf import boxes

    return {MANIFEST, *NAMES, *(name for box in boxes() for name in (box.piece_file, box.board_file))}


def format_backup(backup: Backup) -> bytes:
    """Return a backup as a compressed archive, for its owner only: it contains tag numbers and perhaps passwords."""
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
    try:
        found = dict(_members(data, file))
        manifest: Any = json.loads(found.pop(MANIFEST, b""))
        wanted = {name: (entry["bytes"], entry["sha256"]) for name, entry in manifest["files"].items()}
        newer = manifest["format"] != FORMAT
        version, made = _shown(manifest["companion"]), _shown(manifest["made"])
    except (
        OSError,
        EOFError,
        zlib.error,
        tarfile.TarError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        RecursionError,
    ) as error:
        raise _unfit(file, "not a backup, or damaged") from error
    if newer:
        given = f"{manifest['format']!r:.40}"
        raise _unfit(file, f"format {given}, expected {FORMAT}; a newer companion made it: install that")
    if wanted != {name: (len(content), sha256(content).hexdigest()) for name, content in found.items()}:
        raise _unfit(file, "damaged: its contents are not those that were put into it")
    return Backup(version, made, found)


def _members(data: bytes, file: str) -> Iterator[tuple[str, bytes]]:
    """Unpack an archive member by member, each only if a backup has it and it is not too large."""
    if len(data) > LARGEST:
        raise _unfit(file, f"has {len(data):,} bytes, a backup at most {LARGEST:,}")
    room = min(LARGEST, max(SMALL, MOST_RATIO * len(data)))
    from companion.shelf.shelf import known_games

    allowed, seen = names(), set[str]()
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
        while True:
            head = stream.read(_BLOCK)
            if len(head) < _BLOCK:
                raise EOFError("the archive has no end")
            if not any(head):
                break
            # Nothing is ever unpacked under a name from the archive, and headers that change the next member (long
            # names, PAX) have other types, which are refused.
            member = tarfile.TarInfo.frombuf(head, "utf-8", "surrogateescape")
            if member.name not in allowed:
                # It may be the file of a game that only another version has.
                raise _unfit(file, f"holds {member.name!r:.80}, which no backup has; {known_games()}")
            if member.name in seen or member.type not in (tarfile.REGTYPE, b"\0"):
                raise _unfit(file, f"holds {member.name!r:.80} as no backup has it")
            most = room if member.name == GAMES else LARGEST_TEXT
            if not 0 <= member.size <= most:
                raise _unfit(file, f"{member.name} would have {member.size:,} bytes, expected at most {most:,}")
            seen.add(member.name)
            content = stream.read(member.size)
            padding = stream.read(-member.size % _BLOCK)
            if len(content) + len(padding) != -(-member.size // _BLOCK) * _BLOCK:
                raise EOFError("a member is cut off")
            room -= member.size
            yield member.name, content
        # Read the rest of the last record, so that the checksum at the end is compared.
        if len(stream.read(SMALL)) == SMALL:
            raise _unfit(file, "goes on behind its end")


def _shown(text: str) -> str:
    """Return a word that is safe to print, or raise ValueError: a terminal obeys control characters."""
    if not _TEXT.fullmatch(text):
        raise ValueError("characters that are not shown")
    return text


def _unfit(file: str, what: str) -> UserError:
    return UserError(f"{file}: {what}", BAD_DATA)
