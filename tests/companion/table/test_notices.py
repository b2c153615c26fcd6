"""Notices about refusals and faults, and troubles in words."""

from __future__ import annotations

import re

import pytest

from companion.games.game import Refusal
from companion.shelf.shelf import SHELF, open_box
from companion.table import notices
from companion.table.dialog import CLOSE, Tone
from companion.table.gametable import GameTable
from companion.table.notices import spoken
from companion.table.screen import Row
from hardware.trouble import Trouble
from tests.companion.words.locale import reports


@pytest.fixture(params=list(SHELF))
def game_table(request: pytest.FixtureRequest) -> GameTable:
    box = open_box(request.param)
    return box.table(box.rules(None))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("pad", "Trouble: pad"),
        ("button.ok", "Trouble: button ok"),
        ("copying", "Trouble: copy of the games"),
        ("hub", "Trouble: line to the hub"),
        ("page", "Trouble: page"),
        ("backups", "Trouble: backups"),
    ],
)
def test_parts_that_every_table_has_are_named_whatever_game_lies_on_it(
    game_table: GameTable, source: str, words: str
) -> None:
    assert (
        notices.fault(game_table, source, Trouble("it has ended"), Trouble("check the disk")).title.left.in_language()
        == words
    )


def test_place_of_a_game_is_named_by_the_game(game_table: GameTable) -> None:
    fault = notices.fault(game_table, "seat.purple", Trouble("it has ended"), Trouble("check the disk"))
    assert fault.title.left.in_language() == "Trouble: Purple"
    assert fault.tone is Tone.WARNING


def test_refusal_says_why_and_what_to_do_and_closes_with_ok(game_table: GameTable) -> None:
    refusal = Refusal("not_kept", "{reason}", "{remedy}", {"reason": "no room", "remedy": "make some"})
    shown = notices.refused(game_table, refusal, "pad", None)
    assert [row.left.in_language() for row in shown.rows if isinstance(row, Row)] == ["no room", "make some"]
    assert (shown.tone, shown.place, shown.action) == (Tone.REFUSAL, "pad", CLOSE)


ONLY_MAKERS = re.compile(r"register|0x|protocol|message \d|write-ahead|\bchip\b")


def test_trouble_is_said_with_its_template_and_its_details() -> None:
    words = spoken(Trouble("{file}: the disk gives errors ({name})", file="games.sqlite", name="EIO"))
    assert words.template == "{file}: the disk gives errors ({name})"
    assert words.in_language(lambda *_: "EIO: {file}, {name}") == "EIO: games.sqlite, EIO"


@pytest.mark.slow
def test_nothing_is_told_at_the_table_that_only_makers_understand() -> None:
    told = sorted(reports.said())  # which reads every source file
    assert told
    assert [template for template in told if ONLY_MAKERS.search(template)] == []


def test_plain_words_are_told_and_the_others_are_logged() -> None:
    trouble = Trouble("register {register} reads {value}", plainly="the reader does not work", register=7, value=0)
    assert spoken(trouble).in_language() == "the reader does not work"
    assert str(trouble) == "register 7 reads 0"
