"""The words of the hub's page: complete in every language, all that its scripts use, and nothing from outside."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.hub.hall_page import STATIC
from companion.web.page import STATIC as WEB_STATIC
from companion.words.say import LANGUAGES

WORDS = {code: json.loads((STATIC / "words" / f"{code}.json").read_text()) for code in LANGUAGES}
SHARED = json.loads((WEB_STATIC / "words" / "en.json").read_text())
SCRIPTS = "\n".join(script.read_text() for script in STATIC.glob("*.js"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_catalogue_is_complete_and_fills_the_same_gaps(code: str) -> None:
    def gaps(text: str) -> set[str]:
        return set(re.findall(r"\{\w+\}", text))

    assert WORDS[code].keys() == WORDS["en"].keys()
    assert all(WORDS[code].values())
    assert [key for key, text in WORDS[code].items() if gaps(text) != gaps(WORDS["en"][key])] == []


def test_words_of_the_hub_do_not_change_those_of_the_page() -> None:
    assert WORDS["en"].keys() & SHARED.keys() == set()


def test_every_word_that_scripts_use_is_there_and_every_word_is_used() -> None:
    used = set(re.findall(r"""\bt\(["']([\w.-]+)["']""", SCRIPTS))
    assert len(used) > 30
    assert used - WORDS["en"].keys() - SHARED.keys() == set()
    made = {re.sub(r"\$\{[^}]*\}", ".+", each) for each in re.findall(r"\bt\(`([^`]+)`", SCRIPTS)}
    named = [key.removesuffix(".one") for key in WORDS["en"]]  # of one thing it is said by itself
    assert [key for key in named if key not in used and not any(re.fullmatch(each, key) for each in made)] == []


@pytest.mark.parametrize("path", [path for path in STATIC.rglob("*") if path.is_file()], ids=lambda path: path.name)
def test_no_file_asks_for_anything_outside(path: Path) -> None:
    text = path.read_text()
    assert "http://" not in text
    assert "https://" not in text
    assert "innerHTML" not in text
