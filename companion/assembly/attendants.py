"""Services next to one daemon, such as a page and an announcer: if one fails, the others go on.

One that cannot start yet, such as a page whose port is taken, is tried again and reported until it can.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from hardware.beside import THREADS, Beside
from hardware.health import Backoff
from hardware.trouble import NO_TROUBLE, quoted

if TYPE_CHECKING:
    from collections.abc import Callable

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
    """An attendant that is made beside the table: what a page loads takes longer than all before it."""

    def __init__(self, beside: Beside = THREADS) -> None:
        self._beside = beside
        self._lock = threading.Lock()
        self._made: Attendant | None = None
        self._opened: Attendant | None = None
        self._is_over = False

    def begin(self, make: MakeAttendant, composed: Composed) -> None:
        """Make an attendant, and open it when it is made; the table does not wait for that."""
        self._beside.begin(partial(self._make, make, composed), "attendant")

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


_log = logging.getLogger(__name__)
FIRST_S, LONGEST_S = 5.0, 300.0


class Retried:
    """Makes and starts an attendant, now or later."""

    def __init__(
        self,
        composed: Composed,
        name: str,
        make: MakeAttendant,
        *,
        first_s: float = FIRST_S,
        longest_s: float = LONGEST_S,
    ) -> None:
        """Use this name for the part, and make the attendant if that is possible now."""
        self._composed, self._name, self._make = composed, name, make
        self._backoff = Backoff(first_s, longest_s)
        self._changing = threading.Lock()
        self._attendant: Attendant | None = None
        self._is_open = False
        self._closed = threading.Event()
        self._try(self._made)

    def open(self) -> None:
        """Start it; in the thread that owns the state."""
        if self._attendant is None or not self._try(self._open):
            threading.Thread(target=self._try_again, name=f"{self._name} again", daemon=True).start()

    def close(self) -> None:
        """Stop it; if it is only made later, it is stopped at once."""
        self._closed.set()
        self._let_go()

    def run_errand(self, errand: Errand) -> None:
        """Pass it an errand, if it exists."""
        attendant = self._attendant
        if attendant and self._is_open:
            attendant.run_errand(errand)

    def _made(self) -> None:
        attendant = self._make(self._composed)
        with self._changing:
            is_late = self._closed.is_set()
            self._attendant = None if is_late else attendant
        if is_late:
            attendant.close()

    def _open(self) -> None:
        attendant = self._attendant
        if attendant:
            attendant.open()
            self._is_open = True

    def _try(self, begin: Callable[[], None]) -> bool:
        parts = self._composed.daemon.parts
        try:
            begin()
        except Exception as error:  # whatever it is, it must not stop the players
            _log.warning("%s", error, exc_info=error)
            self._let_go()
            parts.note(self._name, quoted(error))
            return False
        parts.note(self._name, NO_TROUBLE)
        return True

    def _let_go(self) -> None:
        with self._changing:
            attendant, self._attendant, self._is_open = self._attendant, None, False
        if attendant:
            attendant.close()

    # --- in a thread of its own ---

    def _try_again(self) -> None:
        while not self._closed.wait(self._backoff.again()):
            if self._try(self._made):
                self._composed.daemon.put_anyway(lambda _: self.open())  # this is called again if that fails
                return


def retried(name: str, make: MakeAttendant) -> MakeAttendant:
    """Return a function that makes such an attendant."""
    return lambda composed: Retried(composed, name, make)
