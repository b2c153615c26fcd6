"""What is configured, and what players ask for beyond moves, is put together and remembered."""

from __future__ import annotations

import logging
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import fakeredis
import pytest

from companion.archive.verify import retrace_game
from companion.assembly.compose import may_let_phones_in
from companion.assembly.game_parts import translator
from companion.errors import UserError
from companion.games.hansa.board_files import SHIPPED
from companion.games.hansa.boards import load_board, named_board, save_board, shipped_board
from companion.games.hansa.page import board_editor
from companion.games.hansa.rules.board import Board
from companion.journal.journal import Damage, Damaged, Kind
from companion.journal.redis import RedisJournal
from companion.journal.sqlite import SqliteJournal
from companion.running.resume import CannotResume
from companion.table import own_dialogs
from companion.table.intents import SpeakLanguage
from tests.kit import hansa
from tests.kit.companion import Companion, start
from tests.kit.lean import configured
from tests.kit.redis_server import DURABLE, redis_server
from tests.kit.waiting import PATIENCE_MS, until


def test_language_chosen_at_the_table_is_spoken_and_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    companion = start(tmp_path)
    companion.daemon._on_errand(SpeakLanguage("it"))
    assert (tmp_path / "language").read_text(encoding="utf-8") == "it\n"
    assert configured(tmp_path).language == "it"
    shown = companion.daemon.showing.count
    companion.daemon.speak(lambda template, *_: f"{template}!")
    assert companion.daemon.showing.count == shown + 1
    companion.close()


def test_board_is_asked_about_at_the_first_start_and_never_again_once_it_is_right(tmp_path: Path) -> None:
    companion = start(tmp_path, board="")
    assert companion.daemon.table.view.asks_board
    companion.press("ok")
    assert not companion.daemon.table.view.asks_board
    companion.close()
    assert load_board(tmp_path / "board.toml") == shipped_board()
    companion = start(tmp_path, board="")
    assert not companion.daemon.table.view.asks_board
    companion.close()


def test_board_is_not_asked_about_once_there_was_a_game_whose_trace_knows_of_the_question(tmp_path: Path) -> None:
    companion = start(tmp_path, board="")
    companion.press("back")
    companion.begin_game()
    name = companion.daemon.game_id
    companion.close()
    assert retrace_game(companion.config, name).is_same
    companion = start(tmp_path, board="", begins_anew=True)
    assert not companion.daemon.table.view.asks_board
    companion.close()


def test_board_is_asked_about_again_where_the_disk_does_not_keep_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(board_editor, "save_board", full)
    companion = start(tmp_path, board="")
    companion.press("ok")
    assert companion.daemon.table.dialog.name == "refusal not_kept"
    companion.press("ok", "back")
    assert not companion.daemon.table.view.asks_board, "whoever does not want to answer now can play"
    companion.close()
    companion = start(tmp_path, board="")
    assert companion.daemon.table.view.asks_board
    companion.close()


def test_journal_too_damaged_to_say_whether_there_was_a_game_stops_with_a_clear_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ids(_: SqliteJournal) -> tuple[str, ...]:
        raise Damaged(Damage("", 0, "the file is torn"))

    monkeypatch.setattr(SqliteJournal, "ids", ids)
    with pytest.raises(UserError, match="the file is torn") as told:
        start(tmp_path, board="", begins_anew=True)
    assert told.value.code == 65
    assert not isinstance(told.value, CannotResume), "nothing that a new game would mend"


def test_players_are_called_by_their_configured_names() -> None:
    translate = translator("en", {"gray": "Anna"}, hansa.BOX)
    assert (translate("Gray"), translate("White"), translate("Sail where?")) == ("Anna", "White", "Sail where?")


def test_game_is_played_while_the_server_of_the_copy_is_away(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        companion = start(tmp_path, journal="redis://:secret@127.0.0.1:1/0")
        companion.begin_game()
        assert companion.daemon.revision == 1
        companion.close()
    assert "the copy of the journal is away" in caplog.text
    assert "secret" not in caplog.text
    again = start(tmp_path)
    assert again.daemon.game_id == companion.daemon.game_id
    again.close()


def test_copy_that_tells_another_story_is_a_fault_of_the_table_until_there_is_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = {f"redis://server/{number}": fakeredis.FakeServer() for number in range(2)}
    monkeypatch.setattr("companion.journal.redis.connect", lambda url, _: fakeredis.FakeRedis(server=servers[url]))
    companion = start(tmp_path, journal="redis://server/0")
    companion.begin_game()
    companion.close()  # with everything copied
    with closing(RedisJournal("redis://server/0")) as copy:
        copy.open()
        copy.append(companion.daemon.game_id, 2, Kind.NOTE, {"by": "another table"}, "today")

    def faults(companion: Companion) -> set[str]:
        companion.daemon.work()
        return set(companion.daemon.table.view.faults)

    companion = start(tmp_path, journal="redis://server/0")
    until(lambda: faults(companion) == {"copy"})
    assert companion.daemon.table.dialog.title.left.in_language() == "Trouble: copy of the games"
    companion.press("ok")
    assert companion.daemon.table.dialog.name != "fault copy", "the game goes on"
    companion.close()
    companion = start(tmp_path, journal="redis://server/1")
    companion.close()
    assert faults(companion) == set()
    companion.close()  # again: what was worked off has opened the trace


@pytest.mark.redis
@pytest.mark.needs("redis-server")
@pytest.mark.parametrize(("settings", "weaknesses"), [((), 1), (DURABLE, 0)], ids=["forgetful", "durable"])
def test_server_that_would_lose_a_move_is_told(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    settings: tuple[str, ...],
    weaknesses: int,
) -> None:
    patient = partial(RedisJournal, timeout_ms=PATIENCE_MS)
    monkeypatch.setattr("companion.journal.redis.RedisJournal", patient)
    with caplog.at_level(logging.INFO), redis_server(*settings) as server:
        companion = start(tmp_path, journal=server.url)
        companion.close()  # once the copy has been tried
    assert "the copy of the journal is in step" in caplog.text
    assert caplog.text.count("is not safe: the server keeps moves in memory only") == weaknesses
    assert caplog.text.count("is not safe") == weaknesses


@pytest.mark.parametrize(("bind", "let_in"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_phones_that_the_installer_keeps_out_are_let_in_by_the_configuration_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bind: str, let_in: bool
) -> None:
    config = configured(tmp_path)
    assert may_let_phones_in(config, {})
    assert may_let_phones_in(config, {"HANSA_PHONES": str(tmp_path / "phones")})
    config = replace(config, web=replace(config.web, bind=bind))
    assert may_let_phones_in(config, {"HANSA_PHONES": "no"}) is let_in
    monkeypatch.setenv("HANSA_PHONES", "no")
    companion = start(tmp_path, board="")
    companion.press("down", "down", "ok", "ok")
    assert companion.daemon.table.dialog == own_dialogs.KEPT_OUT
    companion.close()


def upgraded(state: Path, board: str = "0.1") -> Companion:
    """Start where the companion keeps a board that shipped with an earlier version."""
    if not (state / "board.toml").exists():
        save_board(state / "board.toml", named_board(board))
    return start(state, board="")


def test_owner_is_told_once_what_was_corrected_on_the_board_and_keeps_their_own(tmp_path: Path) -> None:
    companion = upgraded(tmp_path)
    assert companion.daemon.table.dialog.name == own_dialogs.BOARD_NEWS
    companion.press("ok")
    assert companion.daemon.table.dialog.name == "seats"
    companion.close()
    assert load_board(tmp_path / "board.toml") == named_board("0.1")
    companion = upgraded(tmp_path)
    assert companion.daemon.table.dialog.name == "seats"
    companion.close()


def test_owner_takes_over_what_was_corrected_and_the_trace_knows_of_it(tmp_path: Path) -> None:
    companion = upgraded(tmp_path)
    companion.press("down", "ok")
    assert load_board(tmp_path / "board.toml") == shipped_board()
    companion.begin_game()
    name, history = companion.daemon.game_id, companion.daemon.table.kept.history
    assert history is not None
    assert history.position.setup.board == shipped_board()
    companion.close()
    assert retrace_game(companion.config, name).is_same


def test_game_that_goes_on_is_not_held_up_by_news_of_the_board(tmp_path: Path) -> None:
    companion = upgraded(tmp_path)
    companion.press("back")
    companion.begin_game()
    companion.close()
    companion = upgraded(tmp_path)
    assert companion.daemon.table.dialog.name == "resume"
    companion.close()
    companion = start(tmp_path, board="", begins_anew=True)
    assert companion.daemon.table.dialog.name == own_dialogs.BOARD_NEWS, "nobody has answered yet"
    companion.close()


def played_in_0_1(state: Path) -> str:
    """Play on the board of 0.1 without saying that it is right, and return the id of the game."""
    companion = start(state, board=str(SHIPPED["0.1"]))
    companion.begin_game()
    companion.close()
    assert not (state / "board.toml").exists()
    return companion.daemon.game_id


def test_owner_who_never_said_that_the_board_is_right_is_told_too_and_keeps_board_and_rail(tmp_path: Path) -> None:
    name = played_in_0_1(tmp_path)
    companion = start(tmp_path, board="")
    assert companion.daemon.game_id == name
    assert companion.daemon.table.dialog.name == "resume", "the game goes on first"
    assert load_board(tmp_path / "board.toml") == named_board("0.1")
    assert "warehouse.danzig.2" in companion.service._devices.lamps.names
    companion.close()
    companion = start(tmp_path, board="", begins_anew=True)
    assert companion.daemon.table.dialog.name == own_dialogs.BOARD_NEWS
    companion.press("ok")
    companion.close()
    companion = start(tmp_path, board="", begins_anew=True)
    assert companion.daemon.table.dialog.name == "seats", "told once"
    companion.begin_game()
    history = companion.daemon.table.kept.history
    assert history is not None
    assert history.position.setup.board == named_board("0.1")
    companion.close()


def test_owner_who_never_said_that_the_board_is_right_may_take_over_what_was_corrected(tmp_path: Path) -> None:
    played_in_0_1(tmp_path)
    companion = start(tmp_path, board="", begins_anew=True)
    companion.press("down", "ok")
    assert load_board(tmp_path / "board.toml") == shipped_board()
    companion.close()
    companion = start(tmp_path, board="", begins_anew=True)
    assert "warehouse.aalborg.2" in companion.service._devices.lamps.names
    companion.close()


def test_board_of_a_game_is_not_kept_where_it_is_the_newest_or_the_owner_has_one(tmp_path: Path) -> None:
    companion = start(tmp_path, board="")
    companion.press("back")
    companion.begin_game()
    companion.close()
    companion = start(tmp_path, board="")
    assert not (tmp_path / "board.toml").exists()
    companion.close()
    played_in_0_1(tmp_path / "other")
    start(tmp_path / "other", board=str(SHIPPED["0.2"])).close()
    assert not (tmp_path / "other" / "board.toml").exists()


def test_played_board_that_the_disk_does_not_take_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    name = played_in_0_1(tmp_path)
    monkeypatch.setattr(board_editor, "save_board", full)
    companion = start(tmp_path, board="")
    assert companion.daemon.game_id == name
    assert "board.toml: the board cannot be kept: No space left on device" in caplog.text
    companion.close()


@pytest.mark.parametrize("change", ["newest", "own"])
def test_owner_of_any_other_board_is_told_nothing(tmp_path: Path, change: str) -> None:
    board = shipped_board() if change == "newest" else Board("riga", named_board("0.1").cities)
    save_board(tmp_path / "board.toml", board)
    companion = start(tmp_path, board="")
    assert companion.daemon.table.dialog.name == "seats"
    companion.close()


def test_news_of_the_board_come_again_where_the_disk_does_not_keep_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(board_editor, "save_board", full)
        companion = upgraded(tmp_path)
        companion.press("down", "ok")
        assert companion.daemon.table.dialog.name == "refusal not_kept"
        companion.close()
    companion = upgraded(tmp_path)
    assert companion.daemon.table.dialog.name == own_dialogs.BOARD_NEWS
    companion.close()


def test_game_goes_on_and_is_retraced_on_the_board_it_was_begun_on(tmp_path: Path) -> None:
    companion = start(tmp_path, board=str(SHIPPED["0.1"]))
    companion.begin_game()
    companion.wander(seed=3, events=150)
    name = companion.daemon.game_id
    companion.close()
    companion = start(tmp_path, board=str(SHIPPED["0.2"]))
    companion.wander(seed=4, events=150)
    history = companion.daemon.table.kept.history
    assert history is not None
    assert history.position.setup.board == named_board("0.1")
    assert companion.daemon.game_id == name
    companion.close()
    report = retrace_game(companion.config, name)
    assert report.is_same, report.difference
