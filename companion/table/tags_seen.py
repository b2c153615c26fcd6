"""Handles tags at the readers: pieces that come to rest and leave, spots touched with a wand, unknown tags.

In: a report of a reader. Out: what to make durable or do because of it, if anything.

A spot that stays under the wand is one touch. Of two spots that are heard together, one that cannot mean anything now
is dropped; then the nearest counts; if the wand cannot tell which that is, neither is guessed. A touch that comes just
after the turn has passed to another player is shown, but not carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final, NamedTuple

from companion.games.game import Refusal
from companion.table import notices, own_dialogs
from companion.table.belief import PAD, group_of
from companion.table.decisions import Decisions
from companion.table.dialog import About, Dialog, Menu
from companion.table.gametable import Ask, Follow, GameTable, Ignore, Meaning, Press, Propose, Reading, Refuse
from companion.table.history import Kept
from companion.table.intents import Button, KeepTag
from companion.table.open_dialogs import TableDialogs
from companion.table.proposals import Outcome, Proposal
from companion.table.senses import once_more
from companion.table.table_state import TableState

# These are answered with a wand only by pointing at buttons.
_READ_FIRST = (About.RESUMING, About.RESTORING, About.BOARD)


class TagsSeen:
    """The readers of one table."""

    def __init__(self, state: TableState, dialogs: TableDialogs, decisions: Decisions) -> None:
        self._state, self._dialogs, self._decisions = state, dialogs, decisions
        self._game_table, self._stack = state.game_table, dialogs.stack
        self._then: Ask | Refuse | None = None  # dialog to open once the proposal is durable
        self.pointing = Pointing(state.game_table)

    def rested(self, uid: str, place: str, at: float, beyond: Sequence[str] = ()) -> Outcome:
        """Take in that a tag has come to rest, and which others were heard with it, further away."""
        if place == PAD and self._stack.is_open(About.TAGGING):
            return self._retagged(uid)
        self._state.seen = place
        piece = self._state.senses.piece(uid)
        if piece is None:
            self._decisions.refuse(notices.STRANGE_TOUCH if place == PAD else notices.UNKNOWN_TAG, place)
            return None
        if self._game_table.is_spot(piece):
            return self._touched(piece, at, beyond) if place == PAD else None
        return self._arrived(piece, place, at)

    def _arrived(self, piece: str, place: str, at: float) -> Outcome:
        state, stack = self._state, self._stack
        before, is_same = state.senses.rested(piece, place, at, state.steps)
        if state.senses.is_tidied(piece, place):
            state.senses.is_awaited(piece, place)  # no longer: the next one of its kind is a player's
            self._dialogs.ignore_mismatches()  # the player who put it there will move it on
            return None
        stack.drop(About.ASKED)  # the piece that asked has moved on, or another one has answered
        stack.drop(About.REFUSED, place)
        history = state.kept.history
        if history is None or stack.lays_out(piece):
            return None
        if stack.is_open(About.CORRECTING):
            return self._named(piece) if place == PAD else None
        if state.senses.is_awaited(piece, place):
            return None
        reading = self._game_table.read(history, before, piece, place)
        if is_same:
            reading = once_more(reading, history, self._dialogs.underneath.home(history))
        if place == PAD:
            self._wait(piece, reading)
        outcome = self._decisions.carry_out(reading, place)
        if isinstance(outcome, Proposal):
            state.senses.proposes(state.steps, place)
        return outcome

    def _wait(self, piece: str, reading: Reading) -> None:
        """Remember a piece on the pad that waits for a second one, and say what that would do."""
        hint = reading.hint if isinstance(reading, Ignore | Ask) else ()
        self._state.senses.waits(piece if hint else "")
        self._dialogs.underneath.hint = hint

    def forget(self, at: float) -> None:
        """Stop saying what a second piece would do once the first is remembered no longer."""
        if not self._state.senses.is_waiting(at):
            self._dialogs.underneath.hint = ()

    def left(self, uid: str, place: str, at: float) -> None:
        """Take in that a tag has left."""
        state, stack = self._state, self._stack
        piece = state.senses.piece(uid)
        # A piece that only touches a place is lifted at once: its question or refusal stays.
        only_touched = piece is not None and group_of(piece) not in self._dialogs.underneath.expected(state.kept)
        lay_there = place != PAD and not only_touched
        if lay_there:
            stack.drop(About.REFUSED, place)
        if piece is None:  # an unknown tag that leaves has asked nothing
            return
        if self._game_table.is_spot(piece):
            self.pointing.left(piece)
            return
        lay_wrong = any(mismatch.piece == piece for mismatch in self._dialogs.mismatches)
        departure = state.senses.left(piece, place, at, state.faults, lay_wrong=lay_wrong)
        # A piece is tapped and lifted at once: its refusal stays until the piece next to it is taken away.
        if departure.leaves_another:
            stack.drop(About.REFUSED, code="two_pieces")
        if lay_there and group_of(piece) == piece:  # a piece in a stack may only have been silenced by the next one
            stack.drop(About.ASKED, raised_at=place)
        if departure.is_swept and state.goes_on:
            self._dialogs.tell(own_dialogs.SWEPT)

    def crowded(self, place: str, *, is_crowded: bool) -> None:
        """Take in that a reader cannot tell its tags apart, or can again."""
        self._stack.drop(About.REFUSED, place, notices.CROWDED.code)
        if is_crowded:
            self._decisions.refuse(notices.CROWDED, place)

    def accepted(self) -> None:
        """Open the dialog that waited until something was durable."""
        if self._then:
            then, self._then = self._then, None
            self._decisions.carry_out(then, PAD)

    def failed(self) -> None:
        """Forget the waiting dialog, because nothing became durable."""
        self._state.senses.failed()
        self._then = None

    # --- spots ---

    def _touched(self, spot: str, at: float, beyond: Sequence[str]) -> Outcome:
        heard = filter(None, map(self._state.senses.piece, beyond))
        spots = tuple(piece for piece in heard if self._game_table.is_spot(piece))
        asked = self._stack.without(About.REFUSED)
        shown = shown_in(asked or (() if self._state.kept.history else (self._dialogs.lowest,)))
        meaning = self.pointing.touched(spot, at, self._state.kept, shown, spots)
        return self._follow(meaning, self.pointing.counted)

    def _follow(self, meaning: Meaning | Both, spot: str) -> Outcome:
        """Do what a spot means; an unread message stays, a question makes room for the next."""
        stack, decisions = self._stack, self._decisions
        match meaning:
            case Ignore():
                return None
            case Press(button, is_held):
                return decisions.hold(button) if is_held else decisions.press(button)
            case _ if any(map(stack.is_open, _READ_FIRST)):
                decisions.refuse(notices.READ_FIRST, PAD)
                return None
            case Follow(action):
                stack.drop(About.REFUSED)
                return decisions.carry_out(Refuse(stack.seal.first), PAD) if stack.seal else decisions.act(action)
            case Both(0, then):
                stack.show(*stack.notices())
                return decisions.carry_out(then, PAD)
            case Both(steps, then):
                self._then = then
                return decisions.take_back_steps(steps)
            case _:
                stack.drop(About.REFUSED)
                if not isinstance(meaning, Refuse):
                    stack.show(*stack.notices())
                return decisions.carry_out(meaning, PAD, spot)

    # --- answers ---

    def _named(self, piece: str) -> Outcome:
        """Take a piece on the pad only as an answer while the players correct the table."""
        dialog = self._dialogs.shown
        named = dialog.named(group_of(piece)) if isinstance(dialog, Menu) else None
        if named:
            return self._decisions.act(named)
        self._decisions.refuse(notices.BEING_CORRECTED, PAD)
        return None

    def _retagged(self, uid: str) -> Outcome:
        """Use a tag as the new one of a piece, unless it is on a piece already."""
        piece = self._stack.code_of(About.TAGGING)
        if self._state.senses.piece(uid) not in (None, piece):
            self._decisions.refuse(notices.TAG_TAKEN, PAD)
            return None
        return self._decisions.send(KeepTag(piece, uid))


# Both are between two ticks of a simulated table, so that the rounded times of a trace are never ambiguous.
TOGETHER_S: Final = 0.175  # no hand touches two spots one after the other within this time
LATE_S: Final = 0.975


class Both(NamedTuple):
    """Two spots were read together, and either may be meant: take back what the first has done, and ask."""

    steps: int  # to be taken back
    then: Ask | Refuse


class _Touch(NamedTuple):
    spot: str
    at: float
    kept: Kept  # before it
    shown: Menu | None
    meaning: Meaning


def shown_in(dialogs: Sequence[Dialog]) -> Menu | None:
    """Return the question that a touch may answer: the topmost menu of the game itself."""
    if any(dialog.topic.about is About.TABLE for dialog in dialogs) and not _is_open(dialogs, About.CORRECTING):
        return None
    menus = [dialog for dialog in dialogs if isinstance(dialog, Menu) and dialog.topic.about is not About.REFUSED]
    return menus[-1] if menus else None


def _is_open(dialogs: Sequence[Dialog], about: About) -> bool:
    return any(dialog.topic.about is about for dialog in dialogs)


class Pointing:
    """Remembers what the wand is on, and what the last touch was."""

    def __init__(self, game_table: GameTable) -> None:
        self._game_table = game_table
        # The spots under the wand that have counted, each with the tag that must leave before it can count again.
        self._on: dict[str, str] = {}
        self._last: _Touch | None = None
        self._changed_at, self._is_first = -inf, False  # when the turn passed, while nothing has been touched since

    @property
    def counted(self) -> str:
        """The spot that counted last."""
        return self._last.spot if self._last else ""

    def touched(
        self, spot: str, at: float, kept: Kept, shown: Menu | None, beyond: Sequence[str] = ()
    ) -> Meaning | Both:
        """Take in that a spot is under the wand, and others further away; return what that means."""
        if spot in self._on:
            self._on[spot] = spot
            return Ignore()
        # Before a game no turn passes.
        is_late = self._is_first and kept.history is not None and at - self._changed_at < LATE_S
        self._is_first = False
        last = self._last
        if last and last.spot in self._on and at - last.at < TOGETHER_S:
            self._on[spot] = spot
            return self._together(last, spot, kept)
        meant = self._meant((spot, *(each for each in beyond if each not in self._on)), kept, shown)
        self._on = {spot: spot} | dict.fromkeys(meant, spot)
        (counted, meaning), *others = meant.items()
        if others:
            then = self._offered(kept, tuple(meant), shown)
            self._last = _Touch(counted, at, kept, shown, then)
            return Both(0, then)
        if is_late:
            meaning = self._only_shown(meaning, counted, kept, shown)
        self._last = _Touch(counted, at, kept, shown, meaning)
        return meaning

    def left(self, spot: str) -> None:
        """Take in that a spot is no longer under the wand."""
        self._on = {each: tag for each, tag in self._on.items() if tag != spot}

    def passes_on(self, at: float) -> None:
        """The turn has passed, or the wand is back: the next touch may have been meant for before."""
        self._changed_at, self._is_first = at, True

    def lost(self, at: float) -> None:
        """The wand has fallen silent or is back: what is under it is unknown."""
        self._on.clear()
        self.passes_on(at)

    def _meant(self, spots: Sequence[str], kept: Kept, shown: Menu | None) -> dict[str, Meaning]:
        """Return the nearest spot, which comes first, or those beyond it if only they can mean anything now."""
        nearest, *beyond = ((spot, self._game_table.point(kept.history, spot, shown)) for spot in spots)
        if not can_be_meant(nearest[1]):
            beyond = [each for each in beyond if can_be_meant(each[1])]
            return dict(beyond or [nearest])
        return dict([nearest])

    def _together(self, first: _Touch, spot: str, kept: Kept) -> Meaning | Both:
        """Drop a spot that means nothing; if both mean something, ask, and take back what the first has done."""
        history = first.kept.history
        second = self._game_table.point(history, spot, first.shown)
        if not means_something(second):
            return Ignore()
        if not means_something(first.meaning):
            self._last = first._replace(spot=spot, meaning=second)
            return second
        then = self._offered(kept._replace(history=history), (first.spot, spot), first.shown)
        if kept.history is history:
            return Both(0, then)
        steps = history.steps if history else ()
        now = kept.history.steps if kept.history else ()
        if history and kept.history and len(now) > len(steps) and kept.history.first is history.first:
            return Both(len(now) - len(steps), then)
        return Ignore()  # a game has begun, or a step was taken back: players notice that, and can easily undo it

    def _only_shown(self, meaning: Meaning, spot: str, kept: Kept, shown: Menu | None) -> Meaning:
        match meaning:
            case Propose() | Follow():
                return self._offered(kept, (spot,), shown)
            case Press(button, is_held) if is_held or button is Button.OK:
                return Ignore()
            case _:
                return meaning

    def _offered(self, kept: Kept, spots: tuple[str, ...], shown: Menu | None) -> Ask | Refuse:
        offered = self._game_table.offer(kept.history, spots, shown)
        return Refuse(offered) if isinstance(offered, Refusal) else Ask(offered)


def can_be_meant(meaning: Meaning) -> bool:
    """Return whether somebody may want this now, even if the rules refuse it."""
    return not (isinstance(meaning, Ignore) or (isinstance(meaning, Refuse) and meaning.refusal.is_unmeant))


def means_something(meaning: Meaning) -> bool:
    """Return whether a touch means anything now."""
    return not isinstance(meaning, Ignore | Refuse)
