"""The house rules at a table: those its game offers, and those chosen for the next game.

In: what the game offers and what was chosen before. Out: the line of a new game that shows and changes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.games.game import HOUSE_RULES, HouseRule, Json
from companion.table.commands import ChooseHouseRules
from companion.table.dialog import Checklist, Choice, Item, Open
from companion.table.screen import Look, Row
from companion.words.say import Say, say

_TITLE = say("House rules")


class HouseRules(NamedTuple):
    """The house rules of a game, in words, and the ids of those that the next one is played with."""

    offered: Mapping[HouseRule, Say] = MappingProxyType({})
    chosen: tuple[str, ...] = ()

    def choices(self) -> tuple[Choice, ...]:
        """Return the line of a new game; none if the game offers no house rule."""
        if not self.offered:
            return ()
        right = say("{count}", count=len(self.chosen)) if self.chosen else say("off")
        return (Choice(_TITLE, Open(self._checklist), right),)

    def items(self) -> tuple[Item, ...]:
        """Return each house rule as a line, with the number of the ruling that it changes; the value is its id."""
        return tuple(
            Item(say("{rule} ({ruling})", rule=words, ruling=rule.ruling), rule.id)
            for rule, words in self.offered.items()
        )

    def _checklist(self) -> Checklist:
        items = self.items()
        ticked = frozenset(index for index, item in enumerate(items) if item.value in self.chosen)
        return Checklist(Row(_TITLE, look=Look.TITLE), items, ticked, _confirm, _decide, name="house rules")

    def agreed(self, setup: Json) -> Json:
        """Return a set-up with the chosen house rules, unless it says itself which apply."""
        return {**setup, HOUSE_RULES: list(self.chosen)} if self.chosen and HOUSE_RULES not in setup else setup


NO_HOUSE_RULES = HouseRules()


def _confirm(count: int) -> Say:
    return say("Play with {count}", count=count) if count else say("Play without")


def _decide(chosen: tuple[Any, ...]) -> ChooseHouseRules:
    return ChooseHouseRules(chosen)
