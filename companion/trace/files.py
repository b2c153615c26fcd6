"""The raw trace: what the hardware reported, kept next to the journal so that a game can be replayed from its sensors.

A trace never delays a move. `append` only puts lines into a bounded queue; a thread writes them, without fsync, and
drops what the disk refuses. Each game is limited in lines and bytes: there are two files, and the older is deleted when
the newer is full. All traces together are limited too: the oldest games make room. Lines are numbered, so a reader
knows whether any are missing.
"""

from __future__ import annotations

import errno
import json
import os
import queue
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NamedTuple

from companion.journal.journal import Json
from companion.journal.seals import check_name
from hardware.tended import Tended

CLOSING_S = 10.0  # for the last lines
_QUEUE = 4096  # batches of lines
_encode = json.JSONEncoder(separators=(",", ":")).encode  # made once: json.dumps makes a new one for every call


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is kept."""

    lines: int = 50_000  # a game
    bytes: int = 4 << 20  # a game
    total_bytes: int = 64 << 20  # all games


DEFAULT_LIMITS = Limits()


class Traced(NamedTuple):
    """What a trace holds."""

    events: tuple[Json, ...]
    is_whole: bool  # whether it is complete from the first event on


class Traces:
    """The traces of all games, in one folder that is made when first needed."""

    def __init__(self, folder: Path, limits: Limits = DEFAULT_LIMITS) -> None:
        self._folder, self._limits = folder, limits
        self._lines: queue.Queue[Sequence[tuple[str, Json]] | None] = queue.Queue(_QUEUE)
        self._lost: Counter[str] = Counter()  # lines that did not fit into the queue, until the writer numbers them
        self.part = Tended(self._write, "trace")

    def close(self) -> None:
        """Write the waiting lines and stop; the next event starts the writer again."""
        if self.part.is_alive():
            with suppress(queue.Full):  # leftovers of a writer that keeps failing
                self._lines.put(None, timeout=CLOSING_S)
            self.part.stop()
            self.part.join(CLOSING_S)

    def append(self, events: Sequence[tuple[str, Json]]) -> None:
        """Hand events, each with its game, to the writer without waiting; count them as lost if the queue is full."""
        self.part.start()
        try:
            self._lines.put_nowait(events)
        except queue.Full:
            self._lost.update(game_id for game_id, _ in events)

    def settle(self) -> None:
        """Wait until the writer has caught up."""
        if self.part.is_alive():
            self._lines.join()

    def read(self, game_id: str) -> Traced:
        """Return a game's events, oldest first, once the writer has caught up."""
        check_name("game id", game_id)
        self.settle()
        newer, older = _paths(self._folder, game_id)
        numbered = [*_numbered(older), *_numbered(newer)]
        is_whole = [number for number, _ in numbered] == list(range(1, len(numbered) + 1))
        return Traced(tuple(event for _, event in numbered), is_whole and not self._lost[game_id])

    def _write(self) -> None:
        ring: _Ring | None = None
        try:
            while (events := self._lines.get()) is not None:
                try:
                    for game_id, event in events:
                        ring = self._write_line(ring, game_id, event)
                finally:
                    self._lines.task_done()
            self._lines.task_done()
            self.part.stop()
        finally:
            if ring:
                ring.close()

    def _write_line(self, ring: _Ring | None, game_id: str, event: Json) -> _Ring | None:
        """Write a line to its game's files; return them, still open, for the next one."""
        try:
            if ring and ring.game_id != game_id:
                ring.close()
                ring = None
            ring = ring or _Ring(self._folder, game_id, self._limits)
            ring.skip(self._lost.pop(game_id, 0))
            ring.write(_encode(event).encode())
        except (OSError, TypeError, ValueError, RecursionError):
            # A line that is not JSON, or that a full or failing disk refuses, is dropped; the journal reports the
            # disk's faults.
            self._lost[game_id] += 1
            if ring:
                ring.close()
            return None
        return ring


class _Ring:
    """The two files of one game, open for writing."""

    def __init__(self, folder: Path, game_id: str, limits: Limits) -> None:
        self.game_id = game_id
        folder.mkdir(parents=True, exist_ok=True)
        self._newer, self._older = _paths(folder, game_id)
        _make_room(folder, limits.total_bytes - limits.bytes, keep={self._newer, self._older})
        self._most_lines, self._most_bytes = limits.lines // 2, limits.bytes // 2
        text = self._newer.read_bytes() if self._newer.exists() else b""
        self._lines, self._bytes = text.count(b"\n"), len(text)
        last = max((number for path in (self._older, self._newer) for number, _ in _numbered(path)), default=0)
        self._next = last + 1
        self._is_torn = bool(text) and not text.endswith(b"\n")  # by a power cut or a full disk
        self._file = _open_private(self._newer)

    def skip(self, count: int) -> None:
        """Skip the numbers of lost lines."""
        self._next += count

    def write(self, line: bytes) -> None:
        """Write one line; rotate the files when the newer one is full."""
        numbered = b"%d %s\n" % (self._next, line)
        if len(numbered) > self._most_bytes:
            self._next += 1
            return
        if self._lines >= self._most_lines or self._bytes + len(numbered) > self._most_bytes:
            self._file.close()
            self._newer.replace(self._older)
            self._file = _open_private(self._newer)
            self._lines = self._bytes = 0
            self._is_torn = False
        self._put(numbered)
        self._next += 1

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _put(self, text: bytes) -> None:
        text = b"\n" + text if self._is_torn else text
        written = self._file.write(text) or 0
        self._is_torn = written < len(text)
        self._bytes += written
        if self._is_torn:
            raise OSError(errno.ENOSPC, "the disk took a part of the line")
        self._lines += 1


def _open_private(path: Path) -> IO[bytes]:
    """Open a file for appending that only its owner can read: a trace contains the ids of tags."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab", buffering=0)


def _paths(folder: Path, game_id: str) -> tuple[Path, Path]:
    return folder / f"{game_id}.trace", folder / f"{game_id}.trace.old"


def _numbered(path: Path) -> Iterator[tuple[int, Json]]:
    """Yield the readable lines of a file; a torn line is skipped, and its number is missing."""
    if not path.exists():
        return
    for line in path.read_bytes().split(b"\n"):
        number, _, text = line.partition(b" ")
        with suppress(ValueError, RecursionError):
            event = json.loads(text)
            if type(event) is dict:
                yield int(number), event


def _make_room(folder: Path, most_bytes: int, keep: set[Path]) -> None:
    """Delete the oldest traces until the others fit."""
    others = [(path.stat(), path) for path in folder.glob("*.trace*") if path not in keep]
    total = sum(stat.st_size for stat, _ in others)
    for stat, path in sorted(others, key=lambda other: other[0].st_mtime):
        if total <= most_bytes:
            return
        path.unlink()
        total -= stat.st_size
