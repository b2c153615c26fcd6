"""Handles tags at the readers: pieces that come to rest and leave, touched spots, unknown tags.

In: a report of a reader. Out: what to make durable or do because of it, if anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.table import own_dialogs
from companion.table.agenda import Outcome
from companion.table.belief import PAD, group_of
from companion.table.commands import KeepTag
from companion.table.decisions import Decisions
from companion.table.dialog import About, Menu
from companion.table.gametable import Ask, Follow, Ignore, Meaning, Press, Reading, Refuse
from companion.table.pointing import Both, Pointing, shown_in
from companion.table.proposals import Proposal
from companion.table.table_dialogs import TableDialogs
from companion.table.table_state import TableState
from companion.table.touch import once_more

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
            self._decisions.refuse(own_dialogs.STRANGE_TOUCH if place == PAD else own_dialogs.UNKNOWN_TAG, place)
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
        self._stack.drop(About.REFUSED, place, own_dialogs.CROWDED.code)
        if is_crowded:
            self._decisions.refuse(own_dialogs.CROWDED, place)

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
                decisions.refuse(own_dialogs.READ_FIRST, PAD)
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
        self._decisions.refuse(own_dialogs.BEING_CORRECTED, PAD)
        return None

    def _retagged(self, uid: str) -> Outcome:
        """Use a tag as the new one of a piece, unless it is on a piece already."""
        piece = self._stack.code_of(About.TAGGING)
        if self._state.senses.piece(uid) not in (None, piece):
            self._decisions.refuse(own_dialogs.TAG_TAKEN, PAD)
            return None
        return self._decisions.send(KeepTag(piece, uid))
