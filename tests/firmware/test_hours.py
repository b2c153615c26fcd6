"""The short form of `python -m tests.lab.radio`: the same play, minutes of it instead of hours."""

from __future__ import annotations

from random import Random

import pytest

from firmware.presence import Presence
from tests.lab.radio import hours


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_moves_but_the_ship_and_every_move_of_it_is_seen(seed: int) -> None:
    done = hours.play(0.05, seed)
    assert done.wrong == []
    assert done.moves >= 3
    assert done.dropouts >= 5


@pytest.mark.slow
def test_reader_that_believes_one_silent_poll_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hours, "Presence", lambda: Presence(leave_ms=0, leave_polls=1))
    assert hours.play(0.05, 1).wrong


def test_tag_that_falls_silent_twice_within_half_a_second_has_not_left(monkeypatch: pytest.MonkeyPatch) -> None:
    for nothing in ("DROPOUTS_A_SECOND", "GARBLED", "FLIPS", "ILLS_A_SECOND"):
        monkeypatch.setattr(hours, nothing, 0.0)
    for phase in range(0, 210, 10):  # of the slow pace
        bench = hours._Bench(Random(1))
        game = hours._Play(bench)
        game.run(5.0 + phase / 1000)
        (field, *_), (booth, *_) = [chip.field for chip in bench.chips], hours.BOOTHS
        for silent, odds in ((0.263, 0.0), (0.171, 1.0), (0.175, 0.0), (1.0, 1.0)):
            field.flap(booth, odds=odds)
            game.run(silent)
        assert game.wrong == [], f"{phase} ms"
