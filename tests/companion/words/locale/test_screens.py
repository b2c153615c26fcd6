"""Every screen in every language, with the longest names: nothing is cut, and nothing is left in English."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import companion.assembly.front
from companion.display.draw import draw, overflow
from companion.games.hansa.table.names import PLAYERS
from companion.shelf.shelf import catalogues
from companion.table.screen import Screen
from companion.web.page import Page
from companion.words.language import load_language, with_names
from companion.words.say import LANGUAGES, Translate
from hardware.ports import Frame
from tests.companion.words.locale import screens
from tests.kit import companion as rig

LONG_NAME = "Giovanna"  # as long as a configured name may be
Kind = Callable[[], Iterator[Screen]]


@cache
def distinct(kind: Kind) -> tuple[Screen, ...]:
    """Return the screens of a kind, each once."""
    return tuple({repr(screen): screen for screen in kind()}.values())


def cut_texts(kind: Kind, translate: Translate) -> set[str]:
    shown = distinct(kind)
    assert shown
    return {text for screen in shown for text in overflow(screen, translate)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", screens.KINDS, ids=lambda kind: kind.__name__)
def test_no_text_is_cut(kind: Kind, language: str) -> None:
    assert cut_texts(kind, load_language(language, catalogues())) == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", screens.KINDS, ids=lambda kind: kind.__name__)
def test_no_text_is_cut_with_the_longest_names(kind: Kind, language: str) -> None:
    spoken = load_language(language, catalogues())
    called = with_names(spoken, {words.template: LONG_NAME for words in PLAYERS.values()})
    assert cut_texts(kind, called) == set()


# --- what is shown apart from the table itself ---


@pytest.fixture
def shown_by_the_service(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Screen, Translate]]:
    shown = []

    def noting(screen: Screen, translate: Translate) -> Frame:
        shown.append((screen, translate))
        return draw(screen, translate)

    monkeypatch.setattr(companion.assembly.front, "draw", noting)
    return shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_cut_from_the_first_screen_to_the_good_bye(
    shown_by_the_service: list[tuple[Screen, Translate]], tmp_path: Path, language: str
) -> None:
    started = rig.start(tmp_path, language=language)
    started.daemon.stop()
    started.daemon.run()
    service = started.service
    service._farewell_s = 0.0
    service._say_good_bye()
    service.stop()
    assert not service._is_told(
        "game 2026-01-01-0badcafe: entry 12 does not fit; it is kept as it is", begins_anew=True
    )
    started.close()
    titles = [screen.title.left.in_language(translate) for screen, translate in shown_by_the_service]
    assert len(titles) == 3
    assert [text for shown in shown_by_the_service for text in overflow(*shown)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_on_lan", [False, True])
def test_no_text_is_cut_where_phones_are_let_in(language: str, is_on_lan: bool) -> None:
    page: Any = SimpleNamespace(
        _server=SimpleNamespace(is_on_lan=is_on_lan, lan_url="http://192.168.178.100:8080/"),
        pairing=SimpleNamespace(show_pin=lambda: "888888"),
    )
    dialog = Page.phones(cast(Page, page))
    spoken = load_language(language)
    assert [text for screen in screens.walk(dialog) for text in overflow(screen, spoken)] == []
