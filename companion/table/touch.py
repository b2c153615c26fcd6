"""Recognises the same piece on the pad once more, when the hand may only have hesitated."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from companion.table.belief import group_of
from companion.table.dialog import Do, Menu
from companion.table.gametable import Ask, Ignore, Propose, Reading
from companion.table.history import History
from companion.table.screen import Look, Row
from companion.words.say import say

# One of a kind, such as a pawn that moves on, can only be meant again; but not so soon after it was lifted. Between two
# ticks of a simulated table, so that a trace, whose times are rounded, is never in doubt.
SOON_S = 1.475


_ASKED = (Row(say("This too?"), look=Look.LARGE),)


class Touch:
    """Remembers with which piece, touching the pad, a step is proposed, and with which the last one was made."""

    def __init__(self) -> None:
        self._touching = self._proposed = self._made = ""
        self._left_at = -inf

    def rested(self, piece: str, at: float) -> bool:
        """A piece touches the pad; return whether the last step was made with it: it may be there by mistake."""
        self._touching = piece
        return piece == self._made and (group_of(piece) != piece or at - self._left_at < SOON_S)

    def left(self, piece: str, at: float) -> bool:
        """A piece has left the pad; return whether it was the last to touch it."""
        is_last = piece == self._touching
        if is_last:
            self._left_at = at
        return is_last

    def proposes(self) -> None:
        """A step is proposed because of the last touch."""
        self._proposed = self._touching

    def answers(self) -> None:
        """A step is proposed by the answer to what the last touch has asked; pieces of a kind would ask again."""
        if group_of(self._touching) == self._touching:
            self._proposed = self._touching

    def failed(self) -> None:
        """What was proposed has come to nothing."""
        self._proposed = ""

    def made(self) -> None:
        """What was proposed, because of a touch or not, is done."""
        self._made, self._proposed = self._proposed, ""


def once_more(reading: Reading, history: History, home: Menu) -> Reading:
    """Say what the piece means that the last step was made with: that is done, and what it may mean next is asked.

    So a marker that was turned up can be bought, and is not bought by mistake.
    """
    match reading:
        case Ask():
            return reading
        case Propose(entry) if entry != history.steps[-1].entry:
            meant = tuple(choice for choice in home.choices if choice.action == Do(entry))
            return Ask(replace(home, choices=meant, head=_ASKED, cursor=0)) if meant else Ignore()
        case _:
            return Ignore()
