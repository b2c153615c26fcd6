"""The end of the game: the fifth pile, the last round, and what follows."""

from __future__ import annotations

from typing import Unpack

import pytest

from companion.games.hansa.rules.events import Discarded, Income, LastRound, Over, Paid, PaidFor, Taxed
from companion.games.hansa.rules.goods import marker
from companion.games.hansa.rules.position import Phase
from tests.companion.games.hansa.rules.table import Details, Table, situation

ONE_EMPTY = {
    "tonsberg": "blue1 blue1",
    "aalborg": "blue1",
    "copenhagen": "blue1",
    "lubeck": "brown1 brown1",
    "stockholm": "brown1 brown1",
    "kalmar": "pink1",
    "danzig": "pink1 pink1",
    "reval": "pink1",
    "riga": "green1 -",
}
TWO_EMPTY = ONE_EMPTY | {"riga": "- -"}


def before_turn_of(player: str, **details: Unpack[Details]) -> Table:
    """Return a situation in which the player before this one may end the turn."""
    seats = ["gray", "yellow", "purple"]
    details["turn"] = seats[seats.index(player) - 1]
    return situation(**details)


def triggered(player: str, **details: Unpack[Details]) -> Table:
    """Return a situation in which the player has just opened the fifth pile."""
    details["stock"], details["piles"] = ONE_EMPTY, (0, 0, 0, 0, 5)
    table = before_turn_of(player, **details)
    table.play("end", "replenish")
    assert table.fill() == (LastRound(player),)
    return table


def test_end_begins_with_the_first_marker_of_the_fifth_pile() -> None:
    table = before_turn_of("yellow", stock=TWO_EMPTY, piles=(0, 0, 0, 1, 5))
    table.play("end", "replenish")
    assert table.fill(1) == ()
    assert (table.position.piles, table.position.course.last_round) == ((0, 0, 0, 0, 5), False)
    assert table.fill(1) == (LastRound("yellow"),)
    assert (table.position.piles, table.position.course.last_round) == ((0, 0, 0, 0, 4), True)


def test_end_does_not_begin_when_the_fourth_pile_is_just_used_up() -> None:
    table = before_turn_of("yellow", stock=TWO_EMPTY, piles=(0, 0, 0, 2, 5))
    table.play("end", "replenish")
    assert table.fill() == ()
    assert (table.position.piles, table.phase) == ((0, 0, 0, 0, 5), Phase.ACTIONS)
    assert not table.position.course.last_round


def test_end_begins_only_once() -> None:
    table = before_turn_of("yellow", stock=TWO_EMPTY, piles=(0, 0, 0, 0, 5))
    table.play("end", "replenish")
    assert table.fill(1) == (LastRound("yellow"),)
    assert table.fill(1) == ()
    assert table.position.course.last_round


def test_end_does_not_begin_by_skipping() -> None:
    table = before_turn_of("yellow", stock=TWO_EMPTY, piles=(0, 0, 0, 0, 5))
    table.play("end", "skip", "end")
    assert (table.phase, table.mover, table.position.course.last_round) == (Phase.REPLENISH, "purple", False)


def test_end_does_not_cut_the_turn_short() -> None:
    table = triggered("yellow")
    assert (table.mover, table.phase) == ("yellow", Phase.ACTIONS)
    table.play("sail danzig", "buy pink1")
    assert table.hand("yellow") == "pink1"


def test_last_round_goes_on_to_the_player_before_the_start_player() -> None:
    table = triggered("yellow")
    assert table.play("end") == (Taxed("yellow", 2), Income("purple", 3))
    assert (table.mover, table.phase) == ("purple", Phase.ACTIONS)
    events = table.play("end")
    assert (events[0], table.phase, table.mover) == (Taxed("purple", 3), Phase.OVER, None)
    assert isinstance(events[-1], Over)


def test_last_round_triggered_by_the_start_player_is_played_whole() -> None:
    table = triggered("gray")
    assert table.end_turns() == ["gray", "yellow", "purple"]


def test_last_round_triggered_by_the_last_player_ends_with_that_turn() -> None:
    table = triggered("purple")
    table.play("end")
    assert table.phase is Phase.OVER


@pytest.mark.parametrize(("start", "last"), [("gray", "purple"), ("yellow", "gray"), ("purple", "yellow")])
def test_last_round_ends_to_the_right_of_the_start_player(start: str, last: str) -> None:
    table = triggered(start, start=start)
    assert table.end_turns()[-1] == last
    assert table.phase is Phase.OVER


def test_last_round_replenishes_from_the_fifth_pile_on() -> None:
    table = triggered("gray")
    table.play("sail danzig", "buy pink1", "end", "replenish")
    assert table.fill() == ()
    assert table.position.piles == (0, 0, 0, 0, 3)


def test_last_turn_has_taxes_and_tolls_before_scoring() -> None:
    table = triggered("purple", talers={"purple": 4}, hands={"purple": "pink2 pink2 pink2 pink2"})
    assert table.play("end") == (Taxed("purple", 3), Discarded("purple", marker("pink2")), Over(("purple",)))
    assert (table.talers("purple"), table.hand("purple")) == (3, "pink2 pink2 pink2")
    assert table.score("purple").unsold == 3


def test_last_turn_waits_for_the_discards() -> None:
    table = triggered("purple", hands={"purple": "pink2 pink2 pink2 pink3"})
    table.play("end")
    assert (table.phase, table.mover) == (Phase.DISCARD, "purple")
    assert table.play("discard pink3") == (Over(("purple",)),)


def test_over_brings_no_income() -> None:
    table = triggered("purple", talers={"purple": 0})
    purses = [table.talers(player) for player in ("gray", "yellow", "purple")]
    table.play("end")
    assert [table.talers(player) for player in ("gray", "yellow", "purple")] == purses


def test_over_refuses_every_move() -> None:
    table = triggered("purple")
    table.play("end")
    for text in ("end", "replenish", "skip", "sail danzig", "buy pink1", "build pink1", "sell pink1", "place riga"):
        refusal = table.refused(text)
        assert refusal.code == "game_over"
        assert refusal.message() == "The game is over."
        assert refusal.advice() == "Start a new game, or take back the last move."
    for text in ("reveal pink2", "lose pink1", "discard pink1"):
        assert table.code(text) == "game_over"
    assert (list(table.legal), bool(table.legal), table.legal.count()) == ([], False, 0)


def test_over_clears_the_visit() -> None:
    table = triggered("purple")
    table.play("buy blue1")
    assert table.position.acted
    table.play("end")
    assert table.position.acted is False


def test_over_names_the_winners() -> None:
    table = triggered("purple", hands={"yellow": "pink2"}, sold={"gray": "pink3"})
    assert table.play("end")[-1] == Over(("gray",))


def test_game_with_an_empty_supply_goes_round_until_the_last_round_ends() -> None:
    table = before_turn_of("gray", stock=TWO_EMPTY, piles=(0, 0, 0, 0, 1))
    assert table.play("end", "replenish") == (Income("gray", 3), Paid("gray", "bank", 1, PaidFor.REPLENISH))
    assert table.fill() == (LastRound("gray"),)
    assert (table.position.unseen, table.phase, table.stock("riga").count("-")) == (0, Phase.ACTIONS, 1)
    table.play("end")
    assert (table.mover, table.phase) == ("yellow", Phase.ACTIONS)


def test_game_whose_supply_a_correction_took_away_is_in_its_last_round() -> None:
    table = situation(turn="gray", stock=TWO_EMPTY, piles=(0, 0, 0, 0, 0))
    assert table.play("end") == (LastRound("yellow"), Income("yellow", 3))
    assert table.position.course.last_round is True
    assert LastRound("purple") not in table.play("end")
    assert table.end_turns() == ["purple"]
    assert table.phase is Phase.OVER
