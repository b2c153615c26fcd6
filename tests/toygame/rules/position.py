"""A position of Pearls."""

from __future__ import annotations

from typing import NamedTuple

from tests.toygame.rules.board import BEDS as BEDS
from tests.toygame.rules.board import PLACES as PLACES
from tests.toygame.rules.board import Board

COLOURS = ("red", "blue", "green", "yellow", "violet")
WORTH = {"white": 1, "black": 2}
MOST_RINSED = 2


class Position(NamedTuple):
    """Who has what, and how far the turn is."""

    bag: tuple[int, int]  # white, black
    points: tuple[int, ...]  # by seat
    active: int
    pearl: str = ""
    place: str = ""
    rinsed: int = 0
    players: tuple[str, ...] = COLOURS[:2]
    board: Board = Board()

    @property
    def mover(self) -> int | None:
        """Who decides: the next diver answers what the active one has laid."""
        if self.over:
            return None
        return self.next if self.place else self.active

    @property
    def next(self) -> int:
        """The diver after the active one."""
        return (self.active + 1) % len(self.players)

    @property
    def over(self) -> bool:
        """Return whether the bag is empty."""
        return not any(self.bag) and not self.pearl
