"""The words of page, hub and games: all that scripts say is in the catalogues, and nothing else says it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

import companion
from companion.assembly.game_parts import translator
from companion.shelf.box import GameBox
from companion.shelf.shelf import boxes, pages, shipped_rules
from companion.words.language import CATALOGUES, PAGE, page_words
from companion.words.say import LANGUAGES, SOURCE
from tests.kit.page import PageRig
from tests.kit.page_words import FOLDERS, STARTS, named_in, said_in, spoken

DRAWN = [box for box in boxes() if box.page]
TRANSLATED = [language for language in LANGUAGES if language != SOURCE]
# What a script may say that is not written there: what has a key, and what somebody else has written down so.
HANDED_ON = {"key", "does", "said", "sentences", "REFUSED", "STEPS"}


def _scripts(*names: str) -> str:
    return "\n".join(path.read_text() for name in names for path in sorted(FOLDERS[name].glob("*.js")))


def _gaps(text: str) -> set[str]:
    return set(re.findall(r"\{\w+\}", text))


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", FOLDERS)
def test_everything_that_scripts_say_is_translated_with_the_same_gaps(name: str, language: str) -> None:
    catalogues = {box.id: box.catalogues for box in DRAWN}
    own = json.loads((catalogues.get(name, CATALOGUES) / language / "LC_MESSAGES" / PAGE).read_text())["texts"]
    shared = page_words(language, {})["page"]
    said = said_in(FOLDERS[name])
    assert len(said) > 15  # a pattern that finds next to nothing would let everything pass
    for each, script in said.items():
        if not any(letter.isalpha() for letter in re.sub(r"\{\w+\}", "", each.text)):
            continue
        text = own.get(each.key, shared.get(each.key))
        assert text, f"{script}: {each}"
        assert isinstance(text, list) is bool(each.many), f"{script}: {each}"
        assert _gaps(text[-1] if each.many else text) == _gaps(each.many or each.text), f"{script}: {each}"


@pytest.mark.parametrize("name", FOLDERS)
def test_scripts_write_down_what_they_say_where_it_can_be_found(name: str) -> None:
    text = _scripts(name)
    heads = (re.match(r'\s*(?:"|(\w+))', text[start.end() :]) for start in STARTS.finditer(text))
    put_together = [head and head[1] for head in heads if head is None or head[1]]
    assert set(put_together) - {"say", "meant"} <= HANDED_ON


@pytest.mark.parametrize("language", TRANSLATED)
def test_page_is_told_what_is_compiled_from_the_catalogues_and_nothing_more(virtual: PageRig, language: str) -> None:
    answer = virtual.client.get(f"/words/{language}.json")
    assert answer.status_code == 200
    assert answer.json() == page_words(language, {box.id: box.catalogues for box in DRAWN})
    assert answer.json()["forms"] == {"one": 0, "other": 1}
    said = {each.key for folder in FOLDERS.values() for each in said_in(folder)}
    told = [answer.json()["page"], *answer.json()["games"].values()]
    assert {key for texts in told for key in texts} <= said


@pytest.mark.parametrize("language", ["en", "de", "..", "it.json/.."])
def test_language_without_a_catalogue_has_no_words(virtual: PageRig, language: str) -> None:
    assert virtual.client.get(f"/words/{language}.json").status_code == 404


def test_no_second_catalogue_is_left() -> None:
    product = Path(companion.__file__).parent
    found = [path for path in product.rglob("*.json") if path.parent.parent.name in LANGUAGES or "words" in path.parts]
    assert {path.name for path in found} == {PAGE}
    for path in found:
        assert path.with_name("companion.po").exists(), path
    for folder in FOLDERS.values():
        assert not list(folder.rglob("*.json")), folder


@pytest.mark.parametrize("box", DRAWN, ids=lambda box: box.id)
@pytest.mark.parametrize("code", LANGUAGES)
def test_players_are_called_as_on_the_small_screen(box: GameBox, code: str) -> None:
    translate, speak = translator(code, {}), spoken(code, box.id)
    named = named_in(FOLDERS[box.id])
    assert {player: speak(named[f"seat.{player}"])[0] for player in box.colours} == {
        player: name.in_language(translate) for player, name in box.player_words().items()
    }


@pytest.mark.parametrize("box", DRAWN, ids=lambda box: box.id)
def test_game_brings_the_words_that_the_page_asks_of_it(box: GameBox) -> None:
    game = shipped_rules(box.id)
    kinds = {place.partition(".")[0] for place in box.places(game)} - {"end", "pad"}
    asked = {"bars", "deals", "last.round"}
    asked |= {f"seat.{player}{short}" for player in box.colours for short in ("", ".short")}
    bots = box.players()
    asked |= {f"skill.{skill}" for skill in (*bots.skills, *bots.levels)} | {f"lamp.{kind}" for kind in kinds}
    (score, *_) = game.scores(game.new(box.random_setup(box.seats[0], Random(1)))).values()
    asked |= {f"score.{source}" for source in score.sources}
    assert asked - named_in(FOLDERS[box.id]).keys() == set()


def _asked(text: str) -> Iterable[str]:
    return re.findall(r"""\bnamed\(["']([\w.-]+)["']""", text)


@pytest.mark.parametrize("name", pages())
def test_whatever_has_a_key_is_asked_for_and_every_key_that_is_asked_for_is_there(name: str) -> None:
    named, text = named_in(FOLDERS[name]), _scripts("page", name)
    assert set(_asked(text)) - named.keys() == set()
    made = {re.sub(r"\$\{[^}]*\}", ".+", each) for each in re.findall(r"\bnamed\(`([^`]+)`", text)}
    own = re.findall(r"\bnamed\(`([^`]+)`", _scripts(name))
    patterns = {re.sub(r"\$\{[^}]*\}", ".+", each) for each in own}
    assert [each for each in patterns if not any(re.fullmatch(each, key) for key in named)] == []
    words = (FOLDERS[name] / "words.js").read_text()
    there = text.replace(words, "")
    unused = [
        key for key in named if f'"{key}"' not in there and not any(re.fullmatch(pattern, key) for pattern in made)
    ]
    assert unused == []


@pytest.mark.parametrize(
    "path",
    [path for folder in FOLDERS.values() for path in sorted(folder.rglob("*")) if path.is_file()],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_no_file_asks_for_anything_outside(path: Path) -> None:
    text = path.read_bytes().decode(errors="replace").replace("http://www.w3.org/2000/svg", "")
    assert "http://" not in text
    assert "https://" not in text
    assert "innerHTML" not in text
