"""Decides for whoever plays by itself: at once, or by the room for thinking; at once where that fails.

In: a position and the skill or level of its mover, again and again until there is a move. Out: the move, and what to
tell meanwhile: how far the thinking is, or that and why somebody decided at once.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

from companion.shelf.box import AnyGame
from companion.shelf.players import (
    Plan,
    Players,
    Steps,
    does_think,
    is_known,
    names_known,
    next_move,
    rest_of_turn,
)
from companion.thinking.thinker import Fault, Thinker, Thinking
from hardware.ports import Clock

TOLD_S: Final = 10.0  # who decided at once instead of thinking
SEEDS: Final = 1 << 62


class AtOnce(NamedTuple):
    """Who decided at once instead of thinking, and why."""

    player: str
    fault: Fault


class Decider:
    """The minds of one table."""

    def __init__(
        self, game: AnyGame, players: Players, random: Random, clock: Clock, thinker: Thinker | None = None
    ) -> None:
        """Decide for these players; without a thinker, as on a machine that is too small for one."""
        self._game, self._players, self._random, self._clock = game, players, random, clock
        self._thinker = thinker or Thinker(game, is_off=True)
        self._asked: tuple[Any, str] | None = None  # the position and the level that are thought about
        self._steps = Steps()
        self._planner = ("", "")  # whose steps these are, and how well it thinks
        self._at_once: AtOnce | None = None
        self._told_until = 0.0
        self.progress = Thinking()

    @property
    def known(self) -> tuple[str, ...]:
        """Who can play by itself, the weakest first, characters left out."""
        return (*self._players.skills, *self.levels)

    @property
    def levels(self) -> tuple[str, ...]:
        """Those of them who think, and may have a character."""
        return () if self._thinker.is_off else self._players.levels

    def plays(self, skill: str) -> bool:
        """Return whether somebody of this name can play by itself here."""
        return skill in self.known if self._thinker.is_off else is_known(self._players, skill)

    @property
    def expected(self) -> str:
        """Say which names can play by themselves."""
        return names_known(self._players, self.known)

    @property
    def usual(self) -> str:
        """Who plays if nobody is named, and in place of one who cannot think: the best of those who decide at once."""
        return self._players.skills[-1]

    @property
    def is_off(self) -> bool:
        """Return whether there are players who could think, and this machine is too small."""
        return bool(self._players.levels) and self._thinker.is_off

    @property
    def at_once(self) -> AtOnce | None:
        """Who has just decided at once instead of thinking, for as long as it takes to read that."""
        return self._at_once if self._clock() < self._told_until else None

    def decide(self, position: Any, skill: str) -> Any | None:
        """Return the next move, also where chance decides; None while it is thought about."""
        if not does_think(self._players, skill) or self._game.chances(position):
            self.rest()
            return next_move(self._game, self._players, position, skill, self._random)
        planner = self._game.mover(position) or "", skill
        move = self._steps.next(position) if planner == self._planner else None
        if move is None and (moves := self._thought(position, planner)):
            self._planner = planner
            self._steps.plan(self._game, position, moves)
            move = self._steps.next(position)
        return move

    def plan(self, position: Any, skill: str) -> tuple[Any, ...] | None:
        """Return what the player who decides does until another does, or chance; None while it is thought about."""
        if does_think(self._players, skill):
            return self._thought(position, (self._game.mover(position) or "", skill))
        self.rest()
        return rest_of_turn(self._game, self._players, position, skill, self._random)

    def rest(self) -> None:
        """Stop thinking: nobody decides now who does."""
        if self._asked:
            self._thinker.forget()
            self._asked = None

    def _thought(self, position: Any, planner: tuple[str, str]) -> tuple[Any, ...] | None:
        player, level = planner
        if self._asked != (position, level):
            self._asked = position, level
            self._thinker.ask(position, level, self._random.randrange(SEEDS))
        found = self._thinker.look()
        if isinstance(found, Thinking):
            self.progress = found
            return None
        self._asked, self.progress = None, Thinking()
        if isinstance(found, Plan):
            return found.moves
        self._at_once = AtOnce(player, found.fault if found else Fault.ENDED)
        self._told_until = self._clock() + TOLD_S
        return (next_move(self._game, self._players, position, self.usual, self._random),)
