"""A start that must ask something, with the USB kit: the page is its only screen, and is served before the question."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import BAD_DATA, UserError
from companion.journal.sqlite import SqliteJournal
from tests.kit.bad_game import write_bad_game
from tests.kit.usb_table import usb_table, write_unknown_game
from tests.kit.waiting import PATIENCE_S

pytestmark = [pytest.mark.network, pytest.mark.process]


@pytest.mark.parametrize(
    ("write", "words"), [(write_unknown_game, "not on the shelf"), (write_bad_game, "game bad: entry 2")]
)
def test_game_that_cannot_go_on_is_told_on_the_page_and_ok_there_begins_another(
    tmp_path: Path, write: Callable[[Path], object], words: str
) -> None:
    write(tmp_path)
    with usb_table(tmp_path) as table:
        told = table.start_page(words)
        assert told["ok"] == "ok: a new game"
        assert told["may_press"] is True
        assert words in table.client.get("/").text, "readable without the script, too"
        assert table.service.composed is None, "nothing has been decided"
        assert table.press("end").status_code == 422
        assert table.press().status_code == 200
        assert table.table()["table"]["dialog"] is not None
        assert table.service.composed is not None
        assert table.service.composed.daemon.game_id == ""
    assert table.error is None
    journal = SqliteJournal(tmp_path / "games.sqlite")
    journal.open()
    assert len(journal.ids()) == 1, "the game is left as it is"
    journal.close()


def test_journal_that_is_damaged_is_told_on_the_page_and_ok_ends_the_companion(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"not a database, for certain" * 200)
    with usb_table(tmp_path) as table:
        assert table.start_page("games.sqlite")["ok"] == "ok"
        assert table.press().status_code == 200
        table.thread.join(PATIENCE_S)
    assert isinstance(table.error, UserError)
    assert table.error.code == BAD_DATA


def test_journal_that_is_awaited_is_told_on_the_page_which_becomes_the_table_by_itself(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").mkdir()  # in the way of the file
    with usb_table(tmp_path) as table:
        assert table.start_page("Is a directory")["ok"] == "", "there is nothing to decide"
        assert table.press().status_code == 409
        (tmp_path / "games.sqlite").rmdir()
        assert table.table()["table"]["dialog"] is not None
    assert table.error is None


def test_stop_while_the_page_asks_ends_with_the_clear_word(tmp_path: Path) -> None:
    write_bad_game(tmp_path)
    with usb_table(tmp_path) as table:
        table.start_page("game bad")
    assert "--new begins another one" in str(table.error)


def test_only_somebody_at_the_machine_can_press_ok(tmp_path: Path) -> None:
    write_bad_game(tmp_path)
    with usb_table(tmp_path) as table:
        table.start_page("game bad")
        through = {"X-Forwarded-For": "192.0.2.7"}  # a proxy on this machine speaks for somebody elsewhere
        assert table.client.get("/api/start", headers=through).json()["may_press"] is False
        assert table.press(**through).status_code == 401
        assert table.press(Origin="http://elsewhere.example").status_code == 403
        assert table.client.get("/api/start", headers={"Host": "elsewhere.example"}).status_code == 403
        assert table.service.composed is None


def test_everything_else_is_answered_with_why_there_is_no_table_yet(tmp_path: Path) -> None:
    write_bad_game(tmp_path)
    with usb_table(tmp_path) as table:
        table.start_page("game bad")
        answer = table.client.get("/api/state?lang=en")
        assert answer.status_code == 503
        assert "game bad" in answer.json()["reason"]
        assert table.client.get("/static/start.js").status_code == 200


def test_table_itself_has_no_start_page(tmp_path: Path) -> None:
    with usb_table(tmp_path) as table:
        table.table()
        assert table.client.get("/api/start").status_code == 204, "a browser complains of a 404"
