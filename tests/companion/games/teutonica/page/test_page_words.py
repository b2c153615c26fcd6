"""The words of the page of Hansa Teutonica: things are called as on the small screen."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.assembly.game_parts import translator
from companion.games.teutonica.table import names
from companion.words.say import LANGUAGES, Say
from tests.kit.page_words import FOLDERS, named_in, spoken

NAMES: dict[str, Mapping[str, Say]] = {
    "marker": {str(key): name for key, name in names.MARKERS.items()},
    "province": names.PROVINCES,
    "privilege": {str(key): name for key, name in names.PRIVILEGE_COLOURS.items()},
    "kind": {str(key): name for key, name in names.KINDS.items()},
    "seat": names.PLAYERS,
}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("what", NAMES)
def test_things_are_called_as_on_the_small_screen(what: str, code: str) -> None:
    named, speak, translate = named_in(FOLDERS["teutonica"]), spoken(code, "teutonica"), translator(code, {})
    for key, name in NAMES[what].items():
        assert speak(named[f"{what}.{key}"])[0] == name.in_language(translate)
