"""A hand with a wand at a simulated chart of Hansa Teutonica: touches spots, and closes what stands in its way."""

from __future__ import annotations

from companion.scenario.stage import Stage
from companion.table.belief import PAD
from companion.table.dialog import About, Dialog, Notice, Open
from companion.table.history import History
from companion.table.table import Table
from tests.kit.teutonica_touches import armed_at

ON_S, OFF_S = 0.15, 0.3
NEXT_S = 1.0  # whoever decides next takes the wand
_MOST_CLOSED = 30  # dialogs, until the menu of the game is there
_KINDS = ("card.trader", "card.merchant")


class Wand:
    """Touch what is asked for; this is all that a move needs."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def touch(self, *spots: str) -> None:
        """Touch spots, one after the other."""
        for spot in spots:
            self.stage.put(spot, PAD, rest_s=ON_S)
            self.stage.lift(spot, rest_s=OFF_S)

    @property
    def table(self) -> Table:
        """The table that is played at."""
        return self.stage.daemon.table

    @property
    def dialog(self) -> Dialog:
        """What is shown."""
        return self.stage.dialog

    @property
    def dialogs(self) -> tuple[Dialog, ...]:
        """All that is open, the lowest first."""
        return self.table.view.opened

    @property
    def history(self) -> History:
        """The game so far."""
        return self.stage.history

    def settle(self) -> None:
        """Close what stands between the players and their next move; a piece that is armed stays so."""
        self.stage.wait(NEXT_S)
        for _ in range(_MOST_CLOSED):
            table = self.table
            if isinstance(self.dialog, Notice):
                self.touch("card.back" if isinstance(self.dialog.action, Open) else "card.ok")
            elif table.view.is_at_home or self._is_armed or (table.kept.history is None and not self.dialogs):
                return
            else:
                self.touch("card.back")
        raise AssertionError(f"still open: {self.dialog}")

    @property
    def _is_armed(self) -> bool:
        topic = self.dialog.topic
        return armed_at(self.table) is not None and topic.about is About.ASKED and topic.code in ("", *_KINDS)

    def leave_table_menu(self) -> None:
        """Nobody meant to shut down."""
        for _ in range(_MOST_CLOSED):
            if not any(dialog.topic.about is About.TABLE for dialog in self.dialogs):
                return
            self.touch("card.back")
