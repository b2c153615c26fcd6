"""What was begun and not ended is finished at the next start; games that lie aside are not forgotten."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

from companion.assembly.stores import keep_before_migration
from companion.journal.sqlite import SqliteJournal
from companion.running.set_aside import begin
from companion.table.dialog import Notice
from companion.table.screen import Row
from tests.kit.companion import start
from tests.kit.lean import configured

AT = "2026-11-17T20:15:00+00:00"


def play(state: Path) -> str:
    companion = start(state)
    companion.begin_game()
    companion.press("ok", "ok")
    game_id = companion.daemon.game_id
    companion.close()
    return game_id


def test_exchange_that_was_interrupted_is_finished_at_the_next_start(tmp_path: Path) -> None:
    wanted = play(tmp_path / "other")
    before = play(tmp_path / "state")
    games = (tmp_path / "other" / "games.sqlite").read_bytes()
    aside = begin(tmp_path / "state", "restore", {"games.sqlite": games}, at=AT)
    companion = start(tmp_path / "state")
    assert companion.daemon.game_id == wanted
    companion.close()
    shutil.copy(aside / "games.sqlite", tmp_path / "state" / "games.sqlite")
    companion = start(tmp_path / "state")
    assert companion.daemon.game_id == before
    companion.close()


def shown(state: Path) -> str:
    companion = start(state)
    dialog = companion.daemon.table.dialog
    companion.close()
    return dialog.name if isinstance(dialog, Notice) else ""


def test_table_without_a_game_says_that_games_are_set_aside(tmp_path: Path) -> None:
    play(tmp_path)
    aside = tmp_path / "set-aside" / "2026-11-17T20-15-00-restore"
    aside.mkdir(parents=True)
    (tmp_path / "games.sqlite").rename(aside / "games.sqlite")
    companion = start(tmp_path)
    dialog = companion.daemon.table.dialog
    assert isinstance(dialog, Notice)
    (_, row) = dialog.rows
    assert isinstance(row, Row)
    assert aside.name in row.left.in_language()
    companion.press("ok")
    companion.begin_game()
    companion.close()
    assert shown(tmp_path) != "games set aside", "there is a game now"


def test_new_table_has_nothing_to_say_about_games_set_aside(tmp_path: Path) -> None:
    assert shown(tmp_path) != "games set aside"


def test_journal_of_an_older_format_is_copied_aside_before_it_is_changed(tmp_path: Path) -> None:
    old = (Path(__file__).parents[1] / "journal" / "version-1.sqlite").read_bytes()
    (tmp_path / "games.sqlite").write_bytes(old)
    for _ in range(2):
        config = configured(tmp_path)
        keep_before_migration(config, AT)
    with closing(SqliteJournal(tmp_path / "games.sqlite")) as journal:
        journal.open()
    (aside,) = (tmp_path / "set-aside").iterdir()
    assert aside.name == "2026-11-17T20-15-00-migration"
    assert (aside / "games.sqlite").read_bytes() == old != (tmp_path / "games.sqlite").read_bytes()
    keep_before_migration(config, AT)
    assert list((tmp_path / "set-aside").iterdir()) == [aside], "it is of the present format now"


def test_journal_that_was_removed_from_under_a_killed_table_is_back_before_it_is_changed(tmp_path: Path) -> None:
    old = (Path(__file__).parents[1] / "journal" / "version-1.sqlite").read_bytes()
    (tmp_path / ".games.sqlite.kept").write_bytes(old)
    companion = start(tmp_path)
    assert companion.daemon._journal.ids()
    companion.close()
    (aside,) = (tmp_path / "set-aside").iterdir()
    assert (aside / "games.sqlite").read_bytes() == old


def test_games_are_back_in_whose_place_a_journal_without_any_stands(tmp_path: Path) -> None:
    play(tmp_path)
    with closing(SqliteJournal(tmp_path / "other.sqlite")) as empty:
        empty.open()
    (tmp_path / "games.sqlite").rename(tmp_path / ".games.sqlite.kept")
    (tmp_path / "other.sqlite").rename(tmp_path / "games.sqlite")
    assert shown(tmp_path) != "games set aside"
    with closing(SqliteJournal(tmp_path / "games.sqlite")) as journal:
        journal.open()
        assert journal.ids()
    (aside,) = (tmp_path / "set-aside").iterdir()
    assert (aside / "games.sqlite").is_file()


def test_new_table_has_no_journal_to_copy_aside(tmp_path: Path) -> None:
    keep_before_migration(configured(tmp_path), AT)
    assert not (tmp_path / "set-aside").exists()
