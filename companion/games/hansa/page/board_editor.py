"""The board check: shows the facts of the board and how they are known, and takes a corrected board."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.games.game import Json
from companion.games.hansa.board_files import SHIPPED
from companion.games.hansa.boards import named_board, save_board, shipped_board
from companion.games.hansa.game import Hansa
from companion.games.hansa.rules.board import SPACES, Board
from companion.games.hansa.rules.boardfile import board_from_json
from companion.games.hansa.table import board_pages
from companion.table.dialog import Menu


class OwnersBoard:
    """The board of one table, and its owner's corrections."""

    def __init__(self, game: Hansa, path: Path) -> None:
        """Use the game on this board, and the path of the owner's file."""
        self._game, self._path = game, path

    def describe(self) -> Json:
        """Return the board with guesses marked, and whether it is the owner's own."""
        return {**describe_board(self._game.board), "own": self._path.is_file()}

    def correct(self, value: Any) -> Board:
        """Return a corrected board from `start` and `cities` in number order, or raise BoardError."""
        return corrected_board(self._game.board, value)

    def save(self, board: Board) -> str:
        """Write the owner's file, and return its name; may raise OSError."""
        save_board(self._path, board)
        return self._path.name

    def keep(self) -> None:
        """Write the board in use as the owner's file; may raise OSError."""
        save_board(self._path, self._game.board)

    def news(self) -> Menu | None:
        """Return what was corrected since the board in use shipped, or None."""
        own, newest = self._game.board, shipped_board()
        if own == newest or own not in map(named_board, SHIPPED):
            return None
        return board_pages.news(own, newest)

    def take_over(self) -> None:
        """Write the newest shipped board as the owner's file, and use it; may raise OSError."""
        save_board(self._path, shipped_board())
        self.adopt(shipped_board())

    def adopt(self, board: Board) -> None:
        """Use a board from the next game on; a game in progress keeps its own."""
        self._game.board = board


def describe_board(board: Board) -> Json:
    """Return a board with guesses marked."""
    return {
        "start": board.start,
        "spaces": list(SPACES),
        "cities": [
            {
                "id": city.id,
                "name": city.name,
                "number": city.number,
                "spaces": city.spaces,
                "routes": list(city.routes),
                "map": list(city.place),
                "guesses": sorted(key for key, known in city.certainty.items() if known == "guess"),
            }
            for city in board.cities
        ],
    }


def corrected_board(board: Board, value: Any) -> Board:
    """Return a corrected board; names and places of cities stay."""
    new = board_from_json(value)
    looks = {city.id: {"name": city.name, "place": city.place} for city in board.cities}
    return Board(new.start, tuple(replace(city, **looks[city.id]) for city in new.cities))  # type: ignore[arg-type]
