"""Every screen in every language, with the longest names: nothing is cut, and nothing is left in English."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.display.draw import overflow
from companion.hansa.table.names import PLAYERS
from companion.language import LANGUAGES, load_language, with_names
from companion.table.say import Translate
from companion.table.screen import Screen
from tests.companion.locale import screens

LONG_NAME = "Giovanna"  # as long as a configured name may be
Kind = Callable[[], Iterator[Screen]]


def cut_texts(shown: Iterator[Screen], translate: Translate) -> list[str]:
    seen, cut = set(), []
    for screen in shown:
        if (key := repr(screen)) not in seen:
            seen.add(key)
            cut += overflow(screen, translate)
    assert seen
    return sorted(set(cut))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", screens.KINDS, ids=lambda kind: kind.__name__)
def test_no_text_is_cut(kind: Kind, language: str) -> None:
    assert cut_texts(kind(), load_language(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", screens.KINDS, ids=lambda kind: kind.__name__)
def test_no_text_is_cut_with_the_longest_names(kind: Kind, language: str) -> None:
    called = with_names(load_language(language), {words.template: LONG_NAME for words in PLAYERS.values()})
    assert cut_texts(kind(), called) == []
