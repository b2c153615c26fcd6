"""What the hub shows of a game beyond the seam; optional for each game.

`PlainSummary` needs only the seam, so that every game can be announced; a game with rounds, names and its own drawing
supplies a richer summary.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from companion.games.game import Game, Json
from companion.table.history import History
from companion.words.say import Translate

SCORES = "scores"  # what a game's state tells them as


class Pace(NamedTuple):
    """How far a game is."""

    round: int | None  # None: it is not counted in rounds
    is_last: bool = False


class Summary(Protocol):
    """What a table tells of its game."""

    def pace(self, history: History) -> Pace:
        """Return how far the game is."""

    def names(self, history: History, translate: Translate) -> Mapping[str, str]:
        """Return the names of the players, by their seats."""

    def detail(self, history: History, translate: Translate, *, shows_scores: bool) -> Json:
        """Return the game's close-up; with `scores` only if they are shown."""


class PlainSummary:
    """The summary for any game."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self._game = game

    def pace(self, history: History) -> Pace:
        """Return that rounds are not counted."""
        del history
        return Pace(None)

    def names(self, history: History, translate: Translate) -> Mapping[str, str]:
        """Return the colours of the players."""
        return {player: translate(player.capitalize()) for player in self._game.players(history.position)}

    def detail(self, history: History, translate: Translate, *, shows_scores: bool) -> Json:
        """Return what everyone may know."""
        del translate
        state = self._game.format_state(history.position)
        return {"board": None, "game": {key: state[key] for key in state if shows_scores or key != SCORES}}
