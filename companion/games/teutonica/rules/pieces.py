"""The players' colours and their wooden pieces: traders are cubes, merchants are discs.

A piece on the board is one letter, the initial of its colour: small for a trader, capital for a merchant. The houses
of a route, the offices of a city and the spaces of the prestige table are texts with one letter for each place, and a
point where a place is empty. Moving a piece is one replacement in a text:

>>> put("r..", "B"), take("rBr", "r")
('rB.', '.Br')
"""

from __future__ import annotations

from enum import StrEnum

COLOURS = ("blue", "green", "purple", "red", "yellow")
EMPTY = "."
TRADERS, MERCHANTS = 27, 4  # of each colour


class Kind(StrEnum):
    """The two kinds of pieces, in the alphabetical order in which they are listed."""

    __hash__ = str.__hash__  # Enum's own is a Python function, and kinds are looked up at every move

    MERCHANT = "merchant"
    TRADER = "trader"


KINDS = tuple(Kind)

Piece = str  # one letter
Places = str  # a letter or a point for each house, office or space

PIECE = {colour: {Kind.TRADER: colour[0], Kind.MERCHANT: colour[0].upper()} for colour in COLOURS}
KIND_OF: dict[Piece, Kind] = {piece: kind for pieces in PIECE.values() for kind, piece in pieces.items()}
COLOUR_OF: dict[Piece, str] = {piece: colour for colour, pieces in PIECE.items() for piece in pieces.values()}
NAME_OF: dict[Piece, str] = {piece: f"{COLOUR_OF[piece]} {kind}" for piece, kind in KIND_OF.items()}
BY_NAME: dict[str, Piece] = {name: piece for piece, name in NAME_OF.items()}


def put(places: Places, piece: Piece) -> Places:
    """Return the places with a piece on the first empty one (ruling 4)."""
    return places.replace(EMPTY, piece, 1)


def take(places: Places, piece: Piece) -> Places:
    """Return the places without the first of these pieces (ruling 4)."""
    return places.replace(piece, EMPTY, 1)


def names_of(places: Places) -> list[str | None]:
    """Name the piece on each place; None where there is none.

    >>> names_of("r.B")
    ['red trader', None, 'blue merchant']
    """
    return [NAME_OF.get(piece) for piece in places]
