"""What the page and the hub show of a game of Pearls."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.game import Json
from companion.shelf.box import SCORES, Pace
from companion.table.history import History
from companion.words.say import Translate
from tests.toygame.game import Pearls
from tests.toygame.rules import PLACES, Position
from tests.toygame.table.names import PLAYERS, phase_of


class PearlsDrawing:
    """Pearls on the page."""

    def __init__(self, game: Pearls) -> None:
        self.game = game

    def board(self, position: Position) -> Json:
        return {"players": list(position.players), "places": list(PLACES), "double": list(position.board.double)}

    def state(self, history: History, translate: Translate) -> Json:
        position: Position = history.position
        return {
            **self.game.format_state(position),
            "names": {player: PLAYERS[player].in_language(translate) for player in position.players},
            "phase_name": phase_of(position).in_language(translate),
            "offers": [],
        }

    def row(self, history: History, index: int) -> Json:
        entry = self.game.format_entry(history.steps[index].entry)
        who = self.game.active(history.position_before(index))
        log = {"who": who, "say": " ".join(map(str, entry.values()))}
        return {"log": log, "told": None, "plot": list(history.steps[index].position.points)}


class PearlsSummary:
    """Pearls for the hub."""

    def __init__(self, game: Pearls) -> None:
        self._drawing = PearlsDrawing(game)

    def pace(self, history: History) -> Pace:
        """Nobody counts rounds; the last pearl is known."""
        return Pace(None, is_last=not any(history.position.bag))

    def names(self, history: History, translate: Translate) -> Mapping[str, str]:
        return {player: PLAYERS[player].in_language(translate) for player in history.position.players}

    def detail(self, history: History, translate: Translate, *, shows_scores: bool) -> Json:
        state = self._drawing.state(history, translate)
        hidden = () if shows_scores else (SCORES, "points")
        return {
            "board": self._drawing.board(history.position),
            "game": {key: value for key, value in state.items() if key not in hidden},
        }
