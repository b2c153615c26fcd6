"""Records files and links before they are changed, once each, so that all of them can be restored.

Each record is a file in a folder, durable before the recorded file is changed. So everything can be restored after a
power cut, too, and again if the restoring itself is cut off.
"""

from __future__ import annotations

import json
import os
from base64 import b64decode, b64encode
from pathlib import Path
from typing import NamedTuple

from hardware.formats.durable import create_durably, sync_folder, write_durably


class _Was(NamedTuple):
    """What was at a place; nothing: no file and no link."""

    link: str = ""
    content: bytes | None = None
    mode: int = 0
    owner: tuple[int, int] = (0, 0)


class Replaced:
    """The first state of every place below a root that is changed, however often it is."""

    def __init__(self, root: Path, folder: Path) -> None:
        """Take the folder where it is written down; ValueError: what it holds cannot be read."""
        self._root, self._folder = root, folder
        self._was = dict(_read(path, root) for path in sorted(folder.glob("[0-9]*.json")))

    def note(self, place: Path) -> None:
        """Write down what is at a place that is about to change, durable on return; a folder is not written down."""
        if place in self._was or (place.is_dir() and not place.is_symlink()):
            return
        was = _look(place)
        path = self._folder / f"{len(self._was) + 1:04}.json"
        write_durably(path, _format(str(place.relative_to(self._root)), was), mode=0o600)
        self._was[place] = was

    def put_back(self) -> list[Path]:
        """Make every place what it was, durable, the last first, and tell which were not; an OSError stops it."""
        changed = []
        for place, was in reversed(self._was.items()):
            if _look(place) != was:
                _restore(place, was)
                changed.append(place)
        return changed


def _format(place: str, was: _Was) -> bytes:
    content = None if was.content is None else b64encode(was.content).decode()
    return json.dumps({"place": place, **was._asdict(), "content": content}, indent=1).encode()


def _read(path: Path, root: Path) -> tuple[Path, _Was]:
    try:
        told = json.loads(path.read_bytes())
        content = None if told["content"] is None else b64decode(told["content"])
        user, group = told["owner"]
        return root / told["place"], _Was(str(told["link"]), content, int(told["mode"]), (int(user), int(group)))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"{path.name} cannot be read") from error


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
