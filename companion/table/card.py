"""Cards: all that people read of one kind of move, in one place for each game.

Menus, refusals, the log, the page and whoever explains a move read the same card. A game has a card for each type of
its moves, and a sentence for each type of event that is worth one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.table.dialog import Choice, Do
from companion.table.history import Step
from companion.words.say import NOTHING, Say, listed, say


class Line(NamedTuple):
    """A move as a line of a menu; `place` has the lamp that lights up while the cursor is there."""

    label: Say
    right: Say = NOTHING
    place: str = ""

    def choice(self, move: Any) -> Choice:
        """Return the line as a choice that makes the move."""
        return Choice(self.label, Do(move), self.right, self.place)


class Carry(NamedTuple):
    """A move that hands make for the companion: what it is, what they do, and the lamp that leads them."""

    what: Say
    right: Say = NOTHING
    hands: tuple[Say, ...] = ()  # a line each, besides what is told afterwards
    place: str = ""


def _untold(_: Any, __: Step) -> Say | None:
    return None


def _nowhere(_: Any, __: Any) -> tuple[str, ...]:
    return ()


class Card(NamedTuple):
    """One kind of move; each part is given the position before it."""

    verb: Say  # what is refused
    line: Callable[[Any, Any], Line]  # in a menu of the small screen
    told: Callable[[Any, Step], Say | None] = _untold  # in the log; None: not worth a sentence
    places: Callable[[Any, Any], tuple[str, ...]] = _nowhere  # where a press on the page means it
    offer: Callable[[Any, Any], Line] | None = None  # on the page; None: as in a menu
    deed: Callable[[Any, Any], Say] | None = None  # in a few words: ledger, take-back; None: the label of its line
    carry: Callable[[Any, Any], Carry] | None = None  # for hands that make it; None: as deed or line say it

    def offered(self, position: Any, move: Any) -> Line:
        """Return the move as the page offers it."""
        return (self.offer or self.line)(position, move)

    def carried(self, position: Any, move: Any) -> Carry:
        """Return the move as hands make it for the companion."""
        if self.carry:
            return self.carry(position, move)
        line = self.line(position, move)
        if self.deed is None:
            return Carry(line.label, line.right, place=line.place)
        return Carry(self.deed(position, move), place=line.place)


Cards = Mapping[type[Any], Card]
Told = Mapping[type[Any], Callable[[Any, Any], Say | None]]  # by type of event: position before, event


def tell(cards: Cards, events: Told, before: Any, step: Step) -> Say | None:
    """Tell a move and what came of it; None if nothing of it is worth a sentence."""
    card = cards.get(type(step.entry))
    said = [card.told(before, step) if card else None]
    said += [events[type(event)](before, event) for event in step.events if type(event) in events]
    sentences = [each for each in said if each]
    return listed(sentences, between=" ") if sentences else None


def tell_correction(statement: str) -> Say:
    """Tell a correction, in the words of the notation."""
    return say("The players have corrected the table: {step}.", step=statement)
