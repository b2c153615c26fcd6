"""A wand at a table: touches, one by one, and what they lead to is kept at once."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from companion.games.game import Json
from companion.table.belief import PAD
from companion.table.dialog import Menu
from companion.table.gametable import GameTable
from companion.table.intents import BeginGame, Play
from companion.table.table import Table
from hardware.ports import TagLeft, TagRested
from tests.kit.hands import TableHands

HEARD_S, LIFTED_S = 0.2, 0.3  # how long the wand is on a spot, and off it before the next


class Wand(TableHands):
    """A table of its own, whose tags are named as what they are on."""

    def __init__(self, game_table: GameTable, spots: Iterable[str], setup: Json, *, seed: int = 1) -> None:
        self.random = Random(seed)
        super().__init__(Table(game_table, {spot: spot for spot in spots}, self.random))
        self.now = 100.0
        self.touches = 0
        self.post(BeginGame(setup))
        self.read()

    def play(self, *entries: Any) -> None:
        """Play moves at once, and read what comes of them."""
        for entry in entries:
            self.post(Play(entry, is_shown=True))
            self.read()
        self.wait(2.0)

    def touch(self, *spots: str, beyond: tuple[str, ...] = ()) -> None:
        """Touch spots, one after the other; others are heard beyond each of them."""
        for spot in spots:
            self.touches += 1
            self.tell(TagRested(self.now, PAD, spot, beyond))
            self.tell(TagLeft(self.wait(HEARD_S), PAD, spot))
            self.wait(LIFTED_S)

    def touch_both(self, first: str, second: str, *, apart_s: float = 0.05) -> None:
        """Hold the wand between two spots, so that both are heard."""
        heard_until = self.now + HEARD_S
        self.tell(TagRested(self.now, PAD, first), TagRested(self.now + apart_s, PAD, second))
        self.tell(TagLeft(heard_until, PAD, first), TagLeft(heard_until, PAD, second))
        self.wait(LIFTED_S)

    @property
    def refusal(self) -> str:
        """The code of what is refused."""
        return self.dialog.topic.code if self.dialog.topic.about == "refused" else ""

    @property
    def lines(self) -> list[str]:
        """The lines of the menu that is shown, in English."""
        assert isinstance(self.dialog, Menu), self.dialog
        return [choice.label.in_language() for choice in self.dialog.choices]
