"""Runs several services next to one daemon, such as a page and an announcer; if one fails, the others go on."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.assembly.compose import Composed
    from companion.assembly.service import Attendant
    from companion.table.commands import Errand

_log = logging.getLogger(__name__)
MakeAttendant = Callable[["Composed"], "Attendant"]


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
