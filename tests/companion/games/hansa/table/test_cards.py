"""The cards of Hansa: every move has one, and whole games are told with them in every language."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from companion.games.hansa.boards import shipped_board
from companion.games.hansa.game import Hansa
from companion.games.hansa.page.drawing import HansaDrawing
from companion.games.hansa.players import HansaPlayers, random_setup
from companion.games.hansa.rules.goods import marker
from companion.games.hansa.rules.moves import Build, Buy, Move, Place, Reveal, Sail
from companion.games.hansa.table.cards import CARDS, EVENTS
from companion.shelf.players import next_move
from companion.shelf.shelf import catalogues
from companion.table.gametable import tell
from companion.table.history import History
from companion.words.language import load_language
from companion.words.say import LANGUAGES

GAME = Hansa(shipped_board())
DRAWING = HansaDrawing(GAME)


def random_game(seed: int, players: int = 3) -> History:
    random, bots = Random(seed), HansaPlayers()
    history = History(GAME.new(random_setup(players, random)))
    while GAME.winners(history.position) is None:
        history = history.after(GAME, next_move(GAME, bots, history.position, "simple", random))
    return history


def test_every_move_has_a_card_and_nothing_else() -> None:
    assert set(CARDS) == set(get_args(Move))


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_game_is_told_in_sentences_but_for_the_markers_that_are_turned_up(language: str) -> None:
    history, translate = random_game(1), load_language(language, catalogues())
    for index, step in enumerate(history.steps):
        told = tell(CARDS, EVENTS, history.position_before(index), step)
        if told is None:
            assert isinstance(step.entry, Reveal)
        else:
            text = told.in_language(translate)
            assert text.endswith("."), text
            assert "{" not in text, text


def test_purchase_is_told_with_whom_it_paid_and_a_building_with_its_booths() -> None:
    history = random_game(4)
    said: dict[type, set[str]] = {}
    for index, step in enumerate(history.steps):
        told = tell(CARDS, EVENTS, history.position_before(index), step)
        said.setdefault(type(step.entry), set()).add(told.in_language() if told else "")
    bought = " ".join(said[Buy])
    assert "for a taler to the bank." in bought
    assert "for nothing." in bought
    assert any("booths in" in each and "paid with" in each for each in said[Build])
    assert all("places 2 booths in" in each for each in said[Place])


def test_press_on_a_place_means_the_moves_whose_card_names_it() -> None:
    history = random_game(2)
    places = set()
    for index in range(len(history.steps)):
        now = History(history.first, history.steps[:index])
        for offer in DRAWING.state(now, load_language("en"))["offers"]:
            places |= {
                (offer["entry"]["type"] if offer["entry"] else "sell", at.split(".")[0]) for at in offer["places"]
            }
    assert places == {
        ("place", "city"),
        ("sail", "city"),
        ("buy", "warehouse"),
        ("build", "hand"),
        ("sell", "hand"),
        ("lose", "hand"),
        ("discard", "hand"),
    }
    first = history.steps[0].position
    assert CARDS[Sail].places(first, Sail("danzig")) == ("city.danzig",)
    assert CARDS[Build].places(first, Build(marker("blue2"))) == ("hand.blue2",)
