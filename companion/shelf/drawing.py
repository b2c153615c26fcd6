"""What a game shows on the page: positions and histories as JSON, drawn by its own page files."""

from __future__ import annotations

from typing import Any, Protocol

from companion.games.game import Game
from companion.table.history import History
from companion.words.say import Translate

Json = dict[str, Any]


class Drawing(Protocol):
    """What the page needs from a game."""

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules."""

    def board(self, position: Any) -> Json:
        """Return what does not change in a game; `players` is for the page, the rest for the game's own files."""

    def state(self, history: History, translate: Translate) -> Json:
        """Return the current state, with everything that players want and are allowed to know.

        For the page: `names`, `mover`, `phase_name`, `winners`, `last_round`, `offers`; the rest is for the game's own
        files.
        """

    def row(self, history: History, index: int) -> Json:
        """Return one step: `log`, with `who` and `say` for the page, `told`, a sentence or None, and `plot`, scores.

        A sentence is a `Say`, which the page's language and the players' names turn into text; the scores stand in the
        players' order.
        """
