"""What is in the box: wooden pieces, desks with their abilities, and bonus markers.

Traders are cubes, merchants are discs. A piece on the board is one letter, the initial of its colour: small for a
trader, capital for a merchant. The houses of a route, the offices of a city and the spaces of the prestige table are
texts with one letter for each place, and a point where a place is empty. Moving a piece is one replacement in a text:

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


# --- the desk: a level is how many pieces have left a track; its value is that of the space that is then uncovered ---


ALL = 99  # what the last money bag says: the whole stock


class Ability(StrEnum):
    """The five abilities, in the order of the desk."""

    __hash__ = str.__hash__

    KEYS = "keys"
    ACTIONS = "actions"
    PRIVILEGE = "privilege"
    BOOK = "book"
    BAGS = "bags"


class Privilege(StrEnum):
    """The colours of offices and of the prestige table, lowest first."""

    __hash__ = str.__hash__

    WHITE = "white"
    ORANGE = "orange"
    PINK = "pink"
    BLACK = "black"


ABILITIES = tuple(Ability)
PRIVILEGES = tuple(Privilege)
RANK = {privilege: rank for rank, privilege in enumerate(PRIVILEGES)}

# By level.
VALUES: dict[Ability, tuple[int, ...]] = {
    Ability.KEYS: (1, 2, 2, 3, 4),
    Ability.ACTIONS: (2, 3, 3, 4, 4, 5),
    Ability.PRIVILEGE: tuple(RANK.values()),
    Ability.BOOK: (2, 3, 4, 5),
    Ability.BAGS: (3, 5, 7, ALL),
}
HIGHEST = {ability: len(values) - 1 for ability, values in VALUES.items()}
PLACE = {ability: place for place, ability in enumerate(ABILITIES)}  # of a level among a player's levels
COVERED_BY = {ability: Kind.MERCHANT if ability is Ability.BOOK else Kind.TRADER for ability in ABILITIES}
FULLY_DEVELOPED = (Ability.ACTIONS, Ability.PRIVILEGE, Ability.BOOK, Ability.BAGS)  # those that score


# --- the sixteen bonus markers; sets of them are sorted tuples ---


class Marker(StrEnum):
    """The kinds of bonus markers, in the alphabetical order in which they are listed."""

    __hash__ = str.__hash__

    EXTRA_OFFICE = "extra_office"
    IMPROVE_ABILITY = "improve_ability"
    PLUS_3_ACTIONS = "plus_3_actions"
    PLUS_4_ACTIONS = "plus_4_actions"
    REMOVE_THREE = "remove_three"
    SWAP_OFFICES = "swap_offices"


Markers = tuple[Marker, ...]  # sorted

COPIES = {
    Marker.EXTRA_OFFICE: 5,
    Marker.IMPROVE_ABILITY: 3,
    Marker.PLUS_3_ACTIONS: 2,
    Marker.PLUS_4_ACTIONS: 2,
    Marker.REMOVE_THREE: 2,
    Marker.SWAP_OFFICES: 2,
}
ALL_MARKERS: Markers = tuple(marker for marker, copies in COPIES.items() for _ in range(copies))
FIRST_MARKERS: Markers = (Marker.EXTRA_OFFICE, Marker.REMOVE_THREE, Marker.SWAP_OFFICES)  # on the taverns (ruling 5)
PILE = len(ALL_MARKERS) - len(FIRST_MARKERS)
MORE_ACTIONS = {Marker.PLUS_3_ACTIONS: 3, Marker.PLUS_4_ACTIONS: 4}


def with_marker(markers: Markers, marker: Marker) -> Markers:
    """Return a set with one more marker."""
    return tuple(sorted((*markers, marker)))


def without_marker(markers: Markers, marker: Marker) -> Markers:
    """Return a set with one marker less.

    >>> without_marker(FIRST_MARKERS, Marker.REMOVE_THREE)
    (<Marker.EXTRA_OFFICE: 'extra_office'>, <Marker.SWAP_OFFICES: 'swap_offices'>)
    """
    place = markers.index(marker)
    return markers[:place] + markers[place + 1 :]
