"""The third part of a game's seam: what it shows on the page. A new game brings a drawing of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from companion.games.game import Game
from companion.table.history import History
from companion.words.say import Translate

Json = dict[str, Any]


class Gesture(NamedTuple):
    """Put a piece of a kind somewhere: `booth.gray` on `city.riga`; one on the pad is taken off again."""

    group: str
    place: str


class Drawing(Protocol):
    """What the page asks of a game."""

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules."""

    @property
    def static(self) -> Path:
        """The folder of the files that draw it; `main.js` is among them."""

    @property
    def dealer(self) -> str:
        """Name whom chance belongs to at a simulated table."""

    def board(self, position: Any) -> Json:
        """Describe what does not change in a game."""

    def state(self, history: History, translate: Translate) -> Json:
        """Describe the game now, with everything that players want to know and may know."""

    def row(self, history: History, index: int) -> Json:
        """Describe one step for log and plot."""

    def is_chance(self, position: Any) -> bool:
        """Tell whether chance decides next."""

    def decide(self, position: Any, skill: str, random: Random) -> Any:
        """Choose a move for whoever decides; for chance, one as likely as it is."""

    def gestures(self, position: Any, move: Any) -> tuple[Gesture, ...]:
        """Say by which pieces a move is made at a table with these readers; none where it is made by buttons."""

    def statistics(self, games: Sequence[History]) -> Json:
        """Sum up games that have ended."""
