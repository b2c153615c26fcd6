"""Selling goods, and what the others lose by it."""

from __future__ import annotations

import pytest

from companion.games.hansa.rules.corrections import Leave, MoveMarker
from companion.games.hansa.rules.events import Lost
from companion.games.hansa.rules.goods import Colour, marker
from companion.games.hansa.rules.moves import Build, Lose, Sell
from companion.games.hansa.rules.position import Loss, Phase
from tests.companion.games.hansa.rules.table import Table, situation

FOUR = "gray yellow purple white"


def selling(hand: str, players: str = "gray yellow purple", **hands: str) -> Table:
    """Return a situation in which gray, with three booths in Danzig, may sell there."""
    return situation(players, ship="danzig", hands={"gray": hand, **hands}, booths={"gray": {"danzig": 3}})


def sales(table: Table) -> list[str]:
    return [" ".join(map(str, move.goods)) for move in table.legal if isinstance(move, Sell)]


# --- the sale ---


def test_sell_turns_the_markers_over() -> None:
    table = selling("orange1 orange3 pink2")
    assert table.play("sell orange1 orange3") == ()
    assert (table.hand("gray"), table.sold("gray")) == ("pink2", "orange1 orange3")
    assert (table.phase, table.mover, table.position.acted) == (Phase.ACTIONS, "gray", True)


def test_sell_adds_to_what_was_sold_before() -> None:
    table = situation(
        ship="danzig", hands={"gray": "blue2 blue2"}, sold={"gray": "blue2 pink1"}, booths={"gray": {"danzig": 1}}
    )
    table.play("sell blue2 blue2")
    assert table.sold("gray") == "blue2 blue2 blue2 pink1"


def test_sell_without_a_booth_in_the_city_is_refused() -> None:
    table = situation(ship="riga", hands={"gray": "orange1 orange1"}, booths={"gray": {"danzig": 3}})
    refusal = table.refused("sell orange1 orange1")
    assert refusal.code == "no_booth_here"
    assert refusal.message() == "gray has no booth in Riga."
    assert refusal.advice() == "Sell in a city with a booth of your own."
    assert sales(table) == []


def test_sell_with_one_booth_in_the_city_is_allowed() -> None:
    table = situation(ship="riga", hands={"gray": "orange1 orange1"}, booths={"gray": {"riga": 1}})
    table.play("sell orange1 orange1")
    assert (table.booths("gray", "riga"), table.booths_left("gray")) == (0, 15)


def test_sell_beside_a_larger_opponent_is_allowed() -> None:
    booths = {"gray": {"riga": 1}, "yellow": {"riga": 5}}
    table = situation(ship="riga", hands={"gray": "orange1 orange2"}, booths=booths)
    table.play("sell orange1 orange2")
    assert (table.talers("gray"), table.talers("yellow"), table.booths("yellow", "riga")) == (3, 3, 5)


@pytest.mark.parametrize("goods", ["orange1", "orange1 pink1", "orange1 orange2 pink1", ""])
def test_sell_of_fewer_than_two_of_a_colour_is_refused(goods: str) -> None:
    table = selling("orange1 orange2 pink1")
    refusal = table.refused(f"sell {goods}")
    assert refusal.code == "too_few_of_colour"
    assert refusal.message() == "A sale takes at least two markers of each colour sold."
    assert refusal.advice() == "Choose two or more of a colour, or leave the colour out."


def test_sell_of_exactly_two_of_a_colour_is_allowed() -> None:
    assert sales(selling("orange1 orange2")) == ["orange1 orange2"]
    assert sales(selling("orange1 pink2")) == []


def test_sell_of_markers_not_in_hand_is_refused() -> None:
    table = selling("orange1 orange1 pink2", yellow="orange3")
    for goods in ("orange1 orange3", "orange1 orange1 orange1", "brown1 brown1"):
        assert table.code(f"sell {goods}") == "no_such_marker"
    refusal = table.refused("sell orange1 orange1 orange1")
    assert refusal.message() == "There is no orange1 before gray."
    assert refusal.advice() == "Choose a marker that is there: orange1, pink2."


def test_sell_of_several_colours_at_once() -> None:
    table = selling("orange1 orange2 pink1 pink3 pink3 blue1")
    table.play("sell pink3 orange2 pink1 orange1 pink3")
    assert (table.hand("gray"), table.sold("gray")) == ("blue1", "orange1 orange2 pink1 pink3 pink3")


def test_sell_lists_every_choice_of_colours_and_markers() -> None:
    assert sales(selling("orange1 orange2 orange2 pink3 pink3")) == [
        "pink3 pink3",
        "orange2 orange2",
        "orange2 orange2 pink3 pink3",
        "orange1 orange2",
        "orange1 orange2 pink3 pink3",
        "orange1 orange2 orange2",
        "orange1 orange2 orange2 pink3 pink3",
    ]


def test_sell_of_part_of_a_colour_keeps_the_rest() -> None:
    table = selling("orange1 orange2 orange3")
    table.play("sell orange1 orange3")
    assert (table.hand("gray"), table.sold("gray")) == ("orange2", "orange1 orange3")


def test_sell_is_the_same_in_whatever_order_it_is_said() -> None:
    table = selling("orange1 orange2 pink1 pink1")
    assert Sell((marker("pink1"), marker("orange2"), marker("pink1"), marker("orange1"))) in table.legal
    assert Sell((marker("orange2"), marker("orange1"))) == Sell((marker("orange1"), marker("orange2")))


def test_sell_takes_one_booth_back_to_the_supply() -> None:
    table = selling("orange1 orange2")
    table.play("sell orange1 orange2")
    assert (table.booths("gray", "danzig"), table.booths_left("gray")) == (2, 13)


def test_sell_of_many_takes_only_one_booth() -> None:
    table = selling("orange1 orange2 orange2 pink1 pink1 blue3 blue3")
    table.play("sell orange1 orange2 orange2 pink1 pink1 blue3 blue3")
    assert (table.booths("gray", "danzig"), table.booths_left("gray")) == (2, 13)


def test_sell_costs_and_brings_no_talers() -> None:
    table = selling("orange1 orange2")
    table.play("sell orange1 orange2")
    assert ([table.talers(player) for player in ("gray", "yellow", "purple")], table.bank) == ([3, 3, 3], 13)


def test_sell_without_a_taler_is_allowed() -> None:
    table = situation(
        ship="danzig", talers={"gray": 0}, hands={"gray": "orange1 orange2"}, booths={"gray": {"danzig": 1}}
    )
    table.play("sell orange1 orange2")
    assert table.talers("gray") == 0


def test_sell_raises_the_score_by_the_barrels_sold() -> None:
    table = selling("orange1 orange3")
    before = table.score("gray")
    table.play("sell orange1 orange3")
    after = table.score("gray")
    assert (before.unsold, before.sold, after.unsold, after.sold) == (2, 0, 0, 6)


def test_sold_markers_are_of_no_other_use() -> None:
    table = situation(
        ship="danzig", hands={"gray": "pink1"}, sold={"gray": "orange1 orange1"}, booths={"gray": {"danzig": 1}}
    )
    assert table.code("build orange1") == table.code("sell orange1 orange1") == "no_such_marker"
    assert [move for move in table.legal if isinstance(move, Build | Sell)] == [Build(marker("pink1"))]


def test_sold_markers_are_safe_from_losses_and_tolls() -> None:
    table = situation(
        ship="danzig",
        hands={"gray": "orange1 orange1"},
        sold={"yellow": "orange2 orange2 orange3", "gray": "pink1 pink1 pink2 pink2"},
        booths={"gray": {"danzig": 1}},
    )
    assert table.play("sell orange1 orange1") == ()
    table.play("end")
    assert table.sold("yellow") == "orange2 orange2 orange3"
    assert table.sold("gray") == "orange1 orange1 pink1 pink1 pink2 pink2"


# --- losses ---


def test_losses_take_one_marker_of_the_colour_from_every_opponent() -> None:
    table = selling("orange1 orange1", FOUR, yellow="orange2 pink1", purple="pink1", white="orange3 orange3")
    assert table.play("sell orange1 orange1") == (Lost("yellow", marker("orange2")), Lost("white", marker("orange3")))
    assert [table.hand(player) for player in FOUR.split()] == ["", "pink1", "pink1", "orange3"]


def test_losses_take_one_marker_of_each_colour_sold() -> None:
    table = selling("orange1 orange1 blue1 blue1 pink1", yellow="blue2 orange2 pink2")
    events = table.play("sell orange1 orange1 blue1 blue1")
    assert events == (Lost("yellow", marker("blue2")), Lost("yellow", marker("orange2")))
    assert table.hand("yellow") == "pink2"


def test_losses_spare_the_seller() -> None:
    table = selling("orange1 orange1 orange2")
    assert table.play("sell orange1 orange1") == ()
    assert table.hand("gray") == "orange2"


def test_losses_are_removed_from_the_game() -> None:
    table = selling("orange1 orange1", yellow="orange2", purple="orange3 orange2")
    out = table.out().split()
    table.play("sell orange1 orange1", "lose orange3")
    assert sorted(table.out().split()) == sorted([*out, "orange2", "orange3"])


def test_losses_are_chosen_by_the_loser() -> None:
    table = selling("orange1 orange1", yellow="orange1 orange2 pink1")
    assert table.play("sell orange1 orange1") == ()
    assert (table.phase, table.mover, table.active) == (Phase.LOSE, "yellow", "gray")
    assert table.position.course.losses == (Loss(1, Colour.ORANGE),)
    assert list(table.legal) == [Lose(marker("orange1")), Lose(marker("orange2"))]
    assert table.play("lose orange2") == ()
    assert (table.hand("yellow"), table.phase, table.mover) == ("orange1 pink1", Phase.ACTIONS, "gray")
    assert table.position.acted


def test_losses_of_another_colour_are_refused() -> None:
    table = selling("orange1 orange1", yellow="orange1 orange2 pink1")
    table.play("sell orange1 orange1")
    refusal = table.refused("lose pink1")
    assert refusal.code == "no_such_marker"
    assert refusal.message() == "There is no pink1 to lose before yellow."
    assert refusal.advice() == "Choose a marker that is there: orange1, orange2."
    assert table.code("lose orange3") == "no_such_marker"


def test_losses_hold_up_the_turn() -> None:
    table = selling("orange1 orange1", yellow="orange1 orange2")
    table.play("sell orange1 orange1")
    for text in ("end", "sail kalmar", "buy blue1", "discard orange1"):
        assert table.code(text) == "wrong_phase"
    assert table.refused("end").message() == "End is not possible now: the phase is lose."


def test_losses_go_clockwise_from_the_seller_and_by_colour() -> None:
    table = situation(
        FOUR,
        turn="purple",
        ship="danzig",
        talers={"gray": 0},
        hands={
            "purple": "pink1 pink1 blue2 blue2",
            "gray": "blue1 blue2 pink2",
            "yellow": "pink3 blue3",
            "white": "pink1 pink3 blue1 blue3",
        },
        booths={"purple": {"danzig": 1}},
    )
    assert table.play("sell pink1 pink1 blue2 blue2") == ()
    assert table.position.course.losses == (
        Loss(3, Colour.BLUE),
        Loss(3, Colour.PINK),
        Loss(0, Colour.BLUE),
        Loss(0, Colour.PINK),
        Loss(1, Colour.BLUE),
        Loss(1, Colour.PINK),
    )
    assert (table.mover, table.play("lose blue3")) == ("white", ())
    assert (table.mover, table.play("lose pink3")) == ("white", ())
    assert (table.mover, table.code("lose pink2")) == ("gray", "no_such_marker")
    assert table.play("lose blue1") == (
        Lost("gray", marker("pink2")),
        Lost("yellow", marker("blue3")),
        Lost("yellow", marker("pink3")),
    )
    assert (table.mover, table.phase, len(table.position.course.losses)) == ("purple", Phase.ACTIONS, 0)


def test_losses_of_several_alike_are_automatic() -> None:
    table = selling("orange1 orange1", yellow="orange2 orange2 pink1")
    assert table.play("sell orange1 orange1") == (Lost("yellow", marker("orange2")),)
    assert table.hand("yellow") == "orange2 pink1"


def test_losses_of_a_colour_that_a_correction_took_away_are_dropped() -> None:
    table = selling("orange1 orange1 blue1 blue1", yellow="orange1 orange2 blue1 blue2")
    table.play("sell orange1 orange1 blue1 blue1")
    table.correct(MoveMarker(marker("orange1"), "yellow", "out"), MoveMarker(marker("orange2"), "yellow", "out"))
    assert table.play("lose blue1") == ()
    assert (table.hand("yellow"), table.mover, table.phase) == ("blue2", "gray", Phase.ACTIONS)


def test_losses_pass_over_a_player_who_left() -> None:
    table = selling("orange1 orange1", yellow="orange2", purple="orange3")
    table.correct(Leave("yellow"))
    assert table.play("sell orange1 orange1") == (Lost("purple", marker("orange3")),)
    assert table.hand("yellow") == "orange2"
