"""What a table of Hansa Teutonica tells the hub: turns, names, and map and seats in close-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.games.game import Json
from companion.games.teutonica.page.drawing import TeutonicaDrawing
from companion.games.teutonica.rules.events import Turn
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.table import course, names
from companion.shelf.summary import SCORES, Pace
from companion.table.history import History
from companion.words.say import Translate


class TeutonicaSummary:
    """Hansa Teutonica for the hub."""

    def __init__(self, drawing: TeutonicaDrawing) -> None:
        self._drawing = drawing

    def pace(self, history: History) -> Pace:
        """Return the highest number of turns of any player, and whether an end is near."""
        turns = Counter(event.player for step in history.steps for event in step.events if isinstance(event, Turn))
        position: Position = history.position
        return Pace(
            max(turns.values(), default=0), position.phase is not Phase.OVER and bool(course.near_ends(position))
        )

    def names(self, history: History, translate: Translate) -> Mapping[str, str]:
        """Name the players."""
        position: Position = history.position
        return {player: names.PLAYERS[player].in_language(translate) for player in position.setup.players}

    def detail(self, history: History, translate: Translate, *, shows_scores: bool) -> Json:
        """Return the board and the game as the table's own page shows them."""
        state = self._drawing.state(history, translate)
        return {
            "board": self._drawing.board(history.position),
            "game": {key: value for key, value in state.items() if shows_scores or key != SCORES},
        }
