"""Troubles in plain words: whoever organises an evening need not know what is in a reader."""

from __future__ import annotations

import re

import pytest

from companion.table.troubles import spoken
from hardware.trouble import Trouble
from tests.companion.words.locale import reports

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
