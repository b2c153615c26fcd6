"""Players who leave, and what follows by itself from any correction."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.game import IllegalMove
from companion.games.hansa.rules.corrections import (
    Correction,
    Leave,
    MoveBooth,
    MoveMarker,
    MovePile,
    MoveTalers,
    SwapMarkers,
    correct,
)
from companion.games.hansa.rules.events import Discarded, Income, LastRound, Lost, Over
from companion.games.hansa.rules.goods import marker, total
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.rules.state import format_position, parse_position
from tests.companion.games.hansa.rules.phases import (
    TABLES,
    code_of,
    in_actions,
    in_discard,
    in_fill,
    in_lose,
    in_over,
    in_place,
    in_replenish,
    refusal_of,
    while_not_over,
    with_changes,
)
from tests.companion.games.hansa.rules.strategies import positions, random_correction, seeds
from tests.companion.games.hansa.rules.table import Table, situation
from tests.kit.examples import examples

BLUE1, BLUE3, BROWN1, PINK1 = marker("blue1"), marker("blue3"), marker("brown1"), marker("pink1")


# --- leaving ---


def test_player_who_leaves_in_the_actions_makes_way_for_the_next() -> None:
    table = in_actions()
    events = table.correct(Leave("gray"))
    assert events == (Income("yellow", 3),)
    assert (table.active, table.talers("yellow"), table.talers("gray")) == ("yellow", 6, 4)
    assert format_position(table.position)["left"] == ["gray"]


@pytest.mark.parametrize("phase", ["first fill", "place", "replenish", "fill", "actions", "discard"])
def test_player_who_leaves_out_of_turn_is_only_noted(phase: str) -> None:
    table = TABLES[phase]()
    other = next(player for player in ("purple", "yellow") if player != table.active)
    after, events = correct(table.position, Leave(other))
    assert format_position(after) == with_changes(table.position, ("left", [other]))
    assert events == ()


def test_player_who_has_left_is_passed_over_in_the_turns() -> None:
    table = situation(stock={})
    table.correct(Leave("yellow"))
    assert table.play("end") == (Income("purple", 3),)
    refusal = refusal_of(table, Leave("yellow"))
    assert (refusal.code, refusal.message()) == ("already_left", "yellow has already left.")
    assert code_of(table, Leave("white")) == "no_such_place"


def test_player_who_has_left_is_passed_over_in_the_set_up() -> None:
    table = in_place()
    table.correct(Leave("purple"), Leave("yellow"))
    assert (table.phase, table.active, table.position.course.placements) == (Phase.PLACE, "gray", 3)
    table.play("place riga", "place kalmar")
    assert (table.phase, table.active) == (Phase.ACTIONS, "gray")
    assert [table.booths_left(player) for player in ("gray", "yellow", "purple")] == [9, 15, 15]


def test_player_who_leaves_in_the_middle_of_a_fill_lets_the_next_turn_markers_up() -> None:
    table = in_fill()
    assert table.correct(Leave("yellow")) == ()
    assert (table.phase, table.active, table.mover) == (Phase.FILL, "yellow", "purple")
    assert table.fill() == (Income("purple", 3),)
    assert (table.phase, table.active) == (Phase.ACTIONS, "purple")


def test_player_who_leaves_before_replenishing_makes_way_for_the_next() -> None:
    table = in_replenish()
    assert table.correct(Leave("yellow")) == (Income("purple", 3),)
    assert (table.phase, table.active) == (Phase.REPLENISH, "purple")


def test_player_who_leaves_owes_no_marker_to_a_sale() -> None:
    table = in_lose()
    events = table.correct(Leave("yellow"))
    assert (table.mover, table.hand("yellow"), events) == ("purple", "blue1 blue3", ())
    events = table.correct(Leave("purple"))
    assert (table.phase, table.mover, table.hand("purple"), events) == (Phase.ACTIONS, "gray", "blue2 blue3", ())
    assert table.position.acted


def test_seller_who_leaves_is_followed_when_the_losses_are_over() -> None:
    table = in_lose()
    table.correct(Leave("gray"))
    assert (table.phase, table.active, table.mover) == (Phase.LOSE, "gray", "yellow")
    table.play("lose blue1")
    assert table.play("lose blue2") == (Income("yellow", 3),)
    assert (table.phase, table.active, table.hand("gray")) == (Phase.ACTIONS, "yellow", "pink1")


def test_player_who_leaves_over_the_limit_keeps_the_markers() -> None:
    table = in_discard()
    assert table.correct(Leave("gray")) == (Income("yellow", 3),)
    assert total(table.position.hands[0]) == 5


def test_player_who_has_left_loses_nothing_to_a_later_sale() -> None:
    table = situation(hands={"gray": "blue1 blue2", "yellow": "blue1 blue3"}, booths={"gray": {"copenhagen": 1}})
    table.correct(Leave("yellow"))
    assert table.play("sell blue1 blue2") == ()
    assert table.hand("yellow") == "blue1 blue3"


def test_taler_due_to_a_player_who_has_left_goes_to_the_bank() -> None:
    table = situation(booths={"yellow": {"copenhagen": 2}}, stock={"copenhagen": "blue1"})
    table.correct(Leave("yellow"))
    bank = table.bank
    table.play("buy blue1")
    assert (table.talers("gray"), table.talers("yellow"), table.bank) == (2, 3, bank + 1)


def test_player_who_has_left_is_scored_and_may_win() -> None:
    table = situation(sold={"yellow": "blue3 pink3"})
    table.correct(Leave("yellow"), Leave("gray"))
    assert table.phase is Phase.ACTIONS
    assert table.correct(Leave("purple")) == (Over(("yellow",)),)
    assert (table.phase, table.mover, table.score("yellow").total) == (Phase.OVER, None, 8)


@while_not_over
def test_last_player_who_leaves_ends_the_game_at_once(table: Table) -> None:
    table.correct(Leave("gray"), Leave("yellow"))
    assert table.legal
    table.correct(Leave("purple"))
    assert (table.phase, table.mover) == (Phase.OVER, None)
    assert parse_position(format_position(table.position)) == table.position


def test_start_player_who_left_still_marks_the_end_of_the_last_round() -> None:
    table = situation(turn="purple", stock={"danzig": "blue1 -"}, piles=(0, 0, 0, 0, 2))
    table.correct(Leave("gray"))
    table.play("end", "replenish")
    assert LastRound("yellow") in table.fill()
    assert table.play("end")[-1] == Income("purple", 3)
    assert isinstance(table.play("end")[-1], Over)


# --- what settles after a correction ---


def test_correction_that_leaves_no_choice_of_a_loss_carries_it_out() -> None:
    table = in_lose()
    assert table.correct(MoveMarker(BLUE3, "yellow", "out")) == (Lost("yellow", BLUE1),)
    assert (table.mover, table.hand("yellow")) == ("purple", "")


def test_correction_that_leaves_nothing_to_lose_passes_on() -> None:
    table = in_lose()
    table.correct(SwapMarkers(BLUE1, "yellow", BLUE3, "unseen"))
    assert (table.mover, table.hand("yellow")) == ("purple", "blue3")
    assert table.play("lose blue2") == ()
    assert table.phase is Phase.ACTIONS


def test_correction_of_a_hand_down_to_the_limit_ends_the_discarding() -> None:
    table = in_discard()
    table.correct(MoveMarker(BROWN1, "gray", "out"))
    assert table.phase is Phase.DISCARD
    assert table.correct(MoveMarker(PINK1, "gray", "yellow")) == (Income("yellow", 3),)
    assert table.hand("yellow") == "pink1"


def test_correction_of_a_hand_to_equal_markers_discards_them() -> None:
    table = situation(stock={}, hands={"gray": "blue1 blue1 blue1 blue1 pink1"})
    table.play("end")
    events = table.correct(MoveMarker(PINK1, "gray", "out"))
    assert events == (Discarded("gray", BLUE1), Income("yellow", 3))
    assert table.hand("gray") == "blue1 blue1 blue1"


def test_correction_of_an_ended_game_changes_the_score() -> None:
    table = in_over()
    before = table.score("gray").total
    table.correct(MoveMarker(PINK1, "purple", "gray.sold"))
    assert (table.phase, table.score("gray").total) == (Phase.OVER, before + 2)


@given(position=positions(), seed=seeds)
@examples(60)
def test_refused_correction_leaves_the_position_and_says_why(position: Position, seed: int) -> None:
    before = format_position(position)
    random = Random(seed)
    for _ in range(12):
        correction = random_correction(position, random)
        try:
            correct(position, correction)
        except IllegalMove as error:
            said = f"{error.refusal.message()} {error.refusal.advice()}"
            assert str(error) == f"{error.refusal.code}: {said}"  # noqa: PT017 - either outcome is fine here
    assert format_position(position) == before


@given(data=st.data())
@examples(40)
def test_transfer_there_and_back_is_no_transfer(data: st.DataObject) -> None:
    """Where a correction does not settle anything else, its reverse restores the very same position."""
    table = in_actions()
    correction = random_correction(table.position, Random(data.draw(seeds)))
    back: Correction
    match correction:
        case MoveTalers(talers, source, target):
            back = MoveTalers(talers, target, source)
        case MoveBooth(player, source, target):
            back = MoveBooth(player, target, source)
        case MoveMarker(good, source, target):
            back = MoveMarker(good, target, source)
        case SwapMarkers(good, place, other_good, other_place):
            back = SwapMarkers(other_good, place, good, other_place)
        case MovePile(markers, from_pile, to_pile):
            back = MovePile(markers, to_pile, from_pile)
        case _:
            return
    try:
        there = correct(table.position, correction).position
    except IllegalMove:
        return
    assert there != table.position
    assert correct(there, back).position == table.position
    assert play(there, next(iter(Table(there).legal))).position != there
