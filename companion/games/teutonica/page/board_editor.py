"""The owner's board: both sides for the page, and the file that its owner corrects."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from companion.games.game import Json
from companion.games.teutonica.boards import SHIPPED
from companion.games.teutonica.game import Teutonica
from companion.games.teutonica.page.drawing import format_side
from companion.games.teutonica.rules.board import Board, BoardError
from companion.table.dialog import Menu
from hardware.formats.durable import write_durably


class OwnersBoard:
    """The board of one table: as it is, and where its owner's file is."""

    def __init__(self, game: Teutonica, path: Path) -> None:
        """Use the game on this board, and the path of the owner's file."""
        self._game, self._path = game, path

    def describe(self) -> Json:
        """Describe both sides, and whether the board is the owner's own."""
        sides = [format_side(side) for side in self._game.board.sides]
        return {**sides[-1], "sides": sides, "own": self._path.is_file(), "file": self._path.name}

    def correct(self, value: Any) -> Board:
        """Return the board in use if nothing differs; a board of two sides is corrected in its file."""
        if value == {}:
            return self._game.board
        raise BoardError(f"{self._path.name}: correct this board in the file, and start again")

    def save(self, board: Board) -> str:
        """Keep the board in use, and return the name of its file; may raise OSError."""
        del board
        self.keep()
        return self._path.name

    def keep(self) -> None:
        """Write the board that ships as the owner's file, unless there is one already; may raise OSError."""
        if not self._path.is_file():
            package = __package__.rpartition(".")[0]
            write_durably(self._path, files(package).joinpath(SHIPPED).read_bytes())

    def news(self) -> Menu | None:
        """Return None: only one board has shipped so far."""
        return None

    def take_over(self) -> None:
        """Do nothing: there are no corrections."""

    def adopt(self, board: Board) -> None:
        """Use a board from the next game on; a game in progress keeps its own."""
        self._game.board = board
