"""Characters that stand for things of the table; both faces draw them, and sentences carry them like letters.

Seats are told by shape and never by colour alone. What Unicode has no plain character for sits in its private
area; `spelled` puts the nearest common character in its place, for a terminal, a log or a page.
"""

from __future__ import annotations

SEATS = ("■", "▲", "●", "◆")
OPEN_SEATS = ("□", "△", "○", "◇")

TALER = "\ue000"
BARREL = "\ue001"
BOOTH = "\ue002"
SHIP = "\ue003"
MARKER = "\ue004"
WAREHOUSE = "\ue005"

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
    *(TALER, BARREL, BOOTH, SHIP, MARKER, WAREHOUSE),
    *(TICKED, UNTICKED, DONE, REFUSED, UP, DOWN, TO, CURSOR, ALERT, ELLIPSIS, UNKNOWN),
)

_COMMON = str.maketrans({TALER: "◉", BARREL: "⊟", BOOTH: "⌂", SHIP: "⛵", MARKER: "▣", WAREHOUSE: "⊞"})


def spelled(text: str) -> str:
    """Give the text with the private signs replaced by common characters.

    >>> spelled(f"3{TALER} to ▲")
    '3◉ to ▲'
    """
    return text.translate(_COMMON)
