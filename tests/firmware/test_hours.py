"""The short form of `python -m tests.lab.radio`: the same play, minutes of it instead of hours."""

from __future__ import annotations

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
