"""`restore` with what strangers and bad luck bring: nothing is overwritten, nothing unread is put in place."""

from __future__ import annotations

import gzip
import io
import json
import signal
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from companion.cli import main
from tests.kit.companion import start

PIECES = b'format = 1\n[pieces]\n"04a1b2c3d4e5f6" = "ship"\n'


class Table:
    """A state folder and a configuration, without a service."""

    def __init__(self, folder: Path) -> None:
        self.state, self.config = folder / "state", folder / "etc" / "config.toml"
        self.state.mkdir(parents=True)
        self.config.parent.mkdir()
        self.config.write_text(f'format = 1\nstate = "{self.state}"\n')

    def play(self) -> str:
        companion = start(self.state)
        companion.begin_game()
        game_id = companion.daemon.game_id
        companion.close()
        return game_id

    def run(self, *arguments: str) -> int:
        return main([*arguments, "--config", str(self.config)])

    def everywhere(self) -> set[str]:
        """Name every game that is in any file of the state folder."""
        found: set[str] = set()
        for path in self.state.rglob("*"):
            if path.is_file() and path.read_bytes()[:6] == b"SQLite":
                with closing(sqlite3.connect(path)) as connection:
                    found |= {game for (game,) in connection.execute("SELECT DISTINCT game FROM entries")}
        return found


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "table")


def archive(files: Mapping[str, bytes], **manifest: object) -> bytes:
    told = {
        "format": 1,
        "companion": "0.1.0",
        "made": "2026-11-16T20:00:00+00:00",
        "files": {name: {"bytes": len(data), "sha256": sha256(data).hexdigest()} for name, data in files.items()},
        **manifest,
    }
    text = io.BytesIO()
    with tarfile.open(fileobj=text, mode="w:gz") as packed:
        for name, data in {"manifest.json": json.dumps(told).encode(), **files}.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            packed.addfile(member, io.BytesIO(data))
    return text.getvalue()


def test_two_restores_in_a_row_keep_the_games_of_both_times(table: Table, tmp_path: Path) -> None:
    other = Table(tmp_path / "other")
    games = {other.play()}
    assert other.run("backup", str(tmp_path / "b.tar.gz")) == 0
    for _ in range(2):
        games.add(table.play())
        assert table.run("restore", str(tmp_path / "b.tar.gz"), "--force") == 0
    assert table.everywhere() == games


def test_restore_lists_what_it_replaces(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table.play()
    table.run("backup", str(tmp_path / "b.tar.gz"))
    capsys.readouterr()
    assert table.run("restore", str(tmp_path / "b.tar.gz"), "--force") == 0
    said = capsys.readouterr().out
    assert f"-> {table.state}/games.sqlite, in place of what is there" in said
    (aside,) = (table.state / "set-aside").iterdir()
    assert f"what was there before: {aside}" in said


def test_what_was_set_aside_is_brought_back(table: Table, tmp_path: Path) -> None:
    other = Table(tmp_path / "other")
    other.play()
    other.run("backup", str(tmp_path / "b.tar.gz"))
    mine = table.play()
    table.run("restore", str(tmp_path / "b.tar.gz"), "--force")
    (aside,) = (table.state / "set-aside").iterdir()
    assert table.run("restore", str(aside), "--force") == 0
    companion = start(table.state)
    assert companion.daemon.game_id == mine
    companion.close()


# --- archives of strangers ---


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("pieces.toml", b"format = 1\n[pieces\n"),
        ("pieces.toml", b"\xff\xfe"),
        ("board.toml", b"format = 1\n"),
        ("kit.toml", b"format = 1\n"),
        ("language", b"klingon"),
    ],
)
def test_file_that_cannot_be_parsed_is_not_put_in_place(
    name: str, content: bytes, table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "b.tar.gz").write_bytes(archive({name: content, "config.toml": b"format = 1\n"}))
    assert table.run("restore", str(tmp_path / "b.tar.gz"), "--force") == 65
    said = capsys.readouterr().err
    assert said.startswith(f"hansa-companion: the backup's {name}")
    assert said.count("\n") == 1
    assert list(table.state.iterdir()) == []


def test_command_that_comes_with_a_backup_is_asked_about(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    config = f'format = 1\nstate = "{table.state}"\nshut_down = "any command"\n[web]\nbind = "0.0.0.0"\n'.encode()
    (tmp_path / "b.tar.gz").write_bytes(archive({"config.toml": config, "pieces.toml": PIECES}))
    restore = ("restore", str(tmp_path / "b.tar.gz"), "--force")
    before = table.config.read_bytes()
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert table.run(*restore) == 2
    shown = capsys.readouterr()
    assert 'shut_down = "any command"' in shown.out
    assert 'web.bind = "0.0.0.0"' in shown.out
    assert "--yes accepts it" in shown.err
    assert (table.config.read_bytes(), list(table.state.iterdir())) == (before, [])

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal("n\n"))
    assert table.run(*restore) == 1
    assert table.config.read_bytes() == before
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    assert table.run(*restore) == 0
    assert b"any command" in table.config.read_bytes()
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert table.run(*restore) == 0, "it is in force here now"


@pytest.mark.slow
def test_small_file_that_unpacks_to_a_gigabyte_is_refused_before_it_is_unpacked(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    size = 1 << 30
    member = tarfile.TarInfo("games.sqlite")
    member.size = size
    text = io.BytesIO()
    with gzip.GzipFile(fileobj=text, mode="wb", compresslevel=1) as packed:
        packed.write(member.tobuf())
        for _ in range(size >> 24):
            packed.write(bytes(1 << 24))
    (tmp_path / "bomb.tar.gz").write_bytes(text.getvalue())
    before = _peak_kb()
    assert table.run("restore", str(tmp_path / "bomb.tar.gz")) == 65
    assert "games.sqlite would have 1,073,741,824 bytes, expected at most" in capsys.readouterr().err
    assert _peak_kb() - before < 100_000


def test_header_without_end_takes_no_memory(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = io.BytesIO()
    with tarfile.open(fileobj=text, mode="w:gz", format=tarfile.PAX_FORMAT) as packed:
        member = tarfile.TarInfo("manifest.json")
        member.pax_headers = {f"k{number}": "v" * 1000 for number in range(2000)}
        packed.addfile(member)
    (tmp_path / "pax.tar.gz").write_bytes(text.getvalue())
    before = _peak_kb()
    assert table.run("restore", str(tmp_path / "pax.tar.gz")) == 65
    assert "which no backup has" in capsys.readouterr().err
    assert _peak_kb() - before < 100_000


def _peak_kb() -> int:
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.parametrize("key", ["companion", "made"])
def test_escape_sequences_reach_no_terminal(
    key: str, table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "b.tar.gz").write_bytes(archive({"pieces.toml": PIECES}, **{key: "\x1b]0;owned\x07"}))
    assert table.run("restore", str(tmp_path / "b.tar.gz")) == 65
    shown = capsys.readouterr()
    assert "\x1b" not in shown.out + shown.err


def test_escape_sequences_of_a_configuration_reach_no_terminal(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = b'format = 1\n"\\u001b]0;owned\\u0007" = 1\n'
    (tmp_path / "b.tar.gz").write_bytes(archive({"config.toml": config}))
    assert table.run("restore", str(tmp_path / "b.tar.gz"), "--force") == 78
    shown = capsys.readouterr()
    assert "\x1b" not in shown.out + shown.err


# --- a backup that is killed ---


KILLED = """
import os, signal, sys
from companion.archive import backup
from companion.cli import main
from companion.journal.sqlite import SqliteJournal

backup._MEMORY = sys.argv[1]
SqliteJournal.integrity = lambda _: os.kill(os.getpid(), signal.SIGKILL)
main(sys.argv[2:])
"""


@pytest.mark.process
def test_killed_backup_leaves_no_games_in_memory(table: Table, tmp_path: Path) -> None:
    table.play()
    memory = tmp_path / "memory"
    memory.mkdir()
    # A process of its own, and no fork: this one may have threads.
    backup = ["backup", str(tmp_path / "b.tar.gz"), "--config", str(table.config)]
    done = subprocess.run([sys.executable, "-c", KILLED, str(memory), *backup], check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert list(memory.rglob("games*")) == []
