"""Board files of Pearls: the one that ships, and that of an owner."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.games.game import Json, Unreadable
from companion.table.dialog import Menu
from hardware.formats.durable import write_durably
from hardware.formats.strict_toml import DataError, Table, unreadable
from tests.toygame.game import Pearls
from tests.toygame.rules.board import Board, board_of, format_board

SHIPPED = MappingProxyType({"1": Path(__file__).parent / "board.toml"})


def parse_board(text: str, source: str) -> Board:
    """Read a board file, or raise Unreadable in one line."""
    try:
        table = Table.parse(text, source, error=DataError)
        table.choice("format", (1,), int)
        double = table.texts("double")
        table.done("format", "double")
    except DataError as error:
        raise Unreadable(str(error)) from error
    return board_of(double, source)


def load_board(path: Path) -> Board:
    """Read a board file, or raise Unreadable in one line."""
    try:
        return parse_board(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"{path}: cannot be read: {unreadable(error)}") from error


def on_board(path: Path | None) -> Pearls:
    """Return the rules on the board of a file, or on the one that ships."""
    return Pearls(load_board(path or SHIPPED["1"]))


class OwnersBoard:
    """The board of one table."""

    def __init__(self, game: Pearls, path: Path) -> None:
        self._game, self._path = game, path

    def describe(self) -> Json:
        return {"double": list(self._game.board.double), "own": self._path.is_file()}

    def correct(self, value: Any) -> Board:
        return board_of(value.get("double") if isinstance(value, dict) else value, "board")

    def save(self, board: Board) -> str:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write_durably(self._path, format_board(board).encode())
        return self._path.name

    def keep(self) -> None:
        self.save(self._game.board)

    def news(self) -> Menu | None:
        return None

    def take_over(self) -> None:
        self.adopt(load_board(SHIPPED["1"]))
        self.keep()

    def adopt(self, board: Board) -> None:
        self._game.board = board
