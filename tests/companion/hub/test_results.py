"""Results are written by tables and read strictly by the hub."""

from __future__ import annotations

import json

import pytest

from companion.hub.announcement import BadAnnouncement, Player
from companion.hub.results import Result, parse_result, result_of
from tests.kit.meeting import announced

FIRST = Result(
    "g1", "t1", "Table 1", (Player("gray", "Anna", True, 30), Player("white", "Dirk", True, 20)), ("gray",), "hansa"
)


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


def test_result_of_a_version_that_named_no_game_is_of_the_first_on_the_shelf() -> None:
    told = json.loads(FIRST.text())
    del told["game"]
    assert parse_result(json.dumps(told).encode()).game == "hansa"
