"""`repair`, and `restore --from` a server: what is left comes back, nothing is invented, what is missing is listed."""

from __future__ import annotations

import errno
import os
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import fakeredis
import pytest

from companion.cli import main
from companion.journal.journal import Entry
from companion.journal.mirrored import CopyState, Mirrored, State
from companion.journal.redis import RedisJournal
from companion.journal.sqlite import SqliteJournal
from tests.kit.companion import start

PAGE = 4096
SERVER = "redis://club:6379/0"


class Table:
    def __init__(self, folder: Path) -> None:
        self.state = folder
        self.journal = folder / "games.sqlite"

    def play(self, games: int = 3, seed: int = 1) -> None:
        companion = start(self.state)
        for number in range(games):
            if number:
                companion.press("back")
            companion.begin_game()
            companion.wander(seed + number, 80)
        companion.close()

    def read(self) -> dict[str, tuple[Entry, ...]]:
        with closing(SqliteJournal(self.journal)) as journal:
            journal.open()
            assert journal.integrity() == ()
            return {game_id: journal.read(game_id) for game_id in journal.ids()}

    def run(self, *arguments: str) -> int:
        return main([*arguments, "--state", str(self.state)])

    def aside(self) -> list[Path]:
        return sorted((self.state / "set-aside").iterdir()) if (self.state / "set-aside").is_dir() else []


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    table = Table(tmp_path / "table")
    table.play()
    return table


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> fakeredis.FakeServer:
    server = fakeredis.FakeServer()
    monkeypatch.setattr("companion.journal.redis.connect", lambda *_: fakeredis.FakeRedis(server=server))
    return server


def copy(table: Table, name: str = "") -> None:
    """Bring the server's copy of a table up to date."""
    remote = RedisJournal(SERVER, table=name)
    with closing(Mirrored(SqliteJournal(table.journal), remote, follows=False)) as mirrored:
        mirrored.open()
        assert mirrored.catch_up() == CopyState(State.IN_STEP)


def test_sound_journal_is_left_as_it_is(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    before = table.journal.read_bytes()
    assert table.run("repair") == 0
    assert "there is nothing to repair" in capsys.readouterr().out
    assert (table.journal.read_bytes(), table.aside()) == (before, [])


def test_journal_whose_head_is_gone_is_saved_whole(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    told = table.read()
    hurt = b"\0" * PAGE + table.journal.read_bytes()[PAGE:]
    table.journal.write_bytes(hurt)
    assert table.run("games") == 65
    assert table.run("repair") == 0
    assert table.read() == told
    (aside,) = table.aside()
    assert aside.name.endswith("-repair")
    assert (aside / "games.sqlite").read_bytes() == hurt
    assert str(aside) in capsys.readouterr().out
    companion = start(table.state)
    assert companion.daemon.game_id == list(told)[-1]
    companion.close()


@pytest.mark.slow
def test_damaged_journal_gives_back_true_beginnings_and_says_what_is_missing(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    told, whole = table.read(), table.journal.read_bytes()
    random = Random(7)
    missing = unknown = 0
    for _ in range(20):
        hurt = bytearray(whole)
        for _ in range(2):
            page = random.randrange(len(whole) // PAGE)
            hurt[page * PAGE : (page + 1) * PAGE] = random.randbytes(PAGE)
        table.journal.write_bytes(hurt)
        code = table.run("repair")
        said = capsys.readouterr()
        if "nothing in it can be saved" in said.err:
            assert table.journal.read_bytes() == hurt
            continue
        found = table.read()
        for game_id, entries in found.items():
            assert entries == told[game_id][: len(entries)]
            if len(entries) < len(told[game_id]):
                missing += 1
        if code == 0:
            assert found == told
        unknown += "nothing tells whether there were more" in said.out
    assert unknown
    assert missing, "nothing was damaged that mattered"


def test_nothing_is_said_to_be_saved_that_the_disk_does_not_take(
    table: Table, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    hurt = b"\0" * PAGE + table.journal.read_bytes()[PAGE:]
    table.journal.write_bytes(hurt)
    with monkeypatch.context() as worn:
        worn.setattr(os, "fsync", fail)
        assert table.run("repair") == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"hansa-companion: {table.state}: cannot be written: Input/output error\n"
    assert table.journal.read_bytes() == hurt
    assert table.run("repair") == 0


def test_dry_run_changes_nothing(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    hurt = b"\0" * PAGE + table.journal.read_bytes()[PAGE:]
    table.journal.write_bytes(hurt)
    assert table.run("repair", "--dry-run") == 0
    assert "entries" in capsys.readouterr().out
    assert (table.journal.read_bytes(), table.aside()) == (hurt, [])


def test_file_in_which_nothing_is_left_stays(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.journal.write_bytes(b"\xff" * 9000)
    assert table.run("repair") == 65
    assert "nothing in it can be saved; it is left as it is" in capsys.readouterr().err
    assert table.journal.read_bytes() == b"\xff" * 9000


def test_what_is_missing_is_taken_from_the_copy(table: Table, server: Any) -> None:
    told = table.read()
    copy(table)
    hurt = bytearray(table.journal.read_bytes())
    hurt[2 * PAGE :] = bytes(len(hurt) - 2 * PAGE)
    table.journal.write_bytes(hurt)
    assert table.run("repair", "--journal", SERVER) == 0
    assert table.read() == told


# --- onto a new card ---


def test_new_card_gets_all_games_from_the_server_in_one_step(
    table: Table, tmp_path: Path, server: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    told = table.read()
    copy(table)
    new = Table(tmp_path / "new")
    capsys.readouterr()
    assert new.run("restore", "--from", SERVER) == 0
    assert new.read() == told
    assert list(new.read()) == list(told), "in the order in which they were begun"
    assert f"-> {new.journal}" in capsys.readouterr().out
    companion = start(new.state)
    assert companion.daemon.game_id == list(told)[-1]
    companion.close()


def test_games_that_are_here_are_kept_and_extended(table: Table, tmp_path: Path, server: Any) -> None:
    told = table.read()
    copy(table)
    new = Table(tmp_path / "new")
    new.play(1, seed=99)
    mine = new.read()
    assert new.run("restore", "--from", SERVER) == 0
    assert new.read() == {**told, **mine}
    (aside,) = new.aside()
    assert (aside / "games.sqlite").exists()


def test_several_tables_on_one_server_are_told_apart(
    table: Table, tmp_path: Path, server: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    other = Table(tmp_path / "other")
    other.play(1, seed=50)
    copy(table, "Table 1")
    copy(other, "Table 2")
    new = Table(tmp_path / "new")
    capsys.readouterr()
    assert new.run("restore", "--from", SERVER) == 2
    assert "whose? Table 1, Table 2" in capsys.readouterr().err
    assert not new.journal.exists()
    assert new.run("restore", "--from", SERVER, "--table", "Table 2") == 0
    assert new.read() == other.read()


def test_server_that_is_away_or_empty_is_one_line(
    tmp_path: Path, server: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    new = Table(tmp_path / "new")
    assert new.run("restore", "--from", SERVER) == 65
    assert capsys.readouterr().err == "hansa-companion: redis://club:6379/0: has no games\n"
    server.connected = False
    assert new.run("restore", "--from", SERVER) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert new.run("restore", "--from", "http://club") == 2
    assert new.run("restore") == 2
    assert not new.journal.exists()


def test_words_of_a_damaged_file_reach_no_terminal(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    hurt = table.journal.read_bytes().replace(b"CREATE TABLE tips", b"CREATE \x1b[2JLE tips"[:17], 1)
    table.journal.write_bytes(hurt)
    assert table.run("games") == 65
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said[:-1].isprintable()
