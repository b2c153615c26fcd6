"""Refusals at the table: in words of the table alone, whole on the small screen, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from companion.display.draw import overflow
from companion.games.game import Refusal
from companion.games.teutonica.boards import shipped_board
from companion.games.teutonica.rules import corrections, moves, places
from companion.games.teutonica.rules.codec import Entry
from companion.games.teutonica.rules.pieces import ABILITIES, COLOURS, KIND_OF, Kind, Marker
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.rules.refusals import SENTENCES, refusal_of
from companion.games.teutonica.table import reasons
from companion.games.teutonica.table.names import PLAYERS
from companion.shelf.shelf import catalogues
from companion.table import notices
from companion.table.screen import Row
from companion.words.language import load_language, with_names
from companion.words.say import LANGUAGES
from tests.companion.games.teutonica.table.walking import GAME, TABLE, moments, whole_game

BOARD = shipped_board()
LONG_NAME = "Giovanna"


def anything(position: Position, random: Random) -> Iterator[Entry]:
    """Think of moves and corrections, most of them not allowed."""
    route, city = random.choice(BOARD.route_ids), random.choice(BOARD.city_ids)
    province, piece = random.choice(BOARD.province_ids), random.choice(list(KIND_OF))
    kind, marker = random.choice(list(Kind)), random.choice(list(Marker))
    yield from (moves.Reveal(marker), moves.Pawn(province), moves.Income(random.randrange(5)), moves.Pay(kind))
    yield from (verb(kind, route) for verb in (moves.Insert, moves.Put, moves.Add, moves.Lift))
    yield from (
        moves.Displace(kind, route, piece),
        moves.Establish(route),
        moves.Office(city),
        moves.Remove(route, piece),
    )
    yield from (
        moves.ExtraOffice(city, kind),
        moves.Improve(random.choice(ABILITIES)),
        moves.Coellen(7),
        moves.Use(marker),
    )
    yield from (moves.UseSwap(city, 1), moves.Ride(province), moves.Walk(province), moves.Replace(route), moves.Done())
    yield from (moves.Decline(), moves.Stay(), moves.Clear(), moves.UseImprove(random.choice(ABILITIES)), moves.End())
    somewhere, elsewhere = random.choices(places.piece_places(position), k=2)
    here, there = random.choices(places.marker_places(position), k=2)
    player = random.choice(COLOURS)
    yield corrections.MovePiece(piece, somewhere, elsewhere)
    yield corrections.MovePiece(piece, places.SUPPLY, elsewhere)
    yield corrections.MovePiece(piece, "nowhere", elsewhere)
    yield corrections.MoveMarker(marker, here, there)
    yield corrections.MoveFaceDown("pile", f"{player}.plate")
    yield corrections.SwapOffices(city, 1)
    yield corrections.SetPrestige(player, 100)
    yield corrections.SetActions(50)
    yield corrections.MovePawn(province)
    yield corrections.MoveTurn(player)


@cache
def met() -> tuple[Refusal, ...]:
    """Gather refusals all through a game for two and one for five."""
    random, found = Random(1), {}
    for players in (2, 5):
        game = whole_game(players, 5)
        for history in moments(game, every=len(game.steps) // 60):
            for _ in range(6):
                for entry in anything(history.position, random):
                    refusal = GAME.refusal(history.position, entry)
                    if refusal:
                        found[repr(refusal)] = refusal
    return tuple(found.values())


@pytest.mark.slow
def test_most_refusals_were_met() -> None:
    codes = {refusal.code for refusal in met()}
    assert len({refusal_of(key).code for key in SENTENCES} - codes) < 10


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_refusal_is_shown_whole(language: str) -> None:
    spoken = load_language(language, catalogues())
    called = with_names(spoken, {words.template: LONG_NAME for words in PLAYERS.values()})
    cut = {
        text
        for refusal in met()
        for translate in (spoken, called)
        for text in overflow(notices.refused(TABLE, refusal, "", None).screen(), translate)
    }
    assert cut == set()


def test_refusal_names_nothing_by_its_id() -> None:
    provinces = {each for each in BOARD.province_ids if "-" in each} - {"south-east", "south-west"}  # words, too
    ids = {*BOARD.route_ids, *provinces, *map(str, Marker)}
    for refusal in met():
        shown = notices.refused(TABLE, refusal, "", None).rows
        rows = [row.left.in_language() for row in shown if isinstance(row, Row)]
        assert [each for each in ids if any(each in row for row in rows)] == [], rows


def test_every_verb_has_a_word() -> None:
    kinds = {kind.__name__ for kind in moves.Move.__args__}
    assert kinds == set(reasons.VERBS)
