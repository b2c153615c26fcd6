"""The menus: exactly the legal moves, in few presses, and every screen fits in every language."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pytest

from companion.display.draw import overflow
from companion.games.teutonica.rules.moves import Insert, Reveal
from companion.games.teutonica.rules.pieces import FIRST_MARKERS, Kind
from companion.games.teutonica.table.names import PLAYERS
from companion.games.teutonica.table.spots_touched import route_menu
from companion.shelf.shelf import catalogues
from companion.table.dialog import Dialog, Menu, Open
from companion.table.history import History
from companion.table.screen import Screen
from companion.words.language import load_language, with_names
from companion.words.say import LANGUAGES
from tests.companion.games.teutonica.table.walking import COLOURS, GAME, TABLE, dialogs, moments, presses, whole_game

LONG_NAME = "Giovanna"  # as long as a configured name may be


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_menu_offers_exactly_the_legal_moves(players: int) -> None:
    for history in moments(whole_game(players, 5), every=7):
        assert set(presses(TABLE.home(history))) == set(GAME.legal_moves(history.position))


def test_menu_of_routes_to_insert_at_says_by_its_name_which_piece_goes_there() -> None:
    named = {"insert trader": Kind.TRADER, "insert merchant": Kind.MERCHANT}  # the page's map goes by these names
    found = set()
    for history in moments(whole_game(3, 5), every=7):
        for menu in dialogs(TABLE.home(history)):
            if isinstance(menu, Menu) and (kind := named.get(menu.name)):
                found.add(menu.name)
                assert {(type(move), move.piece) for move in presses(menu)} == {(Insert, kind)}
    assert found == set(named)


@cache
def screens(players: int) -> tuple[Screen, ...]:
    """Return the screens of a game, each once: what is told after every move, menus and pages now and then."""
    game = whole_game(players, 5)
    shown: list[Dialog] = [dialog for history in moments(game) for dialog in TABLE.notices(history)]
    for history in moments(game, every=len(game.steps) // 12):
        shown += [*dialogs(TABLE.home(history)), *TABLE.restore(history.position)]
    for history in moments(game, every=len(game.steps) // 2):
        shown += dialogs(TABLE.pages(history))
    return distinct(shown)


def distinct(dialogs_: Iterable[Dialog]) -> tuple[Screen, ...]:
    """Return the screens of dialogs, wherever the cursor is, each once."""
    found: dict[str, Screen] = {}
    for dialog in dialogs_:
        for line in range(0, dialog.lines, 5):
            screen = dialog.at(line).screen()
            found[repr(screen)] = screen
    return tuple(found.values())


def cut(shown: Iterable[Screen], language: str) -> list[str]:
    """Return what is cut, also with the longest names of players."""
    spoken = load_language(language, catalogues())
    called = with_names(spoken, {words.template: LONG_NAME for words in PLAYERS.values()})
    return [text for screen in shown for translate in (spoken, called) for text in overflow(screen, translate)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_question_about_any_route_names_it_and_whoever_decides_and_fits(language: str) -> None:
    shown = []
    for players in (3, 5):
        history = History(GAME.new({"players": list(COLOURS[:players]), "start": "red"}))
        for marker in FIRST_MARKERS:
            history = history.after(GAME, Reveal(marker))
        for route in history.position.setup.side.routes:
            asked = route_menu(history, route.id, None)
            assert asked is not None
            assert asked.title.right == PLAYERS["red"]
            shown.append(asked)
    assert cut(distinct(shown), language) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 5])
def test_every_screen_of_a_game_fits(players: int, language: str) -> None:
    assert cut(screens(players), language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_set_up_and_board_check_fit(language: str) -> None:
    shown = [*_some_seats(), *dialogs(TABLE.board_question()), *TABLE.board_check()]
    assert cut(distinct(shown), language) == []


def _some_seats() -> Iterable[Dialog]:
    """Seat players in order: every other order looks the same."""
    dialog: Dialog = TABLE.new_game()
    while isinstance(dialog, Menu) and isinstance(dialog.choices[-1].action, Open):
        yield dialog
        opened = dialog.choices[-1].action.dialog
        dialog = opened() if callable(opened) else opened
    yield dialog
