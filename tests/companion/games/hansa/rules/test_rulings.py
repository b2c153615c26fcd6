"""The rulings where the rule book is silent, by number; the last of them, leaving, has a file of its own."""

from __future__ import annotations

import pytest

from companion.games.hansa.rules.corrections import SwapMarkers
from companion.games.hansa.rules.events import Discarded, Income, LastRound, Lost, Over, Paid, PaidFor, Taxed
from companion.games.hansa.rules.goods import marker
from companion.games.hansa.rules.moves import Replenish, Sell
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase
from companion.games.hansa.rules.scoring import winning_players
from tests.companion.games.hansa.rules.table import begun, new_table, said, situation, stocked

THREE_EMPTY = {
    "tonsberg": "blue1 -",
    "aalborg": "-",
    "copenhagen": "blue1",
    "lubeck": "brown1 brown1",
    "stockholm": "brown1 brown1",
    "kalmar": "pink1",
    "danzig": "pink1 pink1",
    "reval": "pink1",
    "riga": "blue2 -",
}


def test_ruling_01_first_turn_has_income_too() -> None:
    table = begun("gray yellow purple", start="purple")
    assert table.events == (Income("purple", 3),)
    assert [table.talers(player) for player in ("gray", "yellow", "purple")] == [3, 3, 6]


@pytest.mark.parametrize(("bank", "taken"), [(3, 3), (2, 2), (1, 1), (0, 0)])
def test_ruling_02_talers_are_conserved_when_the_bank_runs_dry(bank: int, taken: int) -> None:
    table = situation("gray yellow", talers={"gray": 3, "yellow": 19 - bank})
    assert table.bank == bank
    assert table.play("end") == (Income("yellow", taken),)
    assert (table.talers("yellow"), table.bank) == (19 - bank + taken, bank - taken)
    assert table.talers("gray") + table.talers("yellow") + table.bank == 22


def test_ruling_03_nothing_to_replenish_is_passed_over() -> None:
    full = situation("gray yellow")
    full.play("end")
    no_supply = situation("gray yellow", stock={}, piles=(0, 0, 0, 0, 0))
    no_supply.play("end")
    no_taler = situation(stock={}, talers={"gray": 3, "yellow": 0, "purple": 19})
    no_taler.play("end")
    assert no_taler.talers("yellow") == 0
    for table in (full, no_supply, no_taler):
        assert (table.mover, table.phase) == ("yellow", Phase.ACTIONS)


def test_ruling_04_all_spaces_empty_leaves_replenish_only() -> None:
    table = situation("gray yellow", stock={})
    table.play("end")
    assert (table.phase, list(table.legal), table.legal.count()) == (Phase.REPLENISH, [Replenish()], 1)
    assert table.code("skip") == "must_replenish"


def test_ruling_05_short_supply_fills_in_number_order_as_far_as_it_goes() -> None:
    table = situation("gray yellow", stock=THREE_EMPTY, piles=(0, 0, 0, 2, 0))
    table.play("end", "replenish")
    assert table.fill() == ()
    assert "-" not in table.stock("tonsberg") + table.stock("aalborg")
    assert (table.stock("riga"), table.phase, table.position.piles) == ("blue2 -", Phase.ACTIONS, (0, 0, 0, 0, 0))


@pytest.mark.parametrize(
    ("players", "piles"),
    [
        ("gray yellow purple white", (13, 13, 13, 13, 12)),
        ("gray yellow purple", (11, 10, 10, 10, 10)),
        ("gray yellow", (8, 8, 8, 7, 7)),
    ],
)
def test_ruling_06_earlier_piles_take_the_extra(players: str, piles: tuple[int, ...]) -> None:
    assert stocked(players).position.piles == piles


@pytest.mark.parametrize(("fourth", "events"), [(3, ()), (2, (LastRound("yellow"),))])
def test_ruling_07_end_begins_with_the_fifth_pile_not_with_the_end_of_the_fourth(
    fourth: int, events: tuple[LastRound, ...]
) -> None:
    table = situation("gray yellow", stock=THREE_EMPTY, piles=(0, 0, 0, fourth, 9))
    table.play("end", "replenish")
    assert table.fill() == events
    assert table.position.course.last_round == bool(events)


def test_ruling_08_trigger_by_the_player_right_of_the_start_player_ends_with_that_turn() -> None:
    table = situation(start="yellow", turn="purple", stock=THREE_EMPTY, piles=(0, 0, 0, 0, 9))
    table.play("end", "replenish")
    assert table.fill() == (LastRound("gray"),)
    assert isinstance(table.play("end")[-1], Over)


def test_ruling_08_trigger_by_the_start_player_lets_all_others_play() -> None:
    table = situation(start="yellow", turn="gray", stock=THREE_EMPTY, piles=(0, 0, 0, 0, 9))
    table.play("end", "replenish")
    table.fill()
    assert table.end_turns() == ["yellow", "purple", "gray"]


def test_ruling_09_coming_back_is_a_new_visit_and_so_is_a_new_turn() -> None:
    table = situation("gray yellow", ship="danzig", talers={"gray": 8}, hands={"gray": "pink1 pink2 pink3"})
    table.play("build pink1")
    assert table.code("build pink2") == "already_acted"
    table.play("sail reval", "sail riga", "sail danzig", "build pink2")
    assert table.code("build pink3") == "already_acted"
    table.play("end", "end", "build pink3")
    assert table.booths("gray", "danzig") == 6


@pytest.mark.parametrize(
    ("gray", "yellow", "purple", "paid_to"),
    [
        (0, 0, 0, "bank"),
        (0, 1, 1, "bank"),
        (1, 1, 0, "bank"),
        (1, 2, 0, "yellow"),
        (2, 0, 3, "purple"),
        (3, 2, 2, None),
    ],
)
def test_ruling_10_goods_are_paid_to_strictly_most_booths(
    gray: int, yellow: int, purple: int, paid_to: str | None
) -> None:
    booths = {"gray": {"danzig": gray}, "yellow": {"danzig": yellow}, "purple": {"danzig": purple}}
    for talers in (0, 1):
        table = situation(ship="danzig", talers={"gray": talers}, booths=booths, stock={"danzig": "blue1 -"})
        if paid_to and not talers:
            assert table.code("buy blue1") == "no_talers"
        else:
            assert table.play("buy blue1") == ((Paid("gray", paid_to, 1, PaidFor.BUY),) if paid_to else ())


@pytest.mark.parametrize(
    ("barrels", "left", "placed"), [(1, 1, 1), (2, 1, 1), (3, 2, 2), (2, 2, 2), (2, 3, 2), (3, 9, 3)]
)
def test_ruling_11_booths_built_are_the_smaller_of_barrels_and_booths_left(
    barrels: int, left: int, placed: int
) -> None:
    table = situation(ship="danzig", hands={"gray": f"pink{barrels}"}, booths={"gray": {"riga": 15 - left}})
    table.play(f"build pink{barrels}")
    assert (table.booths("gray", "danzig"), table.booths_left("gray")) == (placed, left - placed)


def test_ruling_11_building_without_a_booth_left_is_illegal() -> None:
    table = situation(ship="danzig", hands={"gray": "pink1"}, booths={"gray": {"riga": 15}})
    assert table.code("build pink1") == "no_booths_left"


def test_ruling_12_part_of_a_colour_may_be_sold_with_two_at_least() -> None:
    table = situation(ship="danzig", hands={"gray": "pink1 pink2 pink3 blue1 blue2"}, booths={"gray": {"danzig": 2}})
    assert sum(isinstance(move, Sell) for move in table.legal) == (4 + 1) * (1 + 1) - 1
    assert table.code("sell pink1 pink2 blue1") == "too_few_of_colour"
    table.play("sell pink1 pink3 blue1 blue2")
    assert (table.hand("gray"), table.booths("gray", "danzig")) == ("pink2", 1)


def test_ruling_13_losses_go_opponent_by_opponent_then_colour_by_colour() -> None:
    table = situation(
        turn="yellow",
        ship="danzig",
        hands={"yellow": "pink1 pink1 blue1 blue1", "purple": "pink2 blue2 blue3", "gray": "pink2 pink3 blue3"},
        booths={"yellow": {"danzig": 1}},
    )
    assert table.play("sell pink1 pink1 blue1 blue1") == ()
    assert table.mover == "purple"
    # The automatic losses come when it is their turn: purple's pink, then gray's blue.
    assert table.play("lose blue3") == (Lost("purple", marker("pink2")), Lost("gray", marker("blue3")))
    assert table.mover == "gray"
    assert table.play("lose pink3") == ()
    assert (table.hand("purple"), table.hand("gray"), table.mover) == ("blue2", "pink2", "yellow")


def test_ruling_14_only_the_player_whose_turn_ends_is_limited() -> None:
    hands = {"gray": "pink1 pink2 pink3 blue1", "yellow": "pink1 pink2 pink3 blue1"}
    table = situation(talers={"gray": 5, "yellow": 5}, hands=hands)
    assert table.play("end") == (Taxed("gray", 2),)
    assert table.play("discard blue1") == (Income("yellow", 3),)
    assert (table.talers("yellow"), table.hand("yellow")) == (8, "blue1 pink1 pink2 pink3")


def test_ruling_15_decisions_with_one_outcome_are_carried_out() -> None:
    table = situation(
        "gray yellow",
        ship="danzig",
        hands={"gray": "orange1 orange1 pink2 pink2 pink2 pink2", "yellow": "orange2 orange2"},
        booths={"gray": {"danzig": 1}},
        stock={},
    )
    assert table.play("sell orange1 orange1") == (Lost("yellow", marker("orange2")),)
    assert table.play("end") == (Discarded("gray", marker("pink2")), Income("yellow", 3))
    assert table.hand("gray") == "pink2 pink2 pink2"


def test_ruling_15_ending_the_turn_is_never_automatic() -> None:
    table = situation(ship="danzig", talers={"gray": 0}, stock={})
    assert (table.phase, table.mover, [str(move) for move in table.legal]) == (Phase.ACTIONS, "gray", ["End()"])


def test_ruling_16_last_turn_has_its_tolls_before_scoring() -> None:
    table = situation(
        turn="yellow",
        talers={"purple": 4},
        hands={"purple": "pink2 pink2 pink3 blue2"},
        stock=THREE_EMPTY,
        piles=(0, 0, 0, 0, 9),
    )
    table.play("end", "replenish")
    table.fill()
    assert table.play("end") == (Taxed("purple", 3),)
    assert table.play("discard blue2") == (Over(("purple",)),)
    assert (table.score("purple").total, table.talers("purple")) == (3, 3)


def test_ruling_17_tie_goes_to_most_booths_then_is_shared() -> None:
    booths = {"gray": {"danzig": 2}, "yellow": {"riga": 1}, "purple": {"kalmar": 2}}
    assert winning_players(situation(booths=booths).position) == ("gray", "purple")
    booths["purple"] = {"kalmar": 3}
    assert winning_players(situation(booths=booths).position) == ("purple",)


def test_ruling_18_set_up_has_three_rounds_in_three_cities_never_copenhagen() -> None:
    table = stocked("gray yellow")
    table.play("place danzig", "place danzig")
    assert table.code("place danzig") == "already_placed"
    assert table.code("place copenhagen") == "copenhagen_closed"
    table.play("place riga", "place lubeck", "place lubeck", "place riga")
    assert [table.booths(player, city) for player in ("gray", "yellow") for city in ("danzig", "lubeck", "riga")] == [
        2
    ] * 6
    assert table.phase is Phase.ACTIONS


@pytest.mark.parametrize("goods", ["blue brown green pink", "orange pink yellow green"])
def test_ruling_19_players_choose_the_colours_left_out(goods: str) -> None:
    table = new_table("gray yellow", goods=goods)
    assert set(map(str, table.position.setup.goods)) == set(goods.split())
    assert table.code(f"reveal {'orange' if 'orange' not in goods else 'blue'}1") == "no_such_marker"


def test_ruling_20_purple_loses_the_brown_marker_of_example_7b() -> None:
    table = situation(
        ship="danzig",
        hands={"gray": "orange1 orange1 brown1 brown1", "purple": "brown2"},
        booths={"gray": {"danzig": 1}},
    )
    assert table.play("sell orange1 orange1 brown1 brown1") == (Lost("purple", marker("brown2")),)


def test_ruling_21_earlier_position_is_untouched_and_can_be_played_from_again() -> None:
    table = situation(ship="danzig", stock={"danzig": "blue1 pink1"})
    before, copy = table.position, situation(ship="danzig", stock={"danzig": "blue1 pink1"}).position
    table.play("buy blue1", "sail kalmar", "end")
    assert before == copy
    assert play(before, said("buy pink1")).position.hands != play(before, said("buy blue1")).position.hands


def test_ruling_21_mistyped_marker_is_put_right_by_a_correction() -> None:
    table = situation("gray yellow", stock=THREE_EMPTY)
    table.play("end", "replenish", "reveal pink2")
    unseen, piles = table.position.unseen, table.position.piles
    table.correct(SwapMarkers(marker("pink2"), "tonsberg.2", marker("pink3"), "unseen"))
    assert (table.stock("tonsberg"), table.phase, table.position.piles) == ("blue1 pink3", Phase.FILL, piles)
    assert table.position.unseen == unseen + marker("pink2") - marker("pink3")
