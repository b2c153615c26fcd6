"""The list in two files: whatever is cut off, damaged or full, no line that was kept is lost or changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.tab.kept_lines import HEAD, Ledger
from tests.kit.examples import examples
from tests.kit.tab_page import MemoryFile, two_files

LINES = [{"number": number, "text": "Tønsberg\n"} for number in range(5)]


def opened(*files: MemoryFile) -> Ledger:
    ledger = Ledger(files)
    ledger.open()
    return ledger


def filled(*files: MemoryFile) -> Ledger:
    ledger = opened(*files)
    for line in LINES:
        ledger.append(line)
    return ledger


def test_lines_come_back_in_order() -> None:
    files = two_files()
    ledger = filled(*files)
    assert Ledger(files).open() == (LINES, 0)
    assert ledger.is_durable
    assert ledger.size == len(files[0].content) == len(files[0].flushed)


def test_ledger_without_files_keeps_nothing_and_says_so() -> None:
    ledger = filled()
    assert not ledger.is_durable
    ledger.rewrite(LINES)
    assert ledger.open() == ([], 0)


@pytest.mark.parametrize("cut", range(1, 40))
def test_line_cut_off_as_it_was_written_never_counted(cut: int) -> None:
    file, other = two_files()
    filled(file, other)
    file.content = file.content[:-cut]
    values, unread = Ledger([file, other]).open()
    assert (values, unread) == (LINES[:-1], 0)


def test_line_after_one_that_was_cut_off_is_kept() -> None:
    file, other = two_files()
    filled(file, other)
    file.content = file.content[:-3]
    opened(file, other).append({"after": True})
    assert Ledger([file, other]).open() == ([*LINES[:-1], {"after": True}], 0)


@examples(60)
@given(at=st.integers(HEAD, 250), bit=st.integers(0, 7))
def test_damaged_line_is_left_out_and_counted(at: int, bit: int) -> None:
    file, other = two_files()
    filled(file, other)
    damaged = bytearray(file.content)
    damaged[at] ^= 1 << bit
    file.content = bytes(damaged)
    values, unread = Ledger([file, other]).open()
    assert all(value in LINES for value in values)
    assert len(values) >= len(LINES) - 2  # a line break that goes makes one line of two
    assert unread >= 1 or len(values) < len(LINES)


@pytest.mark.parametrize("room", range(0, 30, 3))
def test_line_for_which_there_is_no_room_is_refused_and_leaves_nothing(room: int) -> None:
    file, other = two_files()
    ledger = filled(file, other)
    before = file.content
    file.left = room
    with pytest.raises(OSError, match="Quota"):
        ledger.append({"too": "much" * 9})
    assert file.content == before
    file.left = None
    ledger.append({"now": "it fits"})
    assert Ledger([file, other]).open() == ([*LINES, {"now": "it fits"}], 0)


def test_file_that_cannot_be_put_right_takes_no_more_until_it_can() -> None:
    file, other = two_files()
    ledger = filled(file, other)
    file.left, file.is_stuck = 5, True
    for _ in range(2):
        with pytest.raises(OSError, match=r"Quota|NoModification"):
            ledger.append({"lost": True})
    file.left, file.is_stuck = None, False
    ledger.append({"kept": True})
    assert Ledger([file, other]).open() == ([*LINES, {"kept": True}], 0)


def test_lines_that_are_dropped_are_in_neither_file() -> None:
    files = two_files()
    ledger = filled(*files)
    ledger.append({"secret": "Ada"})
    ledger.rewrite(LINES[:2])
    ledger.append(LINES[2])
    assert Ledger(files).open() == (LINES[:3], 0)
    assert not any(b"Ada" in file.content for file in files)


@pytest.mark.parametrize("written", range(4))
def test_rewriting_that_is_cut_off_changes_nothing(written: int) -> None:
    """The new file has a head only at the end: whatever was written of it before is left alone."""
    file, other = two_files()
    ledger = filled(file, other)
    other.left = written * 60
    with pytest.raises(OSError, match="Quota"):
        ledger.rewrite([*LINES, *LINES])
    other.left = None
    ledger.append({"on": True})
    assert Ledger([file, other]).open() == ([*LINES, {"on": True}], 0)
    assert other.content == b""


def test_old_file_that_was_not_emptied_is_emptied_by_the_next_start() -> None:
    file, other = two_files()
    ledger = filled(file, other)
    file.is_stuck = True
    ledger.rewrite(LINES[:1])
    file.is_stuck = False
    assert file.content != b""
    assert Ledger([file, other]).open() == (LINES[:1], 0)
    assert file.content == b""


@pytest.mark.parametrize("here", [0, 1])
def test_lines_below_a_damaged_head_are_kept(here: int) -> None:
    files = two_files()
    ledger = filled(*files)
    if here:
        ledger.rewrite(LINES)
    files[here].content = b"x" + files[here].content[1:]
    assert Ledger(files).open() == (LINES, 0)
    assert Ledger(files).open() == (LINES, 0)
    assert files[here].content == b"", "one file has them"


@pytest.mark.parametrize("foreign", [b"SQLite format 3\0", b'{"format": 99, "generation": 7}', b"[]", b"\0" * 100])
def test_file_of_another_kind_is_no_ledger(foreign: bytes) -> None:
    assert Ledger([MemoryFile(foreign.ljust(HEAD)), MemoryFile()]).open() == ([], 0)
