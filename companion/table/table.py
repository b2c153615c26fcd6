"""The table: takes reports from hardware and page, and returns proposals and views.

The table never changes the game on its own. It proposes; its owner makes the proposal durable and hands it back with
`accept`. Everything it shows follows from the stored game, what its `Senses` believe about the pieces, and its
`Dialogs`. Whoever is outside sees a `View`, and reaches for nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from companion.games.game import Game, Refusal
from companion.table import carrying, deciding, intents, notices, own_dialogs, proposals
from companion.table.belief import PAD, Belief, Known
from companion.table.deciding import Asked, Deciding
from companion.table.dialog import About, Action, Close, Dialog, Do, DoAll, Menu, Notice, Open
from companion.table.dialog_stack import has_gone, waited
from companion.table.gametable import Ask, Follow, GameTable, Meaning, Press, Propose, Refuse
from companion.table.history import CORRECTION, FINISHED, MOVE, NOTE, SETUP, Kept
from companion.table.intents import Button
from companion.table.open_dialogs import Dialogs
from companion.table.own_dialogs import Offers
from companion.table.owners import CARDBOARD, NOT_YOURS, By
from companion.table.proposals import Agenda, Outcome, Proposal, Step
from companion.table.senses import Senses
from companion.table.tags_seen import TagsSeen
from companion.table.view import View
from hardware.ports import (
    ButtonHeld,
    ButtonPressed,
    ButtonReleased,
    Event,
)
from hardware.trouble import Trouble

BUTTON_EVENTS = ButtonPressed, ButtonHeld, ButtonReleased
ON_PRESS = (Button.UP, Button.DOWN, Button.OK)  # holding the others means something else
OFFERS = Offers()


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
        offers: Offers = OFFERS,
        belief: Belief | None = None,
    ) -> None:
        """Start with the stored game.

        `asks_board`: the board file is still unconfirmed; `belief`: what was known of the pieces, if not only what the
        game says.
        """
        self.kept = kept or Kept()
        self.refused: Refusal | None = None  # the last refusal, for the caller
        self.shows_refusal = False  # whether everybody at the table sees that one
        self.by: By = CARDBOARD  # who asks for what happens now
        self._game_table, self._random = game_table, random
        self._senses = Senses(pieces)
        self._dialogs = Dialogs(game_table, self._senses, offers)
        self._tags = TagsSeen(game_table, self._senses, self._dialogs)
        self._agenda = Agenda()
        self._led_to_errand: tuple[Dialog, ...] = ()
        self._held = ""  # the button whose hold has been handled
        self._at = 0.0  # time of the current event
        self._decides = self._mover
        if self.kept.history:
            self._senses.believe(self._dialogs.expected(self.kept), Known.ASSUMED)
            self._dialogs.resume(self.kept)
        elif asks_board:
            self._dialogs.ask_board()
        if belief:
            self._senses.belief = belief

    # --- what is known of it ---

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules of the game that is played here."""
        return self._game_table.game

    @property
    def dialog(self) -> Dialog:
        """The dialog that the next press goes to."""
        return self._dialogs.shown(self.kept)

    @property
    def seen(self) -> str:
        """Where something was just seen but not confirmed yet: its lamp flickers."""
        return self._senses.seen

    @property
    def view(self) -> View:
        """The table as it is now; for its owner, after each event."""
        return self._dialogs.view(self.kept, self._asked(self.dialog))

    @property
    def _steps(self) -> int:
        return len(self.kept.history.steps) if self.kept.history else 0

    @property
    def _mover(self) -> str | None:
        return None if self.kept.history is None else self.game.mover(self.kept.history.position)

    # --- what comes in ---

    def handle(self, event: Event) -> Outcome:
        """Take in an event; return what to make durable or do because of it, if anything."""
        self._at, self.by = event.at, CARDBOARD
        self._tags.forget(event.at)
        outcome = self._button(event) if isinstance(event, BUTTON_EVENTS) else self._unasked(event)
        # A sighting flickers only until it is confirmed; one without a meaning, or refused, shows that instead.
        if not isinstance(outcome, Proposal):
            self._senses.seen = ""
        return outcome

    def _unasked(self, event: Event) -> Outcome:
        """Take in an event other than a press; it may close a dialog that somebody was about to answer."""
        opened, shown = self._dialogs.stack.opened, self.dialog
        (meaning, spot), place = self._tags.sensed(self.kept, event)
        outcome = self._carry_out(meaning, place, spot)
        if isinstance(meaning, Propose) and isinstance(outcome, Proposal) and not spot:
            self._senses.proposes(self._steps, place)
        if (
            waited(opened, shown)
            if isinstance(outcome, Proposal)
            else has_gone(opened, shown, self._dialogs.stack.opened, self.dialog)
        ):
            self._dialogs.goes(event.at)
        return outcome

    def _button(self, event: Event) -> Outcome:
        match event:
            case ButtonPressed(at=at, source=name) if name in ON_PRESS:
                return None if self.is_too_late(at) else self.press(Button(name))
            case ButtonHeld(source=name):
                self._held = name
                return self.hold(Button(name))
            case ButtonReleased(source=name):
                held, self._held = self._held, ""
                if name not in ON_PRESS and name != held:
                    return self.press(Button(name))
            case _:
                pass
        return None

    def is_too_late(self, at: float) -> bool:
        """Return whether a press was aimed at a message that has just disappeared on its own."""
        return self._dialogs.is_too_late(at)

    def grow_quiet(self, seconds: float) -> None:
        """Take in that nothing has happened for this long."""
        self._tags.forget(self._at + seconds)

    def tell(self, dialog: Dialog) -> None:
        """Tell the players something from outside the game."""
        self._dialogs.tell(dialog)

    def tidy(self, piece: str, place: str) -> None:
        """Take in that a piece is brought to a place without a player."""
        self._senses.tidies(piece, place)

    def withdraw(self) -> None:
        """Take back what whoever asks has asked of others."""
        self._dialogs.withdraw(self.by)

    def offer_games(self, count: int, *, asks: bool) -> None:
        """Offer to bring back this many games that only the copy on a server has; `asks`: at once."""
        self._dialogs.offer_games(self.kept, count, asks=asks)

    # --- what becomes of it ---

    def accept(self, proposal: Proposal) -> None:
        """Take over a proposal that has become durable."""
        dialogs, senses = self._dialogs, self._senses
        before, people, decided = dialogs.expected(self.kept), self.kept.people, self._decides
        dialogs.intentions.follow(self.kept.history, proposal.kept.history, waits=people.waits)
        self.kept = proposal.kept
        if proposal.kind == NOTE and self.kept.people != people:
            if self.kept.people[1:] != people[1:]:
                dialogs.stack.drop(About.CONSENT)  # others may be asked now
            return  # only names and seats have changed: nothing has happened on the board
        senses.seen = ""
        dialogs.report_mismatches()
        senses.made()
        self._tags.forget(self._at)
        if proposal.kind in (NOTE, FINISHED):
            dialogs.stack.close_sealed()
            return
        is_step, self._decides = proposal.kind in (SETUP, MOVE, CORRECTION), self._mover
        dialogs.follow(self.kept, proposal.remark, proposal.news, is_step=is_step, still=self._decides == decided)
        if decided and self._decides not in (decided, None):
            self._tags.pointing.passes_on(self._at)
        senses.follow(proposal.kind, before, dialogs.expected(self.kept), self._steps)
        # For pieces that the move itself requires, the lamps show the way, without a message.
        dialogs.ignore_mismatches(self.kept)
        self._carry_out(self._tags.waited_for(), PAD)

    def next(self) -> Outcome:
        """Propose what follows the accepted proposal, if anything."""
        return self._agenda.next() or self.by_itself()

    def by_itself(self) -> Outcome:
        """Propose what a table without cardboard does without being asked: it settles, and draws."""
        has, stack = self._dialogs.equipment, self._dialogs.stack
        if has.cardboard or stack.is_open(About.REFUSED):
            return None  # once a refusal is read: it may say that just this cannot be kept
        if self._dialogs.to_seal(self.kept):
            return proposals.seal(self.game, self.kept)
        return self.act(intents.Draw()) if has.deals else None

    def equip(self, equipment: intents.Equip) -> Outcome:
        """Take in what the table has from now on."""
        self._dialogs.equip(self.kept, equipment)
        return self.by_itself()

    def unavailable(self, reason: Trouble, remedy: Trouble) -> None:
        """Tell the players that the last proposal could not be kept, and is not played."""
        self._tags.failed()
        self._refuse(Refusal("not_kept", "{reason}", "{remedy}", {"reason": reason, "remedy": remedy}), "")

    def ran(self, errand: intents.Errand) -> None:
        """Take over what an errand has made durable."""
        if isinstance(errand, intents.KeepTag):
            self._senses.retag(errand.piece, errand.uid)
        self._dialogs.ran(errand)

    def ask_again(self) -> None:
        """Open the dialogs that led to the last errand again, because it could not be done."""
        self._dialogs.stack.show(*self._led_to_errand)

    # --- seats of the companion, whose moves hands carry out ---

    def intend(self, moves: tuple[Any, ...]) -> Refusal | None:
        """Take in what the companion means to do now, or return why that cannot be."""
        return self._dialogs.intend(self.kept, moves)

    def ponders(self, stage: int) -> None:
        """Take in how far the companion's thinking is, of `carrying.STEPS`."""
        self._dialogs.intentions.stage = stage

    @property
    def _plan(self) -> carrying.Carried | None:
        return self._dialogs.carried(self.kept)

    # --- buttons ---

    def press(self, button: Button) -> Outcome:
        """Press a button briefly."""
        dialog, dialogs, history = self.dialog, self._dialogs, self.kept.history
        dialogs.intentions.is_seen = False
        if button is Button.END:
            self._refuse(notices.HOLD, "")
            return None
        if button is Button.BACK and not dialogs.stack.opened and isinstance(dialog, Menu) and history:
            dialogs.stack.open(dialogs.menu(self.kept))
            return None
        is_looking = button in (Button.UP, Button.DOWN) and self.by == CARDBOARD
        if not is_looking and self._is_refused(dialog):
            return None
        after, action = dialog.press(button)
        dialogs.put_back(after)
        if isinstance(after, Notice) and isinstance(action, Open) and isinstance(action.dialog, Notice):
            dialogs.close(self.kept)  # it has been read: the next page replaces it
        outcome = None if action is None else self.act(action)
        if isinstance(outcome, Proposal) and dialog.topic.about is About.ASKED:
            self._senses.answers(self._steps, dialog.topic.place)
        return outcome or self.by_itself()

    def hold(self, button: Button) -> Outcome:
        """Hold a button."""
        if button is Button.BACK:
            return self.act(intents.TakeBack())
        history = self.kept.history
        return None if history is None else self._carry_out(self._game_table.on_hold(history, button), "")

    def choose(self, line: int) -> Outcome:
        """Choose a line of the open dialog; it must be there."""
        if self._is_refused(self.dialog):
            return None
        self._dialogs.put_back(self.dialog.at(line))
        return self.press(Button.OK)

    # --- who decides ---

    @property
    def deciding(self) -> Deciding:
        """Who may decide what now, if whoever asks does."""
        return Deciding(self._game_table, self.kept, self._dialogs.equipment, self.by)

    def _asked(self, dialog: Dialog) -> Asked | None:
        return self.deciding.asked(dialog, is_lowest=not self._dialogs.stack.opened)

    def _is_refused(self, dialog: Dialog) -> bool:
        """Refuse an answer to what another is asked."""
        if refusal := self.deciding.not_asked(self._asked(dialog)):
            self._refuse(refusal, "")
        return refusal is not None

    # --- what is meant, and what a dialog asks for ---

    def _carry_out(self, meaning: Meaning, place: str, spot: str = "") -> Outcome:
        """Do what a piece or a touch at a place means; while a seal is pending, only say so."""
        stack, plan, history = self._dialogs.stack, self._plan, self.kept.history
        if isinstance(meaning, Propose | Ask) and (seal := stack.seal):
            meaning = Refuse(seal.first)
        elif plan and not plan.is_theirs and history and not stack.is_open(About.CORRECTING):
            self._dialogs.intentions.is_seen = True
            meaning = carrying.judged(self._game_table, history, plan, meaning, spot)
        match meaning:
            case Propose(entry):
                return self.propose(entry, place)
            case Ask(dialog):
                self._dialogs.ask(dialog, place, spot, self._mover or "")
            case Refuse(refusal, about):
                self._refuse(refusal, about or place)
            case Follow(action):
                return self.act(action)
            case Press(button, is_held):
                return self.hold(button) if is_held else self.press(button)
            case _:
                pass
        return None

    def act(self, action: Action | intents.PlayOn) -> Outcome:
        """Do what was decided in a dialog."""
        dialogs = self._dialogs
        if isinstance(action, proposals.Asked):
            return self._asked_for(action)
        if isinstance(action, intents.OfBoard):
            dialogs.see_to_board(self.kept, action)
            return None
        match action:
            case Do(entry):
                return self.propose(entry, self.dialog.place)
            case DoAll((entry, *rest)):
                self._agenda.plan(*(partial(self.propose, each) for each in rest))
                return self.propose(entry, self.dialog.place)
            case DoAll():
                pass
            case Open(dialog):
                dialogs.open(dialog() if callable(dialog) else dialog, self._asked(self.dialog))
            case Close():
                dialogs.close(self.kept)
            case intents.Declined(player):
                dialogs.declined(player)
            case intents.Overrule(entry):
                dialogs.decide_for(self.kept, is_theirs=True)
                return None if entry is None else self.propose(entry)
            case intents.LetDecide():
                dialogs.decide_for(self.kept, is_theirs=False)
            case intents.NextStep():
                dialogs.intentions.is_paused = False
            case intents.LetPhones(True) if not dialogs.offers.phones_allowed:
                dialogs.tell(own_dialogs.KEPT_OUT)
            case _:  # an errand for the owner of the table closes the dialogs that led to it
                self._led_to_errand = dialogs.stack.opened
                dialogs.stack.show(*(() if isinstance(action, intents.ConfirmBoard) else dialogs.board_question))
                return action
        return None

    # --- what is proposed ---

    def _asked_for(self, command: proposals.Asked) -> Outcome:
        """Propose what a command asks for, unless others are asked first; close what led to it."""
        stack = self._dialogs.stack
        match command:
            case intents.BeginGame():  # it is played by the house rules that were agreed on
                command = replace(command, setup=self._dialogs.offers.house_rules.agreed(command.setup))
            case intents.Agreed():
                stack.drop(About.CONSENT)
            case intents.SeatCompanion() | intents.SetPace():
                stack.show()
            case intents.GiveUp() if asked_first := deciding.to_end(self.deciding):
                stack.show(asked_first)
                return None
            case _:
                pass
        return self._proposed(proposals.asked_for(command, self.deciding, self._random))

    def propose(self, entry: Any, place: str = "") -> Outcome:
        """Propose a move or correction; a refused one is shown with its reason and remedy."""
        plan, history = self._plan, self.kept.history
        waits = carrying.why_not(self.game, history.position, plan, entry) if plan and history else None
        if waits:
            self._refuse(waits, place, entry)
            return None
        proposed = self.deciding.not_theirs(entry) or proposals.play(self.game, self.kept, entry)
        if plan and plan.is_theirs and isinstance(proposed, Proposal) and proposed.kind == MOVE:
            proposed = proposals.overruled(proposed)
        return self._proposed(proposed, place)

    def propose_anyway(self, entry: Any) -> Outcome:
        """Propose a move, whatever was refused before."""
        self._dialogs.stack.drop(About.REFUSED)
        return self.propose(entry)

    def waits_to_be_read(self) -> bool:
        """Return whether something must be read before a move, except a refusal, which a move answers."""
        return self._dialogs.waits_to_be_read(self.kept)

    def _refuse(self, refusal: Refusal, place: str, entry: Any | None = None) -> None:
        """Show why something was refused, and drop what was to follow; what is another's only to whoever asks."""
        self._agenda.drop()
        self.refused = refusal
        self.shows_refusal = refusal.code != NOT_YOURS or self.by == CARDBOARD
        if self.shows_refusal:
            self._dialogs.refuse(self.kept, refusal, place, entry)

    def _proposed(self, proposed: Proposal | Refusal | None, place: str = "") -> Outcome:
        """Return a proposal, or show a refusal."""
        if isinstance(proposed, Refusal):
            self._refuse(proposed, place)
            return None
        return proposed

    # --- games that begin from outside ---

    def begin_instead(self, begin: Step, *then: Step) -> Outcome:
        """Propose to end the current game, if there is one; then to begin another that nobody has to lay out."""
        self._agenda.plan(begin, self._dialogs.stack.show, *then)
        self._dialogs.stack.show()
        return proposals.give_up(self.kept) if self.kept.history else self._agenda.next()

    def deal(self) -> Outcome:
        """Draw the outcomes of chance, as long as it is chance's turn."""
        drawn = self.act(intents.Draw())
        if drawn:
            self._agenda.insert(self.deal)
        return drawn
