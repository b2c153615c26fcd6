"""The files of version 0.1.0 are read as it read them, and its games go on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.kit.own_log import own_log as own_log
from tests.version_0_1.outside import (
    BOARDS,
    CONFIGURED,
    FILES,
    Json,
    board_told,
    configuration_told,
    digest,
    entries_told,
    expected,
    game_told,
    last_state,
    lay_out,
    leave_only,
    pieces_told,
    play_on,
    run,
    trace_told,
)

EXPECTED = expected()
GAMES: dict[str, Json] = EXPECTED["games"]
GOING_ON = [name for name, game in GAMES.items() if not game["ended"]]
PHASES = {"fill", "place", "replenish", "actions", "lose", "discard", "over"}

pytestmark = pytest.mark.usefixtures("own_log")


def table_of(name: str, folder: Path) -> list[str]:
    """Lay out the table that a game was played at."""
    return lay_out(folder, board=GAMES[name]["board"], kit=GAMES[name]["kit"])


def told(name: str) -> Json:
    return {key: value for key, value in GAMES[name].items() if key not in ("kit", "board")}


def test_every_situation_is_among_the_games() -> None:
    assert {game["final"]["phase"] for game in GAMES.values()} == PHASES
    assert {GAMES[name]["final"]["phase"] for name in GOING_ON} == PHASES
    assert {len(game["players"]) for game in GAMES.values()} == {2, 3, 4}
    assert {game["state"] for game in GAMES.values()} == {"going on", "finished", "given up"}


# --- what an owner has besides the games ---


def test_configuration_has_the_same_values(tmp_path: Path) -> None:
    for file in CONFIGURED:
        shutil.copyfile(FILES / file, tmp_path / file)
    options = ["--config", str(tmp_path / "config.toml"), "--state", str(tmp_path / "state")]
    assert configuration_told(options, tmp_path) == EXPECTED["configuration"]


@pytest.mark.parametrize("file", BOARDS)
def test_board_is_the_same(file: str) -> None:
    assert board_told(FILES / file) == EXPECTED["boards"][file]


def test_every_piece_has_its_tag() -> None:
    pieces = pieces_told(FILES / "pieces.toml")
    assert pieces[0].split() == ["ship", "04000000000180"]
    assert digest("\n".join(pieces)) == EXPECTED["pieces_digest"]


def test_kit_passes_the_check(tmp_path: Path) -> None:
    options = ["--config", str(FILES / "config.toml"), "--state", str(tmp_path)]
    findings = json.loads(run("check", "--simulated", "--yes", "--json", "--only", "buttons,screen,lamps", *options))
    assert (findings["kit"], findings["passed"]) == ("our-tap", True)


# --- games ---


def test_journal_lists_its_games_in_order(tmp_path: Path) -> None:
    where = lay_out(tmp_path, board=BOARDS[0], kit="tap")
    listed = json.loads(run("games", "--json", *where))
    assert [game["id"] for game in listed] == [game["id"] for game in GAMES.values()]


@pytest.mark.parametrize("name", GAMES)
def test_game_stands_where_it_stood(name: str, tmp_path: Path) -> None:
    assert game_told(GAMES[name]["id"], table_of(name, tmp_path)) == told(name)


@pytest.mark.parametrize("name", GAMES)
def test_record_of_a_game_is_read_again(name: str, tmp_path: Path) -> None:
    where = table_of(name, tmp_path)
    record = tmp_path / "evening.hansa"
    record.write_text(run("games", "export", GAMES[name]["id"], *where), encoding="utf-8")
    assert last_state(str(record), where) == GAMES[name]["final"]


@pytest.mark.parametrize("name", GOING_ON)
def test_game_goes_on(name: str, tmp_path: Path) -> None:
    """The table begins where the game stood, and takes the next move; nothing of before is touched."""
    game = GAMES[name]
    where = table_of(name, tmp_path)
    leave_only(tmp_path / "state" / "games.sqlite", game["id"])
    before = entries_told("last", where)
    assert play_on(where) == {"game": game["id"], "revision": game["entries"]}
    after = entries_told("last", where)
    assert after[: len(before)] == before
    added = [entry["kind"] for entry in after[len(before) :]]
    assert ("finished" if game["over"] else "move") in added
    assert game_told(game["id"], where)["entries"] == len(after)


# --- traces ---


@pytest.mark.parametrize("name", GAMES)
def test_trace_leads_to_the_same_game(name: str, tmp_path: Path) -> None:
    found = trace_told(GAMES[name]["id"], table_of(name, tmp_path))
    assert found == EXPECTED["traces"][name]
    assert found["same"]


@pytest.mark.parametrize("name", ["finished, with the buttons", "another board, four players, with the board kit"])
def test_trace_is_played_back_without_a_journal(name: str, tmp_path: Path) -> None:
    where = table_of(name, tmp_path)
    file = FILES / "traces" / f"{GAMES[name]['id']}.trace"
    assert trace_told(str(file), where) == {**EXPECTED["traces"][name], "in_journal": False}


# --- the backup ---


def test_backup_is_restored_into_an_empty_folder(tmp_path: Path) -> None:
    state = tmp_path / "state"
    options = ["--config", str(tmp_path / "config.toml"), "--state", str(state)]
    # Asked, for it names a command and a server.
    assert "by companion 0.1.0" in run("restore", str(FILES / "backup.tar.gz"), "--yes", *options)
    wanted = EXPECTED["restored"]
    assert {file: digest((state / file).read_bytes().hex()) for file in wanted["files"]} == wanted["files"]
    assert configuration_told(options, tmp_path) == wanted["configuration"]
    listed = json.loads(run("games", "--json", *options))
    assert [game["id"] for game in listed] == [game["id"] for game in GAMES.values()]
    newest = list(GAMES)[-1]
    assert game_told("last", options) == told(newest)
    journal = ["--journal", str(state / "games.sqlite")]  # in place of the server that it names
    assert play_on([*options, *journal]) == {"game": GAMES[newest]["id"], "revision": GAMES[newest]["entries"]}
    assert len(entries_told("last", options)) > GAMES[newest]["entries"]
