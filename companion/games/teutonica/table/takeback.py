"""Taking back, as fair as at a table without a companion (ruling 46).

The last step can be taken back until the next move, but never across a marker that was turned up. While a step is under
way, its moves go back one by one; a finished action goes back as a whole. Pieces that a displaced player has placed go
back one by one, too; the displacement itself can be taken back once none is placed, or if the displaced player agrees.
"""

from __future__ import annotations

from companion.games.game import Refusal
from companion.games.teutonica.rules.codec import is_correction
from companion.games.teutonica.rules.moves import Displace, Reveal
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.table.cards import deed, places_of
from companion.table.history import History, Span
from companion.words.say import Say, say

_SEEN = Refusal(
    "marker_seen", "A marker has been turned up: everybody has seen it.", "Place it; the menu lets you enter it again."
)
_CLOSED = Refusal("score_closed", "The score is recorded.", "Correct the table instead.")


def may_take_back(history: History, sealed: int) -> Refusal | None:
    """Return why the last step may not be taken back, or None if it may."""
    if len(history.steps) <= sealed:
        return _CLOSED
    return _SEEN if _is_seen(history, len(history.steps) - 1) else None


def _is_seen(history: History, index: int) -> bool:
    """Return whether a step turned up an unknown marker, except on the taverns, where nothing is decided."""
    before: Position = history.position_before(index)
    return isinstance(history.steps[index].entry, Reveal) and before.phase is Phase.REVEAL


def goes_back(history: History) -> Span:
    """Return how much is taken back at once: the last step, or the whole action that it finished.

    If another player decided something within the action, as a displaced player does, only the last step goes back.
    """
    position: Position = history.position
    last = history.steps[-1].entry
    steps = _own_action(history) if position.phase in (Phase.ACTIONS, Phase.OVER) and not is_correction(last) else 1
    index = len(history.steps) - steps
    begun = places_of(history.position_before(index), history.steps[index].entry)
    # Above a full menu there is one line, and no room for a province.
    is_of_pawn = any(place.startswith("province.") for place in begun)
    words = say("Pawn") if is_of_pawn else _deed_of(history, steps)
    return Span(steps, say("Back: {deed}", deed=words))


def _own_action(history: History) -> int:
    """Count the steps of the action that was finished last, if one player alone made them; else 1."""
    for steps, index in enumerate(range(len(history.steps) - 1, -1, -1), 1):
        before: Position = history.position_before(index)
        entry = history.steps[index].entry
        if is_correction(entry) or isinstance(entry, Reveal) or before.mover != before.active:
            return 1
        if before.step is None:
            return steps
    return 1


def displacement(history: History) -> int | None:
    """Count the steps back to before the displacement whose pieces were placed last; None where that is not so."""
    for steps, index in enumerate(range(len(history.steps) - 1, -1, -1), 1):
        before: Position = history.position_before(index)
        entry = history.steps[index].entry
        if isinstance(entry, Displace):
            return steps if steps > 1 else None
        if before.phase not in (Phase.RELOCATE, Phase.PAY) or is_correction(entry):
            return None
    return None


def taken_back(history: History) -> Say:
    """Return what would be taken back."""
    return _deed_of(history, goes_back(history).steps)


def _deed_of(history: History, steps: int) -> Say:
    """Return the first of the last steps in words."""
    index = len(history.steps) - steps
    return deed(history.position_before(index), history.steps[index].entry)
