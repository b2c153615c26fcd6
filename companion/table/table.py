"""The table: takes reports from hardware and page, and returns proposals and scenes.

The table never changes the game on its own. It proposes; its owner makes the proposal durable and hands it back with
`accept`. Everything it shows follows from the stored game, the belief about the pieces, and the open dialogs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf
from random import Random
from typing import Any, Final

from companion.games.game import Game, Refusal
from companion.table import notices
from companion.table.belief import PAD, Belief, Known
from companion.table.decisions import Decisions
from companion.table.dialog import About, Dialog, Notice, Topic
from companion.table.gametable import GameTable
from companion.table.history import CORRECTION, FINISHED, MOVE, NOTE, SETUP, Kept
from companion.table.intents import Button
from companion.table.open_dialogs import TableDialogs
from companion.table.own_dialogs import NO_HOUSE_RULES, HouseRules, OtherGames
from companion.table.proposals import Outcome, Proposal
from companion.table.screen import Scene
from companion.table.table_state import TableState
from companion.table.tags_seen import TagsSeen
from companion.words.say import SOURCE
from hardware.ports import (
    ButtonHeld,
    ButtonPressed,
    ButtonReleased,
    Crowded,
    Event,
    Health,
    HealthChanged,
    TagLeft,
    TagRested,
)
from hardware.trouble import Trouble

BUTTON_EVENTS = ButtonPressed, ButtonHeld, ButtonReleased
ON_PRESS = (Button.UP, Button.DOWN, Button.OK)  # holding the others means something else


class Table:
    """One table with one game, or none yet."""

    def __init__(
        self,
        game_table: GameTable,
        pieces: Mapping[str, str],
        random: Random,
        kept: Kept | None = None,
        *,
        asks_board: bool = False,
        may_call: bool = False,
        phones_allowed: bool = True,
        other_games: Callable[[], OtherGames] | None = None,
        elsewhere: int = 0,
        language: str = SOURCE,
        house_rules: HouseRules = NO_HOUSE_RULES,
    ) -> None:
        """Start with the stored game.

        `asks_board`: the board file is still unconfirmed; `may_call`: the players can call for help; `phones_allowed`:
        the players may let phones in. `other_games` returns what else can be played here; without it the table stays
        with its game. `elsewhere` is how many games of this table only the copy on a server has, `language` the
        one that is spoken, `house_rules` what the next game may be played with.
        """
        self.state = state = TableState(game_table, pieces, kept or Kept(), house_rules)
        self.dialogs = TableDialogs(
            state,
            may_call=may_call,
            phones_allowed=phones_allowed,
            other_games=other_games,
            elsewhere=elsewhere,
            language=language,
        )
        self.decisions = Decisions(state, self.dialogs, random)
        self._tags = TagsSeen(state, self.dialogs, self.decisions)
        self._held = ""  # the button whose hold has been handled
        self._late = LatePress()
        self._at = 0.0  # time of the current event
        self._decides = state.mover
        if state.history:
            state.senses.believe(self.dialogs.underneath.expected(state.kept), Known.ASSUMED)
            self.dialogs.resume(state.history)
        elif asks_board:
            self.dialogs.ask_board()

    # --- what is known of it ---

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules of the game that is played here."""
        return self.state.game

    @property
    def kept(self) -> Kept:
        """The stored game."""
        return self.state.kept

    @property
    def belief(self) -> Belief:
        """Where the pieces are believed to be."""
        return self.state.senses.belief

    @property
    def dialog(self) -> Dialog:
        """The dialog that the next press goes to."""
        return self.dialogs.shown

    @property
    def faults(self) -> Mapping[str, HealthChanged]:
        """What does not work, by the name of the part."""
        return self.state.faults

    @property
    def refused(self) -> Refusal | None:
        """The last refusal, for the caller."""
        return self.state.refused

    def likely_places(self) -> tuple[str, ...]:
        """Return the places where a piece is likely to be put next."""
        history = self.state.history
        return () if history is None else self.state.game_table.likely_places(history.position)

    def scene(self) -> Scene:
        """Describe what lamps and screen show now."""
        return self.dialogs.scene()

    # --- what comes in ---

    def handle(self, event: Event) -> Outcome:
        """Take in an event; return what to make durable or do because of it, if anything."""
        self._at = event.at
        self._tags.forget(event.at)
        outcome = self._button(event) if isinstance(event, BUTTON_EVENTS) else self._unasked(event)
        # A sighting flickers only until it is confirmed; one without a meaning, or refused, shows that instead.
        if not isinstance(outcome, Proposal):
            self.state.seen = ""
        return outcome

    def _unasked(self, event: Event) -> Outcome:
        """Take in an event other than a press; it may close a dialog that somebody was about to answer."""
        dialogs, shown = self.dialogs.stack.opened, self.dialog
        outcome = self._sensed(event)
        if (
            waited(dialogs, shown)
            if isinstance(outcome, Proposal)
            else has_gone(dialogs, shown, self.dialogs.stack.opened, self.dialog)
        ):
            self._late.went(event.at)
        return outcome

    def _sensed(self, event: Event) -> Outcome:
        match event:
            case TagRested(at=at, source=place, uid=uid, beyond=beyond):
                return self._tags.rested(uid, place, at, beyond)
            case TagLeft(at=at, source=place, uid=uid):
                self._tags.left(uid, place, at)
            case Crowded(source=place, crowded=crowded):
                self._tags.crowded(place, is_crowded=crowded)
            case HealthChanged():
                self._health(event)
            case _:
                pass
        return None

    def _button(self, event: Event) -> Outcome:
        match event:
            case ButtonPressed(at=at, source=name) if name in ON_PRESS:
                return None if self.is_too_late(at) else self.decisions.press(Button(name))
            case ButtonHeld(source=name):
                self._held = name
                return self.decisions.hold(Button(name))
            case ButtonReleased(source=name):
                held, self._held = self._held, ""
                if name not in ON_PRESS and name != held:
                    return self.decisions.press(Button(name))
            case _:
                pass
        return None

    def is_too_late(self, at: float) -> bool:
        """Return whether a press was aimed at a message that has just disappeared on its own."""
        return self._late.is_late(at)

    def _health(self, event: HealthChanged) -> None:
        """Show what does not work, and stop when it works again."""
        source, faults, stack = event.source, self.state.faults, self.dialogs.stack
        if source == PAD:
            self._tags.pointing.lost(event.at)
        faults.pop(source, None)
        stack.drop(About.FAULT, code=source)
        if event.health is Health.DEGRADED:
            faults[source] = event
            fault = notices.fault(self.state.game_table, source, event.reason, event.remedy)
            stack.open(replace(fault, name=f"fault {source}", topic=Topic(About.FAULT, code=source)))

    def grow_quiet(self, seconds: float) -> None:
        """Take in that nothing has happened for this long."""
        self._tags.forget(self._at + seconds)

    # --- what becomes of it ---

    def accept(self, proposal: Proposal) -> None:
        """Take over a proposal that has become durable."""
        state, dialogs, underneath = self.state, self.dialogs, self.dialogs.underneath
        before, people, decided = underneath.expected(state.kept), state.kept.people, self._decides
        state.kept = proposal.kept
        if proposal.kind == NOTE and state.kept.people != people:
            return  # only names have changed: nothing has happened on the board
        state.seen = ""
        underneath.ignore(())
        state.senses.made()
        self._tags.forget(self._at)
        if proposal.kind in (NOTE, FINISHED):
            dialogs.stack.close_sealed()
            return
        underneath.begin_again(proposal.remark)
        history, self._decides = state.history, state.mover
        told = dialogs.told(history) if history and proposal.kind in (SETUP, MOVE, CORRECTION) else ()
        asked_again = dialogs.stack.asked_again(history) if history and self._decides == decided else ()
        dialogs.stack.show(*asked_again, *told)
        if decided and self._decides not in (decided, None):
            self._tags.pointing.passes_on(self._at)
        state.senses.follow(proposal.kind, before, underneath.expected(state.kept), state.steps)
        # For pieces that the move itself requires, the lamps show the way, without a message.
        dialogs.ignore_mismatches()
        self._tags.accepted()

    def unavailable(self, reason: Trouble, remedy: Trouble) -> None:
        """Tell the players that the last proposal could not be kept, and is not played."""
        self._tags.failed()
        self.decisions.refuse(Refusal("not_kept", "{reason}", "{remedy}", {"reason": reason, "remedy": remedy}), "")


# A press within this time of a message disappearing on its own was aimed at that message, not at what is underneath.
# This also covers a press that happened just before but arrives just after. It lies between two ticks of a simulated
# table, so that a trace, whose times are rounded, is never in doubt.
TOO_LATE_S: Final = 0.475


class LatePress:
    """Remembers when a message disappeared on its own."""

    def __init__(self) -> None:
        self._over_at = -inf

    def went(self, at: float) -> None:
        """A message that waited for an answer disappeared on its own."""
        self._over_at = at

    def is_late(self, at: float) -> bool:
        """Return whether a press was aimed at a message that has just disappeared on its own."""
        return abs(at - self._over_at) < TOO_LATE_S


def has_gone(before: Sequence[Dialog], shown: Dialog, after: Sequence[Dialog], shown_now: Dialog) -> bool:
    """Return whether a dialog that waited for an answer has gone without one, and nothing new has come."""
    return waited(before, shown) and shown != shown_now and all(dialog in before for dialog in after)


def waited(dialogs: Sequence[Dialog], shown: Dialog) -> bool:
    """Return whether the dialog waits for an answer; the game's own menu does not."""
    return bool(dialogs) or isinstance(shown, Notice)
