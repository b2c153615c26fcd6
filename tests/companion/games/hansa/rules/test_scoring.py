"""Scoring and winning."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.games.hansa.rules.events import Over
from companion.games.hansa.rules.scoring import Score, winning_players
from tests.companion.games.hansa.rules.table import Table, situation


def at_the_end(sold: Mapping[str, str], booths: Mapping[str, Mapping[str, int]]) -> Table:
    """Return a situation in which gray ends the last turn of the game."""
    table = situation(
        start="yellow",
        turn="purple",
        talers={"gray": 0},
        sold=sold,
        booths=booths,
        stock={"riga": "- blue3"},
        piles=(0, 0, 0, 0, 13),
    )
    table.play("end", "replenish")
    table.fill()
    return table


def test_score_of_an_unsold_marker_is_one_whatever_its_barrels() -> None:
    table = situation(hands={"gray": "pink1 blue2 brown3"})
    assert table.score("gray") == Score(unsold=3, sold=0, cities=0, booths=0)


@pytest.mark.parametrize(("sold", "points"), [("pink1", 2), ("pink2", 3), ("pink3", 4), ("pink1 pink1 blue3", 8)])
def test_score_of_a_sold_marker_is_one_and_its_barrels(sold: str, points: int) -> None:
    assert situation(sold={"gray": sold}).score("gray") == Score(unsold=0, sold=points, cities=0, booths=0)


def test_score_of_a_city_with_others_is_two() -> None:
    table = situation(booths={"gray": {"danzig": 5}, "yellow": {"danzig": 1}})
    assert table.score("gray") == Score(0, 0, 2, 5)
    assert table.score("yellow") == Score(0, 0, 2, 1)
    assert table.score("purple") == Score(0, 0, 0, 0)


def test_score_of_a_monopoly_is_four() -> None:
    table = situation(booths={"gray": {"danzig": 1}, "yellow": {"riga": 7}})
    assert table.score("gray").cities == table.score("yellow").cities == 4


def test_score_counts_every_city_by_itself() -> None:
    table = situation(booths={"gray": {"danzig": 1, "riga": 2, "copenhagen": 1}, "purple": {"riga": 1, "kalmar": 3}})
    assert table.score("gray") == Score(0, 0, 4 + 2 + 4, 4)
    assert table.score("purple") == Score(0, 0, 2 + 4, 4)


def test_score_of_all_nine_cities() -> None:
    cities = ["tonsberg", "aalborg", "copenhagen", "lubeck", "stockholm", "kalmar", "danzig", "reval", "riga"]
    table = situation(booths={"gray": dict.fromkeys(cities, 1)})
    assert table.score("gray") == Score(0, 0, 36, 9)


def test_score_gives_nothing_for_talers_and_booths_in_the_supply() -> None:
    table = situation(talers={"gray": 9})
    assert (table.score("gray").total, table.score("gray").booths) == (0, 0)


def test_score_total_adds_up_markers_and_cities_but_not_booths() -> None:
    table = situation(hands={"gray": "pink1 pink2"}, sold={"gray": "blue3"}, booths={"gray": {"danzig": 6}})
    assert table.score("gray") == Score(unsold=2, sold=4, cities=4, booths=6)
    assert table.score("gray").total == 10


def test_win_goes_to_most_points() -> None:
    table = at_the_end(sold={"yellow": "pink1 pink2"}, booths={"gray": {"danzig": 3}})
    assert (table.score("gray").total, table.score("yellow").total) == (4, 5)
    assert table.play("end") == (Over(("yellow",)),)


def test_win_is_not_decided_by_booths_when_points_differ() -> None:
    position = situation(
        sold={"gray": "pink3 pink3 pink2"}, booths={"yellow": {"danzig": 9, "riga": 5}, "gray": {"danzig": 1}}
    ).position
    assert winning_players(position) == ("gray",)


def test_tie_goes_to_most_booths_on_the_board() -> None:
    position = situation(booths={"gray": {"danzig": 2}, "yellow": {"riga": 3}, "purple": {"kalmar": 1}}).position
    assert winning_players(position) == ("yellow",)


def test_tie_in_booths_too_is_a_shared_win() -> None:
    position = situation(booths={"gray": {"danzig": 3}, "yellow": {"riga": 2}, "purple": {"kalmar": 3}}).position
    assert winning_players(position) == ("gray", "purple")


def test_tie_of_all_is_shared_by_all_in_seating_order() -> None:
    position = situation(start="purple").position
    assert winning_players(position) == ("gray", "yellow", "purple")


def test_tie_among_the_leaders_ignores_the_booths_of_others() -> None:
    position = situation(
        sold={"gray": "pink3", "yellow": "blue3"},
        booths={"gray": {"danzig": 1}, "yellow": {"danzig": 2}, "purple": {"danzig": 9}},
    ).position
    assert winning_players(position) == ("yellow",)


def test_winners_are_announced_when_the_game_ends() -> None:
    table = at_the_end(sold={}, booths={"gray": {"danzig": 2}, "yellow": {"riga": 2}})
    assert table.play("end") == (Over(("gray", "yellow")),)
