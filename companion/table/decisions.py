"""Carries out presses, chosen lines and meanings: proposes, hands on errands, opens dialogs, or shows a refusal.

Nothing here changes the game: a proposal must become durable first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from companion.games.game import Json, Refusal
from companion.table import intents, notices, own_dialogs, proposals
from companion.table.dialog import About, Action, Close, Dialog, Do, DoAll, Menu, Notice, Open, Topic
from companion.table.gametable import Ask, Meaning, Propose, Refuse
from companion.table.history import Pairs, Span
from companion.table.intents import Button
from companion.table.open_dialogs import TableDialogs
from companion.table.proposals import Outcome, Proposal
from companion.table.table_state import TableState

Step = Callable[[], Outcome]


class Agenda:
    """The remaining steps, the next one first."""

    def __init__(self) -> None:
        self._steps: deque[Step] = deque()

    def plan(self, *steps: Step) -> None:
        """Replace the remaining steps by these."""
        self._steps = deque(steps)

    def insert(self, step: Step) -> None:
        """Insert a step before the remaining ones."""
        self._steps.appendleft(step)

    def drop(self) -> None:
        """Drop the remaining steps, because one could not be done."""
        self._steps.clear()

    def next(self) -> Outcome:
        """Take steps up to the first that leads to something, and return that."""
        while self._steps:
            outcome = self._steps.popleft()()
            if outcome is not None:
                return outcome
        return None


class Decisions:
    """All decisions at one table."""

    def __init__(self, state: TableState, dialogs: TableDialogs, random: Random) -> None:
        self._state, self._dialogs, self._random = state, dialogs, random
        self._agenda = Agenda()
        self._led_to_errand: tuple[Dialog, ...] = ()

    # --- buttons ---

    def press(self, button: Button) -> Outcome:
        """Press a button briefly."""
        dialog, history = self._dialogs.shown, self._state.kept.history
        if button is Button.END:
            self.refuse(notices.HOLD, "")
            return None
        if button is Button.BACK and not self._dialogs.stack and isinstance(dialog, Menu) and history:
            return self.act(Open(self._dialogs.menu(history)))
        after, action = dialog.press(button)
        self._dialogs.put_back(after)
        if isinstance(after, Notice) and isinstance(action, Open) and isinstance(action.dialog, Notice):
            self._dialogs.close()  # it has been read: the next page replaces it
        outcome = None if action is None else self.act(action)
        if isinstance(outcome, Proposal) and dialog.topic.about is About.ASKED:
            self._state.senses.answers(self._state.steps, dialog.topic.place)
        return outcome

    def hold(self, button: Button) -> Outcome:
        """Hold a button."""
        if button is Button.BACK:
            return self.take_back()
        history = self._state.kept.history
        if history is None:
            return None
        return self.carry_out(self._state.game_table.on_hold(history, button), "")

    def choose(self, line: int) -> Outcome:
        """Choose a line of the open dialog; it must be there."""
        self._dialogs.put_back(self._dialogs.shown.at(line))
        return self.press(Button.OK)

    # --- what is meant, and what a dialog asks for ---

    def carry_out(self, meaning: Meaning, place: str, spot: str = "") -> Outcome:
        """Do what a piece or a touch at a place means; while a seal is pending, only say so."""
        stack = self._dialogs.stack
        if isinstance(meaning, Propose | Ask) and (seal := stack.seal):
            meaning = Refuse(seal.first)
        match meaning:
            case Propose(entry):
                return self.propose(entry, place)
            case Ask(dialog):
                stack.drop(About.ASKED)
                stack.open(replace(dialog, name=f"asked {place} {dialog.name}", topic=Topic(About.ASKED, place, spot)))
            case Refuse(refusal, about):
                self.refuse(refusal, about or place)
            case _:
                pass
        return None

    def act(self, action: Action) -> Outcome:
        """Do what was decided in a dialog."""
        match action:
            case Do(entry):
                return self.propose(entry, self._dialogs.shown.place)
            case DoAll((entry, *rest)):
                self._agenda.plan(*self._each(rest))
                return self.propose(entry, self._dialogs.shown.place)
            case DoAll():
                return None
            case Open(dialog):
                self._dialogs.stack.open(dialog() if callable(dialog) else dialog)
            case Close():
                self._dialogs.close()
            case intents.BeginGame():
                return self._begin(action)
            case intents.Seal():
                return proposals.seal(self._state.game, self._state.kept)
            case intents.TakeBack():
                return self.take_back()
            case intents.TakeBackSteps(steps):
                return self.take_back_steps(steps)
            case intents.Draw():
                return self._draw()
            case intents.GiveUp():
                return proposals.give_up(self._state.kept)
            case intents.RestoreBoard():
                self._dialogs.restore_board()
            case intents.NewTag(piece, words):
                self._dialogs.stack.open(own_dialogs.new_tag(piece, words))
            case intents.CheckBoard():
                self._dialogs.check_board()
            case intents.LetPhones(True) if not self._dialogs.phones_allowed:
                self._dialogs.tell(own_dialogs.KEPT_OUT)
            case intents.ConfirmBoard():
                return self._send(action)
            case _:  # an errand for the owner of the table
                return self.send(action)
        return None

    # --- errands ---

    def send(self, errand: intents.Errand) -> intents.Errand:
        """Hand on an errand, and close the dialogs that led to it, except the question about the board."""
        return self._send(errand, *self._dialogs.board_question)

    def _send(self, errand: intents.Errand, *left: Dialog) -> intents.Errand:
        self._led_to_errand = self._dialogs.stack.opened
        self._dialogs.stack.show(*left)
        return errand

    def ran(self, errand: intents.Errand) -> None:
        """Take over what an errand has made durable."""
        if isinstance(errand, intents.KeepTag):
            self._state.senses.retag(errand.piece, errand.uid)
            self._dialogs.tell(own_dialogs.TAG_KEPT)
        elif isinstance(errand, intents.SpeakLanguage):
            self._dialogs.language = errand.code
        elif isinstance(errand, intents.ChooseHouseRules):
            self._state.house_rules = self._state.house_rules._replace(chosen=errand.chosen)

    def ask_again(self) -> None:
        """Open the dialogs that led to the last errand again, because it could not be done."""
        self._dialogs.stack.show(*self._led_to_errand)

    # --- what is proposed ---

    def propose(self, entry: Any, place: str = "") -> Outcome:
        """Propose a move or correction; a refused one is shown with its reason and remedy."""
        return self._proposed(proposals.play(self._state.game, self._state.kept, entry), place)

    def propose_anyway(self, entry: Any) -> Outcome:
        """Propose a move, whatever was refused before."""
        self._dialogs.stack.drop(About.REFUSED)
        return self.propose(entry)

    def take_back(self) -> Outcome:
        """Propose to take back the span that the game allows, if that is fair."""
        return self._proposed(proposals.take_back(self._state.game_table, self._state.kept))

    def take_back_steps(self, steps: int) -> Outcome:
        """Propose to take back this many steps."""
        return self._proposed(proposals.take_back_steps(self._state.kept, Span(steps)))

    def may_take_back(self) -> Refusal | None:
        """Return why the last action or step may not be taken back, or None if it may."""
        return proposals.may_take_back(self._state.game_table, self._state.kept)

    def begin(self, wanted: intents.BeginGame) -> Outcome:
        """Propose a new game, whatever dialog is open."""
        self._dialogs.stack.show()
        return self._begin(wanted)

    def begin_again(self, wanted: intents.BeginGame, *, is_dealt: bool) -> Outcome:
        """Propose a new game that replaces the current one, on a simulated board that sets itself up."""
        deals = (self._deal,) if is_dealt else ()
        return self._clear_away(partial(self.begin, wanted), self._lay_out, *deals)

    def begin_from(self, first: Json, entries: Iterable[Any], robots: Pairs) -> Outcome:
        """Propose a new game that replaces the current one and repeats some steps of another."""
        return self._clear_away(partial(self._begin_from, first, robots), self._lay_out, *self._each(entries))

    def next(self) -> Outcome:
        """Propose what follows the accepted proposal, if anything."""
        return self._agenda.next()

    def refuse(self, refusal: Refusal, place: str) -> None:
        """Show why something was refused, and drop what was to follow it."""
        self._agenda.drop()
        self._state.refused = refusal
        stack = self._dialogs.stack
        stack.drop(About.REFUSED)
        shown = notices.helped(self._state.game_table, refusal, place, self._state.kept.history)
        stack.open(replace(shown, name=f"refusal {refusal.code}", topic=Topic(About.REFUSED, place, refusal.code)))

    def _proposed(self, proposed: Proposal | Refusal | None, place: str = "") -> Outcome:
        """Return a proposal, or show a refusal."""
        if isinstance(proposed, Refusal):
            self.refuse(proposed, place)
            return None
        return proposed

    # --- steps of something longer ---

    def _each(self, entries: Iterable[Any]) -> Iterable[Step]:
        return (partial(self.propose, entry) for entry in entries)

    def _clear_away(self, *then: Step) -> Outcome:
        """Propose to end the current game, if there is one, and then go on."""
        self._agenda.plan(*then)
        self._dialogs.stack.show()
        return proposals.give_up(self._state.kept) if self._state.kept.history else self._agenda.next()

    def _begin(self, wanted: intents.BeginGame) -> Outcome:
        state = self._state
        wanted = replace(wanted, setup=state.house_rules.agreed(wanted.setup))
        return self._proposed(proposals.begin(state.game_table, state.kept, wanted, self._random))

    def _begin_from(self, first: Json, robots: Pairs) -> Outcome:
        return self._proposed(proposals.begin_from(self._state.game, self._state.kept, first, robots))

    def _lay_out(self) -> None:
        """Close the set-up notices: nobody has to lay out the board."""
        self._dialogs.stack.show()

    def _draw(self) -> Outcome:
        return self._proposed(proposals.draw(self._state.game, self._state.kept, self._random))

    def _deal(self) -> Outcome:
        """Draw the outcomes of chance, as long as it is chance's turn."""
        drawn = self._draw()
        if drawn:
            self._agenda.insert(self._deal)
        return drawn
