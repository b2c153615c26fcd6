"""The view of the legal moves, held against everything anybody could try."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product
from random import Random

import pytest

from companion.games.game import IllegalMove
from companion.games.hansa.rules.board import CITY_IDS
from companion.games.hansa.rules.goods import ALL_MARKERS, count_of, kinds_in
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import (
    Build,
    Buy,
    Discard,
    End,
    LegalMoves,
    Lose,
    Move,
    Place,
    Replenish,
    Reveal,
    Sail,
    Sell,
    Skip,
)
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase, Position
from tests.companion.games.hansa.rules.table import begun, new_table, situation

MOST_SALES_TRIED = 2000


def conceivable(position: Position) -> Iterator[Move]:
    """Yield every move that anybody could think of, and sales that ask for more than there is."""
    yield from (Replenish(), Skip(), End())
    for city in CITY_IDS:
        yield from (Place(city), Sail(city))
    for good in ALL_MARKERS:
        yield from (Reveal(good), Buy(good), Build(good), Lose(good), Discard(good))
        yield from (Sell((good,)), Sell((good, good)))
    hand = position.hands[position.active]
    kinds = kinds_in(hand)
    choices = list(product(*(range(count_of(hand, kind) + 2) for kind in kinds)))
    for counts in choices[:MOST_SALES_TRIED]:
        yield Sell(tuple(kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)))


def can_be_played(position: Position, move: Move) -> bool:
    try:
        play(position, move)
    except IllegalMove:
        return False
    return True


def expect_exact_view(position: Position) -> None:
    """The list has each legal move once and nothing else; `in`, `bool` and the count agree with it."""
    view = legal_moves(position)
    listed = list(view)
    assert len(set(listed)) == len(listed) == view.count()
    assert bool(view) == bool(listed) == (position.phase is not Phase.OVER)
    tried = set(conceivable(position))
    assert {move for move in tried if can_be_played(position, move)} == set(listed) & tried
    assert all(move in view and can_be_played(position, move) for move in listed)
    assert all((move in view) == (move in listed) for move in tried)


@pytest.mark.parametrize(
    ("players", "seed"), [("gray yellow", 1), ("gray yellow purple", 2), ("white gray yellow purple", 3)]
)
def test_legal_moves_of_a_random_game_are_exactly_those_that_can_be_played(players: str, seed: int) -> None:
    random, position = Random(seed), new_table(players).position
    phases = set()
    for ply in range(5000):
        if position.phase not in phases or ply % 9 == 0:
            expect_exact_view(position)
            phases.add(position.phase)
        if position.phase is Phase.OVER:
            break
        position, _ = play(position, random.choice(list(legal_moves(position))))
    assert {Phase.FILL, Phase.PLACE, Phase.REPLENISH, Phase.ACTIONS, Phase.OVER} <= phases


@pytest.mark.parametrize("talers", [0, 1])
@pytest.mark.parametrize("booths", [{}, {"gray": {"danzig": 1}}, {"gray": {"danzig": 15}}, {"gray": {"riga": 15}}])
@pytest.mark.parametrize(
    "hand", ["", "pink1", "pink1 pink1 pink2 blue2 blue3", "blue2 blue2 blue2 pink3 pink3 orange1"]
)
def test_legal_moves_of_the_actions_are_exactly_those_that_can_be_played(
    hand: str, booths: dict[str, dict[str, int]], talers: int
) -> None:
    table = situation(ship="danzig", talers={"gray": talers}, hands={"gray": hand}, booths=booths)
    expect_exact_view(table.position)


def test_legal_moves_of_the_choices_are_exactly_those_that_can_be_played() -> None:
    table = situation(
        ship="danzig",
        hands={"gray": "pink1 pink1 blue1 blue2 blue3 brown1", "yellow": "pink1 pink2 pink2 pink3"},
        booths={"gray": {"danzig": 1}},
    )
    table.play("sell pink1 pink1")
    assert table.mover == "yellow"
    expect_exact_view(table.position)
    table.play("lose pink2", "end")
    assert table.phase is Phase.DISCARD
    expect_exact_view(table.position)


def test_legal_moves_in_order_are_trips_end_purchases_buildings_and_sales() -> None:
    table = situation(
        ship="danzig",
        hands={"gray": "pink1 pink2"},
        booths={"gray": {"danzig": 1}},
        stock={"danzig": "orange3 blue1"},
    )
    assert [str(move) for move in table.legal] == [
        "Sail(to='kalmar')",
        "Sail(to='reval')",
        "End()",
        "Buy(good=marker('blue1'))",
        "Buy(good=marker('orange3'))",
        "Build(good=marker('pink1'))",
        "Build(good=marker('pink2'))",
        "Sell(goods=(marker('pink1'), marker('pink2')))",
    ]


def test_legal_moves_name_two_equal_markers_once() -> None:
    table = situation(ship="danzig", hands={"gray": "pink1 pink1"}, stock={"danzig": "blue1 blue1"})
    assert sum(isinstance(move, Buy) for move in table.legal) == 1
    assert sum(isinstance(move, Build) for move in table.legal) == 1


def test_legal_moves_of_a_fill_are_sorted_kinds() -> None:
    table = new_table("gray yellow purple white")
    assert list(table.legal) == [Reveal(good) for good in ALL_MARKERS]


def test_legal_moves_of_a_placement_leave_out_the_start_city_and_own_cities() -> None:
    table = new_table("gray yellow")
    table.fill()
    table.play("place riga", "place danzig")
    assert [str(move) for move in table.legal] == [
        f"Place(city='{city}')" for city in CITY_IDS if city not in ("copenhagen", "riga")
    ]


def test_legal_moves_do_not_contain_what_is_no_move() -> None:
    view: Collection[object] = situation().legal
    assert "end" not in view
    assert None not in view
    assert End() in view


def test_legal_moves_count_all_or_one() -> None:
    view = begun("gray yellow").legal
    assert isinstance(view, LegalMoves)
    assert (view.count(), view.count(view[0]), view.count(Replenish())) == (5, 1, 0)


def test_legal_moves_can_be_asked_again_and_again() -> None:
    view = begun("gray yellow").legal
    assert list(view) == list(view)
    assert view.count() == len(list(view)) == 5
