"""Taxes and tolls at the end of a turn, and passing the turn on."""

from __future__ import annotations

import pytest

from companion.games.hansa.rules.events import Discarded, Income, Taxed
from companion.games.hansa.rules.goods import marker
from companion.games.hansa.rules.moves import Discard
from companion.games.hansa.rules.position import Phase
from tests.companion.games.hansa.rules.table import situation


@pytest.mark.parametrize(("talers", "kept", "tax"), [(0, 0, 0), (2, 2, 0), (3, 3, 0), (4, 3, 1), (7, 3, 4)])
def test_tax_takes_the_talers_over_three(talers: int, kept: int, tax: int) -> None:
    table = situation(talers={"gray": talers})
    events = table.play("end")
    assert events == ((Taxed("gray", tax), Income("yellow", 3)) if tax else (Income("yellow", 3),))
    assert table.talers("gray") == kept


def test_tax_goes_to_the_bank() -> None:
    table = situation(talers={"gray": 5, "yellow": 0})
    assert table.bank == 14
    table.play("end")
    assert (table.bank, table.talers("yellow")) == (14 + 2 - 3, 3)


def test_tax_fills_the_bank_before_the_next_income() -> None:
    table = situation(talers={"gray": 5, "yellow": 3, "purple": 14})
    assert table.bank == 0
    assert table.play("end") == (Taxed("gray", 2), Income("yellow", 2))
    assert (table.bank, table.talers("yellow")) == (0, 5)


def test_tax_spares_the_other_players() -> None:
    table = situation(talers={"gray": 4, "yellow": 4, "purple": 6})
    table.play("end")
    assert [table.talers(player) for player in ("gray", "yellow", "purple")] == [3, 7, 6]


def test_tax_comes_only_at_the_end_of_the_turn() -> None:
    table = situation(talers={"gray": 9})
    table.play("sail danzig")
    assert table.talers("gray") == 8


def test_toll_leaves_three_markers() -> None:
    table = situation(hands={"gray": "blue1 pink1 pink2"})
    assert table.play("end") == (Income("yellow", 3),)
    assert (table.hand("gray"), table.mover) == ("blue1 pink1 pink2", "yellow")


def test_toll_on_a_fourth_marker_is_chosen_by_the_player() -> None:
    table = situation(hands={"gray": "blue1 pink1 pink1 pink2"})
    assert table.play("end") == ()
    assert (table.phase, table.mover, table.active) == (Phase.DISCARD, "gray", "gray")
    assert list(table.legal) == [Discard(marker("blue1")), Discard(marker("pink1")), Discard(marker("pink2"))]
    assert table.play("discard pink1") == (Income("yellow", 3),)
    assert (table.hand("gray"), table.mover) == ("blue1 pink1 pink2", "yellow")


def test_toll_is_given_up_one_marker_at_a_time() -> None:
    table = situation(hands={"gray": "blue1 pink1 pink1 pink2 orange3"})
    table.play("end")
    assert table.play("discard orange3") == ()
    assert table.phase is Phase.DISCARD
    assert table.play("discard blue1") == (Income("yellow", 3),)
    assert table.hand("gray") == "pink1 pink1 pink2"


def test_toll_markers_are_removed_from_the_game() -> None:
    table = situation(hands={"gray": "blue1 pink1 pink1 pink2"})
    out = table.out().split()
    table.play("end", "discard blue1")
    assert sorted(table.out().split()) == sorted([*out, "blue1"])
    assert table.sold("gray") == ""


def test_toll_of_a_marker_not_in_hand_is_refused() -> None:
    table = situation(hands={"gray": "blue1 pink1 pink1 pink2", "yellow": "orange1"}, sold={"gray": "orange1"})
    table.play("end")
    refusal = table.refused("discard orange1")
    assert refusal.code == "no_such_marker"
    assert refusal.message() == "There is no orange1 before gray."
    assert refusal.advice() == "Choose a marker that is there: blue1, pink1, pink2."


def test_toll_with_one_outcome_is_automatic() -> None:
    table = situation(hands={"gray": "blue2 blue2 blue2 blue2 blue2"}, stock={})
    discarded = Discarded("gray", marker("blue2"))
    assert table.play("end") == (discarded, discarded, Income("yellow", 3))
    assert table.hand("gray") == "blue2 blue2 blue2"


def test_toll_becomes_automatic_when_one_kind_is_left() -> None:
    table = situation(hands={"gray": "blue2 blue2 blue2 blue2 pink1"})
    assert table.play("end") == ()
    assert table.play("discard pink1") == (Discarded("gray", marker("blue2")), Income("yellow", 3))


def test_toll_follows_the_tax() -> None:
    table = situation(talers={"gray": 5}, hands={"gray": "blue1 pink1 pink1 pink2"})
    assert table.play("end") == (Taxed("gray", 2),)
    assert (table.talers("gray"), table.phase) == (3, Phase.DISCARD)
    assert table.play("discard pink2") == (Income("yellow", 3),)


def test_toll_keeps_the_turn_until_it_is_settled() -> None:
    table = situation(ship="danzig", hands={"gray": "blue1 pink1 pink1 pink2"}, stock={"danzig": "blue2 -"})
    table.play("buy blue2", "end")
    assert table.position.acted
    for text in ("end", "sail kalmar", "build blue1", "lose blue1"):
        assert table.code(text) == "wrong_phase"


def test_toll_spares_the_other_players() -> None:
    table = situation(hands={"yellow": "blue1 pink1 pink1 pink2 orange1"})
    table.play("end")
    assert (table.mover, table.phase, table.hand("yellow")) == (
        "yellow",
        Phase.ACTIONS,
        "blue1 orange1 pink1 pink1 pink2",
    )


def test_limits_do_not_hold_during_the_actions() -> None:
    table = situation(
        ship="danzig", talers={"gray": 6}, hands={"gray": "blue1 pink1 pink2"}, stock={"danzig": "brown1 -"}
    )
    table.play("buy brown1")
    assert (table.hand("gray"), table.talers("gray"), table.phase) == ("blue1 brown1 pink1 pink2", 5, Phase.ACTIONS)


def test_limits_do_not_hold_in_another_player_s_turn() -> None:
    table = situation(
        ship="danzig", booths={"yellow": {"danzig": 1}}, talers={"yellow": 3}, stock={"danzig": "blue1 -"}
    )
    table.play("buy blue1", "end")
    assert table.talers("yellow") == 7


def test_turn_passes_to_the_left() -> None:
    table = situation("gray yellow purple white", talers={"gray": 0}, turn="yellow")
    movers = []
    for _ in range(5):
        table.play("end")
        movers.append(table.mover)
        assert table.active == table.mover
    assert movers == ["purple", "white", "gray", "yellow", "purple"]


def test_turn_of_the_next_player_begins_fresh() -> None:
    table = situation(ship="danzig", stock={"danzig": "blue1 -"})
    table.play("buy blue1", "end")
    assert (table.mover, table.phase, table.position.acted) == ("yellow", Phase.REPLENISH, False)


def test_turn_has_its_phases_in_order() -> None:
    table = situation("gray yellow", hands={"yellow": "blue1 blue2 blue3 pink1"}, stock={"danzig": "pink2 -"})
    events = table.play("end")
    assert events == (Income("yellow", 3),)
    phases = [table.phase]
    table.play("replenish")
    phases.append(table.phase)
    table.fill()
    phases.append(table.phase)
    table.play("end")
    phases.append(table.phase)
    table.play("discard blue1")
    assert phases == [Phase.REPLENISH, Phase.FILL, Phase.ACTIONS, Phase.DISCARD]
    assert table.mover == "gray"
