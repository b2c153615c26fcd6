"""A player leaves the table, at any moment of the game (ruling 22)."""

from __future__ import annotations

import pytest

from companion.games.game import IllegalMove
from companion.games.hansa.rules.corrections import Leave, correct
from companion.games.hansa.rules.events import Income, LastRound, Lost, Over, Paid, PaidFor, Taxed
from companion.games.hansa.rules.goods import marker
from companion.games.hansa.rules.position import Phase
from companion.games.hansa.rules.scoring import winning_players
from tests.companion.games.hansa.rules.table import Table, new_table, situation, stocked

THREE = "gray yellow purple"
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


def movers(table: Table, turns: int) -> list[str | None]:
    """End this many turns; name who moved in each."""
    seen = []
    for _ in range(turns):
        seen.append(table.mover)
        table.play("end")
    return seen


def test_ruling_22_leaving_passes_the_player_over_from_then_on() -> None:
    table = situation()
    assert table.correct(Leave("yellow")) == ()
    assert movers(table, 4) == ["gray", "purple", "gray", "purple"]


def test_ruling_22_leaving_keeps_booths_markers_and_talers_in_place() -> None:
    table = situation(
        ship="danzig",
        talers={"yellow": 5},
        hands={"yellow": "pink1 pink2 pink3 blue1", "gray": "orange1"},
        sold={"yellow": "brown3"},
        booths={"yellow": {"danzig": 2, "riga": 1}, "gray": {"riga": 1}},
    )
    before = table.score("yellow")
    table.correct(Leave("yellow"))
    assert (table.talers("yellow"), table.hand("yellow"), table.sold("yellow")) == (
        5,
        "blue1 pink1 pink2 pink3",
        "brown3",
    )
    assert (table.booths("yellow", "danzig"), table.booths_left("yellow")) == (2, 12)
    assert table.score("yellow") == before == (4, 4, 4 + 2, 3)
    assert table.score("gray").cities == 2
    assert winning_players(table.position) == ("yellow",)


def test_ruling_22_leaving_sends_talers_due_to_the_bank() -> None:
    table = situation(ship="danzig", stock={"danzig": "blue1 blue2"}, booths={"yellow": {"danzig": 2}})
    table.correct(Leave("yellow"))
    assert table.play("buy blue1") == (Paid("gray", "bank", 1, PaidFor.BUY),)
    assert (table.talers("gray"), table.talers("yellow"), table.bank) == (2, 3, 14)


def test_ruling_22_leaving_still_blocks_a_majority() -> None:
    booths = {"yellow": {"danzig": 2}, "gray": {"danzig": 2}, "purple": {"danzig": 1}}
    table = situation(ship="danzig", stock={"danzig": "blue1 blue2"}, booths=booths)
    table.correct(Leave("yellow"))
    assert table.play("buy blue1") == (Paid("gray", "bank", 1, PaidFor.BUY),)


def test_ruling_22_leaving_in_the_own_actions_begins_the_next_turn() -> None:
    table = situation(talers={"gray": 6})
    assert table.correct(Leave("gray")) == (Income("yellow", 3),)
    assert (table.mover, table.phase, table.talers("gray")) == ("yellow", Phase.ACTIONS, 6)


def test_ruling_22_leaving_before_replenishing_begins_the_next_turn() -> None:
    table = situation(stock={"riga": "- blue1"})
    table.play("end")
    assert (table.mover, table.phase) == ("yellow", Phase.REPLENISH)
    assert table.correct(Leave("yellow")) == (Income("purple", 3),)
    assert (table.mover, table.phase) == ("purple", Phase.REPLENISH)


def test_ruling_22_leaving_while_filling_lets_the_fill_be_finished() -> None:
    table = situation(stock=ONE_EMPTY | {"riga": "- -"})
    table.play("end", "replenish")
    assert table.correct(Leave("yellow")) == ()
    assert table.phase is Phase.FILL
    assert table.fill(1) == ()
    assert table.fill(1) == (Income("purple", 3),)
    assert (table.mover, table.phase) == ("purple", Phase.ACTIONS)


def test_ruling_22_leaving_while_filling_still_announces_the_last_round() -> None:
    table = situation(stock=ONE_EMPTY, piles=(0, 0, 0, 0, 3))
    table.play("end", "replenish")
    table.correct(Leave("yellow"))
    assert table.fill() == (LastRound("yellow"), Income("purple", 3))


def test_ruling_22_leaving_in_the_own_tolls_keeps_the_markers() -> None:
    table = situation(hands={"gray": "blue1 blue2 pink1 pink2"})
    table.play("end")
    assert table.phase is Phase.DISCARD
    assert table.correct(Leave("gray")) == (Income("yellow", 3),)
    assert table.hand("gray") == "blue1 blue2 pink1 pink2"


def test_ruling_22_leaving_drops_the_loss_that_was_due() -> None:
    table = situation(
        ship="danzig",
        hands={"gray": "orange1 orange1", "yellow": "orange1 orange2", "purple": "orange2 orange3"},
        booths={"gray": {"danzig": 1}},
    )
    table.play("sell orange1 orange1")
    assert table.mover == "yellow"
    assert table.correct(Leave("yellow")) == ()
    assert (table.mover, table.phase, table.hand("yellow")) == ("purple", Phase.LOSE, "orange1 orange2")
    table.play("lose orange3")
    assert (table.mover, table.phase, table.hand("purple")) == ("gray", Phase.ACTIONS, "orange2")


def test_ruling_22_leaving_as_the_last_loser_gives_the_turn_back() -> None:
    table = situation(
        ship="danzig",
        hands={"gray": "orange1 orange1", "yellow": "orange1 orange2"},
        booths={"gray": {"danzig": 1}},
    )
    table.play("sell orange1 orange1")
    table.correct(Leave("yellow"))
    assert (table.mover, table.phase, table.position.acted) == ("gray", Phase.ACTIONS, True)


def test_ruling_22_leaving_as_the_seller_lets_the_losses_be_chosen() -> None:
    table = situation(
        ship="danzig",
        hands={"gray": "orange1 orange1", "yellow": "orange1 orange2", "purple": "orange3"},
        booths={"gray": {"danzig": 1}},
    )
    table.play("sell orange1 orange1")
    assert table.correct(Leave("gray")) == ()
    assert (table.mover, table.phase) == ("yellow", Phase.LOSE)
    assert table.play("lose orange1") == (Lost("purple", marker("orange3")), Income("yellow", 3))
    assert (table.mover, table.phase) == ("yellow", Phase.ACTIONS)


def test_ruling_22_leaving_in_the_first_fill_passes_the_placements() -> None:
    table = new_table(THREE, start="yellow")
    table.fill(3)
    table.correct(Leave("yellow"))
    assert table.phase is Phase.FILL
    table.fill()
    assert (table.mover, table.phase, table.position.course.placements) == ("purple", Phase.PLACE, 1)


def test_ruling_22_leaving_in_the_set_up_passes_the_player_s_placements() -> None:
    table = stocked(THREE)
    table.play("place danzig")
    table.correct(Leave("yellow"))
    assert table.mover == "purple"
    placed = []
    while table.phase is Phase.PLACE:
        placed.append(table.mover)
        table.play(f"place {('riga', 'reval', 'kalmar', 'lubeck', 'aalborg')[len(placed) - 1]}")
    assert placed == ["purple", "gray", "purple", "gray", "purple"]
    assert table.events == (Income("gray", 3),)
    assert (table.booths_left("yellow"), table.position.course.placements) == (15, 9)


def test_ruling_22_leaving_of_the_start_player_in_the_set_up_gives_the_first_turn_away() -> None:
    table = stocked(THREE)
    table.correct(Leave("gray"))
    for city in ("danzig", "riga", "reval"):
        table.play(f"place {city}", f"place {city}")
    assert (table.mover, table.events) == ("yellow", (Income("yellow", 3),))


def test_ruling_22_leaving_in_the_last_round_passes_the_turn() -> None:
    table = situation(turn="purple", stock=ONE_EMPTY, piles=(0, 0, 0, 0, 3))
    table.play("end", "replenish")
    assert table.fill() == (LastRound("gray"),)
    table.correct(Leave("yellow"))
    assert table.play("end") == (Taxed("gray", 2), Income("purple", 3))
    assert isinstance(table.play("end")[-1], Over)


def test_ruling_22_leaving_of_the_last_player_in_the_last_round_ends_the_game() -> None:
    table = situation(turn="yellow", stock=ONE_EMPTY, piles=(0, 0, 0, 0, 3), hands={"purple": "pink2"})
    table.play("end", "replenish")
    assert table.fill() == (LastRound("purple"),)
    assert table.correct(Leave("purple")) == (Over(("purple",)),)
    assert (table.phase, table.mover) == (Phase.OVER, None)


def test_ruling_22_leaving_of_the_start_player_does_not_prolong_the_last_round() -> None:
    table = situation(turn="gray", stock=ONE_EMPTY, piles=(0, 0, 0, 0, 3))
    table.correct(Leave("gray"))
    table.play("replenish")
    assert table.fill() == (LastRound("yellow"),)
    assert movers(table, 2) == ["yellow", "purple"]
    assert table.phase is Phase.OVER


def test_ruling_22_leaving_of_all_but_one_lets_that_one_play_on() -> None:
    table = situation()
    table.correct(Leave("yellow"), Leave("purple"))
    assert movers(table, 3) == ["gray", "gray", "gray"]


@pytest.mark.parametrize("order", ["gray yellow purple", "purple yellow gray", "yellow gray purple"])
def test_ruling_22_leaving_of_all_ends_the_game(order: str) -> None:
    table = situation(sold={"yellow": "pink1"})
    first, second, last = order.split()
    table.correct(Leave(first), Leave(second))
    assert table.phase is not Phase.OVER
    assert table.correct(Leave(last)) == (Over(("yellow",)),)
    assert (table.phase, table.mover) == (Phase.OVER, None)


def test_ruling_22_leaving_of_all_in_the_set_up_ends_the_game() -> None:
    table = stocked("gray yellow")
    table.correct(Leave("gray"))
    assert table.correct(Leave("yellow")) == (Over(("gray", "yellow")),)


@pytest.mark.parametrize(
    ("left", "again", "code"), [("yellow", "yellow", "already_left"), ("yellow", "white", "no_such_place")]
)
def test_ruling_22_leaving_is_for_those_at_the_table(left: str, again: str, code: str) -> None:
    table = situation()
    table.correct(Leave(left))
    with pytest.raises(IllegalMove) as caught:
        correct(table.position, Leave(again))
    assert caught.value.refusal.code == code


def test_ruling_22_leaving_after_the_end_is_refused() -> None:
    table = stocked("gray yellow")
    table.correct(Leave("gray"), Leave("yellow"))
    with pytest.raises(IllegalMove) as caught:
        correct(table.position, Leave("gray"))
    assert caught.value.refusal.code == "game_over"
