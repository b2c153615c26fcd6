"""Runs several services next to one daemon, such as a page and an announcer; if one fails, the others go on."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from companion.assembly.compose import Composed
    from companion.table.intents import Errand

_log = logging.getLogger(__name__)


class Attendant(Protocol):
    """What lives next to the daemon, such as a page. If it fails, the game goes on."""

    def open(self) -> None:
        """Start; in the thread that owns the state."""

    def close(self) -> None:
        """Stop; harmless when it has not started."""

    def run_errand(self, errand: Errand) -> None:
        """Do what the players ask for that is neither a move nor the companion's own; in the same thread."""


MakeAttendant = Callable[["Composed"], Attendant]


class Attendants:
    """All of them as one."""

    def __init__(self, attendants: Sequence[Attendant]) -> None:
        self._attendants = list(attendants)
        self._opened: list[Attendant] = []

    def open(self) -> None:
        """Start each."""
        for attendant in self._attendants:
            try:
                attendant.open()
            except Exception as error:  # whatever it is, it must not stop the others
                _log.warning("%s", error, exc_info=error)
            else:
                self._opened.append(attendant)

    def close(self) -> None:
        """Stop all of them, the last first, even those that have not started: they may hold resources already."""
        self._opened.clear()
        while self._attendants:
            try:
                self._attendants.pop().close()
            except Exception as error:  # whatever it is, the others must be closed
                _log.warning("%s", error, exc_info=error)

    def run_errand(self, errand: Errand) -> None:
        """Pass an errand to each."""
        for attendant in self._opened:
            try:
                attendant.run_errand(errand)
            except Exception as error:  # whatever it is, the table and the others go on
                _log.warning("%s", error, exc_info=error)


def make_attendants(makers: Sequence[MakeAttendant]) -> MakeAttendant | None:
    """Return a function that makes all of them, or None if there are none."""

    def make(composed: Composed) -> Attendant:
        made = []
        for maker in makers:
            try:
                made.append(maker(composed))
            except Exception as error:  # whatever it is, it must not stop the others
                _log.warning("%s", error, exc_info=error)
        return Attendants(made)

    return make if makers else None


class Attendance:
    """An attendant that is made in a thread of its own: what a page loads takes longer than all before it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: Attendant | None = None
        self._opened: Attendant | None = None
        self._is_over = False

    def begin(self, make: MakeAttendant, composed: Composed) -> None:
        """Make an attendant, and open it when it is made; the table does not wait for that."""
        threading.Thread(target=self._make, args=(make, composed), name="attendant", daemon=True).start()

    def _make(self, make: MakeAttendant, composed: Composed) -> None:
        try:
            attendant = make(composed)
        except Exception as error:  # whatever it is, players must not be stopped by it
            _log.warning("%s", error, exc_info=error)
            return
        with self._lock:
            is_late, self._made = self._is_over, attendant
        if is_late:
            attendant.close()
        else:
            composed.daemon.put_anyway(lambda _: self._open(attendant))

    def _open(self, attendant: Attendant) -> None:
        if self._is_over:
            return
        try:
            attendant.open()
        except Exception as error:
            _log.warning("%s", error, exc_info=error)
        else:
            self._opened = attendant

    def run_errand(self, errand: Errand) -> None:
        """Send the attendant on an errand, if it is open."""
        if self._opened:
            self._opened.run_errand(errand)

    def end(self) -> None:
        """Open nothing from now on."""
        self._is_over = True

    def close(self) -> None:
        """Close the attendant; one that is still being made is closed where it is made."""
        with self._lock:
            self._is_over, made = True, self._made
        if made:
            made.close()
