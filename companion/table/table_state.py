"""What a table knows between two events: the stored game, where the pieces are, which parts do not work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.game import Game, Refusal
from companion.table.gametable import GameTable
from companion.table.history import History, Kept
from companion.table.own_dialogs import NO_HOUSE_RULES, HouseRules
from companion.table.senses import Senses
from hardware.ports import HealthChanged


class TableState:
    """The state of one table, shared by its parts."""

    def __init__(
        self, game_table: GameTable, pieces: Mapping[str, str], kept: Kept, house_rules: HouseRules = NO_HOUSE_RULES
    ) -> None:
        self.game_table, self.kept = game_table, kept
        self.house_rules = house_rules  # for the next game
        self.senses = Senses(pieces)
        self.faults: dict[str, HealthChanged] = {}
        self.seen = ""  # where something was just seen but not confirmed yet: its lamp flickers
        self.refused: Refusal | None = None  # the last refusal, for the caller

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules of the game that is played here."""
        return self.game_table.game

    @property
    def history(self) -> History | None:
        """The game so far, or None if there is no game."""
        return self.kept.history

    @property
    def steps(self) -> int:
        """The number of steps in the game."""
        return len(self.kept.history.steps) if self.kept.history else 0

    @property
    def mover(self) -> str | None:
        """The player who decides next, if any."""
        history = self.kept.history
        return None if history is None else self.game.mover(history.position)

    @property
    def goes_on(self) -> bool:
        """Whether there is a game that is not over."""
        history = self.kept.history
        return history is not None and self.game.winners(history.position) is None
