"""Writes small files so that a power cut leaves either the old or the new one.

Links are never followed, so a user who can write to the folder cannot redirect the write elsewhere.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def write_durably(path: Path, data: bytes, *, mode: int | None = None, owner: tuple[int, int] | None = None) -> None:
    """Write a file, durable on return, or leave the old one and raise OSError; `mode` sets the exact permissions.

    With `owner`, a user and a group, the new file gets this owner before it gets its name.
    """
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)  # left by a process that was killed; or a link, which is removed as well
    try:
        create_durably(part, data, mode=mode, owner=owner)
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def create_durably(path: Path, data: bytes, *, mode: int | None = None, owner: tuple[int, int] | None = None) -> None:
    """Create a new file, its content durable on return; its name becomes durable with the folder."""
    descriptor = os.open(path, _NEW, 0o666 if mode is None else mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        if owner is not None:
            os.fchown(descriptor, *owner)
        if mode is not None:  # regardless of the umask
            os.fchmod(descriptor, mode)
        os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Make new names durable: a rename is stored in the folder, not in the file."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
