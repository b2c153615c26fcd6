"""How many presses it takes, counted over whole games: the companion's price."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from statistics import mean
from typing import Any

import pytest

from companion.games.teutonica.rules.moves import (
    Clear,
    Coellen,
    Displace,
    Establish,
    ExtraOffice,
    Improve,
    Insert,
    Office,
)
from companion.games.teutonica.rules.pieces import Kind
from companion.games.teutonica.table.route_lists import own_pieces
from companion.table.dialog import Menu, Open
from companion.table.history import History
from tests.companion.games.teutonica.table.walking import GAME, TABLE, moments, presses, whole_game

pytestmark = pytest.mark.slow  # the first of them plays eight whole games

SEEDS = (5, 6)  # the simple players of one lot of games displace too seldom
BENEFITS = (Office, ExtraOffice, Improve, Coellen, Clear)


@cache
def made() -> tuple[tuple[Any, int, bool], ...]:
    """Count the presses of every move of some games, and return whether an own piece was on its route."""
    counted = []
    for players, seed in product((2, 3, 4, 5), SEEDS):
        game = whole_game(players, seed)
        for history, step in zip(moments(game), game.steps, strict=False):
            position, move = history.position, step.entry
            beside = isinstance(move, Insert) and own_pieces(
                position, position.setup.side.route_number[move.route], position.active
            )
            counted.append((move, presses(TABLE.home(history))[move], bool(beside)))
    return tuple(counted)


@cache
def offered() -> tuple[tuple[Any, int], ...]:
    """Count the presses of every move that could be made in these games, in every third position."""
    return tuple(
        counted
        for players, seed in product((2, 3, 4, 5), SEEDS)
        for history in moments(whole_game(players, seed), every=3)
        for counted in presses(TABLE.home(history)).items()
    )


def of(*kinds: type[Any]) -> list[int]:
    return [count for move, count, _ in made() if isinstance(move, kinds)]


def share(counts: Iterable[int], most: int) -> float:
    counts = list(counts)
    return sum(count <= most for count in counts) / len(counts)


def in_route_list(history: History) -> list[int]:
    """Count the presses within the list that inserts a trader, to each route of it; the line that opens it is not."""
    line = next((each for each in TABLE.home(history).choices if each.label.template == "Insert trader"), None)
    if line is None or not isinstance(line.action, Open):
        return []
    opened = line.action.dialog
    listed = opened() if callable(opened) else opened
    assert isinstance(listed, Menu)
    counts = presses(listed)
    free = {
        move for move in GAME.legal_moves(history.position) if isinstance(move, Insert) and move.piece is Kind.TRADER
    }
    assert set(counts) >= free, "no route is missing"
    return [counts[move] for move in free]


def test_any_route_is_near_in_any_position_of_whole_games() -> None:
    lists = [
        counts
        for players, seed in product((2, 3, 4, 5), SEEDS)
        for history in moments(whole_game(players, seed))
        if (counts := in_route_list(history))
    ]
    routes = [count for counts in lists for count in counts]
    assert len(lists) > 500
    assert max(map(len, lists)) == 34, "every route of the larger side is free in one of them"
    assert max(routes) <= 9
    assert mean(routes) <= 6


def test_insertion_beside_an_own_piece_is_nearly_at_once() -> None:
    counts = [count for _, count, beside in made() if beside]
    assert len(counts) > 100
    assert mean(counts) <= 2
    assert share(counts, 4) >= 0.9


def test_no_insertion_is_far() -> None:
    assert max(of(Insert)) <= 12
    assert max(count for move, count in offered() if isinstance(move, Insert)) <= 12


def test_displacing_is_not_far() -> None:
    """The simple players seldom displace, so everybody whom they could have displaced counts as well."""
    could = [count for move, count in offered() if isinstance(move, Displace)]
    assert len(of(Displace)) > 5
    assert len(could) > 1_000
    for counts in (of(Displace), could):
        assert mean(counts) <= 6.5
        assert max(counts) <= 14


def test_establishing_with_its_benefit_is_quick() -> None:
    assert mean(of(Establish)) + mean(of(*BENEFITS)) <= 3


def test_all_moves_are_quick() -> None:
    counts = [count for _, count, _ in made()]
    assert mean(counts) <= 3
    assert share(counts, 8) >= 0.95
