"""The words of the page and of every game: complete in every language, and all that the scripts use."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from companion.assembly.game_parts import translator
from companion.hub.hall_page import STATIC as HUB
from companion.shelf.box import GameBox
from companion.shelf.shelf import boxes, pages, shipped_rules
from companion.web.page import STATIC
from companion.words.say import LANGUAGES

FOLDERS = {"page": STATIC, "hub": HUB, **pages()}
WORDS = {
    name: {code: json.loads((folder / "words" / f"{code}.json").read_text()) for code in LANGUAGES}
    for name, folder in FOLDERS.items()
}
# What each may say besides its own words.
SHARED = {"page": (), "hub": ("page",), **dict.fromkeys(pages(), ("page",))}
DRAWN = [box for box in boxes() if box.page]


def _scripts(*names: str) -> str:
    return "\n".join(path.read_text() for name in names for path in sorted(FOLDERS[name].glob("*.js")))


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_catalogue_has_the_keys_of_english_and_no_empty_words(name: str, code: str) -> None:
    assert WORDS[name][code].keys() == WORDS[name]["en"].keys()
    assert all(WORDS[name][code].values())


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_catalogue_fills_the_same_gaps(name: str, code: str) -> None:
    def gaps(text: str) -> set[str]:
        return set(re.findall(r"\{\w+\}", text))

    english = WORDS[name]["en"]
    assert [key for key, text in WORDS[name][code].items() if gaps(text) != gaps(english[key])] == []


@pytest.mark.parametrize("name", [name for name in FOLDERS if SHARED[name]])
def test_catalogue_says_nothing_that_the_page_says_already(name: str) -> None:
    assert WORDS[name]["en"].keys() & WORDS["page"]["en"].keys() == set()


@pytest.mark.parametrize("box", DRAWN, ids=lambda box: box.id)
@pytest.mark.parametrize("code", LANGUAGES)
def test_players_are_called_as_on_the_small_screen(box: GameBox, code: str) -> None:
    translate = translator(code, {})
    words = WORDS[box.id][code]
    assert {player: words[f"seat.{player}"] for player in box.colours} == {
        player: name.in_language(translate) for player, name in box.player_words().items()
    }


@pytest.mark.parametrize("box", DRAWN, ids=lambda box: box.id)
def test_game_brings_the_words_that_the_page_asks_of_it(box: GameBox) -> None:
    game = shipped_rules(box.id)
    kinds = {place.partition(".")[0] for place in box.places(game)} - {"end", "pad"}
    asked = {"bars", "deals", "last.round", "no.game.virtual", "tour.begin"}
    asked |= {f"seat.{player}{short}" for player in box.colours for short in ("", ".short")}
    asked |= {f"skill.{skill}" for skill in box.players(game).skills} | {f"lamp.{kind}" for kind in kinds}
    (score, *_) = game.scores(game.new(box.random_setup(box.seats[0], Random(1)))).values()
    asked |= {f"score.{source}" for source in score.sources}
    assert asked - WORDS[box.id]["en"].keys() == set()


def _said(text: str) -> Iterable[str]:
    return re.findall(r"""\b(?:t|say)\(["']([\w.-]+)["']""", text)


@pytest.mark.parametrize("name", FOLDERS)
def test_every_word_that_scripts_use_is_there(name: str) -> None:
    there = set(WORDS[name]["en"]).union(*(WORDS[other]["en"] for other in SHARED[name]))
    if name == "page":  # which says some of it in the words of the game that it shows
        there |= set.intersection(*(set(WORDS[box.id]["en"]) for box in DRAWN))
    used = set(_said(_scripts(name)))
    assert len(used) > 20
    assert used - there == set()


@pytest.mark.parametrize("name", FOLDERS)
def test_every_word_is_used(name: str) -> None:
    text = _scripts(*FOLDERS) if name == "page" else _scripts("page", name)
    made = {re.sub(r"\$\{[^}]*\}", ".+", each) for each in re.findall(r"\b(?:t|say)\(`([^`]+)`", text)}
    unused = [
        key
        for key in WORDS[name]["en"]
        if f'"{key.removesuffix(".one")}"' not in text and not any(re.fullmatch(pattern, key) for pattern in made)
    ]
    assert unused == []


@pytest.mark.parametrize(
    "path",
    [path for folder in FOLDERS.values() for path in sorted(folder.rglob("*")) if path.is_file()],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_no_file_asks_for_anything_outside(path: Path) -> None:
    text = path.read_text().replace("http://www.w3.org/2000/svg", "")
    assert "http://" not in text
    assert "https://" not in text
    assert "innerHTML" not in text
