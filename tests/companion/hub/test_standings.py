"""How the evening stands: people are taken along by their names, colours are not."""

from __future__ import annotations

import pytest

from companion.hub.announcement import BadAnnouncement, Player
from companion.hub.standings import Result, Standing, parse_result, result_of, standings
from tests.companion.hub.meeting import announced

FIRST = Result("g1", "t1", "Table 1", (Player("gray", "Anna", True, 30), Player("white", "Dirk", True, 20)), ("gray",))
SECOND = Result(
    "g2", "t2", "Table 2", (Player("gray", "Dirk", True, 40), Player("white", "Eva", True, 40)), ("gray", "white")
)


def test_people_are_summed_up_over_tables_and_seats() -> None:
    assert standings([FIRST, SECOND]) == (
        Standing("Dirk", "", games=2, wins=1, points=60, best=40),
        Standing("Eva", "", games=1, wins=1, points=40, best=40),
        Standing("Anna", "", games=1, wins=1, points=30, best=30),
    )


def test_colour_is_somebody_else_at_every_table() -> None:
    rows = standings(
        Result(f"g{table}", f"t{table}", f"Table {table}", (Player("gray", "Gray", False, 10 * table),), ("gray",))
        for table in (1, 2)
    )
    assert [(row.name, row.table, row.points) for row in rows] == [("Gray", "Table 2", 20), ("Gray", "Table 1", 10)]


def test_colours_of_two_tables_of_the_same_name_are_two_people_and_of_one_table_one() -> None:
    rows = standings(
        Result(f"g{game}", table, "raspberrypi", (Player("gray", "Gray", False, 10),), ("gray",))
        for game, table in enumerate(("t1", "t2", "t1"))
    )
    assert [(row.name, row.table, row.games) for row in rows] == [
        ("Gray", "raspberrypi", 2),
        ("Gray", "raspberrypi", 1),
    ]


def test_result_is_kept_and_read_back() -> None:
    assert parse_result(FIRST.text()) == FIRST
    assert result_of(announced(winners=("gray",))).winners == ("gray",)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}",
        FIRST.text().replace(b'["gray"]', b"null"),
        FIRST._replace(players=()).text(),
        FIRST._replace(game_id="").text(),
        FIRST.text().replace(b'"id"', b'"other"'),
    ],
)
def test_result_that_is_none_is_refused(text: bytes) -> None:
    with pytest.raises(BadAnnouncement):
        parse_result(text)
