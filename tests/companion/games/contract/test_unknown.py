"""A game that nobody here knows: one line says which games there are, wherever it is named, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.archive.backup_file import Backup, format_backup
from companion.assembly.loading import NEWEST
from companion.cli import main
from companion.engine import Engine
from companion.errors import BAD_CONFIGURATION, BAD_DATA, FAILED, OK, USAGE
from companion.hub.hall_page import Hub
from companion.journal.journal import Kind
from companion.journal.sqlite import SqliteJournal
from companion.running.resume import CannotResume
from companion.scenario.grammar import NotUnderstood, parse_scenario
from companion.scenario.runner import vocabulary_of
from companion.shelf.box import GameBox
from companion.shelf.shelf import SHELF, all_rules, pages
from tests.kit.any_game import any_game
from tests.kit.kept_games import Shown, keep, whole_game
from tests.kit.meeting import Meeting, announced, tell
from tests.kit.waiting import until

AT = "2026-11-17T20:15:00+00:00"
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def known(box: GameBox) -> str:
    """What is said of the games there are."""
    return f"this version knows {', '.join(SHELF)}"


@pytest.fixture
def state(box: GameBox, folder: Path) -> Path:
    """A journal with a whole game of the box, and after it one that nobody here knows."""
    keep(folder, box, whole_game(box), "2026-11-16-known")
    journal = SqliteJournal(folder / "games.sqlite")
    journal.open()
    journal.create("2026-11-17-chess", "chess", "", AT)
    journal.append("2026-11-17-chess", 1, Kind.SETUP, {"game": "chess", "position": {}}, AT)
    journal.append("2026-11-17-chess", 2, Kind.MOVE, {"entry": {"type": "e4"}}, AT)
    journal.close()
    return folder


def chess(state: Path) -> list[tuple[Kind, object]]:
    journal = SqliteJournal(state / "games.sqlite")
    journal.open()
    entries: list[tuple[Kind, object]] = [(entry.kind, entry.payload) for entry in journal.read("2026-11-17-chess")]
    journal.close()
    return entries


def one_line(capsys: Captured) -> str:
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1
    return printed


# --- in a journal ---


def test_newest_game_of_the_journal_stops_the_start_in_one_line_and_stays(
    box: GameBox, state: Path, known: str
) -> None:
    before = chess(state)
    with pytest.raises(CannotResume) as told, any_game(box, state, sitting=NEWEST):
        pass
    assert known in str(told.value)
    assert "\n" not in str(told.value)
    with any_game(box, state) as rig:  # another one can be begun all the same
        rig.begin()
        rig.play(2)
    assert chess(state) == before


def test_newest_game_of_the_journal_that_is_over_stops_nobody(box: GameBox, state: Path) -> None:
    journal = SqliteJournal(state / "games.sqlite")
    journal.open()
    journal.append("2026-11-17-chess", 3, Kind.FINISHED, {}, AT)
    journal.close()
    before = chess(state)
    with any_game(box, state, sitting=NEWEST) as rig:
        assert rig.composed.daemon.table.kept.history is None
    assert chess(state) == before


@pytest.mark.parametrize("arguments", [("games", "show"), ("games", "export"), ("score",), ("replay",)])
def test_commands_say_so_in_one_line(state: Path, known: str, arguments: tuple[str, ...], capsys: Captured) -> None:
    assert main([*arguments, "2026-11-17", "--state", str(state)]) == BAD_DATA
    assert known in one_line(capsys)


def test_lists_tell_it_beside_the_others(box: GameBox, state: Path, known: str, capsys: Captured) -> None:
    assert main(["games", "--json", "--state", str(state)]) == OK
    assert [each["game"] for each in json.loads(capsys.readouterr().out)] == [box.id, "chess"]
    shown = Shown(state, box.id)
    strange, familiar = shown.get("/api/games").json()["games"]
    assert known in strange["trouble"]
    assert familiar["winners"]
    assert shown.get("/api/statistics").json()["games"] == 1


def test_backup_and_restore_carry_it_along(state: Path, folder: Path) -> None:
    other = folder / "other"
    assert main(["backup", str(folder / "all.tar.gz"), "--state", str(state)]) == OK
    assert main(["restore", str(folder / "all.tar.gz"), "--state", str(other)]) == OK
    assert chess(other) == chess(state)


def test_backup_with_files_of_an_unknown_game_names_the_games_there_are(
    state: Path, folder: Path, known: str, capsys: Captured
) -> None:
    board = Backup("0.9", AT, {"chess-board.toml": b"format = 1"})
    (folder / "chess.tar.gz").write_bytes(format_backup(board))
    before = chess(state)
    assert main(["restore", str(folder / "chess.tar.gz"), "--state", str(state)]) == BAD_DATA
    told = one_line(capsys)
    assert "'chess-board.toml'" in told
    assert known in told
    assert chess(state) == before


def test_backup_whose_configuration_knows_another_game_names_the_games_there_are(
    state: Path, folder: Path, capsys: Captured
) -> None:
    config = Backup("0.9", AT, {"config.toml": b'format = 1\n[games.chess]\nboard = "b.toml"\n'})
    (folder / "chess.tar.gz").write_bytes(format_backup(config))
    before = chess(state)
    assert main(["restore", str(folder / "chess.tar.gz"), "--state", str(state)]) == BAD_CONFIGURATION
    assert f"games.chess: unknown game; allowed: only {', '.join(SHELF)}" in one_line(capsys)
    assert chess(state) == before


def test_statistics_of_an_unknown_game_are_refused(box: GameBox, state: Path, known: str) -> None:
    answer = Shown(state, box.id).get("/api/statistics?game=chess")
    assert answer.status_code == 404
    assert known in answer.json()["reason"]


# --- in a record ---


def test_record_of_an_unknown_game_names_the_games_there_are(box: GameBox, tmp_path: Path, capsys: Captured) -> None:
    record = tmp_path / "evening.chess"
    record.write_text("chess 1\n1. e4 e5\n", encoding="utf-8")
    assert main(["score", str(record), "--state", str(tmp_path)]) == BAD_DATA
    told = one_line(capsys)
    assert "evening.chess" in told
    assert told.endswith(f"this version knows {', '.join(all_rules())}\n")
    assert record.read_text(encoding="utf-8") == "chess 1\n1. e4 e5\n"


def test_broken_record_of_a_known_game_says_what_is_wrong_with_it(
    box: GameBox, tmp_path: Path, capsys: Captured
) -> None:
    rules, played = box.rules(None), whole_game(box)
    text = rules.format_record(played.first, played.moves)
    record = tmp_path / f"evening{box.suffix}"
    record.write_text(text[: len(text) // 2] + "\n~", encoding="utf-8")
    assert main(["score", str(record), "--state", str(tmp_path)]) == BAD_DATA
    told = one_line(capsys)
    assert record.name in told
    assert "this version knows" not in told


# --- in a trace, a configuration, a command, a scenario ---


def test_trace_of_an_unknown_game_names_the_games_there_are(tmp_path: Path, known: str, capsys: Captured) -> None:
    line = {"start": {"format": 1, "game": "chess", "pieces": {}, "seed": 1, "belief": {}}}
    (tmp_path / "old.trace").write_text(f"1 {json.dumps(line)}\n", encoding="utf-8")
    code = main(["replay", "--trace", str(tmp_path / "old.trace"), "--state", str(tmp_path)])
    assert code in (BAD_DATA, FAILED)
    assert known in one_line(capsys)


def test_section_of_an_unknown_game_in_the_configuration_is_refused(
    box: GameBox, tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "my.toml").write_text('format = 1\n[games.chess]\nboard = "b.toml"\n', encoding="utf-8")
    assert main(["config", "--config", str(tmp_path / "my.toml"), "--state", str(tmp_path)]) == BAD_CONFIGURATION
    assert f"games.chess: unknown game; allowed: only {', '.join(SHELF)}" in one_line(capsys)


@pytest.mark.parametrize(
    "command", ["enrol --list", "check --simulated", "simulate", "scenario --forms", "play", "run"]
)
def test_option_with_an_unknown_game_is_refused(known: str, command: str, capsys: Captured) -> None:
    assert main([*command.split(), "--game", "chess"]) == USAGE
    assert one_line(capsys) == f"hansa-companion: --game 'chess': {known}\n"


def test_scenario_of_an_unknown_game_is_not_understood(box: GameBox) -> None:
    with pytest.raises(NotUnderstood) as told:
        parse_scenario("game chess\nboot\n", "evening.scenario", vocabulary_of)
    assert all(f"game {game}" in str(told.value) for game in SHELF)


# --- for programs ---


def test_engine_names_the_games_there_are_and_goes_on_with_the_one_in_play(box: GameBox) -> None:
    played = whole_game(box)
    referee = Engine(all_rules())
    referee.answer(json.dumps({"do": "load", "record": box.rules(None).format_record(played.first, ())}))
    before = referee.answer('{"do": "state"}')
    new = referee.answer('{"do": "new", "game": "chess", "players": ["white", "black"]}')
    assert f"game 'chess': expected one of {', '.join(all_rules())}" in str(new)
    loaded = referee.answer(json.dumps({"do": "load", "record": "chess 1\n1. e4 e5\n"}))
    assert f"this version knows {', '.join(sorted(all_rules(), key=lambda game: game != box.id))}" in str(loaded)
    assert referee.answer('{"do": "state"}') == before


# --- at the hub ---


@pytest.fixture
def meeting() -> Iterator[Meeting]:
    meeting = Meeting()
    yield meeting
    meeting.close()


@pytest.mark.network
def test_table_of_an_unknown_game_is_shown_and_the_log_names_the_games_once(
    box: GameBox, meeting: Meeting, caplog: pytest.LogCaptureFixture
) -> None:
    exchange = meeting.exchange(ttl_s=3600)
    tell(exchange, announced("familiar", game=box.id))
    for name in ("strange", "stranger"):
        tell(exchange, announced(name, game="chess"))
    hub = Hub(meeting.exchange, pages(), bind="127.0.0.1", port=0)
    hub.open()
    hub.wait()
    try:
        until(lambda: len(hub.hall.tables) == 3)
    finally:
        hub.close()
    told = [record.getMessage() for record in caplog.records if "chess" in record.getMessage()]
    assert len(told) == 1, "once for each game"
    assert told[0].endswith(f"game 'chess': this version draws {', '.join(pages())}")
    assert hub.hall.tables["strange"].announcement.players == announced().players
