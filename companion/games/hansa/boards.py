"""Board files on disk: those that ship, and the corrected copy of an owner."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from companion.games.hansa.board_files import SHIPPED
from companion.games.hansa.rules.board import Board, BoardError
from companion.games.hansa.rules.boardfile import parse_board
from hardware.formats.durable import write_durably
from hardware.formats.strict_toml import unreadable

OWN = "board.toml"  # in the state folder


@cache
def named_board(name: str) -> Board:
    """Return one of the boards that ship.

    >>> named_board("0.1").city["aalborg"].spaces, shipped_board().city["aalborg"].spaces
    (1, 2)
    """
    return parse_board(SHIPPED[name].read_text(encoding="utf-8"), source=SHIPPED[name].name)


def shipped_board() -> Board:
    """Return the newest board that ships.

    >>> shipped_board().routes["copenhagen"]
    ('danzig', 'lubeck', 'tonsberg')
    """
    return named_board(next(reversed(SHIPPED)))


def load_board(path: Path) -> Board:
    """Read an owner's board file, or raise BoardError in one line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = "not a text file in UTF-8" if isinstance(error, UnicodeDecodeError) else unreadable(error)
        raise BoardError(f"{path}: cannot be read: {reason}") from error
    return parse_board(text, source=str(path))


def format_board(board: Board) -> str:
    """Return a board as its owner's file, in which no fact is a guess.

    >>> parse_board(format_board(shipped_board())) == shipped_board()
    True
    """
    lines = ["# The board of Hansa, as its owner has it.", "", "format = 1", f"start = {json.dumps(board.start)}"]
    for city in board.cities:
        lines += [
            "",
            "[[city]]",
            f"id = {json.dumps(city.id)}",
            f"name = {json.dumps(city.name, ensure_ascii=False)}",
            f"number = {city.number}",
            f"spaces = {city.spaces}",
            f"routes = {json.dumps(list(city.routes))}",
            f"map = [{city.place[0]:g}, {city.place[1]:g}]",
        ]
    return "\n".join(lines) + "\n"


def save_board(path: Path, board: Board) -> None:
    """Write the owner's board file, whole or not at all: a partial one would prevent the next start."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_durably(path, format_board(board).encode())
