"""What the page gets to know of a game of Hansa Teutonica."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.games.teutonica.game import Teutonica
from companion.games.teutonica.page.board_editor import OwnersBoard
from companion.games.teutonica.page.drawing import TeutonicaDrawing, format_side
from companion.games.teutonica.players import TeutonicaPlayers
from companion.games.teutonica.rules.board import BoardError
from companion.games.teutonica.rules.codec import format_entry
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import Income, Insert, Move, Reveal
from companion.games.teutonica.rules.pieces import VALUES, Kind, Marker
from companion.games.teutonica.rules.position import Phase
from companion.table.history import History, Step
from companion.words.say import untranslated

GAME = Teutonica()
DRAWING = TeutonicaDrawing(GAME)
TAVERNS = (Reveal(Marker.EXTRA_OFFICE), Reveal(Marker.SWAP_OFFICES), Reveal(Marker.REMOVE_THREE))


def history(*moves: Move) -> History:
    first = position = GAME.new({"players": ["blue", "red", "green"], "start": "blue"})
    steps = []
    for move in moves:
        played = GAME.play(position, move)
        position = played.position
        steps.append(Step(move, position, played.events))
    return History(first, tuple(steps))


def test_state_lists_exactly_the_legal_moves_as_entries_that_can_be_posted() -> None:
    now = history(*TAVERNS)
    told = [offer["entry"] for offer in DRAWING.state(now, untranslated)["offers"]]
    assert sorted(map(str, told)) == sorted(str(format_entry(move)) for move in legal_moves(now.position))
    assert all(GAME.refusal(now.position, GAME.parse_entry(entry)) is None for entry in told)


def test_networks_are_told_once_the_game_is_over_and_make_the_points_for_them() -> None:
    position, random, decide = (
        GAME.new({"players": ["blue", "red"], "start": "blue"}),
        Random(5),
        TeutonicaPlayers().decide,
    )
    assert DRAWING.state(History(position), untranslated)["networks"] is None
    while position.phase is not Phase.OVER:
        position = GAME.play(position, decide(position, "simple", random)).position
    state = DRAWING.state(History(position), untranslated)
    assert {player: sum(its["offices"].values()) * its["worth"] for player, its in state["networks"].items()} == {
        player: its["network"] for player, its in state["scores"].items()
    }
    assert any(its["offices"] for its in state["networks"].values())


def test_row_is_told_in_a_sentence() -> None:
    row = DRAWING.row(history(*TAVERNS, Insert(Kind.TRADER, "stade-hamburg"), Income(0)), 4)
    assert row["log"]["entry"] == {"type": "income", "merchants": 0}
    assert row["told"].in_language() == "Blue takes 3 pieces from the stock."


def test_board_tells_what_each_level_of_a_track_can_do() -> None:
    tracks = DRAWING.board(history().position)["tracks"]
    assert list(tracks) == [str(ability) for ability in VALUES]
    assert tracks["bags"] == [3, 5, 7, None]


@pytest.mark.parametrize("side", GAME.board.sides, ids=lambda side: side.name)
def test_sides_are_described_with_link_table_and_soldiers(side: object) -> None:
    told = format_side(side)  # type: ignore[arg-type]
    assert (told["link"], told["link_points"]) == (["arnheim", "stendal"], [7, 4, 2])
    assert told["spaces"] == {"7": "white", "8": "orange", "9": "pink", "11": "black"}
    assert (len(told["provinces"]), len(told["soldiers"])) == ((16, 4) if told["side"] == "2-3" else (0, 0))


def test_board_that_is_right_is_kept_as_it_is_and_anything_else_is_corrected_in_the_file(tmp_path: Path) -> None:
    board = OwnersBoard(GAME, tmp_path / "teutonica-board.toml")
    assert board.correct({}) is GAME.board
    with pytest.raises(BoardError, match="correct this board in the file"):
        board.correct({"cities": []})
