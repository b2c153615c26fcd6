"""Taking back: the moneybag tile, as fair as at a table without a companion.

A player may take back moves of the current turn until its settlement is confirmed, back to the last marker that was
turned face up, and never across another player's choice; a placement of the set-up until the next one. A correction can
always be taken back.
"""

from __future__ import annotations

from companion.games.game import Refusal
from companion.games.hansa.rules.moves import Discard, Lose, Reveal
from companion.table.history import History

_SEEN = Refusal("marker_seen", "A marker has been turned face up: everybody has seen it.", "Correct the table instead.")
_CHOSEN = Refusal(
    "choice_made",
    "The last thing that happened was a player's choice of what to give up.",
    "Correct the table instead.",
)
_SETTLED = Refusal("settled", "That turn is settled.", "Correct the table instead.")


def may_take_back(history: History, sealed: int) -> Refusal | None:
    """Return why the last step may not be taken back, or None if it may."""
    entry = history.steps[-1].entry
    if len(history.steps) <= sealed:
        return _SETTLED
    if isinstance(entry, Reveal):
        return _SEEN
    if isinstance(entry, Lose | Discard):
        return _CHOSEN
    return None
