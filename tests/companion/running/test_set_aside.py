"""Files exchanged: either all old or all new, whatever happens between, and what was there is never overwritten."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from companion.errors import UserError
from companion.running import set_aside
from companion.running.set_aside import MARKER, Commit, begin, exchange, finish, games_set_aside

AT = "2026-11-17T20:15:00+00:00"
OLD = {"games.sqlite": b"old games", "pieces.toml": b"old pieces"}
NEW = {"games.sqlite": b"new games", "pieces.toml": b"new pieces"}


def write(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).write_bytes(data)


def read(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_what_was_there_lies_in_a_dated_folder_under_its_own_name(tmp_path: Path) -> None:
    write(tmp_path, {**OLD, "games.sqlite-wal": b"newest move"})
    aside = exchange(tmp_path, "restore", NEW, at=AT)
    assert aside == tmp_path / "set-aside" / "2026-11-17T20-15-00-restore"
    assert read(aside) == {**OLD, "games.sqlite-wal": b"newest move"}
    assert read(tmp_path) == NEW


def test_second_exchange_in_the_same_second_overwrites_nothing(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    first = exchange(tmp_path, "restore", NEW, at=AT)
    second = exchange(tmp_path, "restore", OLD, at=AT)
    assert (read(first), read(second), read(tmp_path)) == (OLD, NEW, OLD)


def test_nothing_there_leaves_no_folder_behind(tmp_path: Path) -> None:
    exchange(tmp_path, "restore", NEW, at=AT)
    assert read(tmp_path) == NEW
    assert list((tmp_path / "set-aside").iterdir()) == []


class Killed(BaseException):
    """The process ends here."""


@pytest.fixture
def dying(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Let every call of the operating system that changes a name end the process, once the count is used up."""
    life = [0]

    def until_dead(name: str, owner: object) -> None:
        real = getattr(owner, name)

        def call(*given: object, **named: object) -> object:
            if life[0] == 0:
                raise Killed
            life[0] -= 1
            return real(*given, **named)

        monkeypatch.setattr(owner, name, call)

    for name in ("replace", "rename", "unlink", "mkdir", "rmdir"):
        until_dead(name, Path)
    until_dead("link", os)
    until_dead("fsync", os)
    until_dead("rmtree", shutil)
    yield life
    life[0] = -1


@pytest.mark.parametrize("commits", [False, True])
def test_killed_anywhere_it_is_all_old_or_all_new_at_the_next_start(
    tmp_path: Path, dying: list[int], commits: bool
) -> None:
    ends = set()
    for life in range(200):
        folder = tmp_path / str(life)
        dying[0] = -1
        folder.mkdir()
        write(folder, OLD)
        decides = tmp_path / f"decides-{life}"
        commit = Commit(decides, sha256(b"now").hexdigest()) if commits else None
        dying[0] = life
        try:
            begin(folder, "restore", NEW, at=AT, commit=commit)
            if commits:
                decides.write_bytes(b"now")
            finish(folder)
            was_killed = False
        except Killed:
            was_killed = True
        dying[0] = -1
        finish(folder)
        found = read(folder)
        assert found in (OLD, NEW), life
        if commits and decides.exists():
            assert found == NEW
        if found == NEW:
            (aside,) = (folder / "set-aside").iterdir()
            assert read(aside) == OLD
        elif (folder / "set-aside").is_dir():
            assert list((folder / "set-aside").iterdir()) == []
        ends.add(found == NEW)
        if not was_killed:
            break
    else:
        pytest.fail("it never came to its end")
    assert life > 10
    assert ends == {True, False}


def test_undecided_exchange_is_undone(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    begin(tmp_path, "restore", NEW, at=AT, commit=Commit(tmp_path / "nowhere", "0" * 64))
    assert finish(tmp_path) == "restore was not decided, and is undone"
    assert read(tmp_path) == OLD
    assert finish(tmp_path) == ""


def test_full_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, OLD)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(set_aside, "create_durably", full)
    with pytest.raises(OSError, match="No space left"):
        exchange(tmp_path, "restore", NEW, at=AT)
    assert read(tmp_path) == OLD
    assert not list((tmp_path / "set-aside").iterdir())


@pytest.mark.parametrize(
    "marker",
    [
        b"",
        b"{}",
        b"[" * 100_000,
        json.dumps({"by": "x", "aside": "../..", "files": [], "commit": None}).encode(),
        json.dumps({"by": "x", "aside": "y", "files": ["../../etc/passwd"], "commit": None}).encode(),
    ],
)
def test_marker_that_is_none_is_one_line_and_moves_nothing(tmp_path: Path, marker: bytes) -> None:
    write(tmp_path, OLD)
    (tmp_path / MARKER).write_bytes(marker)
    with pytest.raises(UserError, match=r"exchange\.json: cannot be read"):
        finish(tmp_path)
    assert read(tmp_path) == {**OLD, MARKER: marker}


def test_log_is_brought_into_the_games_before_they_are_set_aside(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("CREATE TABLE entries (n)")
        with writer:
            writer.execute("INSERT INTO entries VALUES (1)")
        aside = exchange(tmp_path, "restore", {"games.sqlite": b"new"}, at=AT)
    with closing(sqlite3.connect(f"file:{aside / 'games.sqlite'}?immutable=1", uri=True)) as reader:
        assert reader.execute("SELECT n FROM entries").fetchall() == [(1,)]
    assert games_set_aside(tmp_path) == (aside / "games.sqlite",)
