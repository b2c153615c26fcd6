"""The measurement of touches measures moves made by touches, to the last byte, and those of Hansa with them."""

from __future__ import annotations

from tests.lab.bench.chart import summary
from tests.lab.bench.table import Cost, measure


def test_touches_are_measured_to_the_last_byte_on_the_bus() -> None:
    kept = [cost for cost in measure(20, game="teutonica") if cost.verb]
    assert len(kept) == 20
    assert {"new game", "reveal", "insert"} <= {cost.verb for cost in kept}
    assert all(cost.journal_ms > 0 and cost.wire_bytes > 0 for cost in kept)


def test_both_games_stand_in_one_line() -> None:
    one, other = Cost("sail", 1.0, 1.0, 0.5, 10), Cost("", 9.0, 1.0, 0.0, 0)
    assert summary({"hansa": [one, other], "teutonica": [one]}) == (
        "hansa: median 1.00 ms of 1; teutonica: median 1.00 ms of 1"
    )
