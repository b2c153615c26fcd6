"""The notation: its page is true, whole games survive it, and mistakes are reported with their place."""

from __future__ import annotations

import re
from importlib.resources import files
from random import Random

import pytest

from companion.games.game import Unreadable
from companion.games.teutonica.rules.boardfile import apply_changes
from companion.games.teutonica.rules.codec import CODEC
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import Move
from companion.games.teutonica.rules.notation import carry_out
from companion.games.teutonica.rules.position import Phase, Setup
from companion.games.teutonica.rules.setup import first_position
from tests.companion.games.teutonica.rules.table import BOARD, GAME, new
from tests.companion.games.teutonica.rules.test_properties import eager

PAGE = files("companion.games.teutonica.rules").joinpath("NOTATION.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


EXAMPLE = blocks("teutonica")[0]
HEADERS = "teutonica-record 1\nboard 1\nplayers red blue green\nstart red\n"
TAVERNS = "taverns remove_three swap_offices extra_office\n"


def test_example_of_the_page_is_written_just_so() -> None:
    record = GAME.parse_record(EXAMPLE)
    assert GAME.format_record(*record) == EXAMPLE


@pytest.mark.parametrize("turns", blocks("teutonica-turns"))
def test_turns_of_the_page_can_be_read(turns: str) -> None:
    assert len(GAME.parse_record(EXAMPLE + turns).entries) > len(GAME.parse_record(EXAMPLE).entries)


@pytest.mark.parametrize(("wrong", "said"), list(zip(blocks("teutonica-wrong"), blocks("text"), strict=True)))
def test_mistakes_of_the_page_are_told_so(wrong: str, said: str) -> None:
    with pytest.raises(Unreadable) as error:
        GAME.parse_record(EXAMPLE + wrong)
    assert str(error.value) == said.strip()


def test_page_has_every_statement() -> None:
    for tag in CODEC.tags:
        assert f"`{tag}" in PAGE, tag


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whole_game_survives(players: int) -> None:
    random = Random(players)
    position = new(players, start="blue")
    entries: list[Move] = []
    while (moves := legal_moves(position)) and len(entries) < 3000:
        assert moves
        entries.append(eager(position, random))
        position = carry_out(position, entries[-1]).position
    text = GAME.format_record(new(players, start="blue"), entries)
    assert GAME.parse_record(text) == (new(players, start="blue"), tuple(entries))
    assert max(map(len, text.splitlines())) < 400
    assert text.splitlines()[-1].startswith("over ") == (position.phase is Phase.OVER)


def test_record_carries_what_its_board_has_different() -> None:
    side = apply_changes(BOARD, "2-3", [["route", "stade-hamburg", "4"], ["city", "goslar", "none", "round-white"]])
    first = first_position(Setup(side, ("red", "blue"), 0))
    text = GAME.format_record(first, [])
    assert "route stade-hamburg 4\n" in text
    assert "city goslar none round-white\n" in text
    assert GAME.parse_record(text).first == first
    assert GAME.parse_position(GAME.format_position(first)) == first


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1: expected 'teutonica-record' and its value"),
        ("hansa-record 1", "line 1, column 1: expected 'teutonica-record'"),
        ("teutonica-record 2", "line 1, column 18: format '2': this program reads format 1"),
        ("teutonica-record 1 2", "line 1, column 20: '2': teutonica-record has one value"),
        ("teutonica-record 1\nboard 7", "line 2, column 7: board '7': this program knows version 1"),
        ("teutonica-record 1\nboard 1\nplayers red red\nstart red", "line 3, column 9: players"),
        ("teutonica-record 1\nboard 1\nplayers red blue\nstart pink", "line 4, column 7: start 'pink'"),
        (HEADERS + "route stade-hamburg 9", "line 5, column 1: route stade-hamburg: '9' given"),
        (HEADERS + "city riga none square-white", "line 5, column 1: city: 'riga' given, expected a city of the board"),
        (HEADERS + "taverns", "line 5, column 1: taverns: expected markers"),
        (HEADERS + "taverns luck", "line 5, column 9: 'luck': expected a marker: one of"),
        (HEADERS + TAVERNS + "fly home", "line 6, column 1: 'fly': expected one of taverns, reveal"),
        (HEADERS + TAVERNS + "insert trader", "line 6, column 1: insert: 1 words given, expected"),
        (HEADERS + TAVERNS + "insert cube stade-hamburg", "line 6, column 8: 'cube': expected a piece: one of"),
        (HEADERS + TAVERNS + "income 0; income 9", "line 6, column 18: '9': expected a whole number from 0 to 4"),
        (HEADERS + TAVERNS + "use swap_offices minden", "line 6, column 1: use: 1 words given"),
        (HEADERS + TAVERNS + "{ open", "line 6, column 1: a comment in braces is not closed"),
        (HEADERS + TAVERNS + "end }", "line 6, column 5: '}' is not expected here"),
        (HEADERS + TAVERNS + "over red 0 blue 0 green 0", "line 6, column 1: the game is not over"),
        (
            HEADERS + TAVERNS + "leave red; leave blue\nover red 1 blue 0 green 0",
            "line 7, column 1: the final score is red 0",
        ),
        (HEADERS + TAVERNS + "leave red; leave blue\nred: end", "line 7, column 1: the game is over"),
        (HEADERS + TAVERNS + "end\n{ two\nlines } blue: establish stade-hamburg", "line 8, column 15: route_not_yours"),
    ],
)
def test_mistake_is_told_with_line_and_column(text: str, said: str) -> None:
    with pytest.raises(Unreadable) as error:
        GAME.parse_record(text)
    assert str(error.value).startswith(said)
    assert "\n" not in str(error.value)
