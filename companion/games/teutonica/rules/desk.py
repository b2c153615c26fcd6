"""A player's desk: the five abilities with their tracks, and which privilege opens which colour.

A level is how many pieces have left a track; the values are those of the spaces that are then uncovered.
"""

from __future__ import annotations

from enum import StrEnum

from companion.games.teutonica.rules.pieces import Kind

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
