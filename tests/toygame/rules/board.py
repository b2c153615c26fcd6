"""The board of Pearls: which beds count double."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.game import Unreadable

# Each kind of bed, and how many there are; the first two stand alone.
KINDS = {"lagoon": 13, "wreck": 13, "cave": 11}
BEDS = {kind: tuple(f"{kind}.{number}" for number in range(1, count + 1)) for kind, count in KINDS.items()}
PLACES = ("reef", "shore", *(bed for beds in BEDS.values() for bed in beds))


class Board(NamedTuple):
    """The facts of the board."""

    double: tuple[str, ...] = ("reef",)


def board_of(double: object, source: str) -> Board:
    """Take the beds that count double, or raise Unreadable in one line."""
    if not isinstance(double, list | tuple) or not all(isinstance(bed, str) and bed in PLACES for bed in double):
        raise Unreadable(
            f"{source}: double: {double!r:.60}; allowed: a list of beds such as {PLACES[0]} and {PLACES[2]}"
        )
    return Board(tuple(double))


def format_board(board: Board) -> str:
    """Write a board file."""
    return f"format = 1\ndouble = [{', '.join(repr(bed) for bed in board.double)}]\n"
