"""The pieces of a box of Hansa that can carry a tag, by the names that piece sets and gestures use."""

from __future__ import annotations

from companion.games.hansa.rules.goods import ALL_MARKERS, COPIES
from companion.games.hansa.rules.position import BOOTHS
from companion.games.hansa.rules.setup import PLAYER_COLOURS


def piece_names() -> tuple[str, ...]:
    """Return the pieces of the game: the ship, and the booths of each colour.

    >>> len(piece_names())
    61
    """
    booths = (f"booth.{colour}.{number:02}" for colour in PLAYER_COLOURS for number in range(1, BOOTHS + 1))
    return ("ship", *booths)


def few_names() -> tuple[str, ...]:
    """Return the smallest set: the ship, and one token for each player that touches a place instead of a booth.

    >>> few_names()
    ('ship', 'token.gray', 'token.yellow', 'token.purple', 'token.white')
    """
    return ("ship", *(f"token.{colour}" for colour in PLAYER_COLOURS))


def marker_names() -> tuple[str, ...]:
    """Return the goods markers, which may be tagged, too.

    >>> len(marker_names())
    78
    """
    return tuple(f"marker.{kind}.{copy}" for kind in ALL_MARKERS for copy in range(1, COPIES[kind.barrels - 1] + 1))
