"""What a game shows on the page: its positions and histories as JSON, which its own page files draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from companion.games.game import Game
from companion.table.history import History
from companion.words.say import Translate

Json = dict[str, Any]


class Drawing(Protocol):
    """What the page asks of a game."""

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules."""

    def board(self, position: Any) -> Json:
        """Describe what does not change in a game."""

    def state(self, history: History, translate: Translate) -> Json:
        """Describe the game now, with everything that players want to know and may know."""

    def row(self, history: History, index: int) -> Json:
        """Describe one step for log and plot."""

    def statistics(self, games: Sequence[History]) -> Json:
        """Sum up games that have ended."""
