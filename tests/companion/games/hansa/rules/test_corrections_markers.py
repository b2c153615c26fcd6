"""Corrections of markers: where each may go, what the piles do meanwhile, and swaps."""

from itertools import pairwise

import pytest

from companion.games.hansa.rules.corrections import (
    MoveMarker,
    MovePile,
    SwapMarkers,
    correct,
    goods_at,
    marker_places,
)
from companion.games.hansa.rules.goods import marker, total
from companion.games.hansa.rules.position import Phase
from companion.games.hansa.rules.state import format_position
from tests.companion.games.hansa.rules.phases import (
    code_of,
    in_actions,
    in_every_phase,
    in_fill,
    in_first_fill,
    in_replenish,
    refusal_of,
    unseen_at,
)
from tests.companion.games.hansa.rules.table import Table, named, new_table, situation

BLUE1, BLUE2, BLUE3, BROWN1, PINK1, PINK3, GREEN2, YELLOW1 = (
    marker("blue1"),
    marker("blue2"),
    marker("blue3"),
    marker("brown1"),
    marker("pink1"),
    marker("pink3"),
    marker("green2"),
    marker("yellow1"),
)


# --- markers ---


def test_places_of_a_marker_are_named_in_order() -> None:
    assert marker_places(new_table("gray yellow").position) == (
        *("unseen", "tonsberg.1", "tonsberg.2", "aalborg.1", "copenhagen.1", "lubeck.1", "lubeck.2"),
        *("stockholm.1", "stockholm.2", "kalmar.1", "danzig.1", "danzig.2", "reval.1", "riga.1", "riga.2"),
        *("gray", "yellow", "gray.sold", "yellow.sold", "out"),
    )


@in_every_phase
def test_marker_goes_from_place_to_place_and_is_nowhere_twice(table: Table) -> None:
    """Through a hand, the sold ones, out of the game and back; the piles follow the unseen."""
    unseen = total(table.position.unseen)
    if not unseen:
        table = Table(correct(table.position, MoveMarker(PINK1, "purple", "unseen")).position)
        unseen = 1
    good = next(iter(kind for kind in (BLUE3, PINK3, PINK1) if goods_at(table.position, "unseen") // kind & 7))
    before = table.position
    way = ["unseen", "gray.sold", "out", "purple.sold", "yellow.sold", "unseen"]
    position = before
    for source, target in pairwise(way):
        there, here = goods_at(position, source), goods_at(position, target)
        position, events = correct(position, MoveMarker(good, source, target))
        assert goods_at(position, source) == there - good
        assert goods_at(position, target) == here + good
        assert events == ()
    assert position == before


@pytest.mark.parametrize("place", ["danzig.1", "danzig.2", "riga.2", "tonsberg.1", "gray", "purple.sold", "out"])
def test_marker_from_the_unseen_comes_off_the_pile_in_use(place: str) -> None:
    table = situation(stock={}, piles=(0, 0, 4, 10, 10))
    table.correct(MoveMarker(PINK1, "unseen", place))
    assert named(goods_at(table.position, place)) == "pink1" or place == "out"
    assert table.position.piles == (0, 0, 3, 10, 10)
    table.correct(MoveMarker(PINK1, place, "unseen"))
    assert table.position.piles == (0, 0, 4, 10, 10)
    assert total(table.position.unseen) == 24


def test_marker_on_a_space_is_that_marker_and_can_be_bought() -> None:
    table = situation(stock={"copenhagen": "-"})
    table.correct(MoveMarker(PINK3, "unseen", "copenhagen.1"))
    assert format_position(table.position)["warehouses"][3] == "pink3"
    assert table.allows("buy pink3")
    table.correct(SwapMarkers(PINK3, "copenhagen.1", BLUE2, "unseen"))
    assert format_position(table.position)["warehouses"][3] == "blue2"
    table.play("buy blue2")
    assert table.hand("gray") == "blue2"


def test_marker_that_empties_a_pile_leaves_the_next_in_use() -> None:
    table = situation(stock={}, piles=(0, 1, 2, 0, 0))
    table.correct(MoveMarker(PINK1, "unseen", "out"))
    assert table.position.piles == (0, 0, 2, 0, 0)
    table.correct(MoveMarker(PINK1, "out", "unseen"))
    assert table.position.piles == (0, 0, 3, 0, 0)


def test_marker_into_an_empty_supply_lies_on_the_last_pile() -> None:
    table = situation(stock={}, piles=(0, 0, 0, 0, 1))
    (good,) = unseen_at(table)
    table.correct(MoveMarker(good, "unseen", "out"))
    assert table.position.piles == (0, 0, 0, 0, 0)
    table.correct(MoveMarker(good, "out", "unseen"))
    assert table.position.piles == (0, 0, 0, 0, 1)


def test_marker_between_seen_places_leaves_the_piles() -> None:
    table = situation(stock={}, hands={"gray": "blue1"})
    piles = table.position.piles
    table.correct(MoveMarker(BLUE1, "gray", "riga.2"))
    assert (table.stock("riga"), table.hand("gray"), table.position.piles) == ("- blue1", "", piles)


@in_every_phase
def test_marker_that_is_not_there_is_refused(table: Table) -> None:
    refusal = refusal_of(table, MoveMarker(BROWN1, "yellow.sold", "out"))
    assert refusal.code == "no_such_marker"
    assert refusal.message() == "There is no brown1 at yellow.sold."
    assert refusal.advice() == "Choose a marker that is there: none."


def test_marker_that_is_not_there_is_refused_with_those_that_are() -> None:
    refusal = refusal_of(in_actions(), MoveMarker(BROWN1, "yellow", "out"))
    assert refusal.message() == "There is no brown1 at yellow."
    assert refusal.advice() == "Choose a marker that is there: blue1, blue2."
    assert code_of(in_actions(), MoveMarker(YELLOW1, "unseen", "out")) == "no_such_marker"


@pytest.mark.parametrize("place", ["white", "white.sold", "danzig", "danzig.0", "danzig.3", "aalborg.2", "bank", "x.1"])
def test_marker_place_that_does_not_exist_is_refused(place: str) -> None:
    table = in_actions()
    for correction in (
        MoveMarker(BLUE1, place, "out"),
        MoveMarker(BLUE1, "yellow", place),
        SwapMarkers(BLUE1, place, BLUE3, "unseen"),
        SwapMarkers(BLUE3, "unseen", BLUE1, place),
    ):
        refusal = refusal_of(table, correction)
        assert (refusal.code, refusal.message()) == ("no_such_place", f"There is no place {place}.")
        assert refusal.advice() == f"Choose one of: {', '.join(marker_places(table.position))}."


def test_marker_onto_a_taken_space_is_refused() -> None:
    table = in_actions()
    refusal = refusal_of(table, MoveMarker(BLUE1, "yellow", "danzig.2"))
    assert refusal.code == "space_taken"
    assert refusal.message() == "The space danzig.2 is taken."
    assert refusal.advice() == "Empty it first, or choose another."


@pytest.mark.parametrize("place", ["yellow", "unseen", "danzig.1", "out", "gray.sold"])
def test_marker_moved_to_where_it_is_changes_nothing(place: str) -> None:
    assert code_of(in_actions(), MoveMarker(BLUE1, place, place)) == "nothing_changes"


def test_hand_takes_no_more_than_any_turn_could_leave() -> None:
    table = situation(stock={})
    most = 3 + table.position.setup.board.space_count
    for _ in range(most):
        table.correct(MoveMarker(unseen_at(table)[0], "unseen", "purple"))
    assert total(table.position.hands[2]) == most == 17
    good = unseen_at(table)[0]
    refusal = refusal_of(table, MoveMarker(good, "unseen", "purple"))
    assert refusal.code == "hand_too_large"
    assert refusal.message() == "Nobody can hold more than 17 markers."
    assert refusal.advice() == "Put the marker somewhere else."
    table.correct(MoveMarker(good, "unseen", "purple.sold"))
    theirs = marker(table.hand("purple").split()[0])
    other = next(kind for kind in unseen_at(table) if kind != theirs)
    table.correct(SwapMarkers(theirs, "purple", other, "unseen"))
    assert total(table.position.hands[2]) == most


def test_last_space_filled_by_hand_ends_the_replenishing() -> None:
    for table in (in_replenish(), in_fill()):
        table.correct(MoveMarker(PINK3, "unseen", "copenhagen.1"))
        assert (table.phase, table.active, table.stock("copenhagen")) == (Phase.ACTIONS, "yellow", "pink3")


def test_space_emptied_by_hand_is_filled_in_its_turn() -> None:
    table = in_fill()
    good = marker(table.stock("tonsberg").split()[0])
    table.correct(MoveMarker(good, "tonsberg.1", "out"))
    table.play("reveal blue3")
    assert table.stock("tonsberg").split()[0] == "blue3"
    assert table.phase is Phase.FILL


def test_warehouse_emptied_in_the_actions_is_not_asked_about_again() -> None:
    table = in_actions()
    good = marker(table.stock("copenhagen"))
    table.correct(MoveMarker(good, "copenhagen.1", "unseen"))
    assert table.phase is Phase.ACTIONS


# --- piles during the first fill ---


def test_first_fill_by_hand_takes_from_the_markers_laid_out() -> None:
    table = in_first_fill()
    piles = table.position.piles
    table.correct(MoveMarker(BLUE2, "unseen", "riga.2"))
    assert table.position.piles == piles
    table.correct(MoveMarker(BLUE2, "riga.2", "unseen"), MoveMarker(BLUE1, "tonsberg.1", "unseen"))
    assert table.position.piles == piles
    table.play("reveal green2")
    assert table.stock("tonsberg") == "green2 pink3"
    assert table.position.piles == piles == (11, 10, 10, 10, 10)


def test_first_fill_takes_from_the_piles_what_goes_elsewhere() -> None:
    table = in_first_fill()
    table.correct(MoveMarker(BLUE2, "unseen", "gray"), MoveMarker(BLUE3, "unseen", "out"))
    assert table.position.piles == (9, 10, 10, 10, 10)
    table.correct(MoveMarker(BLUE2, "gray", "unseen"))
    assert table.position.piles == (10, 10, 10, 10, 10)
    assert total(table.position.unseen) == 50 + 12


def test_first_fill_with_markers_from_elsewhere_leaves_the_rest_on_the_first_pile() -> None:
    table = in_first_fill()
    table.correct(MoveMarker(BLUE2, "unseen", "gray"), MoveMarker(BLUE2, "gray", "riga.2"))
    assert table.position.piles == (10, 10, 10, 10, 10)
    table.fill()
    assert table.phase is Phase.PLACE
    assert table.position.piles == (11, 10, 10, 10, 10)
    assert total(table.position.unseen) == 51


def test_first_fill_takes_from_the_first_pile_when_nothing_is_laid_out_any_more() -> None:
    table = in_first_fill()
    for space in ("tonsberg.1", "tonsberg.2"):
        good = marker(named(goods_at(table.position, space)))
        table.correct(MoveMarker(good, space, "out"))
    table.fill(12)
    assert (table.phase, table.position.piles) == (Phase.FILL, (11, 10, 10, 10, 10))
    table.fill(1)
    assert table.position.piles == (10, 10, 10, 10, 10)
    table.correct(MoveMarker(unseen_at(table)[0], "unseen", "riga.2"))
    assert (table.phase, table.position.piles) == (Phase.PLACE, (9, 10, 10, 10, 10))
    assert not table.position.course.last_round


def test_first_fill_by_hand_with_nothing_laid_out_takes_from_the_pile_and_lays_out_again() -> None:
    table = in_first_fill()
    for space in ("tonsberg.1", "tonsberg.2"):
        table.correct(MoveMarker(marker(named(goods_at(table.position, space))), space, "out"))
    table.fill(12)
    good = unseen_at(table)[0]
    table.correct(MoveMarker(good, "unseen", "riga.2"))
    assert (table.phase, table.position.piles) == (Phase.FILL, (10, 10, 10, 10, 10))
    table.correct(MoveMarker(good, "riga.2", "unseen"))
    assert (table.phase, table.position.piles) == (Phase.FILL, (10, 10, 10, 10, 10))
    table.fill(1)
    assert (table.phase, table.position.piles) == (Phase.FILL, (10, 10, 10, 10, 10))
    table.fill(1)
    assert (table.phase, table.position.piles) == (Phase.PLACE, (9, 10, 10, 10, 10))


def test_first_fill_of_a_supply_without_piles_is_no_last_round() -> None:
    table = in_first_fill()
    piles = table.position.piles
    table.correct(*(MovePile(piles[pile], pile + 1, 5) for pile in range(4)))
    while sum(table.position.piles):
        table.correct(MoveMarker(unseen_at(table)[0], "unseen", "out"))
    assert table.position.piles == (0, 0, 0, 0, 0)
    assert total(table.position.unseen) == 12
    table.correct(MoveMarker(unseen_at(table)[0], "unseen", "out"))
    assert (table.position.piles, total(table.position.unseen)) == ((0, 0, 0, 0, 0), 11)
    table.fill()
    assert table.phase is Phase.PLACE
    assert not table.position.course.last_round


# --- swaps ---


def test_swap_mends_a_marker_that_was_entered_wrongly() -> None:
    table = in_first_fill()
    before = table.position
    assert table.correct(SwapMarkers(PINK3, "tonsberg.2", GREEN2, "unseen")) == ()
    assert table.stock("tonsberg") == "blue1 green2"
    assert table.position.unseen == before.unseen + PINK3 - GREEN2
    assert table.position.piles == before.piles
    table.correct(SwapMarkers(PINK3, "unseen", GREEN2, "tonsberg.2"))
    assert table.position == before


@in_every_phase
def test_swap_between_unseen_and_out_leaves_the_piles(table: Table) -> None:
    if not total(table.position.unseen):
        table = Table(correct(table.position, MoveMarker(PINK1, "purple", "unseen")).position)
    gone, other = unseen_at(table)[0], unseen_at(table)[-1]
    if gone == other:
        return
    table = Table(correct(table.position, MoveMarker(gone, "unseen", "out")).position)
    after, events = correct(table.position, SwapMarkers(gone, "out", other, "unseen"))
    assert (after.piles, events) == (table.position.piles, ())
    assert after.unseen == table.position.unseen + gone - other
    assert after.out == table.position.out - gone + other


def test_swap_of_two_spaces_and_of_two_hands() -> None:
    table = situation(stock={"danzig": "blue1 pink3"}, hands={"gray": "blue2", "yellow": "pink1"})
    table.correct(SwapMarkers(BLUE1, "danzig.1", PINK3, "danzig.2"), SwapMarkers(BLUE2, "gray", PINK1, "yellow"))
    assert (table.stock("danzig"), table.hand("gray"), table.hand("yellow")) == ("pink3 blue1", "pink1", "blue2")


def test_swap_of_equal_markers_or_within_a_place_changes_nothing() -> None:
    table = situation(hands={"gray": "blue1 blue2", "yellow": "blue1"})
    assert code_of(table, SwapMarkers(BLUE1, "gray", BLUE1, "yellow")) == "nothing_changes"
    assert code_of(table, SwapMarkers(BLUE1, "gray", BLUE2, "gray")) == "nothing_changes"


def test_swap_of_a_marker_that_is_not_there_is_refused() -> None:
    table = situation(hands={"gray": "blue1 blue2"})
    assert refusal_of(table, SwapMarkers(BLUE3, "gray", PINK1, "unseen")).message() == "There is no blue3 at gray."
    assert refusal_of(table, SwapMarkers(BLUE1, "gray", PINK1, "yellow")).message() == "There is no pink1 at yellow."
    assert code_of(table, SwapMarkers(BLUE1, "gray", BLUE1, "gray")) == "no_such_marker"
