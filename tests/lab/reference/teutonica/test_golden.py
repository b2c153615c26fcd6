"""The golden games are what the reference plays today, and together they show every rare thing."""

import json
from pathlib import Path

import pytest

from tests.lab.reference.teutonica.features import WANTED
from tests.lab.reference.teutonica.make_golden import GOLDEN, digest
from tests.lab.reference.teutonica.perft import perft
from tests.lab.reference.teutonica.rules import Rules

pytestmark = pytest.mark.slow

RULES = Rules()
GAMES = sorted(path for path in GOLDEN.glob("*.json") if path.name != "perft.json")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_is_played_again(path: Path) -> None:
    game = json.loads(path.read_text(encoding="utf-8"))
    state = RULES.new(game["setup"]["players"], game["setup"]["start"])
    assert state == game["begin"]
    for number, ply in enumerate(game["plies"]):
        if number % 10 == 0:
            assert len(RULES.legal(state)) == ply["legal"]
        assert RULES.refusal(state, ply["move"]) is None
        state, events = RULES.play(state, ply["move"])
        assert (digest(state), events) == (ply["digest"], ply["events"])
        assert state == ply.get("state", state)
    assert (state["phase"] == "over") == (path.stem != "five-crowded")


def test_together_they_show_everything() -> None:
    shown = {name for path in GAMES for name in json.loads(path.read_text(encoding="utf-8"))["shows"]}
    assert [name for name in WANTED if name not in shown] == []
    ends = {
        f"over by {end} with {players} players" for end in ("prestige", "markers", "cities") for players in range(2, 6)
    }
    assert ends <= shown


def test_counts_from_the_middle_of_games() -> None:
    for case in json.loads((GOLDEN / "perft.json").read_text(encoding="utf-8")):
        state = RULES.new(case["setup"]["players"], case["setup"]["start"])
        for move in case["moves"]:
            state = RULES.play(state, move)[0]
        for depth, count in enumerate(case["counts"], 1):
            if depth == 1 or case["counts"][depth - 2] <= 200:
                assert perft(RULES, state, depth) == count, case["name"]
