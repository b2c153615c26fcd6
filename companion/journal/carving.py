"""Finds the entries that a damaged SQLite journal still holds, in the bytes of the file and of its log.

SQLite gives up on a damaged table at the first page that it cannot read. This module looks at every page on its own,
however it is linked: entries are in the pages of their table and, if they are long, in chains of further pages
(SQLite's "Database File Format", sections 1.6, 2.1 and 4). An entry found this way need not be genuine; the seals
decide that afterwards. Only committed parts of the log count, so that a refused move does not come back.
`as_one_file` reads an undamaged file with its log like SQLite, and changes nothing.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from companion.journal.seals import Stored, Tip

_USUAL_PAGE: Final = 4096
_HEAD: Final = 100  # bytes before the content of the first page
_INNER_INDEX, _LEAF_INDEX, _LEAF_TABLE = 0x02, 0x0A, 0x0D  # kinds of pages
_LOG_HEAD: Final = struct.Struct(">8I")
_FRAME_HEAD: Final = struct.Struct(">6I")
_LOG_MAGIC: Final = (0x377F0682, 0x377F0683)
_LONGEST: Final = 1 << 22  # bytes; one entry is far shorter


class Carved(NamedTuple):
    """The result: entries, and by game id the ends that the list of games records."""

    entries: Mapping[str, tuple[Stored, ...]]
    tips: Mapping[str, Tip]  # in the order of the list, which is the order of creation


def carve(file: bytes, log: bytes = b"") -> Carved:
    """Look at every page of a journal's file and of its log."""
    pages = _Pages(file, log)
    entries: dict[str, dict[Stored, None]] = {}
    tips: dict[str, Tip] = {}
    numbers: dict[str, int] = {}
    for number, values in pages.records():
        match values:
            case [str(game), int(revision), str(kind), str(at), str(payload), str(seal)]:
                entries.setdefault(game, {})[Stored(revision, kind, at, payload, seal)] = None
            case [None, str(game), int(revision), str(kind), str(seal)]:
                if game not in tips or tips[game].revision < revision:
                    tips[game], numbers[game] = Tip(revision, kind, seal), number
            case _:  # this cell belongs to another table
                pass
    listed = {game: tips[game] for game in sorted(tips, key=lambda game: numbers[game])}
    return Carved({game: tuple(found) for game, found in entries.items()}, listed)


def as_one_file(file: bytes, log: bytes = b"") -> bytes:
    """Return a database as one file: with the committed part of its log in it, and marked as having none."""
    size = _page_size(file)
    whole = bytearray(file)
    for number, page in _committed(log, size):
        whole.extend(bytes(max(0, number * size - len(whole))))
        whole[(number - 1) * size : number * size] = page
    if whole[18:20] == b"\2\2":  # these two bytes of the header say so
        whole[18:20] = b"\1\1"
    return bytes(whole)


def _page_size(file: bytes) -> int:
    size = int.from_bytes(file[16:18], "big")
    size = 65536 if size == 1 else size
    return size if size >= 512 and size & (size - 1) == 0 else _USUAL_PAGE


class _Pages:
    """The pages of a file and of its log, by their numbers from 1 on."""

    def __init__(self, file: bytes, log: bytes) -> None:
        self._size = _page_size(file)
        self._usable = self._size - (file[20] if len(file) > 20 and file[20] <= 32 else 0)
        count = -(-len(file) // self._size)
        old = {number + 1: file[number * self._size : (number + 1) * self._size] for number in range(count)}
        new = dict(_committed(log, self._size))
        self._newest = {**old, **new}
        # The log's version of a page is newer, but the file's older version may be intact where the newer one is not.
        self._all = [*old.items(), *new.items()]

    def records(self) -> Iterator[tuple[int, list[object]]]:
        """Yield every record of every readable page, with its number or 0; skip the rest."""
        for number, page in self._all:
            head = _HEAD if number == 1 else 0
            if len(page) < head + 8 or page[head] not in (_INNER_INDEX, _LEAF_INDEX, _LEAF_TABLE):
                continue
            kind = page[head]
            first = head + (12 if kind == _INNER_INDEX else 8)
            count = int.from_bytes(page[head + 3 : head + 5], "big")
            for index in range(min(count, len(page) // 4)):
                at = int.from_bytes(page[first + 2 * index : first + 2 * index + 2], "big")
                try:
                    row, payload = self._payload(page, at, kind)
                    yield row, _record(payload)
                except (IndexError, ValueError, KeyError, UnicodeDecodeError):
                    continue

    def _payload(self, page: bytes, at: int, kind: int) -> tuple[int, bytes]:
        """Return the number of a cell (0 if its table has none) and its bytes, including those in other pages."""
        row = 0
        at += 4 if kind == _INNER_INDEX else 0
        length, at = _varint(page, at)
        if kind == _LEAF_TABLE:
            row, at = _varint(page, at)
        if not 0 < length <= _LONGEST:
            raise ValueError("no cell")
        least = (self._usable - 12) * 32 // 255 - 23
        most = self._usable - 35 if kind == _LEAF_TABLE else (self._usable - 12) * 64 // 255 - 23
        if length <= most:
            return row, _take(page, at, length)
        local = least + (length - least) % (self._usable - 4)
        local = local if local <= most else least
        content = bytearray(_take(page, at, local))
        following = int.from_bytes(_take(page, at + local, 4), "big")
        seen: set[int] = set()
        while len(content) < length:
            if following in seen:
                raise ValueError("a chain that leads back to itself")
            seen.add(following)
            other = self._newest[following]
            following = int.from_bytes(_take(other, 0, 4), "big")
            content += _take(other, 4, min(self._usable - 4, length - len(content)))
        return row, bytes(content)


def _take(data: bytes, start: int, length: int) -> bytes:
    if start < 0 or start + length > len(data):
        raise IndexError("beyond the page")
    return data[start : start + length]


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Read a number of 1 to 9 bytes; return it, and where the next thing begins."""
    value = 0
    for step in range(9):
        byte = data[at + step]
        if step == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            return value, at + step + 1
    raise ValueError("never comes here")


def _record(data: bytes) -> list[object]:
    """Return the columns of a record; any type except integer, text and null means that it is not ours."""
    end, at = _varint(data, 0)
    kinds = []
    while at < end:
        kind, at = _varint(data, at)
        kinds.append(kind)
    values: list[object] = []
    at = end
    for kind in kinds:
        length = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}.get(kind, -1)
        if kind >= 13 and kind % 2:
            length = (kind - 13) // 2
        if length < 0:
            raise ValueError("a column of another kind")
        content = _take(data, at, length)
        at += length
        match kind:
            case 0:
                values.append(None)
            case 8 | 9:
                values.append(kind - 8)
            case _ if kind < 13:
                values.append(int.from_bytes(content, "big", signed=True))
            case _:
                values.append(content.decode("ascii"))  # everything we store is ASCII
    return values


def _committed(log: bytes, size: int) -> Iterator[tuple[int, bytes]]:
    """Yield the pages of the log up to its last commit, each frame checked as SQLite does."""
    if len(log) < _LOG_HEAD.size:
        return
    magic, _, page_size, _, *salt, _, _ = _LOG_HEAD.unpack_from(log)
    if magic not in _LOG_MAGIC or page_size != size:
        return
    order = ">" if magic & 1 else "<"
    sums = _sums(log[:24], (0, 0), order)
    if sums != _LOG_HEAD.unpack_from(log)[6:]:
        return
    waiting: list[tuple[int, bytes]] = []
    for start in range(_LOG_HEAD.size, len(log) - _FRAME_HEAD.size - size + 1, _FRAME_HEAD.size + size):
        number, commit, *found, first, second = _FRAME_HEAD.unpack_from(log, start)
        page = log[start + _FRAME_HEAD.size : start + _FRAME_HEAD.size + size]
        sums = _sums(page, _sums(log[start : start + 8], sums, order), order)
        if found != salt or sums != (first, second):
            return
        waiting.append((number, page))
        if commit:
            yield from waiting
            waiting.clear()


def _sums(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for index in range(0, len(words), 2):
        first = (first + words[index] + second) & 0xFFFFFFFF
        second = (second + words[index + 1] + first) & 0xFFFFFFFF
    return first, second
