"""The files of version 0.2.0 are read as it read them, and its games go on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.kit.own_log import own_log as own_log
from tests.version_0_2.outside import (
    CONFIGURED,
    FILES,
    OWNED,
    Json,
    configuration_told,
    digest,
    entries_told,
    expected,
    game_told,
    lay_out,
    play_on,
    record_told,
    run,
    trace_told,
)

EXPECTED = expected()
GAMES: dict[str, Json] = EXPECTED["games"]
IN_ORDER = sorted(GAMES.values(), key=lambda game: str(game["created"]))
NEWEST = IN_ORDER[-1]

pytestmark = pytest.mark.usefixtures("own_log")


def test_every_game_is_there_finished_and_going_on() -> None:
    assert {(game["game"], game["state"]) for game in GAMES.values()} == {
        (game, state) for game in ("hansa", "teutonica") for state in ("finished", "going on")
    }


# --- the configuration ---


@pytest.mark.parametrize("file", CONFIGURED)
def test_configuration_has_the_same_values(file: str, tmp_path: Path) -> None:
    for name in (*CONFIGURED, *OWNED):
        shutil.copyfile(FILES / name, tmp_path / name)
    assert configuration_told(["--config", str(tmp_path / file)], tmp_path) == EXPECTED["configuration"][file]


# --- games ---


def test_journal_lists_its_games_in_order(tmp_path: Path) -> None:
    listed = json.loads(run("games", "--json", *lay_out(tmp_path)))
    assert [game["id"] for game in listed] == [game["id"] for game in IN_ORDER]


@pytest.mark.parametrize("name", GAMES)
def test_game_stands_where_it_stood(name: str, tmp_path: Path) -> None:
    assert game_told(GAMES[name]["id"], lay_out(tmp_path)) == GAMES[name]


@pytest.mark.parametrize("record", EXPECTED["records"])
def test_record_leads_to_the_same_score(record: str) -> None:
    assert record_told(FILES / "records" / record) == EXPECTED["records"][record]


@pytest.mark.parametrize("name", GAMES)
def test_record_that_is_written_today_leads_there_too(name: str, tmp_path: Path) -> None:
    where, record = lay_out(tmp_path), tmp_path / "record.txt"
    record.write_text(run("games", "export", GAMES[name]["id"], *where), encoding="utf-8")
    assert record_told(record) == {key: GAMES[name][key] for key in ("over", "scores", "winners")}


def test_table_goes_on_with_the_newest_game(tmp_path: Path) -> None:
    """It begins where the game stood, and takes the next move; nothing of before is touched."""
    where = [*lay_out(tmp_path), "--kit", "chart"]
    before = entries_told("last", where)
    assert play_on(where) == {"game": NEWEST["id"], "revision": NEWEST["entries"]}
    after = entries_told("last", where)
    assert after[: len(before)] == before
    assert len(after) > len(before)


# --- traces ---


@pytest.mark.parametrize("name", GAMES)
def test_trace_leads_to_the_same_game(name: str, tmp_path: Path) -> None:
    found = trace_told(GAMES[name]["id"], lay_out(tmp_path))
    assert found == EXPECTED["traces"][name]
    assert found["same"]


@pytest.mark.parametrize("name", GAMES)
def test_trace_is_played_back_without_a_journal(name: str, tmp_path: Path) -> None:
    where = lay_out(tmp_path)
    file = FILES / "traces" / f"{GAMES[name]['id']}.trace"
    assert trace_told(str(file), where) == {**EXPECTED["traces"][name], "in_journal": False}


# --- the backup ---


def test_backup_is_restored_into_an_empty_folder(tmp_path: Path) -> None:
    options = ["--config", str(tmp_path / "config.toml"), "--state", str(tmp_path / "state")]
    # Asked, for it names a command and a server.
    assert "by companion 0.2.0" in run("restore", str(FILES / "backup.tar.gz"), "--yes", *options)
    wanted = EXPECTED["restored"]
    assert {file: digest((tmp_path / file).read_bytes()) for file in wanted["files"]} == wanted["files"]
    assert configuration_told(options, tmp_path) == wanted["configuration"]
    assert game_told("last", options) == NEWEST
    journal = ["--journal", str(tmp_path / "state" / "games.sqlite")]  # in place of the server that it names
    assert play_on([*options, *journal]) == {"game": NEWEST["id"], "revision": NEWEST["entries"]}
    assert len(entries_told("last", options)) > NEWEST["entries"]
