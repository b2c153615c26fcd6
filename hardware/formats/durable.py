"""Small files that are the old one or the new one, whenever the power goes.

No link is followed at the place of a new file: who can write to its folder cannot have something else written to.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def write_durably(path: Path, data: bytes, *, mode: int | None = None, owner: tuple[int, int] | None = None) -> None:
    """Write a file, durable on return, or leave what was there and raise OSError; with `mode`, exactly that.

    With `owner`, a user and a group, the new file is given to them before it has its name.
    """
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)  # of somebody who was killed; or a link, which goes as well
    try:
        create_durably(part, data, mode=mode, owner=owner)
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def create_durably(path: Path, data: bytes, *, mode: int | None = None, owner: tuple[int, int] | None = None) -> None:
    """Make a file that is not there yet, its content durable on return; its name is so with the folder."""
    descriptor = os.open(path, _NEW, 0o666 if mode is None else mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        if owner is not None:
            os.fchown(descriptor, *owner)
        if mode is not None:  # the process's mask has no say
            os.fchmod(descriptor, mode)
        os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Make new names durable too: a rename lives in the folder, not in the file."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
