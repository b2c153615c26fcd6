"""Which pieces have come with which step."""

from __future__ import annotations

from companion.table.arrivals import Arrivals


def test_piece_that_makes_a_step_comes_with_it_and_one_that_follows_too() -> None:
    arrivals = Arrivals()
    arrivals.rested("disc.1", 4, returns=False)
    arrivals.rested("disc.2", 4, returns=False)
    arrivals.proposes(4)
    arrivals.rested("disc.3", 5, returns=False)
    assert arrivals.since(4) == ("disc.2", "disc.3"), "the first one was there before"
    assert arrivals.since(5) == ()


def test_piece_that_is_back_has_not_come_anew() -> None:
    arrivals = Arrivals()
    arrivals.rested("disc.1", 1, returns=False)
    arrivals.rested("disc.1", 5, returns=True)
    assert arrivals.since(1) == ()
    assert arrivals.since(0) == ("disc.1",)


def test_one_of_a_kind_is_always_where_it_belongs_or_not() -> None:
    arrivals = Arrivals()
    arrivals.rested("ship", 3, returns=False)
    arrivals.proposes(3)
    assert arrivals.since(0) == ()
