"""A table whose players choose by what the lines say, and sit down to whatever follows."""

from __future__ import annotations

from companion.running.posts import Reply
from companion.table.dialog import Menu
from companion.table.intents import Choose
from tests.kit.companion import Companion


class SittingTable(Companion):
    """One sitting after another, and what the players choose there."""

    @property
    def offered(self) -> list[str]:
        """What the lines of the menu say; nothing where no menu is open."""
        dialog = self.dialog
        return [choice.label.in_language() for choice in dialog.choices] if isinstance(dialog, Menu) else []

    def choose(self, line: int | str) -> Reply:
        """Choose a line, by its number or by what it says."""
        return self.post(Choose("", self.offered.index(line) if isinstance(line, str) else line))

    def begin(self) -> None:
        """Begin a game the quickest way, by the first line of whatever is asked."""
        while self.daemon.table.kept.history is None:
            self.choose(0)
