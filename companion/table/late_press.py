"""Presses that come too late: aimed at a message that disappeared on its own, not at what is underneath."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

from companion.table.dialog import Dialog, Notice

# A press within this time of a message disappearing on its own was aimed at that message, not at what is underneath.
# This also covers a press that happened just before but arrives just after. It lies between two ticks of a simulated
# table, so that a trace, whose times are rounded, is never in doubt.
TOO_LATE_S: Final = 0.475


class LatePress:
    """Remembers when a message disappeared on its own."""

    def __init__(self) -> None:
        self._over_at = -inf

    def went(self, at: float) -> None:
        """A message that waited for an answer disappeared on its own."""
        self._over_at = at

    def is_late(self, at: float) -> bool:
        """Return whether a press was aimed at a message that has just disappeared on its own."""
        return abs(at - self._over_at) < TOO_LATE_S


def has_gone(before: Sequence[Dialog], shown: Dialog, after: Sequence[Dialog], shown_now: Dialog) -> bool:
    """Return whether a dialog that waited for an answer has gone without one, and nothing new has come."""
    return waited(before, shown) and shown != shown_now and all(dialog in before for dialog in after)


def waited(dialogs: Sequence[Dialog], shown: Dialog) -> bool:
    """Return whether the dialog waits for an answer; the game's own menu does not."""
    return bool(dialogs) or isinstance(shown, Notice)
