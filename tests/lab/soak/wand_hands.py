"""Hands with a wand at a chart of Hansa Teutonica, that know what they want and do not always touch it.

Most of what they do is a move of players who play to win, made with touches alone. In between they fumble. Whatever
came of that, the next move is made as if nothing had been.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.games.teutonica.box import BOX
from companion.games.teutonica.rules.moves import Insert
from companion.games.teutonica.rules.position import Phase
from companion.scenario.stage import Stage
from companion.shelf.players import next_move
from tests.kit.teutonica_touches import make_move
from tests.lab.soak.wand import NEXT_S, Wand
from tests.lab.soak.wand_fumbles import Fumbles

WINS = 0.9  # how often a move is one to win with; the others are any


class WandHands:
    """Play at a stage by chance."""

    def __init__(
        self, stage: Stage, random: Random, *, fumbles: float = 0.15, players: Sequence[int] = BOX.seats
    ) -> None:
        self._wand, self._random = Wand(stage), random
        self._odds, self._players = fumbles, players
        self.fumbles = Fumbles(self._wand, random)

    def act(self) -> None:
        """Do the next thing."""
        if self._wand.stage.daemon.table.kept.history is None:
            self._begin()
        elif self._random.random() < self._odds:
            self.fumbles.fumble()
        else:
            self._move()
        self._wand.leave_table_menu()

    def _begin(self) -> None:
        wand = self._wand
        wand.settle()
        players = self._random.choice(self._players)
        seats = self._random.sample(BOX.colours, players)
        wand.touch(*(f"card.colour.{colour}" for colour in seats))
        if players < max(BOX.seats):
            wand.touch("card.ok")
        wand.touch(f"card.colour.{seats[0]}")
        wand.settle()

    def _move(self) -> None:
        wand = self._wand
        wand.settle()
        game, position = wand.stage.game, wand.history.position
        if position.phase is Phase.OVER:
            return
        bots = BOX.players()
        skill = bots.skills[-1] if self._random.random() < WINS else bots.skills[0]
        move = next_move(game, bots, position, skill, self._random)
        make_move(wand, move, arms=isinstance(move, Insert) and self._random.random() < 0.5)
        if wand.history.position.mover != position.mover and self._random.random() < 0.9:
            wand.stage.wait(NEXT_S)
