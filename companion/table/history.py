"""The history of a game as the table knows it: every entry that still counts, with its result.

The journal is append-only and a take-back is an entry of its own there; the history is what is left after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.games.game import Game, Played
from companion.words.say import NOTHING, Say


class Step(NamedTuple):
    """One move or correction, the position it led to, and the events on the way."""

    entry: Any
    position: Any
    events: tuple[Any, ...]


class Span(NamedTuple):
    """What is taken back at once: the last action with all its steps, or the step under way."""

    steps: int = 1
    words: Say = NOTHING  # what the screen says was taken back, if that is not obvious


class History(NamedTuple):
    """A first position and the steps since; an immutable value, so a take-back simply returns to an earlier one."""

    first: Any
    steps: tuple[Step, ...] = ()

    @property
    def position(self) -> Any:
        """The position now."""
        return self.steps[-1].position if self.steps else self.first

    @property
    def entries(self) -> tuple[Any, ...]:
        """The moves and corrections, in order."""
        return tuple(step.entry for step in self.steps)

    def position_before(self, index: int) -> Any:
        """Return the position before the step at `index`."""
        return self.steps[index - 1].position if index else self.first

    def after(self, game: Game[Any, Any, Any], entry: Any) -> History:
        """Play one more move or correction, or raise IllegalMove."""
        played: Played[Any] = (game.correct if game.is_correction(entry) else game.play)(self.position, entry)
        return self._replace(steps=(*self.steps, Step(entry, *played)))

    def without_last(self, steps: int = 1) -> History:
        """Take the last steps back."""
        return self._replace(steps=self.steps[: len(self.steps) - steps])


def history_of(game: Game[Any, Any, Any], first: Any, entries: Sequence[Any]) -> History:
    """Play entries from a first position."""
    history = History(first)
    for entry in entries:
        history = history.after(game, entry)
    return history
