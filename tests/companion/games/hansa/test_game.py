"""Hansa behind the seam that every game offers: the types fit, and each question is answered by the rules."""

from collections.abc import Callable
from typing import Any, get_type_hints

import pytest

from companion.games.game import Game, GameError, IllegalMove, LegalMoves, Record, Refusal, Unreadable
from companion.games.hansa.boards import named_board
from companion.games.hansa.game import Hansa
from companion.games.hansa.rules.board import Board
from companion.games.hansa.rules.boardfile import board_to_json
from companion.games.hansa.rules.codec import format_entry, format_event
from companion.games.hansa.rules.corrections import Correction, Leave, MoveShip, MoveTalers
from companion.games.hansa.rules.events import Income
from companion.games.hansa.rules.goods import marker
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import End, Move, Reveal, Sail
from companion.games.hansa.rules.notation import format_record
from companion.games.hansa.rules.position import Position
from companion.games.hansa.rules.scoring import score
from companion.games.hansa.rules.state import format_position, format_state
from companion.shelf.shelf import UnknownGame, first_game, open_box, shipped_rules
from tests.companion.games.hansa.rules.phases import TABLES, in_actions, in_lose, in_over
from tests.companion.games.hansa.rules.table import Table

# The type checker holds the class to the protocol here.
GAME: Game[Position, Move, Correction] = Hansa(named_board("0.1"))
LEGAL: LegalMoves[Move] = legal_moves(in_actions().position)
SETUP: dict[str, Any] = {
    "players": ["gray", "yellow"],
    "start": "yellow",
    "goods": ["pink", "blue", "brown", "green"],
}


def test_every_question_of_the_seam_is_answered() -> None:
    asked = {name for name in vars(Game) if not name.startswith("_")} | set(get_type_hints(Game))
    assert asked >= {"id", "new", "play", "correct", "parse_record"}
    for name in asked:
        assert hasattr(GAME, name), name


def test_hansa_is_the_game_there_is() -> None:
    assert first_game() == open_box("hansa").id == GAME.id
    assert isinstance(shipped_rules("hansa"), Hansa)
    with pytest.raises(UnknownGame, match="game 'chess': this version knows hansa"):
        open_box("chess")


def test_new_game_is_set_up_as_asked() -> None:
    first = GAME.new(SETUP)
    assert GAME.players(first) == ("gray", "yellow")
    assert GAME.mover(first) == "yellow"
    assert first.setup.goods == ("blue", "brown", "green", "pink")
    assert first.setup.board is named_board("0.1")


def test_new_game_is_played_on_the_owners_board_unless_another_is_asked_for() -> None:
    own = Board("riga", named_board("0.1").cities)
    assert Hansa(own).new(SETUP).setup.board is own
    other = Board("danzig", named_board("0.1").cities)
    assert Hansa(own).new({**SETUP, "board": board_to_json(other)}).setup.board == other


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"colour": 1}, "set-up: unknown field 'colour'"),
        ({"players": "gray"}, "players 'gray': expected a list of colours"),
        ({"players": ["gray", 1]}, "players ['gray', 1]: expected a list of colours"),
        ({"players": None}, "players None: expected a list of colours"),
        ({"goods": {}}, "goods {}: expected a list of colours"),
        ({"start": None}, "start None: expected the colour of a player"),
        ({"start": ["gray"]}, "start ['gray']: expected the colour of a player"),
        ({"start": "white"}, "start 'white': expected one of gray, yellow"),
        ({"board": 1}, "board: 1 given, expected an object"),
    ],
)
def test_new_game_that_cannot_be_is_unreadable(change: dict[str, Any], said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        GAME.new({**SETUP, **change})
    assert str(caught.value) == said


@pytest.mark.parametrize("key", ["players", "start", "goods"])
def test_new_game_needs_each_field(key: str) -> None:
    with pytest.raises(Unreadable, match=f"^{key} None: expected "):
        GAME.new({name: value for name, value in SETUP.items() if name != key})


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
def test_answers_are_those_of_the_rules(make: Callable[[], Table]) -> None:
    table = make()
    position = table.position
    assert GAME.players(position) == ("gray", "yellow", "purple")
    assert GAME.mover(position) == table.mover
    assert list(GAME.legal_moves(position)) == list(table.legal)
    assert GAME.legal_moves(position).count() == table.legal.count()
    assert GAME.format_state(position) == format_state(position)
    assert GAME.format_position(position) == format_position(position)
    assert GAME.parse_position(GAME.format_position(position)) == position
    scores = GAME.scores(position)
    assert {player: points.by_name() for player, points in scores.items()} == format_state(position)["scores"]
    assert [scores[player].total for player in GAME.players(position)] == [
        score(position, seat).total for seat in position.seats
    ]
    winners = GAME.winners(position)
    assert (None if winners is None else list(winners)) == format_state(position)["winners"]


def test_move_is_played_or_refused() -> None:
    position = in_actions().position
    move = Sail("danzig")
    assert GAME.refusal(position, move) is None
    played = GAME.play(position, move)
    assert played.position.ship == "danzig"
    assert [GAME.format_event(event)["for"] for event in played.events] == ["sail"]
    refusal = GAME.refusal(position, Sail("riga"))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "no_route"
    with pytest.raises(IllegalMove) as caught:
        GAME.play(position, Sail("riga"))
    assert caught.value.refusal == refusal


def test_correction_is_carried_out_or_refused() -> None:
    position = in_actions().position
    assert GAME.refusal(position, MoveShip("riga")) is None
    assert GAME.correct(position, MoveShip("riga")).position.ship == "riga"
    refusal = GAME.refusal(position, MoveTalers(99, "bank", "gray"))
    assert refusal is not None
    assert refusal.code == "too_few_there"


def test_corrections_are_told_from_moves() -> None:
    assert GAME.is_correction(Leave("gray"))
    assert not GAME.is_correction(End())


def test_entries_and_events_go_through_json() -> None:
    for entry in (End(), Reveal(marker("blue1")), MoveShip("riga")):
        assert GAME.format_entry(entry) == format_entry(entry)
        assert GAME.parse_entry(GAME.format_entry(entry)) == entry
    assert GAME.format_event(Income("gray", 3)) == format_event(Income("gray", 3))
    with pytest.raises(Unreadable):
        GAME.parse_entry({"type": "hop"})
    with pytest.raises(Unreadable):
        GAME.parse_position({})


def test_game_goes_through_its_notation() -> None:
    first = GAME.new(SETUP)
    entries = (Reveal(marker("blue1")), MoveShip("riga"))
    text = GAME.format_record(first, entries)
    assert text == format_record(first, entries)
    record = GAME.parse_record(text)
    assert isinstance(record, Record)
    assert (record.first, record.entries) == (first, entries)
    with pytest.raises(Unreadable):
        GAME.parse_record("hansa")


def test_winners_are_named_when_the_game_is_over_and_only_then() -> None:
    assert GAME.winners(in_over().position) == ("purple",)
    assert GAME.mover(in_over().position) is None
    assert GAME.winners(in_lose().position) is None


def test_refusal_speaks_any_language() -> None:
    refusal = Refusal("no_route", "No way from {ship}.", "Try {exits}.", {"ship": "Riga", "exits": "Danzig"})
    italian = {"No way from {ship}.": "Nessuna rotta da {ship}.", "Try {exits}.": "Prova {exits}."}
    assert (refusal.message(), refusal.advice()) == ("No way from Riga.", "Try Danzig.")
    assert refusal.message(italian.__getitem__) == "Nessuna rotta da Riga."
    assert refusal.advice(italian.__getitem__) == "Prova Danzig."
    assert str(IllegalMove(refusal)) == "no_route: No way from Riga. Try Danzig."
    assert Refusal("x", "y", "z").details == {}
    assert issubclass(IllegalMove, GameError)
    assert issubclass(Unreadable, GameError)
