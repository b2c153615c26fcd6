"""The measurement of the hall measures what it says: every move at every watcher, and what is reckoned from it."""

from __future__ import annotations

import pytest

from tests.lab.bench.hub import WATCHERS, Cost, Move, lateness, on_paper, table_of

COST = Cost(
    tables=500,
    moves_a_second=1000.0,
    late_ms=tuple(float(ms) for ms in range(1, 101)),
    announce_ms=(0.5, 0.6),
    redis_bytes=10_240,
    hub_bytes=20_480,
    redis_cpu_us=50.0,
    hub_cpu_us=200.0,
    watcher_bytes=600.0,
)


def test_move_is_late_until_it_or_a_later_one_is_there_for_each_watcher() -> None:
    move = Move("table-1", 5, 10.0, 0.001)
    came = [(4, 10.1, 0), *((6, 10.2 + who / 10, who) for who in range(WATCHERS)), (7, 10.9, 0)]
    assert list(lateness(move, came)) == pytest.approx([200 + 100 * who for who in range(WATCHERS)])


def test_move_that_never_came_is_an_error() -> None:
    with pytest.raises(AssertionError, match="never reached"):
        list(lateness(Move("table-1", 5, 10.0, 0.001), [(4, 10.1, 0)]))


def test_table_shows_median_and_worst_hundredth() -> None:
    row = table_of([COST]).splitlines()[-1]
    assert row.startswith("| 500 | 1,000 | 50 ms | 100 ms | 10.0 KiB | 20.0 KiB |")


def test_paper_counts_moves_and_signs_of_life() -> None:
    *_, fast, slow = on_paper(COST).splitlines()
    assert "| a move every 0.5 s | 1.1 cores, 98 MiB | 4.4 cores, 195 MiB | 96 Mbit/s |" in fast
    assert "| every 10 s | 0.1 cores, 98 MiB | 0.6 cores, 195 MiB | 5 Mbit/s |" in slow
