"""The first two phases of a turn: income, and replenishing the warehouses from the supply."""

from __future__ import annotations

from fractions import Fraction
from typing import Unpack

import pytest

from companion.games.hansa.rules.corrections import MoveMarker, MoveTalers
from companion.games.hansa.rules.events import Income, Paid, PaidFor
from companion.games.hansa.rules.goods import marker, total
from companion.games.hansa.rules.moves import Replenish, Skip
from companion.games.hansa.rules.position import Phase, markers_beside, odds, pile_in_use, unseen_counts
from tests.companion.games.hansa.rules.table import Details, Table, new_table, situation, stocked

HALF_EMPTY = {"tonsberg": "- blue1", "danzig": "pink1 -"}  # twelve spaces are empty
ALL_BUT_THREE = {  # the second space of Tønsberg, Kalmar and the first of Riga are empty
    "tonsberg": "blue1 -",
    "aalborg": "blue1",
    "copenhagen": "blue1",
    "lubeck": "blue1 blue2",
    "stockholm": "brown1 brown1",
    "danzig": "brown1 brown1",
    "reval": "brown2",
    "riga": "- brown2",
}


def next_turn(**details: Unpack[Details]) -> Table:
    """Return a situation in which yellow's turn has just begun."""
    table = situation("gray yellow", **details)
    table.play("end")
    return table


# --- income ---


def test_income_is_three_talers_at_the_start_of_a_turn() -> None:
    table = situation("gray yellow", talers={"gray": 1, "yellow": 2})
    assert table.bank == 19
    assert table.play("end") == (Income("yellow", 3),)
    assert (table.talers("yellow"), table.talers("gray"), table.bank) == (5, 1, 16)


@pytest.mark.parametrize(("bank", "taken"), [(4, 3), (3, 3), (2, 2), (1, 1), (0, 0)])
def test_income_is_what_the_bank_holds_when_that_is_less(bank: int, taken: int) -> None:
    table = situation("gray yellow purple", talers={"gray": 2, "yellow": 5, "purple": 15 - bank})
    assert table.play("end") == (Income("yellow", taken),)
    assert (table.talers("yellow"), table.bank) == (5 + taken, bank - taken)


def test_income_comes_once_in_a_turn() -> None:
    table = next_turn(stock=HALF_EMPTY)
    table.play("replenish")
    table.fill()
    assert table.talers("yellow") == 5
    table.play("sail danzig")
    assert table.talers("yellow") == 4


# --- whether to replenish ---


def test_replenish_is_offered_when_a_space_is_empty() -> None:
    table = next_turn(stock=ALL_BUT_THREE)
    assert (table.phase, table.mover) == (Phase.REPLENISH, "yellow")
    assert list(table.legal) == [Replenish(), Skip()]


def test_replenish_is_not_offered_when_no_space_is_empty() -> None:
    table = next_turn()
    assert table.phase is Phase.ACTIONS
    assert table.code("replenish") == "wrong_phase"


def test_replenish_is_not_offered_when_the_supply_is_empty() -> None:
    table = next_turn(stock=HALF_EMPTY, piles=(0, 0, 0, 0, 0))
    assert table.phase is Phase.ACTIONS


def test_replenish_is_offered_for_the_last_marker_of_the_supply() -> None:
    assert next_turn(stock=HALF_EMPTY, piles=(0, 0, 0, 0, 1)).phase is Phase.REPLENISH


@pytest.mark.parametrize(("bank", "phase"), [(0, Phase.ACTIONS), (1, Phase.REPLENISH)])
def test_replenish_is_offered_to_who_has_a_taler_after_income(bank: int, phase: Phase) -> None:
    table = situation(talers={"gray": 3, "yellow": 0, "purple": 19 - bank}, stock=HALF_EMPTY)
    table.play("end")
    assert (table.mover, table.talers("yellow"), table.phase) == ("yellow", bank, phase)


def test_replenish_is_no_longer_offered_when_a_correction_leaves_nothing_to_do() -> None:
    last_space = next_turn(stock=ALL_BUT_THREE | {"tonsberg": "blue1 pink2", "kalmar": "pink2"})
    last_space.correct(MoveMarker(marker("pink2"), "unseen", "riga.1"))
    last_marker = next_turn(stock=HALF_EMPTY, piles=(0, 0, 0, 0, 1))
    (left,) = unseen_counts(last_marker.position)
    last_marker.correct(MoveMarker(left, "unseen", "out"))
    last_taler = next_turn(stock=HALF_EMPTY)
    last_taler.correct(MoveTalers(last_taler.talers("yellow"), "yellow", "bank"))
    for table in (last_space, last_marker, last_taler):
        assert (table.mover, table.phase) == ("yellow", Phase.ACTIONS)


def test_replenish_stays_offered_after_a_correction_that_leaves_something_to_do() -> None:
    table = next_turn(stock=HALF_EMPTY)
    table.correct(MoveTalers(1, "yellow", "bank"))
    assert list(table.legal) == [Replenish(), Skip()]


def test_replenish_during_the_actions_is_refused() -> None:
    table = next_turn(stock=HALF_EMPTY)
    table.play("skip")
    refusal = table.refused("replenish")
    assert refusal.code == "wrong_phase"
    assert refusal.message() == "Replenish is not possible now: the phase is actions."
    assert refusal.advice() == "Choose one of the moves that are open."


def test_replenish_during_the_tolls_is_refused() -> None:
    table = situation(hands={"gray": "blue1 blue2 blue3 pink1"}, stock=HALF_EMPTY)
    table.play("end")
    assert table.phase is Phase.DISCARD
    assert table.code("replenish") == table.code("reveal blue1") == "wrong_phase"


def test_replenish_in_the_same_turn_again_is_refused() -> None:
    table = next_turn(stock=ALL_BUT_THREE)
    table.play("replenish")
    table.fill()
    assert table.phase is Phase.ACTIONS
    assert table.code("replenish") == table.code("skip") == "wrong_phase"


def test_skip_leaves_everything_as_it_is() -> None:
    table = next_turn(stock=HALF_EMPTY)
    before = table.position
    assert table.play("skip") == ()
    assert table.position == before._replace(phase=Phase.ACTIONS)


def test_skip_is_allowed_while_one_space_is_occupied() -> None:
    table = next_turn(stock={"riga": "- pink1"})
    assert list(table.legal) == [Replenish(), Skip()]
    table.play("skip")
    assert table.phase is Phase.ACTIONS


def test_skip_is_refused_when_all_spaces_are_empty() -> None:
    table = next_turn(stock={})
    assert list(table.legal) == [Replenish()]
    refusal = table.refused("skip")
    assert refusal.code == "must_replenish"
    assert refusal.message() == "All warehouses are empty."
    assert refusal.advice() == "Replenish: it cannot be skipped now."


# --- filling ---


def test_replenish_costs_one_taler_to_the_bank() -> None:
    table = next_turn(stock=HALF_EMPTY, talers={"yellow": 1})
    assert (table.talers("yellow"), table.bank) == (4, 15)
    assert table.play("replenish") == (Paid("yellow", "bank", 1, PaidFor.REPLENISH),)
    assert (table.talers("yellow"), table.bank, table.phase) == (3, 16, Phase.FILL)


def test_replenish_costs_one_taler_in_all() -> None:
    table = next_turn(stock=HALF_EMPTY)
    table.play("replenish")
    paid = table.talers("yellow")
    assert table.fill() == ()
    assert table.position.warehouses.count(0) == 0
    assert table.talers("yellow") == paid == 5


def test_fill_takes_markers_one_at_a_time_from_the_first_pile() -> None:
    table = next_turn(stock=ALL_BUT_THREE, piles=(0, 6, 7, 7, 7))
    table.play("replenish")
    for left in (5, 4, 3):
        assert table.phase is Phase.FILL
        table.fill(1)
        assert table.position.piles == (0, left, 7, 7, 7)
    assert table.phase is Phase.ACTIONS


def test_fill_goes_in_the_order_of_the_numbers() -> None:
    table = next_turn(stock=ALL_BUT_THREE)
    table.play("replenish", "reveal pink1")
    assert (table.stock("tonsberg"), table.stock("kalmar"), table.stock("riga")) == ("blue1 pink1", "-", "- brown2")
    table.play("reveal orange3")
    assert (table.stock("kalmar"), table.stock("riga")) == ("orange3", "- brown2")
    table.play("reveal blue3")
    assert (table.stock("kalmar"), table.stock("riga")) == ("orange3", "blue3 brown2")


def test_fill_turns_the_marker_face_up() -> None:
    table = next_turn(stock=ALL_BUT_THREE)
    table.play("replenish")
    before = unseen_counts(table.position)[marker("pink2")]
    table.play("reveal pink2")
    assert table.stock("tonsberg") == "blue1 pink2"
    assert unseen_counts(table.position)[marker("pink2")] == before - 1


def test_fill_goes_on_with_the_next_pile() -> None:
    table = next_turn(stock=ALL_BUT_THREE, piles=(2, 0, 3, 3, 3))
    table.play("replenish")
    table.fill(2)
    assert table.position.piles == (0, 0, 3, 3, 3)
    table.fill(1)
    assert (table.position.piles, table.phase) == ((0, 0, 2, 3, 3), Phase.ACTIONS)


def test_fill_does_not_end_before_all_spaces_are_full() -> None:
    table = next_turn(stock=HALF_EMPTY)
    table.play("replenish")
    for _ in range(12):
        assert table.phase is Phase.FILL
        assert [table.code(text) for text in ("skip", "end", "sail danzig")] == ["wrong_phase"] * 3
        table.fill(1)
    assert (table.phase, table.position.warehouses.count(0), table.mover) == (Phase.ACTIONS, 0, "yellow")


def test_fill_ends_with_the_last_marker_of_the_supply() -> None:
    table = next_turn(stock=ALL_BUT_THREE, piles=(0, 0, 2, 0, 0))
    table.play("replenish")
    table.fill(1)
    assert table.phase is Phase.FILL
    assert table.fill(1) == ()
    assert (table.phase, table.position.unseen, table.stock("riga")) == (Phase.ACTIONS, 0, "- brown2")
    assert "-" not in table.stock("tonsberg") + table.stock("kalmar")


def test_fill_of_a_marker_that_is_not_face_down_is_refused() -> None:
    table = next_turn(stock=ALL_BUT_THREE, piles=(0, 0, 1, 0, 0))
    table.play("replenish")
    (last,) = unseen_counts(table.position)
    other = "blue3" if str(last) != "blue3" else "blue2"
    refusal = table.refused(f"reveal {other}")
    assert refusal.code == "no_such_marker"
    assert refusal.advice() == f"Choose a marker that is there: {last}."


# --- what is known of the supply ---


def test_unseen_counts_are_all_markers_at_first() -> None:
    counts = unseen_counts(new_table("gray yellow").position)
    assert sum(counts.values()) == 52
    assert (counts[marker("pink1")], counts[marker("pink2")], counts[marker("pink3")]) == (4, 5, 4)
    assert marker("yellow1") not in counts


def test_odds_are_shares_of_what_is_unseen() -> None:
    table = new_table("gray yellow")
    assert odds(table.position)[marker("pink2")] == Fraction(5, 52)
    table.play("reveal pink2")
    assert odds(table.position)[marker("pink2")] == Fraction(4, 51)
    assert sum(odds(table.position).values()) == 1


def test_odds_name_no_kind_that_is_all_seen() -> None:
    table = new_table("gray yellow")
    table.play(*["reveal pink1"] * 4)
    assert marker("pink1") not in odds(table.position)


def test_pile_in_use_is_the_first_with_markers() -> None:
    assert pile_in_use(situation(piles=(3, 2, 1, 1, 1)).position) == 0
    assert pile_in_use(situation(piles=(0, 0, 2, 1, 1)).position) == 2
    assert pile_in_use(situation(piles=(0, 0, 0, 0, 1)).position) == 4
    assert pile_in_use(situation(piles=(0, 0, 0, 0, 0)).position) is None


def test_markers_beside_the_piles_are_those_of_the_first_fill() -> None:
    table = new_table("gray yellow")
    assert markers_beside(table.position) == 14
    table.fill(5)
    assert markers_beside(table.position) == 9
    assert markers_beside(stocked("gray yellow").position) == 0


def test_marker_put_back_in_the_first_fill_leaves_one_over_for_the_first_pile() -> None:
    table = new_table("gray yellow")
    table.fill(13)
    table.correct(MoveMarker(marker("pink3"), "unseen", "riga.2"))
    assert (table.phase, sum(table.position.piles)) == (Phase.PLACE, total(table.position.unseen))
