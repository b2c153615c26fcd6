"""Turns tags at the readers into beliefs about the pieces, and finds arrivals that are not moves.

A piece that comes back after a take-back is not a move, a piece that touches the pad twice in a row is one touch, and a
board that empties within a moment was swept.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from math import inf
from typing import NamedTuple

from companion.table.belief import PAD, Belief, Expected, Known, group_of
from companion.table.dialog import Do, Menu
from companion.table.gametable import Ask, Ignore, Propose, Reading
from companion.table.history import CORRECTION, SETUP, TAKE_BACK, History
from companion.table.screen import Look, Row
from companion.words.say import say
from hardware.ports import Health, HealthChanged


class Arrival(NamedTuple):
    """A piece has come to rest."""

    before: Belief  # the belief before that
    is_same_touch: bool  # it touched the pad a moment ago


class Departure(NamedTuple):
    """A piece has left its place."""

    leaves_another: bool  # it was one of two on the pad
    is_swept: bool  # the whole board has emptied


class Senses:
    """The pieces of one table, as its readers know them."""

    def __init__(self, pieces: Mapping[str, str]) -> None:
        """Start with these pieces, by their tags."""
        self.belief = Belief()
        self.faults: Mapping[str, HealthChanged] = {}  # what does not work, by the name of the part
        self.seen = ""  # where something was just seen but not confirmed yet: its lamp flickers
        self._pieces = pieces
        self._singles = frozenset(pieces.values())  # a kind in here is a single piece
        self._sweep, self._touch, self._arrivals = Sweep(), Touch(), Arrivals()
        self._tidied: dict[str, tuple[str, ...]] = {}  # where a piece was brought without a player, in order
        self._awaited: dict[tuple[str, str], int] = {}  # how many pieces of a kind are to come back to a place

    def piece(self, uid: str) -> str | None:
        """Return the piece with this tag, or None for an unknown tag."""
        return self._pieces.get(uid)

    @property
    def pieces(self) -> Collection[str]:
        """Return the pieces that have tags."""
        return frozenset(self._pieces.values())

    def retag(self, piece: str, uid: str) -> None:
        """Use another tag for a piece from now on."""
        self._pieces = {tag: name for tag, name in self._pieces.items() if name != piece} | {uid: piece}

    def health(self, event: HealthChanged) -> None:
        """Take in that a part does not work, or works again."""
        self.faults = {source: fault for source, fault in self.faults.items() if source != event.source}
        if event.health is Health.DEGRADED:
            self.faults = {**self.faults, event.source: event}

    def rested(self, piece: str, place: str, at: float, steps: int) -> Arrival:
        """Take in that a piece came to rest, in a game with this many steps."""
        waiting = self._touch.waiting(at)
        before = replace(self.belief, touched=waiting) if waiting not in ("", piece) else self.belief
        self.belief = self.belief.seen(piece, place)
        self._arrivals.rested(piece, steps, returns=before.returns(piece, place))
        is_same = place == PAD and self._touch.rested(piece, at)
        self._sweep.rested(piece)
        return Arrival(before, is_same)

    def left(self, piece: str, place: str, at: float, *, lay_wrong: bool) -> Departure:
        """Take in that a piece has left; if its reader is faulty, it has only fallen silent."""
        self.belief = self.belief.gone(piece, place, self.faults)
        if place == PAD:
            return Departure(not self._touch.left(piece, at), False)
        return Departure(False, self._sweep.left(piece, at, self.belief.seen_on_board(), lay_wrong=lay_wrong))

    def is_awaited(self, piece: str, place: str) -> bool:
        """Return whether a piece was expected back at a place; each is expected only once."""
        key = group_of(piece), place
        if not self._awaited.get(key):
            return False
        self._awaited[key] -= 1
        return True

    def tidies(self, piece: str, place: str) -> None:
        """A piece is brought to a place without a player."""
        self._tidied[piece] = (*self._tidied.get(piece, ()), place)

    def is_tidied(self, piece: str, place: str) -> bool:
        """Return whether a piece came to rest where it was brought without a player.

        Readers report in order, so earlier places will no longer be reported; once a player has put the piece
        elsewhere, none will.
        """
        places = self._tidied.pop(piece, ())
        if place not in places:
            return False
        later = places[places.index(place) + 1 :]
        if later:
            self._tidied[piece] = later
        return True

    # --- what becomes of it ---

    def waits(self, piece: str) -> None:
        """A piece on the pad waits for a second one; an empty name if none does."""
        self._touch.waits(piece)

    def is_waiting(self, at: float) -> bool:
        """Return whether a piece waits for a second one."""
        return bool(self._touch.waiting(at))

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
        """The proposal has become durable."""
        self._touch.made()

    def failed(self) -> None:
        """The proposal has failed."""
        self._touch.failed()

    def follow(self, kind: str, before: Expected, expected: Expected, steps: int) -> None:
        """Take in an entry that changed where pieces belong; there are this many steps now."""
        if kind == SETUP:
            self._arrivals = Arrivals()
        if kind == TAKE_BACK:
            self.belief = self.belief.without_step(before, expected, self._arrivals.since(steps))
        else:
            self.belief = self.belief.with_step(before, expected)
        self.believe(expected, Known.DECLARED)
        # A piece that a take-back or a correction brings back to a place is not a move when it comes to rest there.
        self._awaited = self.belief.awaited(before, expected) if kind in (TAKE_BACK, CORRECTION) else {}

    def believe(self, expected: Expected, known: Known) -> None:
        """Believe that each piece of a kind is where the position says, unless a reader knows better."""
        single = {group: places for group, places in expected.items() if group in self._singles}
        self.belief = self.belief.following(single, known)


class Arrivals:
    """Remembers which step brought each piece to its place."""

    def __init__(self) -> None:
        self._came: dict[str, int] = {}  # piece -> the number of the step, counted from 0
        self._last = ""

    def rested(self, piece: str, steps: int, *, returns: bool) -> None:
        """A piece has come to rest after this many steps; at first it counts as brought by the last one."""
        self._last = piece
        if not returns and group_of(piece) != piece:
            self._came[piece] = steps - 1

    def proposes(self, steps: int) -> None:
        """The piece that came to rest last makes the next step."""
        if self._last in self._came:
            self._came[self._last] = steps

    def since(self, step: int) -> tuple[str, ...]:
        """Return the pieces that came with this step or a later one."""
        return tuple(piece for piece, came in self._came.items() if came >= step)


SWEPT_AWAY = 3  # this many pieces are gone, not just one or two that were lifted

# Longer than a hand takes to sweep, and shorter than the time to the next moves: a stack that is pushed together falls
# silent, too. Between two ticks of a simulated table, so that the rounded times of a trace are never ambiguous.
MOMENTS_S = 2.975


class Sweep:
    """Remembers which pieces have left the board in the last moments."""

    def __init__(self) -> None:
        self._left: dict[str, float] = {}  # piece -> when

    def rested(self, piece: str) -> None:
        """A piece has come to rest: it was not swept away."""
        self._left.pop(piece, None)

    def left(self, piece: str, at: float, still_seen: int, *, lay_wrong: bool = False) -> bool:
        """A piece has left, and this many are still seen; return whether the board has now been swept.

        Misplaced pieces do not count, such as those of the previous game: they were cleared away.
        """
        self._left = {each: then for each, then in self._left.items() if at - then <= MOMENTS_S}
        if not lay_wrong:
            self._left[piece] = at
        is_swept = not still_seen and len(self._left) >= SWEPT_AWAY
        if is_swept:
            self._left = {}
        return is_swept


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
