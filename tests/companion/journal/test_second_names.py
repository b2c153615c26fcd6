"""Files of a journal that were removed from under a table which was killed before it noticed."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from companion.archive.backup import copy_games
from companion.archive.restoring import is_sound
from companion.errors import UserError
from companion.journal import seals, second_names
from companion.journal.journal import Draft, JournalError, Kind, Unavailable
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
    return list(path.parent.glob(f"set-aside/*/{path.name}"))


def _log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _entries(path: Path, game: str = "one", *, keeps_names: bool = True) -> int:
    if keeps_names:
        second_names.bring_back(path)
    with closing(SqliteJournal(path, keeps_names=keeps_names)) as journal:
        journal.open()
        assert journal.integrity() == ()
        return len(journal.read(game))


def _as_it_is(folder: Path) -> dict[str, bytes]:
    """Return all files without the log's index, which changes whenever somebody reads."""
    files = (file for file in folder.rglob("*") if file.is_file() and not file.name.endswith("-shm"))
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


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


def test_second_names_are_gone_after_a_good_bye(path: Path) -> None:
    _entries(path)
    assert [file.name for file in path.parent.iterdir()] == ["games.sqlite"]
    path.unlink()
    assert second_names.bring_back(path) == ""
    assert not path.exists()


def _opened_by_somebody(path: Path, *, writes: int = 0) -> None:
    """Open and close the journal as a program that knows nothing of second names, and write to it."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as somebody, somebody:
        tip = somebody.execute("SELECT revision, kind, seal FROM tips WHERE game = 'one'").fetchone()
        for _ in range(writes if tip else 0):
            (made,) = seals.compose("one", seals.Tip(*tip), seals.prepare([Draft(Kind.MOVE, {"later": 1}, AT)]))
            somebody.execute("INSERT INTO entries VALUES ('one', ?, ?, ?, ?, ?)", made)
            somebody.execute("UPDATE tips SET revision = ?, kind = ?, seal = ? WHERE game = 'one'", made.tip)
            tip = made.tip


@pytest.mark.parametrize("writes", [0, 2])
def test_log_that_was_merged_since_takes_nothing_back(path: Path, writes: int) -> None:
    _opened_by_somebody(path, writes=writes)
    assert not _log(path).exists()
    assert _entries(path) == ENTRIES + writes


def test_file_whose_place_another_has_taken_is_kept_and_told(path: Path) -> None:
    path.unlink()
    _log(path).unlink()
    with closing(SqliteJournal(path.with_name("other.sqlite"))) as other:
        other.open()
        other.create("two", "hansa", "", AT)
    path.with_name("other.sqlite").rename(path)
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
    assert "is put back; what stood there" in told
    (aside,) = path.parent.glob("set-aside/*-found*")
    assert (aside / _log(path).name).read_bytes() == written
    assert _entries(path) == ENTRIES


def _everything(path: Path) -> set[str]:
    """Return the seals of all entries of every file with every log; looking at copies changes nothing."""
    found = set[str]()
    folders = [path.parent, *path.parent.glob("set-aside/*")]
    files = [file for folder in folders for file in folder.glob("*games.sqlite*") if not file.name.endswith("-shm")]
    logs = [b"", *(file.read_bytes() for file in files if "-wal" in file.name)]
    for file in files:
        for log in logs:
            with tempfile.TemporaryDirectory() as name, suppress(sqlite3.Error):
                copy = Path(name, path.name)
                copy.write_bytes(file.read_bytes())
                _log(copy).write_bytes(log)
                with closing(sqlite3.connect(copy)) as connection:
                    found |= {seal for (seal,) in connection.execute("SELECT seal FROM entries")}
    return found


def _kept(path: Path) -> set[str]:
    """Return the seals of all entries that the journal holds, and what was set aside."""
    found = set[str]()
    for place in (path, *path.parent.glob("set-aside/*/games.sqlite")):
        with tempfile.TemporaryDirectory() as name, suppress(sqlite3.Error):
            for file in place.parent.glob("games.sqlite*"):
                shutil.copy(file, name)
            with closing(sqlite3.connect(Path(name, path.name))) as connection:
                found |= {seal for (seal,) in connection.execute("SELECT seal FROM entries")}
    return found


@pytest.mark.parametrize("seed", range(60))
def test_no_start_deletes_what_the_journal_lacks(path: Path, seed: int) -> None:
    """Whatever is done to the names, and whoever opens the journal before the table is killed and started again."""
    chance = random.Random(seed)
    ours = _everything(path)
    written = {end: _strange(path.parent / f"strange{end}", end) for end in ("", "-wal")}
    for _ in range(chance.choice([1, 1, 2])):
        for end in chance.choice([("",), ("-wal",), ("", "-wal")]):
            file = path.with_name(f"{path.name}{end}")
            how = chance.choice(["removed", "renamed", "empty", "garbage", "strange"])
            if how == "renamed" and file.exists():
                file.rename(path.with_name(f"elsewhere{end}"))
            else:
                file.unlink(missing_ok=True)
            if how in ("empty", "garbage", "strange"):
                file.write_bytes({"empty": b"", "garbage": b"\0\1" * 3000, "strange": written[end]}[how])
    if chance.random() < 0.6:
        _opened_by_somebody(path, writes=chance.choice([0, 0, 1, 3]))
    there = _everything(path)
    for _ in range(2):
        second_names.bring_back(path)
        assert second_names.bring_back(path) == ""
        assert _everything(path) >= there
        with suppress(JournalError), closing(SqliteJournal(path, keeps_names=True)) as journal:
            journal.open()
    assert ours <= _kept(path)


@pytest.mark.parametrize("name", KEPT)
@pytest.mark.parametrize("how", ["removed", "replaced"])
def test_who_reads_while_files_and_second_names_differ_is_told_so_and_changes_nothing(
    path: Path, name: str, how: str
) -> None:
    place = path.with_name(name.removeprefix(".").removesuffix(".kept"))
    place.unlink()
    if how == "replaced":
        place.write_bytes(b"another")
    before = _as_it_is(path.parent)
    with pytest.raises(Unavailable, match="while a table had it open; start the companion"):
        SqliteJournal(path).open()
    with pytest.raises(UserError, match="while a table had it open; start the companion"):
        copy_games(path)
    assert _as_it_is(path.parent) == before
    assert not place.with_name(f"{path.name}-shm").exists()


def test_who_reads_after_a_kill_leaves_the_files_to_the_next_start(path: Path) -> None:
    before = _as_it_is(path.parent)
    assert _entries(path, keeps_names=False) == ENTRIES
    assert copy_games(path)
    assert _as_it_is(path.parent) == before
    with closing(SqliteJournal(path)) as journal:
        journal.open()
        with pytest.raises(Unavailable):
            journal.append("one", ENTRIES + 1, Kind.MOVE, {}, AT)
    assert _as_it_is(path.parent) == before


def test_who_has_gone_on_without_the_log_is_set_aside_whole(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(SqliteJournal(path, keeps_names=True)) as journal:
        journal.open()
        journal.create("one", "hansa", "", AT)
        with closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        for number in range(ENTRIES):
            journal.append("one", number + 1, Kind.MOVE, {"number": number}, AT)
        killed = tmp_path / "killed"
        killed.mkdir()
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", killed)
            os.link(killed / f"games.sqlite{end}", killed / f".games.sqlite{end}.kept")
    path = killed / "games.sqlite"
    _log(path).unlink()
    _opened_by_somebody(path, writes=2)
    assert "is put back; what stood there" in second_names.bring_back(path)
    assert _entries(path) == ENTRIES
    (found,) = _found(path)
    assert _entries(found, keeps_names=False) == 2


def test_repair_puts_back_what_was_removed_first(path: Path) -> None:
    _log(path).unlink()
    assert is_sound(path)
    assert _entries(path) == ENTRIES


def test_good_bye_after_another_file_has_taken_the_place_keeps_the_games(path: Path) -> None:
    with closing(SqliteJournal(path, keeps_names=True)) as journal:
        journal.open()
        other = path.with_name("other.sqlite")
        with closing(SqliteJournal(other)) as another:
            another.open()
            another.create("two", "hansa", "", AT)
        other.rename(path)
    assert second_names.bring_back(path) == ""
    assert _entries(path) == ENTRIES
    (found,) = _found(path)
    assert games_set_aside(path.parent) == (found,)


def test_second_name_of_a_log_alone_is_set_aside(path: Path) -> None:
    """A database that is made next to a log would remove it."""
    path.unlink()
    path.with_name(KEPT[0]).unlink()
    _log(path).unlink()
    log = path.with_name(KEPT[1]).read_bytes()
    second_names.bring_back(path)
    (aside,) = path.parent.glob("set-aside/*")
    assert (aside / _log(path).name).read_bytes() == log
    assert not _log(path).exists()


def test_logs_that_are_set_aside_within_one_second_do_not_overwrite_each_other(path: Path) -> None:
    for number in range(3):
        _log(path).unlink(missing_ok=True)
        _log(path).write_bytes(b"%d" % number)
        os.utime(_log(path), (0, 0))
        second_names.set_aside(path, ["-wal"])
    found = {file.read_bytes() for file in path.parent.glob(f"set-aside/*/{_log(path).name}")}
    assert found == {b"0", b"1", b"2"}


@pytest.mark.parametrize("name", ["link", "rename", "mkdir", "unlink", "write"])
@pytest.mark.parametrize("end", ["", "-wal"])
def test_kill_at_any_step_of_a_start_loses_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, name: str, end: str
) -> None:
    wanted = _everything(path)
    file = path.with_name(f"{path.name}{end}")
    file.unlink()
    file.write_bytes(_strange(path.parent / "strange", end))
    for life in range(9):
        module, function = {
            "link": (os, "link"),
            "rename": (Path, "rename"),
            "mkdir": (Path, "mkdir"),
            "unlink": (Path, "unlink"),
            "write": (second_names, "write_durably"),
        }[name]
        does, left = getattr(module, function), [life]

        def killed(*arguments: Any, does: Any = does, left: list[int] = left, **options: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
            return does(*arguments, **options)

        with monkeypatch.context() as once, suppress(KeyboardInterrupt):
            once.setattr(module, function, killed)
            second_names.bring_back(path)
        if not left[0] < 0:
            break
    second_names.bring_back(path)
    assert wanted <= _kept(path)


@pytest.mark.parametrize("content", [b"", b"another"])
def test_file_without_entries_that_stands_there_is_set_aside(path: Path, content: bytes) -> None:
    """Such as the empty one that a program makes which looks for the journal."""
    path.rename(path.with_name("aside.sqlite"))
    path.write_bytes(content)
    assert _entries(path) == ENTRIES
    (aside,) = path.parent.glob("set-aside/*")
    assert (aside / path.name).read_bytes() == content


def test_another_journal_without_its_log_is_not_given_ours(path: Path) -> None:
    path.rename(path.with_name("aside.sqlite"))
    with closing(SqliteJournal(path.with_name("other.sqlite"))) as other:
        other.open()
        other.create("two", "hansa", "", AT)
    path.with_name("other.sqlite").rename(path)
    second_names.bring_back(path)
    (found,) = _found(path)
    assert _entries(found, keeps_names=False) == ENTRIES
    assert not _log(path).exists()
    assert _entries(path, "two") == 0


def test_folder_that_was_copied_is_as_it_was(path: Path) -> None:
    copy = path.parent / "copy"
    shutil.copytree(path.parent, copy)
    assert _entries(copy / path.name, keeps_names=False) == ENTRIES
    assert second_names.bring_back(copy / path.name) == ""
    with closing(SqliteJournal(copy / path.name, keeps_names=True)) as journal:
        journal.open()
        assert (copy / path.name).samefile(copy / KEPT[0])
        assert len(journal.read("one")) == ENTRIES
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
