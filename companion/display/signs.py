"""Characters that stand for things of the table; both faces draw them, and sentences carry them like letters.

Seats are told by shape and never by colour alone. What Unicode has no plain character for sits in its private
area; `spelled` puts the nearest common character in its place, for a terminal, a log or a page.
"""

from __future__ import annotations

SEATS = ("■", "▲", "●", "◆", "✚")
OPEN_SEATS = ("□", "△", "○", "◇", "✙")

COIN = "\ue000"
BARREL = "\ue001"
HOUSE = "\ue002"
BOAT = "\ue003"
TILE = "\ue004"
SHED = "\ue005"

TICKED = "☑"
UNTICKED = "☐"
DONE = "✓"
REFUSED = "✗"
UP = "↑"
DOWN = "↓"
TO = "→"
CURSOR = "▸"
ALERT = "⚠"
ELLIPSIS = "…"
UNKNOWN = "\ufffd"

ALL = (
    *SEATS,
    *OPEN_SEATS,
    *(COIN, BARREL, HOUSE, BOAT, TILE, SHED),
    *(TICKED, UNTICKED, DONE, REFUSED, UP, DOWN, TO, CURSOR, ALERT, ELLIPSIS, UNKNOWN),
)

_COMMON = str.maketrans({COIN: "◉", BARREL: "⊟", HOUSE: "⌂", BOAT: "⛵", TILE: "▣", SHED: "⊞"})


def spelled(text: str) -> str:
    """Return the text with the private signs replaced by common characters.

    >>> spelled(f"3{COIN} to ▲")
    '3◉ to ▲'
    """
    return text.translate(_COMMON)
