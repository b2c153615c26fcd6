"""What a table of Hansa tells the hub: rounds, names, and map and seats in close-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.games.game import Json
from companion.games.hansa.page.drawing import HansaDrawing
from companion.games.hansa.rules.events import Income
from companion.games.hansa.rules.position import Position
from companion.games.hansa.table import names
from companion.shelf.summary import SCORES, Pace
from companion.table.history import History
from companion.words.say import Translate

# Only for those who play from a page, not for viewers.
_LEFT_OUT = ("menu", "fill", "sellable")


class HansaSummary:
    """Hansa for the hub."""

    def __init__(self, drawing: HansaDrawing) -> None:
        self._drawing = drawing

    def pace(self, history: History) -> Pace:
        """Return the highest number of turns of any player; each begins with income, unlike the set-up."""
        turns = Counter(event.player for step in history.steps for event in step.events if isinstance(event, Income))
        position: Position = history.position
        return Pace(max(turns.values(), default=0), position.course.last_round)

    def names(self, history: History, translate: Translate) -> Mapping[str, str]:
        """Name the players."""
        position: Position = history.position
        return {player: names.PLAYERS[player].in_language(translate) for player in position.setup.players}

    def detail(self, history: History, translate: Translate, *, shows_scores: bool) -> Json:
        """Return the board and the game as the table's own page shows them."""
        state = self._drawing.state(history, translate)
        left_out = _LEFT_OUT if shows_scores else (*_LEFT_OUT, SCORES)
        return {
            "board": self._drawing.board(history.position),
            "game": {key: value for key, value in state.items() if key not in left_out},
        }
