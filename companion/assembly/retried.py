"""Retries a service next to the daemon that cannot start yet, such as a page whose port is taken, and reports it.

In: a function that makes it. Out: an attendant that always exists, and works once the other one can be made.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from hardware.health import Backoff
from hardware.trouble import NO_TROUBLE, quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.assembly.attendants import Attendant, MakeAttendant
    from companion.assembly.compose import Composed
    from companion.table.intents import Errand

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
