"""Tuning: it finds what is better, goes on where it was, and checks what it found on other seeds."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.hansa.players.evaluation import FEATURES, parse_weights
from tests.lab.tune.__main__ import main
from tests.lab.tune.evolution import Kept, Vector, evolve
from tests.lab.tune.games import hansa


def towards_one(vector: Vector) -> float:
    return 9.0 - sum((value - 1.0) ** 2 for value in vector)


def test_evolution_finds_what_is_better(tmp_path: Path) -> None:
    *_, last = evolve((0.0, 3.0), towards_one, 6, 30, 1, Kept(tmp_path / "kept", "mark"))
    assert last.number == 30
    assert last.fitness == towards_one(last.parent) > 8.9


def test_run_that_was_broken_off_goes_on_and_finds_the_same(tmp_path: Path) -> None:
    asked: list[Vector] = []

    def counted(vector: Vector) -> float:
        asked.append(vector)
        return towards_one(vector)

    path = tmp_path / "deep" / "kept"
    list(evolve((0.0, 3.0), counted, 3, 4, 1, Kept(path, "mark")))
    with path.open("a", encoding="utf-8") as file:
        file.write('{"mark": "ma')
    assert len(asked) == 12
    again = list(evolve((0.0, 3.0), counted, 3, 6, 1, Kept(path, "mark")))
    assert len(asked) == 18
    assert again == list(evolve((0.0, 3.0), towards_one, 3, 6, 1, Kept(tmp_path / "other", "mark")))
    list(evolve((0.0, 3.0), counted, 3, 1, 1, Kept(path, "other mark")))
    assert len(asked) == 21


def test_vector_of_hansa_is_its_weights() -> None:
    vector = hansa.start()
    assert len(vector) == 2 * len(FEATURES)
    weights = parse_weights(hansa.text_of(vector))
    assert (*(each.early for each in weights.values()), *(each.late for each in weights.values())) == vector


def test_whole_run_prints_weights_or_that_there_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--nodes", "60", "--blocks", "1", "--children", "2", "--generations", "1", "--checks", "2"]
    assert main([*asked, "--kept", str(tmp_path)]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "generation 0: +0.00 points, step 0.250"
    assert shown[1].startswith("generation 1: ")
    if shown[2] != "nothing better was found":
        assert shown[2].startswith("on other seeds ")
        assert tuple(parse_weights("\n".join(shown[3:]))) == FEATURES
