"""The words of Hansa's page."""

from __future__ import annotations

import json

import pytest

from companion.assembly.compose import translator
from companion.games.hansa.box import BOX
from companion.games.hansa.table import names
from companion.words.say import LANGUAGES


@pytest.mark.parametrize("code", LANGUAGES)
def test_goods_are_called_as_on_the_small_screen(code: str) -> None:
    assert BOX.page is not None
    words = json.loads((BOX.page / "words" / f"{code}.json").read_text())
    translate = translator(code, {})
    for colour, name in names.COLOURS.items():
        assert words[f"good.{colour}"] == name.in_language(translate)
