"""Feedback for a hand-held reader: turns the table's reaction to a touch into a signal.

It does not depend on the game: a touch is refused if the table says so, accepted once something is durable, and waiting
if it has led to a question. A touch without a meaning is only heard. A player who must decide although it is another's
turn is called once, whether a touch, a press or a click has led to it.
"""

from __future__ import annotations

from companion.table.dialog import About, Dialog
from companion.table.table import Table
from hardware.ports import Signal, Signalling, TagRested


class TouchSignals:
    """The readers that can answer, and what the last touch waits for."""

    def __init__(self, readers: Signalling) -> None:
        self._readers = readers
        self._touched = ""  # the reader whose touch is being handled
        self._waiting = ""  # the reader whose touch waits for an answer
        self._shown: Dialog | None = None
        self._kept = 0
        self._in_between: str | None = None  # the player who decided before, although it was another's turn

    def begins(self, table: Table, event: object, kept: int) -> None:
        """Handling begins, with this many entries kept so far; signal at once that a touch was heard."""
        self._touched = event.source if isinstance(event, TagRested) else ""
        self._in_between = _in_between(table)
        if not self._touched and not self._waiting:
            return
        table.refused = None
        self._shown, self._kept = table.dialog, kept
        if self._touched:
            self._tell(self._touched, Signal.HEARD)

    def ends(self, table: Table, kept: int) -> None:
        """Handling has ended: signal the result, unless the touch had no meaning."""
        touched, self._touched = self._touched, ""
        if _in_between(table) not in (None, self._in_between):
            self._waiting = ""
            self._readers.call()  # says that a touch was accepted, too
            return
        reader = touched or self._waiting
        if not reader:
            return
        if table.refused and table.refused.is_unmeant:
            return
        if table.refused or kept != self._kept:
            self._waiting = ""
            self._tell(reader, Signal.REFUSED if table.refused else Signal.ACCEPTED)
        elif table.view.is_at_home:
            if self._waiting:
                self._tell(self._waiting, Signal.CALM)
            self._waiting = ""
        elif touched and table.dialog != self._shown and table.dialog.topic.about is not About.MISMATCH:
            self._waiting = touched
            self._tell(touched, Signal.PROPOSED)

    def _tell(self, reader: str, signal: Signal) -> None:
        self._readers.signal(reader, signal)


def _in_between(table: Table) -> str | None:
    """Name the player who decides although it is another's turn, if there is one."""
    history = table.kept.history
    if history is None:
        return None
    mover = table.game.mover(history.position)
    return None if mover == table.game.active(history.position) else mover
