"""A whole game, and the sight of a table anywhere in it."""

from __future__ import annotations

from random import Random

from companion.games.hansa.boards import named_board
from companion.games.hansa.game import Hansa
from companion.games.hansa.table.hansatable import HansaTable
from companion.hub.observer import Observation
from companion.table.history import Kept, history_of
from tests.kit.hansa import random_game

GAME_TABLE = HansaTable(Hansa(named_board("0.1")))
PLAYED = random_game(named_board("0.1"), 2, Random(1))
WHOLE = history_of(GAME_TABLE.game, PLAYED.first, PLAYED.moves)
LAST = len(WHOLE.steps)


def observation(steps: int, game_id: str = "g1") -> Observation:
    history = WHOLE._replace(steps=WHOLE.steps[:steps])
    return Observation(game_id, steps + 1, Kept(history), GAME_TABLE.home(history), ())
