"""Files of a journal that were removed from under a table which was killed before it noticed."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.journal import second_names
from companion.journal.journal import Draft, Kind, Unavailable
from companion.journal.sqlite import SqliteJournal
from companion.running.set_aside import games_set_aside

AT = "2026-11-17T20:15:00+00:00"
ENTRIES = 5
KEPT = (".games.sqlite.kept", ".games.sqlite-wal.kept")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Lay out what a table that was killed leaves: a file, a log with all entries, and their second names."""
    path, files = tmp_path / "games.sqlite", dict[str, bytes]()
    with closing(SqliteJournal(path, keeps_names=True)) as journal:
        journal.open()
        journal.create("one", "hansa", "", AT)
        journal.append_all("one", 1, [Draft(Kind.MOVE, {"number": number}, AT) for number in range(ENTRIES)])
        assert sorted(file.name for file in tmp_path.iterdir() if file.name.startswith(".")) == sorted(KEPT)
        files = {end: Path(f"{path}{end}").read_bytes() for end in ("", "-wal")}
    for end, content in files.items():
        place = tmp_path / f"games.sqlite{end}"
        place.write_bytes(content)
        os.link(place, tmp_path / f".games.sqlite{end}.kept")
    return path


def _found(path: Path) -> list[Path]:
    return list(path.parent.glob(f"set-aside/*-found*/{path.name}"))


def _log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _entries(path: Path, game: str = "one", *, keeps_names: bool = True) -> int:
    if keeps_names:
        second_names.bring_back(path)
    with closing(SqliteJournal(path, keeps_names=keeps_names)) as journal:
        journal.open()
        assert journal.integrity() == ()
        return len(journal.read(game))


@pytest.mark.parametrize("ends", [("",), ("-wal",), ("", "-wal")], ids=["file", "log", "both"])
@pytest.mark.parametrize("is_renamed", [False, True])
def test_what_was_removed_comes_back_at_the_next_start(path: Path, ends: tuple[str, ...], *, is_renamed: bool) -> None:
    for end in ends:
        file = path.with_name(f"{path.name}{end}")
        if is_renamed:
            file.rename(path.with_name(f"elsewhere{end}"))
        else:
            file.unlink()
    assert _entries(path) == ENTRIES


def test_log_comes_back_where_there_is_no_room_for_temporary_files(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(path.parent / "full"))
    shutil.copytree(path.parent, path.parent / ".compared-before-a-kill")
    _log(path).unlink()
    assert _entries(path) == ENTRIES
    assert not list(path.parent.glob(".compared-*"))


def test_second_names_are_gone_after_a_good_bye(path: Path) -> None:
    _entries(path)
    assert [file.name for file in path.parent.iterdir()] == ["games.sqlite"]
    path.unlink()
    assert second_names.bring_back(path) == ""
    assert not path.exists()


def test_log_that_was_merged_since_is_not_brought_back(path: Path) -> None:
    for number in range(2):  # by an older version, which knows no second names
        with closing(SqliteJournal(path)) as other:
            other.open()
            other.append("one", ENTRIES + 1 + number, Kind.MOVE, {"later": number}, AT)
    assert not _log(path).exists()
    assert second_names.bring_back(path) == ""
    assert _entries(path) == ENTRIES + 2


def test_file_whose_place_another_has_taken_is_kept_and_told(path: Path) -> None:
    path.unlink()
    _log(path).unlink()
    with closing(SqliteJournal(path)) as other:
        other.open()
        other.create("two", "hansa", "", AT)
    assert "another file has taken its place; what was there is in" in second_names.bring_back(path)
    assert _entries(path, "two") == 0
    (found,) = _found(path)
    assert _entries(found, keeps_names=False) == ENTRIES


def _strange(folder: Path, end: str) -> bytes:
    """Return the file, or the log, of another open journal."""
    folder.mkdir()
    with closing(SqliteJournal(folder / "other.sqlite")) as other:
        other.open()
        other.create("two", "hansa", "", AT)
        return (folder / f"other.sqlite{end}").read_bytes()


@pytest.mark.parametrize("what", ["empty", "garbage", "strange"])
def test_log_whose_place_another_has_taken_comes_back_and_the_other_is_kept(path: Path, what: str) -> None:
    written = {"empty": b"", "garbage": b"\0\1" * 3000, "strange": _strange(path.parent / "strange", "-wal")}[what]
    _log(path).unlink()
    _log(path).write_bytes(written)
    told = second_names.bring_back(path)
    assert "another file had taken its place, and is now in" in told
    (aside,) = path.parent.glob("set-aside/*-found*")
    assert (aside / _log(path).name).read_bytes() == written
    assert _entries(path, keeps_names=False) == ENTRIES


def _everything_in_copy(path: Path) -> set[str]:
    """Return the seals of all entries that can be read; looking at a copy changes nothing."""
    with tempfile.TemporaryDirectory() as folder, suppress(sqlite3.Error):
        for file in path.parent.glob(f"{path.name}*"):
            shutil.copy(file, folder)
        with closing(sqlite3.connect(Path(folder, path.name))) as connection:
            return {seal for (seal,) in connection.execute("SELECT seal FROM entries")}
    return set()


@pytest.mark.parametrize("seed", range(40))
def test_no_start_deletes_what_the_journal_lacks(path: Path, seed: int) -> None:
    """Whatever is done to the names, and whoever opens the journal before the table is killed and started again."""
    wanted, chance = _everything_in_copy(path), random.Random(seed)
    is_opened = chance.random() < 0.5
    written = {end: _strange(path.parent / f"strange{end}", end) for end in ("", "-wal")}
    for end in chance.choice([("",), ("-wal",), ("", "-wal")]):
        file = path.with_name(f"{path.name}{end}")
        how = chance.choice(["removed", "renamed", "empty", "garbage", "strange"])
        if how == "renamed":
            file.rename(path.with_name(f"elsewhere{end}"))
        else:
            file.unlink()
        if how in ("empty", "garbage", "strange"):
            file.write_bytes({"empty": b"", "garbage": b"\0\1" * 3000, "strange": written[end]}[how])
    if is_opened:
        with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as somebody:
            somebody.execute("SELECT count(*) FROM entries").fetchall()
    for _ in range(2):
        second_names.bring_back(path)
    left = set[str]()
    for place in (path, *path.parent.glob("set-aside/*/games.sqlite")):
        left |= _everything_in_copy(place)
    assert wanted <= left


def test_good_bye_beside_a_file_that_has_taken_the_place_leaves_the_games_to_the_next_start(path: Path) -> None:
    with closing(SqliteJournal(path, keeps_names=True)) as journal:
        journal.open()
        other = path.with_name("other.sqlite")
        with closing(SqliteJournal(other)) as another:
            another.open()
            another.create("two", "hansa", "", AT)
        other.rename(path)
        with pytest.raises(Unavailable, match="start the companion again"):
            journal.append("one", ENTRIES + 1, Kind.MOVE, {"later": True}, AT)
    second_names.bring_back(path)
    (found,) = _found(path)
    assert _entries(found, keeps_names=False) == ENTRIES
    assert games_set_aside(path.parent) == (found,)


def test_kill_between_the_two_files_that_are_set_aside_keeps_them_together(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.unlink()
    _log(path).unlink()
    path.write_bytes(b"another")
    rename = Path.rename

    def killed(self: Path, target: Path) -> Path:
        if self.name == KEPT[0]:
            raise KeyboardInterrupt
        return rename(self, target)

    with monkeypatch.context() as once:
        once.setattr(Path, "rename", killed)
        with pytest.raises(KeyboardInterrupt):
            second_names.bring_back(path)
    second_names.bring_back(path)
    (found,) = _found(path)
    assert _entries(found, keeps_names=False) == ENTRIES


def test_file_that_somebody_renamed_without_its_log_is_kept_with_it(path: Path) -> None:
    path.rename(path.with_name("aside.sqlite"))
    path.write_bytes(b"")
    second_names.bring_back(path)
    (found,) = _found(path)
    assert _entries(found, keeps_names=False) == ENTRIES
    assert not _log(path).exists()


def test_folder_that_was_copied_is_as_it_was(path: Path) -> None:
    copy = path.parent / "copy"
    shutil.copytree(path.parent, copy)
    assert _entries(copy / path.name) == ENTRIES
    assert _found(copy / path.name) == []


def test_running_table_keeps_second_names_of_what_it_puts_back(path: Path) -> None:
    with closing(SqliteJournal(path, keeps_names=True)) as journal:
        journal.open()
        path.unlink()
        journal.append("one", ENTRIES + 1, Kind.MOVE, {"later": True}, AT)
        assert path.samefile(path.with_name(KEPT[0]))
        assert _log(path).samefile(path.with_name(KEPT[1]))
    assert _found(path) == []


def test_disk_without_second_names_goes_without(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    second_names.drop(path)
    monkeypatch.setattr(os, "link", refuse)
    assert _entries(path) == ENTRIES
