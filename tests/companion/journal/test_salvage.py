"""The order of games that are merged from several journals; what is saved from damaged ones is in `test_sqlite`."""

from __future__ import annotations

import gc
import sqlite3
from random import Random

import pytest

from companion.journal.salvage import begun_order, in_memory

SECOND = "2026-11-17T20:15:00+00:00"


def _created(games: str, **others: str) -> dict[str, str]:
    return {**dict.fromkeys(games, SECOND), **others}


def test_games_of_one_second_stay_in_the_order_of_their_journal() -> None:
    assert begun_order([["z", "a", "m"]], _created("zam")) == ["z", "a", "m"]


def test_games_that_only_another_journal_has_go_where_that_one_has_them() -> None:
    assert begun_order([["z", "m"], ["z", "b", "a", "m"]], _created("zmab")) == ["z", "b", "a", "m"]
    assert begun_order([["m"], ["z", "m"]], _created("zm")) == ["z", "m"]


def test_clock_that_went_back_changes_no_order() -> None:
    assert begun_order([["first", "second"]], {"first": SECOND, "second": "1970-01-01"}) == ["first", "second"]


def test_times_decide_where_no_journal_tells() -> None:
    assert begun_order([["b"], ["a"]], {"b": "2026-11-18", "a": "2026-11-17"}) == ["a", "b"]


def test_contradiction_is_decided_by_the_first_journal() -> None:
    assert begun_order([["a", "b", "c"], ["c", "b", "a"]], _created("abc")) == ["a", "b", "c"]


def test_parts_of_one_order_make_that_order_again() -> None:
    chance = Random(1)
    games = [f"{chance.getrandbits(32):x}" for _ in range(60)]
    created = {game: f"20:{number // 9:02}" for number, game in enumerate(games)}
    for _ in range(50):
        parts = [[game for game in games if chance.random() < 0.7] for _ in range(3)]
        found = begun_order([games[::7], *parts, games], created)
        assert found == games


def test_journal_in_memory_is_closed_once_nobody_has_it() -> None:
    """Newer Pythons complain of a connection that is not."""
    journal = in_memory()
    connection = journal._connection
    assert connection is not None
    connection.execute("SELECT 1")
    del journal
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")
