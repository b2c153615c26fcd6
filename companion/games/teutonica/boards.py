"""Board files on disk: the one that ships, and the corrected copy of an owner."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from companion.games.teutonica.rules.board import Board, BoardError
from companion.games.teutonica.rules.boardfile import parse_board
from hardware.formats.strict_toml import unreadable

SHIPPED = "board.toml"


@cache
def shipped_board() -> Board:
    """Return the board that ships with the companion.

    >>> [len(side.routes) for side in shipped_board().sides]
    [32, 34]
    """
    return parse_board(files(__package__).joinpath(SHIPPED).read_text(encoding="utf-8"), source=SHIPPED)


def load_board(path: Path) -> Board:
    """Read an owner's board file, or raise BoardError in one line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = "not a text file in UTF-8" if isinstance(error, UnicodeDecodeError) else unreadable(error)
        raise BoardError(f"{path}: cannot be read: {reason}") from error
    return parse_board(text, source=str(path), like=shipped_board())
