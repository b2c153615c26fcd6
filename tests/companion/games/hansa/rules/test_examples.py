"""The ten examples of the rule book, by number."""

from __future__ import annotations

from companion.games.hansa.rules.events import Income, LastRound, Lost, Over, Paid, PaidFor, Taxed
from companion.games.hansa.rules.goods import marker
from companion.games.hansa.rules.moves import Sail
from companion.games.hansa.rules.position import Phase
from companion.games.hansa.rules.scoring import Score
from tests.companion.games.hansa.rules.table import new_table, situation, stocked

NUMBERED = ("tonsberg", "aalborg", "copenhagen", "lubeck", "stockholm", "kalmar", "danzig", "reval", "riga")


def test_example_1_warehouses_are_stocked_from_tonsberg_to_riga() -> None:
    table = new_table("gray yellow")
    table.play("reveal blue1", "reveal blue2", "reveal blue3", "reveal brown1", "reveal brown2", "reveal brown3")
    assert [table.stock(city) for city in NUMBERED[:5]] == ["blue1 blue2", "blue3", "brown1", "brown2 brown3", "- -"]
    table.play("reveal pink1", "reveal pink2", "reveal pink3", "reveal orange1", "reveal orange2", "reveal orange3")
    assert [table.stock(city) for city in NUMBERED[4:]] == ["pink1 pink2", "pink3", "orange1 orange2", "orange3", "- -"]
    table.play("reveal blue1", "reveal pink1")
    assert (table.stock("riga"), table.phase) == ("blue1 pink1", Phase.PLACE)


def test_example_2_piles_are_used_up_in_their_order() -> None:
    table = situation("gray yellow", stock={"riga": "blue1 blue1"}, piles=(2, 3, 4, 2, 7))
    table.play("end", "replenish")
    seen = []
    for _ in range(12):
        table.fill(1)
        seen.append(table.position.piles)
    assert seen[:3] == [(1, 3, 4, 2, 7), (0, 3, 4, 2, 7), (0, 2, 4, 2, 7)]
    assert seen[5:] == [(0, 0, 3, 2, 7), (0, 0, 2, 2, 7), (0, 0, 1, 2, 7), (0, 0, 0, 2, 7), (0, 0, 0, 1, 7)] + [
        (0, 0, 0, 0, 7),
        (0, 0, 0, 0, 6),
    ]


def test_example_3_three_players_place_their_first_booths() -> None:
    table = stocked("gray yellow purple")
    table.play("place danzig", "place lubeck", "place stockholm")
    table.play("place tonsberg", "place danzig", "place kalmar")
    table.play("place reval", "place riga", "place danzig")
    stacks = {
        player: {city: table.booths(player, city) for city in NUMBERED if table.booths(player, city)}
        for player in ("gray", "yellow", "purple")
    }
    assert stacks == {
        "gray": {"tonsberg": 2, "danzig": 2, "reval": 2},
        "yellow": {"lubeck": 2, "danzig": 2, "riga": 2},
        "purple": {"stockholm": 2, "kalmar": 2, "danzig": 2},
    }
    assert (table.phase, table.mover) == (Phase.ACTIONS, "gray")


def test_example_4_one_action_in_each_city_and_none_in_copenhagen() -> None:
    table = situation(
        ship="lubeck",
        talers={"gray": 6},
        hands={"gray": "orange1"},
        booths={"gray": {"aalborg": 1}},
        stock={"lubeck": "orange2 blue1", "danzig": "pink1 -"},
    )
    table.play("buy orange2", "sail aalborg", "sell orange1 orange2", "sail copenhagen", "sail danzig", "buy pink1")
    assert (table.ship, table.talers("gray"), table.hand("gray")) == ("danzig", 1, "pink1")
    assert (table.sold("gray"), table.booths("gray", "aalborg")) == ("orange1 orange2", 0)


def test_example_5_from_copenhagen_to_danzig_lubeck_and_tonsberg_only() -> None:
    table = situation(ship="copenhagen")
    assert [move.to for move in table.legal if isinstance(move, Sail)] == ["danzig", "lubeck", "tonsberg"]
    for city in ("aalborg", "kalmar", "stockholm", "reval", "riga", "copenhagen"):
        assert table.code(f"sail {city}") == "no_route"
    assert situation(ship="aalborg").allows("sail copenhagen")
    assert situation(ship="kalmar").allows("sail copenhagen")


def test_example_6_yellow_draws_level_and_may_not_build_again() -> None:
    table = situation(
        turn="yellow",
        ship="danzig",
        hands={"yellow": "pink1 blue2"},
        booths={"gray": {"danzig": 4}, "yellow": {"danzig": 2}},
    )
    table.play("build blue2")
    assert (table.booths("gray", "danzig"), table.booths("yellow", "danzig")) == (4, 4)
    assert (table.hand("yellow"), table.booths_left("yellow")) == ("pink1", 11)
    assert table.code("build pink1") == "already_acted"


def test_example_7_gray_sells_and_the_others_lose() -> None:
    table = situation(
        ship="danzig",
        hands={
            "gray": "orange1 orange2 orange3 brown1 brown2",
            "yellow": "orange1 orange3 brown2",
            "purple": "brown3",
        },
        booths={"gray": {"danzig": 4}},
    )
    # 7a
    events = table.play("sell orange1 orange2 orange3 brown1 brown2")
    assert (table.hand("gray"), table.sold("gray")) == ("", "brown1 brown2 orange1 orange2 orange3")
    assert (table.booths("gray", "danzig"), table.booths_left("gray")) == (3, 12)
    # 7b
    assert events == (Lost("yellow", marker("brown2")),)
    assert table.mover == "yellow"
    assert table.play("lose orange1") == (Lost("purple", marker("brown3")),)
    assert (table.hand("yellow"), table.hand("purple")) == ("orange3", "")
    assert (table.mover, table.phase) == ("gray", Phase.ACTIONS)


def test_example_8_a_whole_turn_of_gray_and_a_saving_one_of_yellow() -> None:
    table = situation(
        turn="purple",
        ship="copenhagen",
        talers={"gray": 2, "yellow": 0},
        hands={"gray": "pink3"},
        booths={"purple": {"copenhagen": 2, "tonsberg": 1}, "gray": {"tonsberg": 2, "copenhagen": 1}},
        stock={"tonsberg": "orange1 -"},
    )
    assert table.play("end") == (Income("gray", 3),)
    assert (table.talers("gray"), table.phase) == (5, Phase.REPLENISH)
    assert table.play("replenish") == (Paid("gray", "bank", 1, PaidFor.REPLENISH),)
    table.play("reveal blue1", "reveal green1", "reveal brown2")
    assert table.stock("copenhagen") == "brown2"
    table.fill()
    assert table.play("buy brown2") == (Paid("gray", "purple", 1, PaidFor.BUY),)
    assert table.play("sail tonsberg") == (Paid("gray", "bank", 1, PaidFor.SAIL),)
    assert table.play("buy blue1") == ()
    assert table.play("sail stockholm", "sail reval") == (Paid("gray", "bank", 1, PaidFor.SAIL),) * 2
    assert table.play("build pink3") == ()
    assert (table.booths("gray", "reval"), table.hand("gray")) == (3, "blue1 brown2")
    assert (table.talers("gray"), table.talers("purple"), table.ship) == (0, 4, "reval")
    assert table.play("end") == (Income("yellow", 3),)
    assert (table.mover, table.talers("yellow"), table.bank) == ("yellow", 3, 22 - 3 - 4)
    assert table.play("skip", "end") == (Income("purple", 3),)
    assert table.talers("yellow") == 3


def test_example_9_the_third_player_still_has_a_turn() -> None:
    table = situation(turn="gray", stock={"riga": "blue1 -"}, piles=(0, 0, 0, 9, 10))
    assert table.position.setup.start == table.seat("gray")
    table.play("end", "replenish")
    assert table.fill() == (LastRound("yellow"),)
    assert table.play("end") == (Taxed("yellow", 2), Income("purple", 3))
    assert (table.mover, table.phase) == ("purple", Phase.ACTIONS)
    assert table.play("end") == (Taxed("purple", 3), Over(("gray", "yellow", "purple")))
    assert table.phase is Phase.OVER


def test_example_10_copenhagen_is_shared_and_kalmar_a_monopoly() -> None:
    table = situation(
        booths={"gray": {"copenhagen": 3}, "yellow": {"copenhagen": 1, "kalmar": 1}, "purple": {"copenhagen": 2}}
    )
    assert table.score("gray") == Score(unsold=0, sold=0, cities=2, booths=3)
    assert table.score("yellow") == Score(unsold=0, sold=0, cities=2 + 4, booths=2)
    assert table.score("purple") == Score(unsold=0, sold=0, cities=2, booths=2)
