"""What a table announces is read back as it was written, and nothing else is taken for it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hub.announcement import (
    LARGEST,
    LONGEST,
    Announcement,
    BadAnnouncement,
    Fault,
    Obstacle,
    Player,
    Refused,
    Result,
    format_announcement,
    parse_result,
    result_of,
    shortened,
    text_of,
)
from tests.kit.announcements import parse_announcement
from tests.kit.meeting import announced

seats = st.sampled_from(["gray", "white", "player-12"])
texts = st.text(max_size=LONGEST["text"])
counts = st.integers(0, 10**6)
ages = st.floats(0, 10**6)
announcements = st.builds(
    Announcement,
    id=st.from_regex(r"[0-9A-Za-z_-]{1,40}", fullmatch=True),
    table=st.text(max_size=LONGEST["table"]),
    number=counts,
    game=seats,
    game_id=st.text(max_size=LONGEST["id"]),
    revision=counts,
    moved_s=ages,
    round=st.none() | counts,
    is_last_round=st.booleans(),
    phase=texts,
    mover=st.none() | seats,
    players=st.lists(
        st.builds(Player, seats, st.text(max_size=LONGEST["name"]), st.booleans(), st.integers(-100, 1000)), max_size=4
    ).map(tuple),
    winners=st.none() | st.lists(seats, max_size=3).map(tuple),
    ended_s=st.none(),
    refusals=st.lists(st.builds(Refused, texts, texts, ages), max_size=3).map(tuple),
    trouble=st.none() | st.builds(Obstacle, texts, ages),
    faults=st.lists(st.builds(Fault, texts, texts, texts), max_size=3).map(tuple),
    calls=st.booleans(),
)
announcements |= st.builds(
    lambda told, winners, ended_s: told._replace(winners=winners, ended_s=ended_s),
    announcements,
    st.lists(seats, max_size=3).map(tuple),
    ages,
)


@given(announcements)
def test_announcement_is_read_as_it_was_written(announcement: Announcement) -> None:
    assert parse_announcement(format_announcement(announcement)) == announcement


def test_points_may_be_kept_back_until_there_are_winners() -> None:
    kept_back = announced(players=(Player("gray", "Anna", True, None),))
    assert parse_announcement(format_announcement(kept_back)) == kept_back
    with pytest.raises(BadAnnouncement, match="points"):
        parse_announcement(format_announcement(kept_back._replace(winners=("gray",))))


@given(st.binary(max_size=200) | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_anything_else_is_refused_in_words(data: bytes | str) -> None:
    with pytest.raises(BadAnnouncement):
        parse_announcement(data.encode() if isinstance(data, str) else data)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", 2),
        ("id", "../one"),
        ("id", "x" * 41),
        ("id", None),
        ("table", "x" * 41),
        ("table", 3),
        ("table", "\ud800"),
        ("number", -1),
        ("number", 1.5),
        ("revision", "7"),
        ("round", True),
        ("moved_s", "soon"),
        ("moved_s", float("inf")),
        ("mover", "the gray one"),
        ("game", "<b>"),
        ("is_last_round", 1),
        ("players", {}),
        ("players", [{"seat": "gray", "name": "Anna", "is_named": True}]),
        ("players", [{"seat": "gray", "name": "A" * 25, "is_named": True, "points": 1}]),
        ("players", [{"seat": "gray", "name": "\udfff", "is_named": True, "points": 1}]),
        ("players", [{"seat": 'x" onclick="', "name": "A", "is_named": True, "points": 1}]),
        ("players", ["gray"] * 13),
        ("winners", ["not a seat!"]),
        ("winners", "gray"),
        ("refusals", [{"reason": "no", "remedy": "x" * 241, "age_s": 1}]),
        ("refusals", [1]),
        ("trouble", "big"),
        ("faults", [{"source": "pad", "reason": "deaf"}]),
        ("calls", None),
    ],
)
def test_field_that_no_table_would_send_is_refused_by_its_name(field: str, value: Any) -> None:
    told = json.loads(format_announcement(announced()))
    whole = json.dumps({**told, field: value})
    with pytest.raises(BadAnnouncement) as refused:
        parse_announcement(whole.encode())
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


def test_field_of_a_newer_table_is_passed_over() -> None:
    told = json.loads(format_announcement(announced()))
    assert parse_announcement(json.dumps({**told, "weather": "fine"}).encode()) == announced()


def test_announcement_of_any_size_is_not_taken() -> None:
    told = json.loads(format_announcement(announced()))
    with pytest.raises(BadAnnouncement, match="bytes"):
        parse_announcement(json.dumps({**told, "more": "x" * LARGEST}).encode())


def test_line_breaks_that_would_end_a_message_to_a_browser_are_taken_out() -> None:
    line = text_of(announced(table="Zoë\u2028\n"))
    assert line.isprintable()
    assert line.isascii()
    assert parse_announcement(line.encode()) == announced(table="Zoë\u2028\n")


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity"])
def test_number_that_no_browser_reads_is_refused_wherever_it_is(value: str) -> None:
    whole = format_announcement(announced()).decode().replace("{", f'{{"newer": [{value}], ', 1)
    with pytest.raises(BadAnnouncement, match="not JSON"):
        parse_announcement(whole.encode())


def test_long_text_is_cut_with_a_sign_of_it() -> None:
    assert shortened("a" * 300) == "a" * 239 + "…"
    assert shortened("abc", 3) == "abc"


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
