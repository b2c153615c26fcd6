"""The measurements of the rules, at a small scale."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.play import play
from tests.lab.bench import rules, teutonica


def test_playouts_count_every_move_up_to_a_thousand() -> None:
    for players in teutonica.NUMBERS:
        assert teutonica.playout_of(players)(Random(1)) == teutonica.MOST_MOVES
    assert 0 < rules.hansa_without_reveals(Random(1)) < rules.hansa(Random(1))


def test_calls_and_positions_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    few = rules.Rules(teutonica.first_position_of(3), legal_moves, play, most_moves=60)
    listing, playing = rules.latencies(few, games=2)
    assert 0 < listing.median_us <= listing.p99_us
    assert 0 < playing.median_us <= playing.p99_us
    assert rules.bytes_per_position(few, games=2) > 100
    assert capsys.readouterr().out == ""


def test_table_says_how_many_times_as_fast_each_of_ours_is(capsys: pytest.CaptureFixture[str]) -> None:
    runs = {"ours": [rules.Run(30, 1.0), rules.Run(60, 1.0)], "theirs": [rules.Run(10, 1.0), rules.Run(20, 1.0)]}
    rules.print_playouts(runs, {"ours": "Ours"})
    assert capsys.readouterr().out.splitlines() == [
        "| random playouts | moves a second | Ours is |",
        "|---|---:|---:|",
        "| ours | 45 | 1.00 times |",
        "| theirs | 15 | 3.00 times |",
    ]
