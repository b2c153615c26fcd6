"""Remembers files and links before they are changed, once each, so that all of them can be restored."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from hardware.formats.durable import create_durably, sync_folder


class _Was(NamedTuple):
    """What was at a place; nothing: no file and no link."""

    link: str = ""
    content: bytes | None = None
    mode: int = 0
    owner: tuple[int, int] = (0, 0)


class Replaced:
    """Remembers the first state of every place that is changed, however often it is."""

    def __init__(self) -> None:
        self._was: dict[Path, _Was] = {}

    def note(self, place: Path) -> None:
        """Remember what is at a place that is about to change; a folder is not remembered."""
        if place not in self._was and (place.is_symlink() or not place.is_dir()):
            self._was[place] = _look(place)

    def put_back(self) -> list[Path]:
        """Make every place what it was, durable, the last first, and tell which were not; an OSError stops it."""
        changed = []
        while self._was:
            place, was = next(reversed(self._was.items()))
            if _look(place) != was:
                _restore(place, was)
                changed.append(place)
            del self._was[place]
        return changed


def _look(place: Path) -> _Was:
    if place.is_symlink():
        return _Was(link=str(place.readlink()))
    if not place.exists():
        return _Was()
    stat = place.stat()
    return _Was("", place.read_bytes(), stat.st_mode & 0o7777, (stat.st_uid, stat.st_gid))


def _restore(place: Path, was: _Was) -> None:
    if not was.link and was.content is None:
        place.unlink(missing_ok=True)
        sync_folder(place.parent)
        return
    new = place.with_name(f".{place.name}.new")
    new.unlink(missing_ok=True)
    if was.content is None:
        new.symlink_to(was.link)
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        # A power cut must not leave an empty boot file or unit behind.
        create_durably(new, was.content, mode=was.mode, owner=was.owner if os.geteuid() == 0 else None)
    new.replace(place)
    sync_folder(place.parent)
