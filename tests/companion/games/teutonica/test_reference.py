"""The engine against the plain second implementation: whole games of many styles, golden games, counts of moves."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from companion.engine import Engine
from tests.lab.reference.teutonica.make_golden import GOLDEN, digest
from tests.lab.reference.teutonica.soak import soak

# 5,000 moves in all; `make lab PART=reference` plays any number.
LOTS, MOVES = 5, 1_000
REFERENCE = Path(__file__).parents[3] / "lab" / "reference" / "teutonica"
GAMES = sorted(path for path in GOLDEN.glob("*.json") if path.name != "perft.json")


@pytest.mark.slow
@pytest.mark.parametrize("lot", range(LOTS))
def test_games_agree_at_every_move(lot: int) -> None:
    seen = soak(lambda: Engine().answer, MOVES, 1_000 * (lot + 1))
    assert seen["plies"] >= MOVES


def test_some_moves_agree() -> None:
    assert soak(lambda: Engine().answer, 60, 7)["plies"] >= 60


class Talk:
    """An engine that accepts what it is told, or the test fails."""

    def __init__(self) -> None:
        self._engine = Engine()

    def say(self, **request: object) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self._engine.answer(json.dumps(request)))
        assert answer["ok"], answer
        return answer


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_golden_game_is_played_alike(path: Path) -> None:
    game, talk = json.loads(path.read_text(encoding="utf-8")), Talk()
    begin = talk.say(do="new", game="teutonica", players=game["setup"]["players"], start=game["setup"]["start"])
    assert begin["state"] == game["begin"]
    for ply in game["plies"]:
        legal = talk.say(do="legal")["moves"]
        assert isinstance(legal, list)
        assert len(legal) == ply["legal"]
        assert ply["move"] in legal
        answer = talk.say(do="play", move=ply["move"])
        assert (digest(answer["state"]), answer["events"]) == (ply["digest"], ply["events"])


CASES = json.loads((GOLDEN / "perft.json").read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_counts_from_the_middle_of_games_agree(case: dict[str, object]) -> None:
    setup, moves, counts = case["setup"], case["moves"], case["counts"]
    assert isinstance(setup, dict)
    assert isinstance(moves, list)
    assert isinstance(counts, list)
    talk = Talk()
    talk.say(do="new", game="teutonica", players=setup["players"], start=setup["start"])
    for move in moves:
        talk.say(do="play", move=move)
    assert [_perft(talk, depth) for depth in range(1, len(counts[:2]) + 1)] == counts[:2]


def _perft(talk: Talk, depth: int) -> int:
    legal = talk.say(do="legal")["moves"]
    assert isinstance(legal, list)
    if depth == 1:
        return len(legal)
    count = 0
    for move in legal:
        talk.say(do="play", move=move)
        count += _perft(talk, depth - 1)
        talk.say(do="undo")
    return count


def test_reference_imports_nothing_of_the_companion_but_what_it_plays_against() -> None:
    for path in REFERENCE.glob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not [name for name in names if name.split(".")[0] in ("companion", "hardware", "firmware")], path
