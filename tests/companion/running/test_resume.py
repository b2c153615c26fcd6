"""The game goes on after a restart, whatever ended the one before; one that cannot be trusted stays as it is."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.errors import UserError
from companion.journal.journal import Kind
from companion.journal.sqlite import SqliteJournal
from companion.running.resume import CannotResume, newest_game, resume
from tests.kit import hansa
from tests.kit.bad_game import AT, write_bad_game
from tests.kit.companion import start


def test_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    companion = start(tmp_path)
    companion.begin_game()
    companion.press("ok", "ok", "ok", "ok", "ok", "ok")
    game_id, revision, kept = companion.daemon.game_id, companion.daemon.revision, companion.daemon.table.kept
    assert revision > 2
    companion.close()
    again = start(tmp_path)
    assert (again.daemon.game_id, again.daemon.revision, again.daemon.table.kept) == (game_id, revision, kept)
    again.press("ok", "ok", "ok")
    assert again.daemon.revision > revision
    again.close()


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.kit.companion import start
companion = start(Path(sys.argv[1]))
companion.begin_game()
companion.daemon.watch(lambda daemon: print(daemon.game_id, daemon.revision, flush=True))
companion.press("ok", "ok", "ok", "ok", "ok", "ok", "ok", "ok")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.process
def test_everything_shown_is_there_after_the_process_was_killed(tmp_path: Path) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)], cwd=Path(__file__).parents[3], capture_output=True, text=True
    )
    assert killed.returncode == -9, killed.stderr
    game_id, shown = killed.stdout.split()[-2:]
    again = start(tmp_path)
    assert (again.daemon.game_id, again.daemon.revision) == (game_id, int(shown))
    again.close()


def test_new_game_leaves_the_one_before_as_it_is(tmp_path: Path) -> None:
    companion = start(tmp_path)
    companion.begin_game()
    first = companion.daemon.game_id
    companion.close()
    companion = start(tmp_path, begins_anew=True)
    assert companion.daemon.game_id == ""
    companion.begin_game()
    second = companion.daemon.game_id
    companion.close()
    companion = start(tmp_path)
    assert companion.daemon.game_id == second != first
    companion.close()


def test_game_that_has_ended_is_not_gone_on_with(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "j.sqlite")
    journal.open()
    assert resume(journal, newest_game(journal), hansa.RULES).game_id == ""
    game = hansa.RULES
    first = game.new({"players": ["gray", "white"], "start": "gray", "goods": ["blue", "brown", "green", "pink"]})
    journal.create("one", "hansa", "", AT)
    assert resume(journal, newest_game(journal), game).game_id == ""  # created, and cut off before its set-up
    journal.append("one", 1, Kind.SETUP, {"game": "hansa", "position": game.format_position(first)}, AT)
    assert resume(journal, newest_game(journal), game)[:2] == ("one", 1)
    journal.append("one", 2, Kind.ABORTED, {}, AT)
    assert resume(journal, newest_game(journal), game).game_id == ""
    journal.close()


def test_game_that_does_not_fit_stops_with_a_clear_word_and_stays_as_it_is(tmp_path: Path) -> None:
    content = write_bad_game(tmp_path)
    with pytest.raises(CannotResume, match=r"game bad: entry 2 \(move\) does not fit: .*; it is kept as it is") as told:
        start(tmp_path)
    assert told.value.code == 65
    assert (tmp_path / "games.sqlite").read_bytes() == content
    companion = start(tmp_path, begins_anew=True)
    companion.begin_game()
    companion.close()


def test_damaged_game_stops_with_a_clear_word_and_stays_as_it_is(tmp_path: Path) -> None:
    companion = start(tmp_path)
    companion.begin_game()
    companion.press("ok", "ok", "ok", "ok")
    companion.close()
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.execute("UPDATE entries SET payload = '{}' WHERE revision = 2")
    connection.close()
    with pytest.raises(CannotResume, match=r"is damaged after 1 good entries: .*; it is kept as it is"):
        start(tmp_path)


def test_file_that_is_no_journal_stops_with_a_clear_word(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"no database at all" * 100)
    with pytest.raises(UserError, match=r"games\.sqlite") as told:
        start(tmp_path)
    assert told.value.code == 65
    assert not isinstance(told.value, CannotResume)
