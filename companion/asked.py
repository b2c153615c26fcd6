"""The table as a page gets hold of it: what is done to it there is noted, so that a trace can do it again."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.table.dialog import Button
from companion.table.table import Outcome, Table


class Deed(NamedTuple):
    """One thing done to the table: `press` a button, `propose` an entry, or `take_back`."""

    verb: str
    what: Any = None


class AskedTable:
    """Stands before a table, and notes what is done to it; everything else is the table's own."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.deeds: list[Deed] = []
        self.outcome: Outcome = None  # of the last deed

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)

    def press(self, button: Button) -> Outcome:
        """Press a button shortly."""
        return self._note(Deed("press", button), self._table.press(button))

    def propose(self, entry: Any, place: str = "") -> Outcome:
        """Propose a move or correction."""
        return self._note(Deed("propose", entry), self._table.propose(entry, place))

    def take_back(self) -> Outcome:
        """Propose to take the last step back."""
        return self._note(Deed("take_back"), self._table.take_back())

    def _note(self, deed: Deed, outcome: Outcome) -> Outcome:
        self.deeds.append(deed)
        self.outcome = outcome
        return outcome


def do_again(table: Table, deed: Deed) -> Outcome:
    """Do to a table what was done before."""
    match deed:
        case Deed("press", button):
            return table.press(Button(button))
        case Deed("propose", entry):
            return table.propose(entry)
        case Deed("take_back"):
            return table.take_back()
        case _:
            raise ValueError(f"{deed.verb!r:.30}: not something that is done to a table")
