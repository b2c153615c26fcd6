"""A list that only grows, durable line by line in one of two files: what a browser can promise, and no more is needed.

In: values that JSON can hold. Out: the same, in order, after whatever happened: a line counts once it has been written
and flushed. A file is

    {"format": 1, "generation": 3}            a head of fixed length
    5f2c9a10 {"game": "…", …}                 a line: the checksum of its value, and the value

A line that was being written as the browser was killed has no end, or a checksum that does not fit, and never counted.
Such a line is left out, wherever it stands. To drop lines for good, those that stay are written to the other file, and
its head last of all: the newest file with a head counts. Where no head can be read any more, the lines are kept.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

Json = dict[str, Any]
HEAD: Final = 64
FORMAT: Final = 1


class KeptFile(Protocol):
    """A file of the browser; everything but `read` may raise OSError."""

    def read(self) -> bytes:
        """Return everything."""

    def write(self, at: int, data: bytes) -> None:
        """Write at a place."""

    def truncate(self, size: int) -> None:
        """Cut off what is beyond a size."""

    def flush(self) -> None:
        """Make everything durable."""


class Ledger:
    """The list in its two files; whoever opens it must be the only one."""

    def __init__(self, files: Sequence[KeptFile]) -> None:
        """Use these two files, which may be empty; without any, nothing is kept."""
        self._files = tuple(files)
        self._here = 0  # the file that counts
        self._generation = 0
        self._end = 0  # of its last line
        self._is_clean = True  # whether nothing stands beyond the end

    @property
    def is_durable(self) -> bool:
        """Return whether anything is kept here."""
        return bool(self._files)

    @property
    def size(self) -> int:
        """The bytes that are kept."""
        return self._end

    def open(self) -> tuple[list[Json], int]:
        """Return all values, and how many lines cannot be read; raise OSError if nothing can be kept here."""
        if not self._files:
            return [], 0
        texts = [file.read() for file in self._files]
        generations = [_generation(text) for text in texts]
        self._generation = max(generations)
        if not self._generation:
            return self._begin_anew(texts)
        self._here = generations.index(self._generation)
        for other in range(len(self._files)):
            if other != self._here and texts[other]:  # old, or never finished: what was dropped must not stay
                with suppress(OSError):
                    self._files[other].truncate(0)
        text = texts[self._here]
        self._end = max(text.rfind(b"\n") + 1, HEAD)
        self._is_clean = self._end == len(text)
        return _values(text[: self._end])

    def _begin_anew(self, texts: Sequence[bytes]) -> tuple[list[Json], int]:
        """Begin; where no head can be read, but lines that prove themselves, these stay."""
        longest = max(range(len(texts)), key=lambda which: len(texts[which]))
        values, unread = _values(texts[longest])
        if not values:
            self._begin(0, ())
            return [], 0
        self._here = longest
        self.rewrite(values)
        return values, unread

    def append(self, value: Json) -> None:
        """Keep a value, durable on return; raise OSError, and keep nothing, if that is impossible."""
        if not self._files:
            return
        file, line = self._files[self._here], _line(value)
        try:
            if not self._is_clean:
                self._clean()
            self._is_clean = False
            file.write(self._end, line)
            file.flush()
        except OSError:
            with suppress(OSError):  # else before the next line, which cannot be kept either until then
                self._clean()
            raise
        self._is_clean = True
        self._end += len(line)

    def rewrite(self, values: Iterable[Json]) -> None:
        """Keep these values in place of all; raise OSError, and change nothing, if that is impossible."""
        if self._files:
            self._begin((self._here + 1) % len(self._files), values)

    def _begin(self, there: int, values: Iterable[Json]) -> None:
        """Begin a file, its head last: until then the other one counts."""
        file, before = self._files[there], self._files[self._here]
        text = b"".join(map(_line, values))
        file.truncate(0)
        file.write(HEAD, text)
        file.flush()
        file.write(0, _head(self._generation + 1))
        file.flush()
        self._here, self._generation = there, self._generation + 1
        self._end, self._is_clean = HEAD + len(text), True
        if before is not file:
            with suppress(OSError):  # the next start tries again
                before.truncate(0)
                before.flush()

    def _clean(self) -> None:
        file = self._files[self._here]
        file.truncate(self._end)
        file.flush()
        self._is_clean = True


def _head(generation: int) -> bytes:
    return json.dumps({"format": FORMAT, "generation": generation}).ljust(HEAD - 1).encode() + b"\n"


def _generation(text: bytes) -> int:
    """Return the number of a file, or 0 if it was never finished."""
    try:
        told = json.loads(text[:HEAD])
        return int(told["generation"]) if told["format"] == FORMAT else 0
    except (ValueError, KeyError, TypeError):
        return 0


def _values(text: bytes) -> tuple[list[Json], int]:
    """Return the values of a file's lines, and how many lines are damaged."""
    read = [_value(line) for line in text[HEAD:].splitlines()]
    values = [value for value in read if value is not None]
    return values, len(read) - len(values)


def _line(value: Json) -> bytes:
    text = json.dumps(value, separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _value(line: bytes) -> Json | None:
    """Return the value of a line; None if it is damaged."""
    checksum, _, text = line.partition(b" ")
    if checksum != b"%08x" % zlib.crc32(text):
        return None
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
