"""How the evening stands: people are taken along by their names, colours are not; sums carried along are right."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hub.announcement import EVENING_S, Played, Player, Result
from companion.hub.evening import MOST_ROWS, REST_S, Evening, Standing

FIRST = Result(
    "g1", "t1", "Table 1", (Player("gray", "Anna", True, 30), Player("white", "Dirk", True, 20)), ("gray",), "hansa"
)
SECOND = Result(
    "g2",
    "t2",
    "Table 2",
    (Player("gray", "Dirk", True, 40), Player("white", "Eva", True, 40)),
    ("gray", "white"),
    "hansa",
)


def ranked(results: Iterable[Result]) -> tuple[Standing, ...]:
    evening = Evening()
    for result in results:
        evening.count(result, 0.0, 0.0)
    evening.rank(0.0)
    return evening.rankings[0].rows


def test_people_are_summed_up_over_tables_and_seats() -> None:
    assert ranked([FIRST, SECOND]) == (
        Standing("Dirk", "", games=2, wins=1, points=60, best=40),
        Standing("Eva", "", games=1, wins=1, points=40, best=40),
        Standing("Anna", "", games=1, wins=1, points=30, best=30),
    )


def test_games_of_two_kinds_are_ranked_apart_the_most_played_first() -> None:
    evening = Evening()
    for result in (FIRST, SECOND, SECOND._replace(game_id="g3", game="pearls")):
        evening.count(result, 0.0, 0.0)
    evening.rank(0.0)
    assert [(ranking.game, ranking.games, ranking.people) for ranking in evening.rankings] == [
        ("hansa", 2, 3),
        ("pearls", 1, 2),
    ]
    assert [row.points for row in evening.rankings[1].rows] == [40, 40], "no points of the other game are among them"
    assert evening.games == 3
    evening.take_back(Played("t2", "g3"))
    evening.rank(REST_S)
    assert [ranking.game for ranking in evening.rankings] == ["hansa"]


def test_colour_is_somebody_else_at_every_table() -> None:
    rows = ranked(
        Result(
            f"g{table}", f"t{table}", f"Table {table}", (Player("gray", "Gray", False, 10 * table),), ("gray",), "hansa"
        )
        for table in (1, 2)
    )
    assert [(row.name, row.table, row.points) for row in rows] == [("Gray", "Table 2", 20), ("Gray", "Table 1", 10)]


def test_colours_of_two_tables_of_the_same_name_are_two_people_and_of_one_table_one() -> None:
    rows = ranked(
        Result(f"g{game}", table, "raspberrypi", (Player("gray", "Gray", False, 10),), ("gray",), "hansa")
        for game, table in enumerate(("t1", "t2", "t1"))
    )
    assert [(row.name, row.table, row.games) for row in rows] == [
        ("Gray", "raspberrypi", 2),
        ("Gray", "raspberrypi", 1),
    ]


def _result(game: int, table: int, points: tuple[int, int], winner: int) -> Result:
    names = (("Anna", True), ("Gray", False))
    players = tuple(
        Player(f"s{seat}", name, is_named, score)
        for seat, ((name, is_named), score) in enumerate(zip(names, points, strict=True))
    )
    return Result(f"g{game}", f"t{table}", f"Table {table}", players, (f"s{winner}",), "hansa")


RESULTS = st.builds(
    _result,
    st.integers(0, 4),
    st.integers(0, 2),
    st.tuples(st.integers(-3, 3), st.integers(-3, 3)),
    st.integers(0, 1),
)


@given(st.lists(st.one_of(RESULTS, RESULTS.map(lambda result: result.played))))
def test_sums_carried_along_are_those_of_what_counts_in_the_end(happened: list[Result | Played]) -> None:
    evening = Evening()
    counts: dict[Played, Result] = {}
    for one in happened:
        if isinstance(one, Result):
            evening.count(one, 0.0, 0.0)
            counts[one.played] = one
        else:
            evening.take_back(one)
            counts.pop(one, None)
    evening.rank(REST_S)
    anew = Evening()
    for result in counts.values():
        anew.count(result, 0.0, 0.0)
    anew.rank(0.0)
    assert evening.rankings == anew.rankings
    assert evening.games == len(counts)


def test_result_counts_for_an_evening_from_its_earliest_end() -> None:
    evening = Evening()
    evening.count(FIRST, 100.0, 100.0)
    evening.count(FIRST, 60.0, 100.0)
    evening.count(FIRST, 80.0, 100.0)
    evening.count(SECOND, -float(EVENING_S), 100.0)
    assert evening.rank(100.0)
    assert evening.games == 1, "the other one is of another evening"
    assert not evening.rank(59.0 + EVENING_S)
    assert evening.rank(60.0 + EVENING_S)
    assert evening.rankings == ()


def test_end_that_is_taken_back_and_comes_again_later_counts_from_then() -> None:
    evening = Evening()
    evening.count(FIRST, 0.0, 0.0)
    evening.take_back(FIRST.played)
    evening.count(FIRST, 50.0, 50.0)
    evening.rank(float(EVENING_S))
    assert evening.games == 1
    assert evening.rank(50.0 + EVENING_S)


def test_many_ends_are_ranked_together() -> None:
    evening = Evening()
    ranks = []
    for number in range(10):
        now = number * REST_S / 10
        evening.count(_result(number, 1, (1, 2), 0), now, now)
        ranks.append(evening.rank(now))
    assert ranks == [True] + [False] * 9
    assert evening.rank(REST_S)
    assert evening.games == 10
    assert not evening.rank(2 * REST_S), "nothing has happened"


def test_evening_keeps_so_many_results_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.hub.evening.MOST_RESULTS", 2)
    evening = Evening()
    for game, points in ((1, 10), (3, 30), (2, 20)):
        evening.count(_result(game, game, (points, 0), 0), -float(game), 0.0)
    evening.rank(0.0)
    assert evening.games == 2
    assert evening.rankings[0].rows[0].points == 30, "the oldest is left out"


def test_game_that_ends_and_goes_on_without_end_takes_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.hub.evening.MOST_RESULTS", 2)
    evening = Evening()
    for now in range(100):
        evening.count(FIRST, float(now), float(now))
        evening.take_back(FIRST.played)
    evening.count(FIRST, 100.0, 100.0)
    assert len(evening._ends) <= 4
    evening.rank(99.0 + EVENING_S)
    assert evening.games == 1
    assert evening.rank(100.0 + EVENING_S + REST_S)


def test_first_rows_are_given_and_how_many_there_are() -> None:
    evening = Evening()
    for number in range(MOST_ROWS + 5):
        evening.count(
            Result(f"g{number}", "t", "T", (Player("gray", f"p{number}", True, number),), (), "hansa"), 0.0, 0.0
        )
    evening.rank(0.0)
    assert (evening.games, evening.rankings[0].people) == (MOST_ROWS + 5, MOST_ROWS + 5)
    assert [row.points for row in evening.rankings[0].rows] == list(range(MOST_ROWS + 4, 4, -1))
