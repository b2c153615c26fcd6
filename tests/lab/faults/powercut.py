"""A disk that loses power: builds and steers the preload shim, and replays its record up to any cut.

What was synced is there; of what was not, nothing, some whole writes, or some sectors of them. A file's name counts as
synced only with its folder.
"""

from __future__ import annotations

import mmap
import os
import random
import shutil
import struct
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from tests.needs import program

SECTOR = 512
_HEAD = struct.Struct("<cIQQ")
_CONTROL = struct.Struct("<qqqqq")


def build_shim(folder: Path, name: str = "powercut") -> Path:
    """Compile a shim of this folder, or raise Missing where there is no compiler."""
    compiler = shutil.which("gcc") or program("cc")
    shim = folder / f"{name}.so"
    source = Path(__file__).with_name(f"{name}.c")
    warnings = ["-Wall", "-Wextra", "-Werror"]
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", *warnings, "-o", shim, source, "-ldl", "-lpthread"], check=True
    )
    return shim


class Control:
    """The numbers by which a process under the shim is steered."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            path.write_bytes(_CONTROL.pack(-1, 0, -1, 0, 0))
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), _CONTROL.size)

    def set(self, *, space: int = -1, read_only: bool = False, life: int = -1, syncs: int = 0) -> None:
        """Set bytes left, whether writing is refused, changes left to live, and how many syncs fail."""
        struct.pack_into("<qqq", self._shared, 0, space, read_only, life)
        struct.pack_into("<q", self._shared, 32, syncs)

    @property
    def changes(self) -> int:
        """Count the changes that went through the shim."""
        return int(_CONTROL.unpack_from(self._shared)[3])


def environment(shim: Path, root: Path, *, log: Path | None = None, control: Control | None = None) -> dict[str, str]:
    """Return the environment of a process whose files below `root` are on such a disk."""
    made = {**os.environ, "LD_PRELOAD": str(shim), "POWERCUT_ROOT": str(root)}
    if log:
        made["POWERCUT_LOG"] = str(log)
    if control:
        made["POWERCUT_CONTROL"] = str(control.path)
    return made


class Change(NamedTuple):
    what: str
    file: int
    offset: int
    data: bytes


def read_log(path: Path) -> Iterator[Change]:
    """Read the shim's record."""
    with path.open("rb") as file:
        while head := file.read(_HEAD.size):
            what, number, offset, length = _HEAD.unpack(head)
            yield Change(what.decode(), number, offset, file.read(length))


class Loss(StrEnum):
    """What becomes of writes that were not synced."""

    DROPPED = "dropped"
    WHOLE = "whole"  # each write is there or not
    TORN = "torn"  # each sector of it is there or not


@dataclass
class _File:
    synced: bytearray = field(default_factory=bytearray)
    waiting: list[Change] = field(default_factory=list)

    def sync(self) -> None:
        for change in self.waiting:
            _apply(self.synced, change)
        self.waiting.clear()

    def after_cut(self, loss: Loss, chance: random.Random) -> bytes:
        content = bytearray(self.synced)
        if loss is Loss.DROPPED:
            return bytes(content)
        for change in self.waiting:
            if loss is Loss.TORN and change.what == "W":
                for piece in _sectors(change):
                    if chance.random() < 0.5:
                        _apply(content, piece)
            elif chance.random() < 0.5:
                _apply(content, change)
        return bytes(content)


class Disk:
    """The state of the watched folder while the record is replayed."""

    def __init__(self) -> None:
        self.confirmed: list[bytes] = []
        self._names: dict[str, _File] = {}
        self._synced_names: dict[str, _File] = {}
        self._history: list[dict[str, _File]] = []  # the names after each change since the folder was synced
        self._openings: dict[int, _File] = {}

    def replay(self, change: Change) -> None:
        """Let one more change happen."""
        match change.what:
            case "C":
                self.confirmed.append(change.data)
            case "O":
                name = change.data.decode()
                if name not in self._names:
                    self._rename({**self._names, name: _File()})
                self._openings[change.file] = self._names[name]
            case "W" | "T":
                self._openings[change.file].waiting.append(change)
            case "S":
                self._openings[change.file].sync()
            case "D":
                self._synced_names, self._history = self._names, []
            case "U":
                self._rename({name: file for name, file in self._names.items() if name != change.data.decode()})
            case "R":
                old, new = change.data.decode().split("\0")
                names = {name: file for name, file in self._names.items() if name != old}
                self._rename({**names, new: self._names[old]})
            case _:
                raise ValueError(f"a record of kind {change.what!r}")

    def after_cut(self, loss: Loss, chance: random.Random) -> Mapping[str, bytes]:
        """Return the files as they are found after the power was cut now."""
        names = self._synced_names
        if loss is not Loss.DROPPED:
            names = chance.choice([names, *self._history])
        found = {name: file.after_cut(loss, chance) for name, file in names.items()}
        for name in found:
            if name.endswith("-shm"):
                # Shared memory of a process that is gone: whatever the disk happened to hold.
                found[name] = chance.randbytes(len(found[name])) if chance.random() < 0.5 else b""
        return found

    def _rename(self, names: dict[str, _File]) -> None:
        self._names = names
        self._history.append(names)


def _apply(content: bytearray, change: Change) -> None:
    if change.what == "T":
        del content[change.offset :]
        content.extend(bytes(change.offset - len(content)))
        return
    end = change.offset + len(change.data)
    content.extend(bytes(max(0, end - len(content))))
    content[change.offset : end] = change.data


def _sectors(change: Change) -> Iterator[Change]:
    """Split a write where the disk's sectors end."""
    start = 0
    while start < len(change.data):
        end = min(len(change.data), start + SECTOR - (change.offset + start) % SECTOR)
        yield change._replace(offset=change.offset + start, data=change.data[start:end])
        start = end
