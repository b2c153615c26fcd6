"""The words of Hansa's page."""

from __future__ import annotations

import json

import pytest

from companion.assembly.game_parts import translator
from companion.games.hansa.box import BOX
from companion.games.hansa.table import names
from companion.words.say import LANGUAGES


def words_in(code: str) -> dict[str, str]:
    assert BOX.page is not None
    words: dict[str, str] = json.loads((BOX.page / "words" / f"{code}.json").read_text())
    return words


@pytest.mark.parametrize("code", LANGUAGES)
def test_goods_are_called_as_on_the_small_screen(code: str) -> None:
    words = words_in(code)
    translate = translator(code, {})
    for colour, name in names.COLOURS.items():
        assert words[f"good.{colour}"] == name.in_language(translate)


def test_every_fact_of_a_city_that_may_be_guessed_has_a_word() -> None:
    words = words_in("en")
    for fact in ("number", "spaces", "routes"):
        assert f"board.{fact}" in words
