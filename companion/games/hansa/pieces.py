"""The pieces of a box of Hansa that can carry a tag, by the names that piece sets and gestures use."""

from __future__ import annotations

from companion.games.hansa.rules.goods import ALL_MARKERS, COPIES
from companion.games.hansa.rules.position import BOOTHS
from companion.games.hansa.rules.setup import PLAYER_COLOURS


def piece_names() -> tuple[str, ...]:
    """Name every piece: the ship, the booths of each colour, and the goods markers.

    >>> len(piece_names())
    139
    """
    return (
        "ship",
        *(f"booth.{colour}.{number:02}" for colour in PLAYER_COLOURS for number in range(1, BOOTHS + 1)),
        *(f"marker.{kind}.{copy}" for kind in ALL_MARKERS for copy in range(1, COPIES[kind.barrels - 1] + 1)),
    )
