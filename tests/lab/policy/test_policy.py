"""The laboratory that tunes: a survey finds what brings points, its step is as long as that is sure, and it goes on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.games.teutonica.players.features import numbers_of, parse_weights, shipped_weights
from tests.lab.policy.__main__ import main
from tests.lab.policy.survey import Game, Slope, slopes, step
from tests.lab.policy.teutonica import LEAST, MOST, character


def luck(random: Random, players: int, worth: tuple[float, ...], noise: float) -> Game:
    """A game whose points are what each group is worth, and luck."""
    drawn = [[random.gauss(0, 0.35) for _ in worth] for _ in range(players)]
    points = [sum(a * b for a, b in zip(row, worth, strict=True)) + random.gauss(0, noise) for row in drawn]
    return Game(drawn, points)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_survey_finds_what_brings_points_in_spite_of_luck(players: int) -> None:
    random = Random(players)
    up, down, nothing = slopes([luck(random, players, (10, -5, 0), 8) for _ in range(200)])
    assert up.value > 3 * up.error
    assert down.value < -3 * down.error
    assert abs(nothing.value) < 3 * nothing.error
    assert up.value > -down.value


def test_step_is_no_longer_than_what_is_certain_and_what_is_allowed() -> None:
    factors = step(("sure", "vague", "huge"), (Slope(0.1, 0.02), Slope(0.03, 0.05), Slope(-3.0, 0.1)), 2.0, 0.4)
    assert 1.1 < factors["sure"] < 1.23
    assert factors["vague"] == 1.0
    assert round(factors["huge"], 3) == 0.67


def test_characters_are_the_simple_player_with_other_weights_and_the_same_for_the_same_name() -> None:
    simple, drawn = numbers_of(shipped_weights("simple")), numbers_of(character("somebody"))
    assert character("somebody") == character("somebody") != character("somebody else")
    factors = [drawn[name] / number for name, number in simple.items() if number]
    assert LEAST <= min(factors) < 1 < max(factors) <= MOST


@pytest.mark.slow
def test_run_that_was_broken_off_goes_on_and_its_step_can_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--players", "2", "--kept", str(tmp_path), "--games"]
    assert main([*asked, "2"]) == 0
    (file,) = tmp_path.glob("*.jsonl")
    first = file.read_text(encoding="utf-8").splitlines()
    with file.open("a", encoding="utf-8") as half:
        half.write("[2, 2, [[\n")
    capsys.readouterr()
    assert main([*asked, "3"]) == 0
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[:2] == first
    assert len(lines) == 4
    assert "times" in capsys.readouterr().out
    (after,) = tmp_path.glob("*-after.toml")
    assert parse_weights(after.read_text(encoding="utf-8"), "after") != shipped_weights("tuned")
