"""A game of pearls at a table, for the tests."""

from __future__ import annotations

from random import Random

from companion.table.entries import Kept
from companion.table.history import history_of
from companion.table.table import Table
from tests.kit.table_hands import Hands
from tests.toygame.game import Pearls
from tests.toygame.rules import Position
from tests.toygame.table.pearlstable import PearlsTable

PEARL, STRANGER = "04a1b2c3d4e580", "04ffffffffffff"
FIRST = Position((2, 2), (0, 0), 0)
GAME = Pearls()


class Rig(Hands):
    """A game of pearls under way, or one that goes on after a restart."""

    def __init__(self, *entries: object, resumes: bool = False, game_table: PearlsTable | None = None) -> None:
        kept = Kept(history_of(GAME, FIRST, entries))
        pieces = {PEARL: "pearl", "01": "disc.1", "02": "disc.2", "03": "disc.3"}
        super().__init__(Table(game_table or PearlsTable(), pieces, Random(1), kept if resumes else None))
        if not resumes:
            self.table.state.kept = kept

    @property
    def entries(self) -> tuple[object, ...]:
        history = self.table.kept.history
        return history.entries if history else ()
