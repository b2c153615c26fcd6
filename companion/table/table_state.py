"""What a table knows between two events: the game as it is kept, where the pieces are, which parts do not work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.game import Game, Refusal
from companion.table.entries import Kept
from companion.table.gametable import GameTable
from companion.table.history import History
from companion.table.senses import Senses
from hardware.ports import HealthChanged


class TableState:
    """One table, as its parts share it."""

    def __init__(self, game_table: GameTable, pieces: Mapping[str, str], kept: Kept) -> None:
        self.game_table, self.kept = game_table, kept
        self.senses = Senses(pieces)
        self.faults: dict[str, HealthChanged] = {}
        self.seen = ""  # where something was just seen and is not confirmed yet: its lamp flickers
        self.refused: Refusal | None = None  # what was refused last, for whoever asked for it

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules of the game that is played here."""
        return self.game_table.game

    @property
    def history(self) -> History | None:
        """The game so far; None where there is no game."""
        return self.kept.history

    @property
    def steps(self) -> int:
        """How many steps the game has."""
        return len(self.kept.history.steps) if self.kept.history else 0

    @property
    def mover(self) -> str | None:
        """Who decides next, if anybody does."""
        history = self.kept.history
        return None if history is None else self.game.mover(history.position)

    @property
    def goes_on(self) -> bool:
        """Whether there is a game that is not over."""
        history = self.kept.history
        return history is not None and self.game.winners(history.position) is None
