"""Lets root work in another user's folder with only that user's rights.

The service owns its state folder and may put links there. Following a link with the owner's rights leads only where the
owner may go; as root it would lead anywhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """Act as the owner of a folder, in all threads; do nothing unless run by root on another user's folder.

    If the folder does not exist yet, the owner of its parent counts.
    """
    owner = _owner(folder) if _is_root() else None
    if owner is None or owner.st_uid == 0:
        yield
        return
    groups, group = os.getgroups(), os.getegid()
    os.setgroups(_groups(owner.st_uid, owner.st_gid))
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
        os.setgroups(groups)


def belongs_to_owner_of(folder: Path, other: Path) -> bool:
    """Return whether two folders have the same owner."""
    first, second = _owner(folder), _owner(other)
    return first is not None and second is not None and first.st_uid == second.st_uid


def _owner(folder: Path) -> os.stat_result | None:
    for place in (folder, *folder.absolute().parents):
        try:
            return place.stat()
        except OSError:
            continue
    return None


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0  # a platform without users has no root either


def _groups(uid: int, gid: int) -> list[int]:
    """Return all groups of a user: some of them give access to pins and buses."""
    import pwd  # there are platforms without users

    try:
        return os.getgrouplist(pwd.getpwuid(uid).pw_name, gid)
    except KeyError:  # a number without a name
        return [gid]
