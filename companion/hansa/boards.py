"""Board files on disk: the one that ships, and the corrected copy of an owner."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from companion.hansa.rules.board import Board, BoardError
from companion.hansa.rules.boardfile import parse_board

SHIPPED = "board.toml"


@cache
def shipped_board() -> Board:
    """Give the board that ships with the companion.

    >>> shipped_board().routes["copenhagen"]
    ('danzig', 'lubeck', 'tonsberg')
    """
    return parse_board(files(__package__).joinpath(SHIPPED).read_text(encoding="utf-8"), source=SHIPPED)


def load_board(path: Path) -> Board:
    """Read an owner's board file, or raise BoardError in one line."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text file in UTF-8"
        raise BoardError(f"{path}: cannot be read: {reason}") from error
    return parse_board(text, source=str(path))
