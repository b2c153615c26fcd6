"""The laboratory of winning chances: it learns what decides, measures on other games, and goes on where it was."""

from __future__ import annotations

from math import exp
from pathlib import Path
from random import Random

import pytest

from companion.shelf.shelf import open_box
from companion.shelf.winning import WinningError, format_weights, parse_weights
from tests.lab.winning.__main__ import curve_of, main
from tests.lab.winning.fitting import better_by, by_lead, by_rows, fit, model_of, quality_of
from tests.lab.winning.samples import Kept, Played, Sample, play_game

FEATURES = ("lead", "late", "nothing")


def games(count: int, seed: int) -> list[Played]:
    """Games in which a lead of one point is worth as much as ever, and `late` only in the end."""
    random, found = Random(seed), []
    for _ in range(count):
        samples, strength = list[Sample](), [0.0, 0.0]
        for progress in (0.0, 0.5, 1.0):
            rows = [[random.gauss(0, 1), random.gauss(0, 1), random.gauss(0, 1)] for _ in range(2)]
            strength = [row[0] + 2 * progress * row[1] for row in rows]
            samples.append(Sample(progress, rows, [row[0] for row in rows]))
        first = 1 / (1 + exp(strength[1] - strength[0])) > random.random()
        found.append(Played(samples[-1:], (float(first), float(not first))))
    return found


def test_fit_finds_what_decides_and_is_better_than_the_points_alone() -> None:
    learned, fresh = games(300, 1), games(300, 2)
    weights = fit(learned, by_rows)
    lead, late, nothing = (weight[-1] for weight in weights)
    assert 0.5 < lead < 1.5
    assert 1.2 < late < 3
    assert abs(nothing) < 0.4
    model, plain = model_of(weights, by_rows), model_of(fit(learned, by_lead), by_lead)
    assert better_by(fresh, model, plain).low > 0
    quality = quality_of(fresh, model)
    assert quality.brier.mean < quality_of(fresh, plain).brier.mean < 0.25
    assert quality.calibration < 0.08
    assert curve_of("told & won", {2: quality}).count("2 players") == 1


def test_weights_are_written_and_read_and_damaged_ones_refused() -> None:
    weights = {2: ((1.5, 2.0, -0.25), (0.0, 0.0, 1.0), (0.1, 0.2, 0.3))}
    text = format_weights(weights, FEATURES, "For a test.")
    assert parse_weights(text, FEATURES, [2], "test") == weights
    for damaged in (
        text.replace("version = 1", "version = 2"),
        text.replace("late = [0.0000, 0.0000, 1.0000]", "late = [0.0, nan, 1.0]"),
        text.replace("nothing", "something"),
        text.replace("[2]", "[3]"),
        text[:-20],
        text.replace("lead = [1.5000,", "lead = ["),
    ):
        with pytest.raises(WinningError, match=r"^test.*expected"):
            parse_weights(damaged, FEATURES, [2], "test")
    with pytest.raises(WinningError, match="features"):
        parse_weights(text, (*FEATURES, "more"), [2], "test")


@pytest.mark.slow
def test_game_depends_on_its_seeds_alone_and_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box = open_box("teutonica")
    first = play_game(box, 2, "choosing", 0)
    assert play_game(box, 2, "choosing", 0) == first
    assert sum(first.won) == 1
    asked = ["--game", "teutonica", "--players", "2", "--learn", "2", "--kept", str(tmp_path), "--games"]
    assert main([*asked, "2"]) == 0
    kept = Kept(tmp_path / "teutonica-choosing.jsonl", _features())
    assert tuple(kept.games(2)[0].won) == first.won
    assert not Kept(tmp_path / "teutonica-choosing.jsonl", FEATURES).games(2)
    before = (tmp_path / "teutonica-choosing.jsonl").read_text(encoding="utf-8")
    capsys.readouterr()
    assert main([*asked, "2"]) == 0
    assert (tmp_path / "teutonica-choosing.jsonl").read_text(encoding="utf-8") == before
    assert "| 2 | 2 |" in capsys.readouterr().out


def _features() -> tuple[str, ...]:
    from companion.games.teutonica.players.winning import FEATURES as found

    return found
