"""Recognises a repeated touch of the pad with the same piece, and remembers one that waits for a second piece."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from companion.table.belief import group_of
from companion.table.dialog import Do, Menu
from companion.table.gametable import Ask, Ignore, Propose, Reading
from companion.table.history import History
from companion.table.screen import Look, Row
from companion.words.say import say

# A single piece, such as a pawn that moves on, can be meant again, but not this soon after it was lifted. Between two
# ticks of a simulated table, so that the rounded times of a trace are never ambiguous.
SOON_S = 1.475

# A piece that means something only with a second one is remembered for this long after it was lifted: a reader of one
# tag never sees both. Between two ticks, too.
REMEMBERED_S = 9.975


_ASKED = (Row(say("This too?"), look=Look.LARGE),)


class Touch:
    """Remembers which piece on the pad proposes a step, and which one made the last step."""

    def __init__(self) -> None:
        self._touching = self._proposed = self._made = ""
        self._left_at = -inf
        self._waiting, self._lifted_at = "", inf  # the piece that waits for a second one

    def rested(self, piece: str, at: float) -> bool:
        """A piece touches the pad; return whether it made the last step, so that it may be there by mistake."""
        self._touching = piece
        return piece == self._made and (group_of(piece) != piece or at - self._left_at < SOON_S)

    def left(self, piece: str, at: float) -> bool:
        """A piece has left the pad; return whether it was the last to touch it."""
        if piece == self._waiting:
            self._lifted_at = at
        is_last = piece == self._touching
        if is_last:
            self._left_at = at
        return is_last

    def waits(self, piece: str) -> None:
        """A piece on the pad waits for a second one; an empty name if none does."""
        self._waiting, self._lifted_at = piece, inf

    def waiting(self, at: float) -> str:
        """Return the piece that waits for a second one, if it is still remembered; else an empty name."""
        return self._waiting if at - self._lifted_at < REMEMBERED_S else ""

    def proposes(self) -> None:
        """A step is proposed because of the last touch."""
        self._proposed = self._touching

    def answers(self) -> None:
        """A step answers the question of the last touch, which more pieces of that kind would repeat."""
        if group_of(self._touching) == self._touching:
            self._proposed = self._touching

    def failed(self) -> None:
        """The proposal has failed."""
        self._proposed = ""

    def made(self) -> None:
        """The proposal, from a touch or not, is done."""
        self._made, self._proposed = self._proposed, ""
        self.waits("")


def once_more(reading: Reading, history: History, home: Menu) -> Reading:
    """Return what a repeated touch means: its step is done, so ask about what it may mean next.

    So a marker that was just turned up can be bought, but not by mistake.
    """
    match reading:
        case Ask():
            return reading
        case Propose(entry) if entry != history.steps[-1].entry:
            meant = tuple(choice for choice in home.choices if choice.action == Do(entry))
            return Ask(replace(home, choices=meant, head=_ASKED, cursor=0)) if meant else Ignore()
        case _:
            return Ignore()
