"""Turns tags at the readers into beliefs about the pieces, and says which arrivals mean nothing.

A piece that comes back after a take-back is no move, one that touches the pad twice is the same touch, and a board that
empties within a moment was swept.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from companion.table.arrivals import Arrivals
from companion.table.belief import PAD, Belief, Expected, Known, group_of
from companion.table.entries import CORRECTION, SETUP, TAKE_BACK
from companion.table.sweep import Sweep
from companion.table.touch import Touch


class Arrival(NamedTuple):
    """A piece has come to rest."""

    before: Belief  # what was believed until then
    is_same_touch: bool  # it touched the pad a moment ago


class Departure(NamedTuple):
    """A piece has left its place."""

    leaves_another: bool  # on the pad, where two lay
    is_swept: bool  # the whole board has emptied


class Senses:
    """The pieces of one table, as its readers know them."""

    def __init__(self, pieces: Mapping[str, str]) -> None:
        """Take the pieces by their tags."""
        self.belief = Belief()
        self._pieces = pieces
        self._singles = frozenset(pieces.values())  # a kind named here is a piece by itself
        self._sweep, self._touch, self._arrivals = Sweep(), Touch(), Arrivals()
        self._tidied: dict[str, tuple[str, ...]] = {}  # where hands that are no player's have brought a piece, in order
        self._awaited: dict[tuple[str, str], int] = {}  # pieces that come back: kind and place, how many

    def piece(self, uid: str) -> str | None:
        """Name the piece that a tag is on; None for a stranger."""
        return self._pieces.get(uid)

    @property
    def pieces(self) -> Collection[str]:
        """Name the pieces that have tags."""
        return frozenset(self._pieces.values())

    def retag(self, piece: str, uid: str) -> None:
        """Take it that a piece has another tag from now on."""
        self._pieces = {tag: name for tag, name in self._pieces.items() if name != piece} | {uid: piece}

    def rested(self, piece: str, place: str, at: float, steps: int) -> Arrival:
        """Take in that a piece has come to rest, in a game of this many steps."""
        before, self.belief = self.belief, self.belief.seen(piece, place)
        self._arrivals.rested(piece, steps, returns=before.returns(piece, place))
        is_same = place == PAD and self._touch.rested(piece, at)
        self._sweep.rested(piece)
        return Arrival(before, is_same)

    def left(self, piece: str, place: str, at: float, faults: Collection[str], *, lay_wrong: bool) -> Departure:
        """Take in that a piece has left; one whose reader is ill has only fallen silent."""
        self.belief = self.belief.gone(piece, place, faults)
        if place == PAD:
            return Departure(not self._touch.left(piece, at), False)
        return Departure(False, self._sweep.left(piece, at, self.belief.seen_on_board(), lay_wrong=lay_wrong))

    def is_awaited(self, piece: str, place: str) -> bool:
        """Return whether a piece was to come back to a place; each is awaited once."""
        key = group_of(piece), place
        if not self._awaited.get(key):
            return False
        self._awaited[key] -= 1
        return True

    def tidies(self, piece: str, place: str) -> None:
        """Hands that are no player's bring a piece to a place."""
        self._tidied[piece] = (*self._tidied.get(piece, ()), place)

    def is_tidied(self, piece: str, place: str) -> bool:
        """Return whether a piece has come to rest where such hands have brought it.

        Readers tell in order: what was brought before is not told any more, and once a player has put the piece
        elsewhere nothing is.
        """
        places = self._tidied.pop(piece, ())
        if place not in places:
            return False
        later = places[places.index(place) + 1 :]
        if later:
            self._tidied[piece] = later
        return True

    # --- what becomes of it ---

    def proposes(self, steps: int, place: str) -> None:
        """A piece that came to rest at a place has led to a proposal."""
        self._arrivals.proposes(steps)
        if place == PAD:
            self._touch.proposes()

    def answers(self, steps: int, place: str) -> None:
        """The question that a piece at a place raised has been answered with a proposal."""
        self._arrivals.proposes(steps)
        if place == PAD:
            self._touch.answers()

    def made(self) -> None:
        """What was proposed has become durable."""
        self._touch.made()

    def failed(self) -> None:
        """What was proposed has not."""
        self._touch.failed()

    def follow(self, kind: str, before: Expected, expected: Expected, steps: int) -> None:
        """Follow an entry that has changed where pieces belong; there are this many steps now."""
        if kind == SETUP:
            self._arrivals = Arrivals()
        if kind == TAKE_BACK:
            self.belief = self.belief.without_step(before, expected, self._arrivals.since(steps))
        else:
            self.belief = self.belief.with_step(before, expected)
        self.believe(expected, Known.DECLARED)
        # What a take-back or a correction brings back to a place is no move when it comes to rest there.
        self._awaited = self.belief.awaited(before, expected) if kind in (TAKE_BACK, CORRECTION) else {}

    def believe(self, expected: Expected, known: Known) -> None:
        """Take it that each piece which is one of a kind is where the position says, unless a reader knows better."""
        single = {group: places for group, places in expected.items() if group in self._singles}
        self.belief = self.belief.following(single, known)
