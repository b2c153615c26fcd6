"""Hansa Teutonica behind the seam, and through the engine: counts, records of both games, moves without a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.engine import Engine
from companion.games.game import Unreadable
from companion.games.teutonica.boards import load_board, shipped_board
from companion.games.teutonica.game import Teutonica
from companion.games.teutonica.rules.board import BoardError
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import Position
from tests.companion.games.teutonica.rules.table import begun

NEW = {"do": "new", "game": "teutonica", "players": ["red", "blue", "green"], "start": "blue"}


def count(position: Position, depth: int) -> int:
    moves = legal_moves(position)
    return len(moves) if depth == 1 else sum(count(play(position, move).position, depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("players", "counts"),
    [(2, (33, 767, 5720)), (3, (66, 3396, 13063)), (4, (70, 3812, 14695)), (5, (70, 3812, 14695))],
)
def test_sequences_of_moves_are_as_many_as_agreed(players: int, counts: tuple[int, ...]) -> None:
    assert tuple(count(begun(players), depth) for depth in (1, 2, 3)) == counts


@pytest.mark.slow
@pytest.mark.parametrize(("players", "sequences"), [(2, 35624), (3, 468373), (4, 556341), (5, 556341)])
def test_sequences_of_four_moves_are_as_many_as_agreed(players: int, sequences: int) -> None:
    assert count(begun(players), 4) == sequences


@pytest.mark.parametrize(
    "setup",
    [
        {},
        {"players": "red blue", "start": "red"},
        {"players": ["red"], "start": "red"},
        {"players": ["red", "red"], "start": "red"},
        {"players": ["red", "white"], "start": "red"},
        {"players": ["red", "blue"], "start": "green"},
        {"players": ["red", "blue"], "start": None},
        {"players": ["red", "blue"], "start": "red", "goods": []},
        {"players": ["red", "blue", "green", "yellow", "purple", "white"], "start": "red"},
    ],
)
def test_wrong_setup_is_unreadable(setup: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        Teutonica().new(setup)


def test_owners_board_is_read_or_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    with pytest.raises(BoardError, match="cannot be read"):
        load_board(path)
    text = Path(__file__).parents[4].joinpath("companion/games/teutonica/board.toml").read_text(encoding="utf-8")
    path.write_text(text.replace("stade-hamburg = { houses = 3", "stade-hamburg = { houses = 4"), encoding="utf-8")
    position = Teutonica(load_board(path)).new({"players": ["red", "blue"], "start": "red"})
    assert position.routes[position.setup.side.route_number["stade-hamburg"]] == "...."
    assert load_board(path) != shipped_board()


class Client:
    def __init__(self) -> None:
        self.engine = Engine()

    def ask(self, **request: Any) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.engine.answer(json.dumps(request)))
        return answer

    def code(self, **request: Any) -> str:
        return str(self.ask(**request)["refusal"]["code"])


def test_engine_plays_and_takes_back() -> None:
    client = Client()
    assert client.code(do="play", move={"type": "decline"}) == "no_game"
    assert client.code(do="play", move={"type": "leave", "player": "red"}) == "unreadable"
    first = client.ask(**NEW)["state"]
    assert (first["phase"], first["mover"], first["pile"], first["side"]) == ("taverns", "blue", 13, "2-3")
    assert client.code(do="undo") == "nothing_to_undo"
    for marker in ("remove_three", "swap_offices", "extra_office"):
        answer = client.ask(do="play", move={"type": "reveal", "marker": marker})
    assert answer["events"] == [{"type": "turn", "player": "blue", "actions": 2}]
    before = client.ask(do="state")
    client.ask(do="play", move={"type": "insert", "piece": "trader", "route": "stade-hamburg"})
    assert client.ask(do="undo") == before
    legal = client.ask(do="legal")
    assert (legal["mover"], len(legal["moves"])) == ("blue", 66)
    assert client.code(do="play", move={"type": "sail", "to": "danzig"}) == "unreadable"
    assert client.code(do="play", move={"type": "pawn", "to": "north"}) == "wrong_phase"
    assert client.code(**{**NEW, "goods": []}) == "unreadable"
    assert client.ask(do="state") == before


def test_engine_knows_by_the_record_which_game_it_is() -> None:
    client = Client()
    client.ask(**NEW)
    client.ask(do="play", move={"type": "reveal", "marker": "swap_offices"})
    state, record = client.ask(do="state"), client.ask(do="save")["record"]
    hansa = {"do": "new", "players": ["gray", "white"], "start": "gray", "goods": ["blue", "brown", "green", "pink"]}
    assert client.ask(**hansa)["state"]["phase"] == "fill"
    other = client.ask(do="save")["record"]
    assert client.ask(do="load", record=record) == state
    assert client.ask(do="load", record=other)["state"]["phase"] == "fill"
    assert client.code(do="load", record=record.replace("swap_offices", "plus_3_actions")) == "unreadable"
    assert client.ask(do="load", record=record) == state
    assert client.ask(do="undo")["state"]["markers"] == {}
