"""The cards of Hansa Teutonica: every move has one, and whole games are told and offered with them."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from companion.games.teutonica.game import Teutonica
from companion.games.teutonica.page.drawing import TeutonicaDrawing
from companion.games.teutonica.players import TeutonicaPlayers, random_setup
from companion.games.teutonica.rules.displace import PENALTY
from companion.games.teutonica.rules.events import Over
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import Clear, Decline, Displace, Done, End, Income, Move, Stay
from companion.games.teutonica.rules.pieces import KIND_OF
from companion.games.teutonica.rules.position import Cause, Position
from companion.games.teutonica.table.cards import CARDS, deed
from companion.games.teutonica.table.sentences import EVENTS
from companion.shelf.players import next_move
from companion.shelf.shelf import catalogues
from companion.table.gametable import tell
from companion.table.history import History
from companion.words.language import load_language
from companion.words.say import LANGUAGES, untranslated

GAME = Teutonica()
DRAWING = TeutonicaDrawing(GAME)
SILENT = (Decline, Done, Clear, Stay, End)


def random_game(seed: int, players: int, skill: str = "random") -> History:
    random, bots = Random(seed), TeutonicaPlayers()
    history = History(GAME.new(random_setup(players, random)))
    while GAME.winners(history.position) is None:
        history = history.after(GAME, next_move(GAME, bots, history.position, skill, random))
    return history


def test_every_move_has_a_card_and_nothing_else() -> None:
    assert set(CARDS) == set(get_args(Move))


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_game_is_told_in_sentences(language: str) -> None:
    translate = load_language(language, catalogues())
    history = random_game(3, 2)
    for index, step in enumerate(history.steps):
        before: Position = history.position_before(index)
        assert deed(before, step.entry).in_language(translate)
        told = tell(CARDS, EVENTS, before, step)
        if told is None:
            assert isinstance(step.entry, SILENT)
        else:
            text = told.in_language(translate)
            assert text.endswith("."), text
            assert "{" not in text, text


@pytest.mark.parametrize("players", [2, 5])
def test_every_legal_move_is_offered_in_words_where_it_is_made(players: int) -> None:
    history = random_game(players, players)
    for index in range(0, len(history.steps), 7):
        now = History(history.first, history.steps[:index])
        offers = DRAWING.state(now, untranslated)["offers"]
        assert len(offers) == len(legal_moves(now.position))
        assert all(offer["text"] for offer in offers)
        placeless = {offer["entry"]["type"] for offer in offers if not offer["places"]}
        assert placeless <= {"reveal", "decline", "done", "clear", "stay", "end"}


def test_page_is_told_what_a_displacement_costs_and_what_an_income_brings() -> None:
    seen: set[type] = set()
    history = random_game(8, 3)
    for index in range(len(history.steps)):
        before: Position = history.position_before(index)
        for move in legal_moves(before):
            if isinstance(move, Displace):
                right = CARDS[Displace].offered(before, move).right.in_language()
                assert right == f"pay {PENALTY[KIND_OF[move.victim]]}"
                seen.add(Displace)
            elif isinstance(move, Income):
                after = GAME.play(before, move).position
                came = after.players[before.active].supply_size - before.players[before.active].supply_size
                words = CARDS[Income].offered(before, move).right.in_language().split()
                assert sum(int(word) for word in words if word.isdigit()) == came
                seen.add(Income)
    assert seen == {Displace, Income}


def test_end_says_what_brought_it() -> None:
    over = EVENTS[Over](None, Over((Cause.MARKERS, Cause.CITIES), ("blue",)))
    assert over
    assert over.in_language() == "The game is over: no marker left to draw, 10 completed cities."
