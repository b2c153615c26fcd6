"""The words of the page: complete in every language, and all that the scripts use."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.assembly.compose import translator
from companion.games.hansa.table import names
from companion.web.page import STATIC
from companion.words.say import LANGUAGES
from tests.kit import hansa

WORDS = {code: json.loads((STATIC / "words" / f"{code}.json").read_text()) for code in LANGUAGES}
PAGE = hansa.BOX.page
assert PAGE is not None
SCRIPTS = [*STATIC.glob("*.js"), *PAGE.glob("*.js")]


@pytest.mark.parametrize("code", LANGUAGES)
def test_catalogue_has_the_keys_of_english_and_no_empty_words(code: str) -> None:
    assert WORDS[code].keys() == WORDS["en"].keys()
    assert all(WORDS[code].values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_catalogue_fills_the_same_gaps(code: str) -> None:
    def gaps(text: str) -> set[str]:
        return set(re.findall(r"\{\w+\}", text))

    wrong = [key for key, text in WORDS[code].items() if gaps(text) != gaps(WORDS["en"][key])]
    assert wrong == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_players_and_goods_are_called_as_on_the_small_screen(code: str) -> None:
    translate = translator(code, {})
    for player, name in names.PLAYERS.items():
        assert WORDS[code][f"seat.{player}"] == name.in_language(translate)
    for colour, name in names.COLOURS.items():
        assert WORDS[code][f"good.{colour}"] == name.in_language(translate)


def _used() -> set[str]:
    keys: set[str] = set()
    for script in SCRIPTS:
        keys |= set(re.findall(r"""\bt\(["']([\w.-]+)["']""", script.read_text()))
    return keys


def test_every_word_that_scripts_use_is_there() -> None:
    assert len(_used()) > 80
    assert _used() - WORDS["en"].keys() == set()


def test_every_word_is_used() -> None:
    text = "\n".join(script.read_text() for script in SCRIPTS)
    made = {re.sub(r"\$\{[^}]*\}", ".+", each) for each in re.findall(r"\bt\(`([^`]+)`", text)}
    unused = [
        key
        for key in WORDS["en"]
        if f'"{key.removesuffix(".one")}"' not in text and not any(re.fullmatch(pattern, key) for pattern in made)
    ]
    assert unused == []


@pytest.mark.parametrize("path", [*STATIC.rglob("*"), *PAGE.rglob("*")], ids=lambda path: path.name)
def test_no_file_asks_for_anything_outside(path: Path) -> None:
    if path.is_file():
        text = path.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text
        assert "https://" not in text
        assert "innerHTML" not in text
