"""The words of Hansa's page."""

from __future__ import annotations

import pytest

from companion.assembly.game_parts import translator
from companion.games.hansa.table import names
from companion.words.say import LANGUAGES
from tests.kit.page_words import FOLDERS, named_in, spoken


@pytest.mark.parametrize("code", LANGUAGES)
def test_goods_are_called_as_on_the_small_screen(code: str) -> None:
    named, speak = named_in(FOLDERS["hansa"]), spoken(code, "hansa")
    translate = translator(code, {})
    for colour, name in names.COLOURS.items():
        assert speak(named[f"good.{colour}"])[0] == name.in_language(translate)


def test_every_fact_of_a_city_that_may_be_guessed_has_a_word() -> None:
    assert {"board.number", "board.spaces", "board.routes"} <= named_in(FOLDERS["hansa"]).keys()
