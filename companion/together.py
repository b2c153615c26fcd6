"""Several that live beside one daemon, such as a page and an announcer; one that fails costs only itself."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.compose import Composed
    from companion.service import Beside
    from companion.table.dialog import Command

_log = logging.getLogger(__name__)
MakeBeside = Callable[["Composed"], "Beside"]


class Together:
    """All of them as one."""

    def __init__(self, besides: Sequence[Beside]) -> None:
        self._besides = list(besides)
        self._opened: list[Beside] = []

    def open(self) -> None:
        """Start each."""
        for beside in self._besides:
            try:
                beside.open()
            except Exception as error:  # whatever it is, the others are not stopped by it
                _log.warning("%s", error, exc_info=error)
            else:
                self._opened.append(beside)

    def close(self) -> None:
        """Stop all of them, the last first: one that has not started may hold something since it was made."""
        self._opened.clear()
        while self._besides:
            try:
                self._besides.pop().close()
            except Exception as error:  # whatever it is, the others are closed all the same
                _log.warning("%s", error, exc_info=error)

    def obey(self, command: Command) -> None:
        """Hand a command on to each."""
        for beside in self._opened:
            beside.obey(command)


def make_together(makers: Sequence[MakeBeside]) -> MakeBeside | None:
    """Give what makes all of them; nothing where there is none."""

    def make(composed: Composed) -> Beside:
        made = []
        for maker in makers:
            try:
                made.append(maker(composed))
            except Exception as error:  # whatever it is, the others are not stopped by it
                _log.warning("%s", error, exc_info=error)
        return Together(made)

    return make if makers else None
