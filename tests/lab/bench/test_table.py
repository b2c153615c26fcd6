"""The measurement of moves measures moves: of several verbs, journaled, and with bytes on the bus."""

from __future__ import annotations

from tests.lab.bench.table import Cost, measure, moves_table


def test_moves_are_measured_to_the_last_byte_on_the_bus() -> None:
    costs = measure(25)
    kept = [cost for cost in costs if cost.verb]
    assert len(kept) == 25
    assert {"new game", "reveal", "place"} <= {cost.verb for cost in kept}
    assert all(cost.journal_ms > 0 and cost.wire_bytes > 0 for cost in kept)
    assert all(cost.wall_ms >= cost.journal_ms for cost in kept)
    assert all(cost.journal_ms == 0 for cost in costs if not cost.verb)


def test_floor_is_nine_bits_a_byte_at_400_khz() -> None:
    assert Cost("sail", 1.0, 1.0, 0.5, wire_bytes=1000).floor_ms == 22.5


def test_table_has_a_row_for_every_verb() -> None:
    costs = [Cost("sail", 1.0, 1.0, 0.5, 10), Cost("buy", 2.0, 1.0, 0.5, 10), Cost("", 0.5, 0.4, 0.0, 0)]
    labels = [row.split("|")[1].strip() for row in moves_table(costs, costs).splitlines()[2:]]
    assert labels == [
        "every move",
        "buy",
        "sail",
        "a press that decides nothing",
        "every move, after a pause",
    ]
