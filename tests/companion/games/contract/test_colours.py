"""Pieces are told apart by whoever sees colours otherwise, and by letters, which stand out whatever is seen."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.shelf.shelf import SHELF, open_box
from companion.words.language import PAGE
from companion.words.say import LANGUAGES, SOURCE
from tests.kit.colours import VISIONS, Light, contrast, distance, light, seen

PAINT = re.compile(r"\.(?P<family>[a-z]+)-(?P<name>[a-z]+) \{\s+--(?P=family): (#\w+);\s+--on-(?P=family): (#\w+);")
SHORT = re.compile(r'"(\w+)\.(\w+)\.short": (?:say|meant)\((?:"[^"]*", )?"([^"]+)"\)')
READ = 3.0  # how far large bold letters stand out, at least
APART = 12.0  # how far two colours are from each other, at least


class Kind(NamedTuple):
    """What one kind of pieces looks like: the seat's, or a good."""

    game: str
    family: str
    name: str
    letters: str  # in the source's language
    ground: Light
    ink: Light


def _kinds(game: str) -> list[Kind]:
    box = open_box(game)
    assert box.page
    static = Path(box.page)
    painted = {
        (family, name): (light(ground), light(ink))
        for family, name, ground, ink in PAINT.findall((static / "game.css").read_text(encoding="utf-8"))
    }
    short = SHORT.findall((static / "words.js").read_text(encoding="utf-8"))
    return [Kind(game, family, name, letters, *painted[family, name]) for family, name, letters in short]


KINDS = [kind for game in SHELF for kind in _kinds(game)]
PAIRS = [(one, other) for one, other in combinations(KINDS, 2) if (one.game, one.family) == (other.game, other.family)]


def test_there_are_pieces_of_every_game() -> None:
    assert {kind.game for kind in KINDS} == set(SHELF)
    assert {kind.name for kind in KINDS if kind.family == "seat"} >= {
        name for game in SHELF for name in open_box(game).colours
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_kinds_of_pieces_have_the_same_letters(language: str) -> None:
    said = {game: _said(game, language) for game in SHELF}
    for one, other in PAIRS:
        assert said[one.game].get(one.letters, one.letters) != said[other.game].get(other.letters, other.letters)


@pytest.mark.parametrize("vision", VISIONS)
def test_letters_stand_out_from_their_piece(vision: str) -> None:
    for kind in KINDS:
        assert contrast(seen(kind.ground, vision), seen(kind.ink, vision)) >= READ, kind


@pytest.mark.parametrize("vision", VISIONS)
def test_pieces_of_a_family_are_apart(vision: str) -> None:
    for one, other in PAIRS:
        assert distance(seen(one.ground, vision), seen(other.ground, vision)) >= APART, (one, other)


def _said(game: str, language: str) -> dict[str, str]:
    if language == SOURCE:
        return {}
    file = Path(open_box(game).catalogues) / language / "LC_MESSAGES" / PAGE
    texts: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))["texts"]
    return texts
