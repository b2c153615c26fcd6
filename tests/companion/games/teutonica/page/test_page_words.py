"""The words of the page of Hansa Teutonica: things are called as on the small screen."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from companion.assembly.game_parts import translator
from companion.games.teutonica.box import BOX
from companion.games.teutonica.table import names
from companion.words.say import LANGUAGES, Say

NAMES: dict[str, Mapping[str, Say]] = {
    "marker": {str(key): name for key, name in names.MARKERS.items()},
    "province": names.PROVINCES,
    "privilege": {str(key): name for key, name in names.PRIVILEGE_COLOURS.items()},
    "kind": {str(key): name for key, name in names.KINDS.items()},
    "seat": names.PLAYERS,
}


def words_in(code: str) -> dict[str, str]:
    assert BOX.page is not None
    words: dict[str, str] = json.loads((BOX.page / "words" / f"{code}.json").read_text())
    return words


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("what", NAMES)
def test_things_are_called_as_on_the_small_screen(what: str, code: str) -> None:
    words, translate = words_in(code), translator(code, {})
    for key, name in NAMES[what].items():
        assert words[f"{what}.{key}"] == name.in_language(translate)
