"""Seats of the companion at a table with cardboard: thinks for them, and tells the table what it means to do.

The hands of the players carry it out. What was thought for a table that has changed meanwhile is dropped: an intent
names the revision that it was made for, and the table looks at every move again. The table waits for nothing here, and
whoever does not want to wait decides for the companion.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.running.daemon import Daemon
from companion.running.posts import Reply
from companion.shelf.box import AnyGame, GameBox
from companion.shelf.players import Players
from companion.table.carrying import STEPS
from companion.table.intents import Intend
from companion.table.proposals import Stale
from companion.table.view import View
from companion.thinking.decider import Decider
from companion.thinking.thinker import Thinker, is_too_small
from hardware.ports import Clock
from hardware.tended import Tended

if TYPE_CHECKING:
    from companion.table.intents import Errand
    from companion.table.table import Table

LOOKS_S: Final = 0.1  # between two looks at what it thinks about
IDLES_S: Final = 5.0  # while nothing is to be thought about
WEAKEST: Final = 1  # whoever plays at random is nobody to play with


class _Seen(NamedTuple):
    view: View
    revision: int


class Seats:
    """The companion's seats at one table."""

    def __init__(
        self, daemon: Daemon, game: AnyGame, players: Players, random: Random, thinker: Thinker, clock: Clock
    ) -> None:
        self._daemon, self._players, self._thinker = daemon, players, thinker
        self._decider = Decider(game, players, random, clock, thinker)
        self._seen = _Seen(daemon.view, daemon.revision)
        self._planned: tuple[Any, str, tuple[Any, ...]] | None = None  # for a position and a skill
        self._posted: _Seen | None = None  # what the plan was told for, until there is an answer
        self._stage = 0
        self._woken = threading.Event()
        self._tended = Tended(self._work, "companion's seats", clock=clock)

    def open(self) -> None:
        """Offer seats, and think whenever one of them decides; in the thread that owns the state."""
        self.offer()
        self._daemon.parts.tend(self._tended)
        self._tended.start()

    def offer(self) -> None:
        """Say how well the companion can play, and look at the table from now on."""
        self._daemon.watch(self._watch)
        skills = self._decider.known[WEAKEST:] or self._decider.known
        levels = self._decider.levels
        characters = tuple((each.id, each.name.template) for each in self._players.characters) if levels else ()
        equipment = self._daemon.view.equipment
        self._daemon.post(replace(equipment, companions=skills, levels=levels, characters=characters))

    def close(self) -> None:
        """Stop thinking."""
        self._tended.stop()
        self._woken.set()
        self._tended.join()
        self._thinker.close()

    def run_errand(self, errand: Errand) -> None:
        """Do nothing."""

    # --- in a thread of its own ---

    def _work(self) -> None:
        while not self._tended.is_stopping:
            self._tended.beat()
            is_thinking = self.step()
            self._woken.wait(LOOKS_S if is_thinking else IDLES_S)
            self._woken.clear()

    def step(self) -> bool:
        """Look at the table, and do what is next; return whether to look again soon."""
        seen = self._seen
        plan, history = seen.view.carried, seen.view.kept.history
        if plan is None or history is None or plan.is_theirs or plan.moves:
            self._decider.rest()
            return False
        if self._posted is not None:
            return True  # what became of it will be told
        moves = self._plan(history.position, plan.skill)
        if moves is None:
            nodes, of = self._decider.progress
            self._tell(min(nodes * STEPS // of, STEPS) if of else 0)
            return True
        self._tell(0)
        self._posted = seen
        self._daemon.post(Intend(moves), self._answered, revision=seen.revision)
        return True

    def _plan(self, position: Any, skill: str) -> tuple[Any, ...] | None:
        if self._planned is None or self._planned[:2] != (position, skill):
            moves = self._decider.plan(position, skill)
            self._planned = None if moves is None else (position, skill, moves)
        return self._planned[2] if self._planned else None

    def _tell(self, stage: int) -> None:
        """Show how far it is, where that has changed."""
        if stage != self._stage:
            self._stage = stage

            def show(table: Table) -> None:
                table.ponders(stage)

            self._daemon.put(show)

    # --- in the thread that owns the table ---

    def _watch(self, daemon: Daemon) -> None:
        self._seen = _Seen(daemon.view, daemon.revision)
        self._woken.set()

    def _answered(self, reply: Reply) -> None:
        """Take in what became of a plan; one for an earlier revision is told again where the position is the same."""
        self._watch(self._daemon)  # below a message, a plan changes nothing that is shown
        self._posted = None
        if not isinstance(reply, Stale):
            self._planned = None


def make_seats(daemon: Daemon, box: GameBox) -> Seats:
    """Return the companion's seats at a table that is used by hands."""
    game = daemon.table.game
    random = Random(SystemRandom().getrandbits(64))
    return Seats(daemon, game, box.players(), random, Thinker(game, is_off=is_too_small()), daemon.clock)
