"""The troubles of a disk, in the words of the journal: full, forbidden, failing."""

from __future__ import annotations

from pathlib import Path

from companion.journal.journal import Unavailable
from hardware.trouble import Trouble


def disk_full(path: Path) -> Unavailable:
    """Return the trouble that there is no room."""
    reason = Trouble("{file}: the disk is full", file=path)
    return Unavailable(reason, Trouble("free some space; nothing accepted is lost"))


def not_writable(path: Path) -> Unavailable:
    """Return the trouble that the file, or its disk, may not be changed."""
    reason = Trouble("{file}: cannot be written", file=path)
    return Unavailable(reason, Trouble("check the disk and who owns the file"))


def disk_errors(path: Path, name: str) -> Unavailable:
    """Return the trouble that the disk fails, with the system's name for it."""
    reason = Trouble("{file}: the disk gives errors ({name})", file=path, name=name)
    return Unavailable(reason, Trouble("check the disk: it may be read-only, full or worn out"))
