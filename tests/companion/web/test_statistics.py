"""Statistics: people by name, robots apart, seats and lengths."""

from __future__ import annotations

from companion.games.game import Score
from companion.web.games_page import Ended, sum_up


def _scores(**points: int) -> dict[str, Score]:
    return {colour: Score({"sold": each - 1, "cities": 1}, each) for colour, each in points.items()}


ANNA_WINS = Ended(_scores(red=9, blue=4), frozenset({"red"}), {"red": "Anna", "blue": "Bea"}, {}, "blue", 40)
ROBOT_WINS = Ended(
    _scores(red=3, blue=8, green=2), frozenset({"blue"}), {"red": "ANNA", "blue": "Bea"}, {"blue": "simple"}, "red", 50
)
NAMELESS = Ended(_scores(red=1), frozenset({"red"}), {}, {})


def test_people_are_summed_up_by_name_and_robots_apart() -> None:
    sums = sum_up([ANNA_WINS, ROBOT_WINS])
    assert [(row["name"], row["games"], row["wins"], row["mean"], row["best"]) for row in sums["people"]] == [
        ("ANNA", 2, 1, 6, 9),
        ("Bea", 1, 0, 4, 4),
    ]
    assert [(row["skill"], row["games"], row["wins"]) for row in sums["robots"]] == [("simple", 1, 1)]


def test_whoever_has_no_name_is_told_by_colour_and_is_no_robot() -> None:
    sums = sum_up([ROBOT_WINS, NAMELESS])
    assert [(row["colour"], row["games"], row["wins"]) for row in sums["nameless"]] == [("red", 1, 1), ("green", 1, 0)]
    assert [row["name"] for row in sums["people"]] == ["ANNA"]


def test_points_by_source_are_those_of_the_same_people() -> None:
    (anna, _), (robot,) = (sum_up([ANNA_WINS, ROBOT_WINS])[kind] for kind in ("people", "robots"))
    assert anna["sources"] == {"sold": 5, "cities": 1}
    assert robot["sources"] == {"sold": 7, "cities": 1}


def test_seats_are_counted_from_the_start_player_where_there_is_one() -> None:
    sums = sum_up([ANNA_WINS, ROBOT_WINS, NAMELESS])
    assert [(row["games"], row["wins"]) for row in sums["seats"]] == [(2, 0), (2, 2), (1, 0)]
    assert sums["lengths"] == [40, 50, 0]
