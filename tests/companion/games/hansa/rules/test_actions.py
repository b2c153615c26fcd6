"""Buying goods and setting up booths."""

from __future__ import annotations

import pytest

from companion.games.hansa.rules.corrections import Leave
from companion.games.hansa.rules.events import Paid, PaidFor
from companion.games.hansa.rules.moves import Build, Buy, End, Sail, Sell
from companion.games.hansa.rules.position import Phase, majority
from tests.companion.games.hansa.rules.table import situation

DANZIG = {"danzig": "blue1 pink2"}


def test_actions_are_buying_building_and_selling() -> None:
    table = situation(ship="danzig", hands={"gray": "orange1 orange1"}, booths={"gray": {"danzig": 1}}, stock=DANZIG)
    assert {type(move) for move in table.legal} == {Sail, Buy, Build, Sell, End}


def test_actions_take_place_in_the_ship_s_city_only() -> None:
    table = situation(
        ship="lubeck",
        hands={"gray": "orange1 orange1"},
        booths={"gray": {"danzig": 1}},
        stock={"danzig": "brown1 -", "lubeck": "blue1 -"},
    )
    assert table.code("buy brown1") == "no_such_marker"
    assert table.code("sell orange1 orange1") == "no_booth_here"
    table.play("build orange1")
    assert (table.booths("gray", "lubeck"), table.booths("gray", "danzig")) == (1, 1)


# --- buying ---


def test_buy_takes_the_marker_into_the_open_hand() -> None:
    table = situation(ship="danzig", stock=DANZIG, hands={"gray": "orange3"})
    table.play("buy pink2")
    assert (table.hand("gray"), table.stock("danzig"), table.sold("gray")) == ("orange3 pink2", "blue1 -", "")
    assert (table.position.acted, table.phase, table.mover) == (True, Phase.ACTIONS, "gray")


def test_buy_takes_one_marker_at_a_time() -> None:
    table = situation(ship="danzig", stock=DANZIG)
    table.play("buy blue1")
    assert table.stock("danzig") == "- pink2"
    assert table.code("buy pink2") == "already_acted"


def test_buy_of_two_alike_takes_the_first_space_s() -> None:
    table = situation(ship="danzig", stock={"tonsberg": "blue1 -", "danzig": "blue1 blue1"})
    table.play("buy blue1")
    assert (table.stock("tonsberg"), table.stock("danzig")) == ("blue1 -", "- blue1")


def test_buy_of_a_marker_elsewhere_is_refused() -> None:
    table = situation(ship="danzig", stock={"danzig": "blue1 pink2", "riga": "brown1 -"})
    refusal = table.refused("buy brown1")
    assert refusal.code == "no_such_marker"
    assert refusal.message() == "There is no brown1 in Danzig."
    assert refusal.advice() == "Choose a marker that is there: blue1, pink2."


def test_buy_in_an_empty_city_is_refused() -> None:
    table = situation(ship="danzig", stock={})
    assert table.refused("buy blue1").advice() == "Choose a marker that is there: none."
    assert not any(isinstance(move, Buy) for move in table.legal)


def test_buy_pays_the_player_with_most_booths() -> None:
    table = situation(ship="danzig", stock=DANZIG, booths={"yellow": {"danzig": 2}, "purple": {"danzig": 3}})
    assert table.play("buy blue1") == (Paid("gray", "purple", 1, PaidFor.BUY),)
    assert [table.talers(player) for player in ("gray", "yellow", "purple")] == [2, 3, 4]
    assert table.bank == 13


def test_buy_counts_booths_in_the_ship_s_city_only() -> None:
    table = situation(ship="danzig", stock=DANZIG, booths={"yellow": {"danzig": 1}, "purple": {"riga": 9}})
    assert table.play("buy blue1") == (Paid("gray", "yellow", 1, PaidFor.BUY),)


def test_buy_pays_the_bank_where_nobody_has_a_booth() -> None:
    table = situation(ship="danzig", stock=DANZIG, booths={"yellow": {"riga": 2}, "gray": {"kalmar": 2}})
    assert table.play("buy blue1") == (Paid("gray", "bank", 1, PaidFor.BUY),)
    assert (table.talers("gray"), table.talers("yellow"), table.bank) == (2, 3, 14)


@pytest.mark.parametrize(
    "stacks",
    [
        {"yellow": 2, "purple": 2},
        {"gray": 2, "purple": 2},
        {"gray": 2, "yellow": 2, "purple": 2},
        {"gray": 1, "yellow": 3, "purple": 3},
    ],
)
def test_buy_pays_the_bank_where_most_booths_are_tied(stacks: dict[str, int]) -> None:
    booths = {player: {"danzig": stack} for player, stack in stacks.items()}
    table = situation(ship="danzig", stock=DANZIG, booths=booths)
    assert table.play("buy blue1") == (Paid("gray", "bank", 1, PaidFor.BUY),)
    assert (table.talers("gray"), table.bank) == (2, 14)


def test_buy_is_free_for_the_player_with_most_booths() -> None:
    table = situation(ship="danzig", stock=DANZIG, booths={"gray": {"danzig": 3}, "yellow": {"danzig": 2}})
    assert table.play("buy blue1") == ()
    assert (table.talers("gray"), table.bank, table.hand("gray")) == (3, 13, "blue1")


def test_buy_without_a_taler_is_refused() -> None:
    for booths in ({}, {"yellow": {"danzig": 1}}, {"gray": {"danzig": 1}, "yellow": {"danzig": 1}}):
        table = situation(ship="danzig", stock=DANZIG, talers={"gray": 0}, booths=booths)
        refusal = table.refused("buy blue1")
        assert refusal.code == "no_talers"
        assert refusal.message() == "gray has no taler left to pay with."
        assert not any(isinstance(move, Buy) for move in table.legal)


def test_buy_without_a_taler_is_allowed_where_it_is_free() -> None:
    table = situation(ship="danzig", stock=DANZIG, talers={"gray": 0}, booths={"gray": {"danzig": 1}})
    assert list(table.legal)[:3] == [End(), *(move for move in table.legal if isinstance(move, Buy))]
    table.play("buy blue1")
    assert (table.hand("gray"), table.talers("gray")) == ("blue1", 0)


def test_buy_with_the_last_taler_is_allowed() -> None:
    table = situation(ship="danzig", stock=DANZIG, talers={"gray": 1})
    table.play("buy blue1")
    assert table.talers("gray") == 0


def test_buy_may_raise_another_purse_above_three() -> None:
    table = situation(ship="danzig", stock=DANZIG, talers={"yellow": 3}, booths={"yellow": {"danzig": 1}})
    table.play("buy blue1")
    assert table.talers("yellow") == 4


def test_majority_is_that_of_the_most_booths_alone() -> None:
    position = situation(
        "gray yellow purple white",
        talers={"gray": 0},
        booths={
            "gray": {"danzig": 3, "riga": 1, "reval": 2},
            "yellow": {"danzig": 2, "riga": 1},
            "purple": {"danzig": 1, "riga": 2, "reval": 2},
            "white": {"lubeck": 1, "reval": 1},
        },
    ).position
    owners = [majority(position.booths, city) for city in ("danzig", "riga", "reval", "lubeck", "kalmar")]
    assert owners == [0, 2, None, 3, None]


def test_majority_of_a_player_who_left_is_paid_to_the_bank() -> None:
    table = situation(ship="danzig", stock=DANZIG, booths={"yellow": {"danzig": 3}, "purple": {"danzig": 2}})
    table.correct(Leave("yellow"))
    assert table.play("buy blue1") == (Paid("gray", "bank", 1, PaidFor.BUY),)
    assert [table.talers(player) for player in ("gray", "yellow", "purple")] == [2, 3, 3]


# --- setting up booths ---


@pytest.mark.parametrize("barrels", [1, 2, 3])
def test_build_places_a_booth_for_each_barrel(barrels: int) -> None:
    table = situation(ship="danzig", hands={"gray": f"pink{barrels}"}, booths={"gray": {"danzig": 1}})
    assert table.play(f"build pink{barrels}") == ()
    assert (table.booths("gray", "danzig"), table.booths_left("gray")) == (1 + barrels, 14 - barrels)


def test_build_costs_no_talers() -> None:
    table = situation(ship="danzig", hands={"gray": "pink3"}, talers={"gray": 0}, booths={"yellow": {"danzig": 2}})
    table.play("build pink3")
    assert (table.talers("gray"), table.talers("yellow"), table.bank) == (0, 3, 16)


def test_build_removes_the_marker_from_the_game() -> None:
    table = situation(ship="danzig", hands={"gray": "blue1 pink3 pink3"})
    before = table.out()
    table.play("build pink3")
    assert (table.hand("gray"), table.sold("gray")) == ("blue1 pink3", "")
    assert table.out() == (before + " pink3").strip()


def test_build_with_a_marker_not_in_hand_is_refused() -> None:
    table = situation(ship="danzig", hands={"gray": "blue1 pink3", "yellow": "orange2"}, sold={"gray": "orange2"})
    refusal = table.refused("build orange2")
    assert refusal.code == "no_such_marker"
    assert refusal.message() == "There is no orange2 before gray."
    assert refusal.advice() == "Choose a marker that is there: blue1, pink3."


def test_build_without_any_marker_is_refused() -> None:
    table = situation(ship="danzig")
    assert table.refused("build orange2").advice() == "Choose a marker that is there: none."


@pytest.mark.parametrize(("left", "placed"), [(3, 3), (2, 2), (1, 1)])
def test_build_with_few_booths_left_places_what_there_are(left: int, placed: int) -> None:
    table = situation(ship="danzig", hands={"gray": "pink3"}, booths={"gray": {"riga": 15 - left}})
    table.play("build pink3")
    assert (table.booths("gray", "danzig"), table.booths_left("gray")) == (placed, 0)
    assert table.hand("gray") == ""


def test_build_without_a_booth_left_is_refused() -> None:
    table = situation(ship="danzig", hands={"gray": "pink3"}, booths={"gray": {"riga": 15}})
    refusal = table.refused("build pink3")
    assert refusal.code == "no_booths_left"
    assert refusal.message() == "gray has no booth left to build with."
    assert refusal.advice() == "Sell to get one back, or do something else."
    assert not any(isinstance(move, Build) for move in table.legal)


def test_build_may_pile_all_booths_in_one_city() -> None:
    table = situation(ship="danzig", hands={"gray": "pink3"}, booths={"gray": {"danzig": 12}})
    table.play("build pink3")
    assert (table.booths("gray", "danzig"), table.booths_left("gray")) == (15, 0)


def test_build_in_copenhagen_is_allowed_in_a_turn() -> None:
    table = situation(ship="copenhagen", hands={"gray": "pink2"})
    table.play("build pink2")
    assert table.booths("gray", "copenhagen") == 2


def test_build_where_there_is_no_own_booth_is_allowed() -> None:
    table = situation(ship="riga", hands={"gray": "pink1"}, booths={"yellow": {"riga": 5}})
    table.play("build pink1")
    assert (table.booths("gray", "riga"), table.booths("yellow", "riga")) == (1, 5)
