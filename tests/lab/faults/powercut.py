"""A disk that loses power: builds and steers the preload shim, and replays its record up to any cut.

What was synced is there; of what was not, nothing, some whole writes, or some sectors of them. A name counts as synced
only with its folder, and a folder's own name only with the one above.
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
from pathlib import Path, PurePosixPath
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
    """What becomes of writes and names that were not synced."""

    DROPPED = "dropped"
    WHOLE = "whole"  # each write is there or not; names as they were at one moment since
    TORN = "torn"  # each sector of it is there or not; names of each folder as they were at a moment of its own


@dataclass(eq=False)
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


@dataclass(frozen=True, slots=True)
class _Folder:
    """Its names are those below its own."""


@dataclass(frozen=True, slots=True)
class _Link:
    target: str


_Node = _File | _Folder | _Link
_Names = dict[str, _Node]


class _Step(NamedTuple):
    """A change of names that is there or not, in all its folders at once, as the journals of file systems have it."""

    gone: str
    made: str
    node: _Node | None

    @property
    def names(self) -> set[str]:
        return {name for name in (self.gone, self.made) if name}

    @property
    def folders(self) -> set[str]:
        return {str(PurePosixPath(name).parent) for name in self.names}

    def take(self, names: _Names) -> None:
        """Let it happen."""
        names.pop(self.gone, None)
        if self.made and self.node is not None:
            names[self.made] = self.node


class Disk:
    """The state of the watched folder while the record is replayed, from what was on the disk for certain before."""

    def __init__(self, before: Path | None = None) -> None:
        self.confirmed: list[bytes] = []
        self._synced_names: _Names = _read_tree(before) if before else {}
        self._names = dict(self._synced_names)
        self._steps: list[_Step] = []  # not synced, in their order
        self._openings: dict[int, _File] = {}

    def replay(self, change: Change) -> None:
        """Let one more change happen."""
        first, _, second = change.data.decode().partition("\0") if change.what in "OUXMRLYD" else ("", "", "")
        match change.what:
            case "C":
                self.confirmed.append(change.data)
            case "O":
                if first not in self._names:
                    self._step(_Step("", first, _File()))
                self._openings[change.file] = self._file(first)
            case "W" | "T":
                self._openings[change.file].waiting.append(change)
            case "S":
                self._openings[change.file].sync()
            case "D":
                self._sync_folder(str(PurePosixPath(first)))
            case "A":
                for node in self._names.values():
                    if isinstance(node, _File):
                        node.sync()
                self._synced_names, self._steps = dict(self._names), []
            case "M":
                self._step(_Step("", first, _Folder()))
            case "U" | "X":
                self._step(_Step(first, "", None))
            case "R":
                if isinstance(self._names[first], _Folder):
                    raise NotImplementedError(f"{first}: a folder that is renamed; its names would have to follow")
                self._step(_Step(first, second, self._names[first]))
            case "L":
                self._step(_Step("", second, self._names[first]))
            case "Y":
                self._step(_Step("", second, _Link(first)))
            case _:
                raise ValueError(f"a record of kind {change.what!r}")

    def after_cut(self, loss: Loss, chance: random.Random) -> Mapping[str, bytes]:
        """Return the files as they are found after the power was cut now."""
        return {
            name: self._content(name, node, loss, chance)
            for name, node in self._names_after_cut(loss, chance).items()
            if isinstance(node, _File)
        }

    def lay_out(self, folder: Path, loss: Loss, chance: random.Random) -> None:
        """Make a folder what is found after the power was cut now, with its folders and links."""
        for name, node in sorted(self._names_after_cut(loss, chance).items()):
            match node:
                case _Folder():
                    (folder / name).mkdir()
                case _Link(target):
                    (folder / name).symlink_to(target)
                case _File():
                    (folder / name).write_bytes(self._content(name, node, loss, chance))

    def _content(self, name: str, file: _File, loss: Loss, chance: random.Random) -> bytes:
        content = file.after_cut(loss, chance)
        if name.endswith("-shm"):
            # Shared memory of a process that is gone: whatever the disk happened to hold.
            return chance.randbytes(len(content)) if chance.random() < 0.5 else b""
        return content

    def _names_after_cut(self, loss: Loss, chance: random.Random) -> _Names:
        names = dict(self._synced_names)
        match loss:
            case Loss.DROPPED:
                kept = []
            case Loss.WHOLE:
                kept = self._steps[: chance.randint(0, len(self._steps))]
            case Loss.TORN:
                kept = self._torn_steps(chance)
        for step in kept:
            step.take(names)
        return {name: node for name, node in names.items() if _is_reached(name, names)}

    def _torn_steps(self, chance: random.Random) -> list[_Step]:
        """Let each folder lose its names from a moment of its own; what concerns two of them is in both or neither."""
        folders = sorted({folder for step in self._steps for folder in step.folders})
        left = {folder: chance.randint(0, sum(folder in step.folders for step in self._steps)) for folder in folders}
        kept: list[_Step] = []
        for step in self._steps:
            if all(left[folder] > 0 for folder in step.folders):
                kept.append(step)
                for folder in step.folders:
                    left[folder] -= 1
            else:
                left |= dict.fromkeys(step.folders, 0)
        return kept

    def _sync_folder(self, folder: str) -> None:
        """Make the names of a folder certain, with what else became of those names before."""
        certain: set[str] = set()
        chosen: list[bool] = []
        for step in reversed(self._steps):
            is_chosen = folder in step.folders or bool(certain & step.names)
            certain |= step.names if is_chosen else set()
            chosen.append(is_chosen)
        waiting = []
        for step, is_chosen in zip(self._steps, reversed(chosen), strict=True):
            if is_chosen:
                step.take(self._synced_names)
            else:
                waiting.append(step)
        self._steps = waiting

    def _file(self, name: str) -> _File:
        node = self._names[name]
        if not isinstance(node, _File):
            raise TypeError(f"{name}: opened as a file, and it is none")
        return node

    def _step(self, step: _Step) -> None:
        step.take(self._names)
        self._steps.append(step)


def _read_tree(folder: Path) -> _Names:
    """Read what is on a disk, all of it synced."""
    names: _Names = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            names[name] = _Link(str(path.readlink()))
        else:
            names[name] = _Folder() if path.is_dir() else _File(bytearray(path.read_bytes()))
    # Second names of one file are one file.
    by_inode: dict[int, _Node] = {}
    for name in names:
        if isinstance(names[name], _File):
            names[name] = by_inode.setdefault((folder / name).stat().st_ino, names[name])
    return names


def _is_reached(name: str, names: _Names) -> bool:
    """Return whether all folders above are there."""
    return all(isinstance(names.get(str(above)), _Folder) for above in list(PurePosixPath(name).parents)[:-1])


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
