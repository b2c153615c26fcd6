"""Random games of Hansa Teutonica through `simulate`: the same from the same seed, and how they ended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.errors import BAD_CONFIGURATION, OK, USAGE
from companion.games.teutonica.game import RULES
from companion.games.teutonica.players import ENDS, TeutonicaPlayers
from companion.games.teutonica.rules.position import Cause


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["simulate", "--game", "teutonica", *arguments]) == OK
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


@pytest.mark.slow
def test_same_seed_gives_the_same_games_and_another_seed_others(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--games", "2", "--players", "3", "--show")
    first = output(capsys, *asked, "--seed", "7")
    assert output(capsys, *asked, "--seed", "7") == first
    assert output(capsys, *asked, "--seed", "8") != first


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_summary_says_how_games_ended(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--games", "3", "--players", str(players), "--seed", "7")
    summary = json.loads(output(capsys, *asked, "--json"))
    assert [row["seat"] for row in summary["seats"]] == list(range(1, players + 1))
    assert sum(summary["endings"].values()) == 3
    lines = output(capsys, *asked).splitlines()
    for ending, count in summary["endings"].items():
        assert set(ending.split(" and ")) <= set(ENDS.values())
        assert f"ended by {ending}: {count}" in lines


def test_each_end_has_its_name() -> None:
    over = RULES.new({"players": ["red", "blue"], "start": "red"})
    assert [TeutonicaPlayers().ending(over._replace(ending=(cause,))) for cause in Cause] == [
        "20 prestige points",
        "the last marker",
        "10 completed cities",
    ]
    both = over._replace(ending=(Cause.PRESTIGE, Cause.CITIES))
    assert TeutonicaPlayers().ending(both) == "20 prestige points and 10 completed cities"


def test_saved_games_can_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output(capsys, "--games", "1", "--players", "4", "--save", str(tmp_path))
    (path,) = tmp_path.iterdir()
    assert path.name == "game-0001.teutonica"
    record = RULES.parse_record(path.read_text(encoding="utf-8"))
    assert len(RULES.players(record.first)) == 4
    assert RULES.format_record(*record) == path.read_text(encoding="utf-8")


def test_wrong_requests_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--game", "teutonica", "--players", "6"]) == USAGE
    assert capsys.readouterr() == ("", "hansa-companion: --players 6: expected 2 to 5\n")
    assert main(["simulate", "--game", "chess"]) == USAGE
    assert capsys.readouterr().err == "hansa-companion: --game 'chess': this version knows hansa, teutonica\n"
    assert main(["simulate", "--game", "teutonica", "--board", str(tmp_path / "none.toml")]) == BAD_CONFIGURATION
    assert capsys.readouterr().err.count("\n") == 1
