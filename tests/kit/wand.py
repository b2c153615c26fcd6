"""A wand at a table: touches, one by one, and what they lead to is kept at once."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from companion.games.game import Json
from companion.table.agenda import Outcome
from companion.table.commands import BeginGame
from companion.table.dialog import Dialog, Menu, Notice
from companion.table.gametable import GameTable
from companion.table.history import History
from companion.table.intents import Accepted, Choose, Intent, Play
from companion.table.posting import post
from companion.table.proposals import Proposal
from companion.table.table import Table
from hardware.ports import Event, TagLeft, TagRested

PAD = "pad"
HEARD_S, LIFTED_S = 0.2, 0.3  # how long the wand is on a spot, and off it before the next


class Wand:
    """A table of its own, whose tags are named as what they are on."""

    def __init__(self, game_table: GameTable, spots: Iterable[str], setup: Json, *, seed: int = 1) -> None:
        self.random = Random(seed)
        self.table = Table(game_table, {spot: spot for spot in spots}, self.random)
        self.now = 100.0
        self.touches = 0
        self.post(BeginGame(setup))
        self.read()

    def post(self, intent: Intent) -> None:
        """Want something of the table, as a page would."""
        answer = post(self.table, intent)
        assert isinstance(answer, Accepted), answer
        self._keep(answer.outcome)

    def _keep(self, outcome: Outcome) -> None:
        while isinstance(outcome, Proposal):
            self.table.accept(outcome)
            outcome = self.table.decisions.next()

    def play(self, *entries: Any) -> None:
        """Play moves at once, and read what comes of them."""
        for entry in entries:
            self.post(Play(entry, is_shown=True))
            self.read()
        self.wait(2.0)

    def read(self) -> None:
        """Confirm what is to be read."""
        while isinstance(self.dialog, Notice):
            self.post(Choose("", 0))

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds

    def happens(self, event: Event) -> None:
        """Let the table take in an event."""
        self._keep(self.table.handle(event))

    def touch(self, *spots: str, beyond: tuple[str, ...] = ()) -> None:
        """Touch spots, one after the other; others are heard beyond each of them."""
        for spot in spots:
            self.touches += 1
            self.happens(TagRested(self.now, PAD, spot, beyond))
            self.wait(HEARD_S)
            self.happens(TagLeft(self.now, PAD, spot))
            self.wait(LIFTED_S)

    def touch_both(self, first: str, second: str, *, apart_s: float = 0.05) -> None:
        """Hold the wand between two spots, so that both are heard."""
        self.happens(TagRested(self.now, PAD, first))
        self.happens(TagRested(self.now + apart_s, PAD, second))
        self.wait(HEARD_S)
        for spot in (first, second):
            self.happens(TagLeft(self.now, PAD, spot))
        self.wait(LIFTED_S)

    @property
    def dialog(self) -> Dialog:
        """What is shown."""
        return self.table.dialog

    @property
    def dialogs(self) -> tuple[Dialog, ...]:
        """All that is open, the lowest first."""
        return self.table.dialogs.stack.opened

    @property
    def history(self) -> History:
        """The game so far."""
        history = self.table.kept.history
        assert history is not None
        return history

    @property
    def refusal(self) -> str:
        """The code of what is refused."""
        return self.dialog.topic.code if self.dialog.topic.about == "refused" else ""

    @property
    def lines(self) -> list[str]:
        """The lines of the menu that is shown, in English."""
        assert isinstance(self.dialog, Menu), self.dialog
        return [choice.label.in_language() for choice in self.dialog.choices]
