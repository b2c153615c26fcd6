"""Who wins, and why, in words."""

from __future__ import annotations

import pytest

from companion.archive.scoreboard import verdict
from companion.games.game import Score


def points(total: int, booths: int) -> Score:
    return Score({"unsold": 0, "sold": 0, "cities": total}, total, {"booths": booths})


@pytest.mark.parametrize(
    ("gray", "white", "winners", "said"),
    [
        (points(30, 5), points(20, 9), ("gray",), "gray wins with 30 points."),
        (
            points(30, 5),
            points(30, 9),
            ("white",),
            "white wins the tie at 30 points by booths: gray 5, white 9.",
        ),
        (
            points(30, 9),
            points(30, 9),
            ("gray", "white"),
            "gray and white share the win: each has 30 points and 9 booths.",
        ),
        (points(30, 9), points(30, 9), None, "The game is not over: this is the score as it stands."),
    ],
)
def test_verdict_spells_the_tie_break_out(
    gray: Score, white: Score, winners: tuple[str, ...] | None, said: str
) -> None:
    assert verdict({"gray": gray, "white": white}, winners) == said


def test_verdict_names_only_those_who_are_tied() -> None:
    scores = {"gray": points(30, 5), "white": points(30, 9), "purple": points(10, 15)}
    assert verdict(scores, ("white",)) == "white wins the tie at 30 points by booths: gray 5, white 9."
