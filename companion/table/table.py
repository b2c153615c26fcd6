"""The table: what hardware and page report enters, proposals and scenes leave.

The table never changes the game by itself. It proposes; whoever owns it makes the proposal durable and hands it back
with `accept`. Everything it shows follows from the game as kept, the belief about the pieces, and the open dialogs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.game import Game, Json, Refusal
from companion.table import bad_news, commands, own_dialogs, proposals
from companion.table.belief import PAD, Belief, Known, Mismatch, group_of
from companion.table.dialog import About, Action, Button, Close, Dialog, Do, DoAll, Menu, Notice, Open, Topic
from companion.table.dialog_stack import DialogStack
from companion.table.entries import CORRECTION, FINISHED, MOVE, NOTE, SETUP, Kept
from companion.table.gametable import Ask, Follow, GameTable, Ignore, Meaning, Press, Propose, Refuse
from companion.table.history import History, Span
from companion.table.late_press import LatePress, has_gone, waited
from companion.table.other_games import OtherGames
from companion.table.pointing import Both, Pointing, shown_in
from companion.table.proposals import Proposal
from companion.table.scene import Scene, scene_of
from companion.table.senses import Senses
from companion.table.tablemenu import table_menu
from companion.table.touch import once_more
from companion.table.underneath import Underneath
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

Outcome = Proposal | commands.Errand | None

BUTTON_EVENTS = ButtonPressed, ButtonHeld, ButtonReleased
ON_PRESS = (Button.UP, Button.DOWN, Button.OK)  # the others mean something else when they are held


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
    ) -> None:
        """Take the game as it was kept.

        `asks_board` tells that nobody has said yet whether the board file is right, `may_call` that somebody beyond
        the table can be called for help, `phones_allowed` that the players may let phones in. `other_games` says what
        else can be played here; without it the table stays with its game. `elsewhere` is how many games of this table
        only the copy on a server has.
        """
        self.may_call, self.phones_allowed, self.other_games = may_call, phones_allowed, other_games
        self._game_table = game_table
        self._random = random
        self.kept = kept or Kept()
        self._senses = Senses(pieces)
        self.faults: dict[str, HealthChanged] = {}
        self.elsewhere = elsewhere
        self._dialogs = DialogStack()
        self._led_to_errand: tuple[Dialog, ...] = ()
        self._underneath = Underneath(game_table)
        self.seen = ""  # where something was just seen and is not confirmed yet: its lamp flickers
        self._held = ""  # the button that has done what holding it means
        self._late = LatePress()
        self._pointing = Pointing(game_table)
        self._at = 0.0  # of the event that is taken in
        self._decides = self._mover
        self._then: Ask | Refuse | None = None  # to be asked or told once what was proposed is durable
        self._next: tuple[Any, ...] = ()  # entries to propose once the one before is durable
        self.refused: Refusal | None = None  # what was refused last, for whoever asked for it
        history = self.kept.history
        if history:
            self._senses.believe(self._underneath.expected(self.kept), Known.ASSUMED)
            self._dialogs.show(*self._told(history), own_dialogs.resume(self._keeping))
        elif asks_board:
            self._dialogs.show(game_table.board_question())

    @property
    def belief(self) -> Belief:
        """Where the pieces are believed to be."""
        return self._senses.belief

    @belief.setter
    def belief(self, belief: Belief) -> None:
        self._senses.belief = belief

    # --- what comes in ---

    def handle(self, event: Event) -> Outcome:
        """Take in an event; give what should be made durable or done because of it, if anything."""
        self._at = event.at
        outcome = self._button(event) if isinstance(event, BUTTON_EVENTS) else self._unasked(event)
        # What was seen flickers only until it is confirmed; what means nothing, or is refused, shows that instead.
        if not isinstance(outcome, Proposal):
            self.seen = ""
        return outcome

    def _unasked(self, event: Event) -> Outcome:
        """Take in what no button brought; a dialog may go away by it that somebody was about to answer."""
        dialogs, shown = self._dialogs.opened, self.dialog
        outcome = self._sensed(event)
        if (
            waited(dialogs, shown)
            if isinstance(outcome, Proposal)
            else has_gone(dialogs, shown, self._dialogs.opened, self.dialog)
        ):
            self._late.went(event.at)
        return outcome

    def _sensed(self, event: Event) -> Outcome:
        match event:
            case TagRested(source=place, uid=uid) if place == PAD and self._dialogs.is_open(About.TAGGING):
                return self._retagged(uid)
            case TagRested(at=at, source=place, uid=uid):
                return self._rested(uid, place, at)
            case TagLeft(at=at, source=place, uid=uid):
                self._left(uid, place, at)
            case Crowded(source=place, crowded=crowded):
                self._dialogs.drop(About.REFUSED, place, own_dialogs.CROWDED.code)
                if crowded:
                    self._refuse(own_dialogs.CROWDED, place)
            case HealthChanged():
                self._health(event)
            case _:
                pass
        return None

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
        """Tell whether a press was meant for what has just gone by itself."""
        return self._late.is_late(at)

    def _health(self, event: HealthChanged) -> None:
        """Say what does not work, and say no more of it when it works again."""
        if event.source == PAD:
            self._pointing.lost(event.at)
        self.faults.pop(event.source, None)
        self._dialogs.drop(About.FAULT, code=event.source)
        if event.health is Health.DEGRADED:
            self.faults[event.source] = event
            fault = bad_news.fault(self._game_table, event.source, event.reason, event.remedy)
            topic = Topic(About.FAULT, code=event.source)
            self._dialogs.open(replace(fault, name=f"fault {event.source}", topic=topic))

    def press(self, button: Button) -> Outcome:
        """Press a button shortly."""
        dialog = self.dialog
        if button is Button.END:
            self._refuse(own_dialogs.HOLD, "")
            return None
        if button is Button.BACK and not self._dialogs and isinstance(dialog, Menu) and self.kept.history:
            return self.act(Open(self._menu(self.kept.history)))
        after, action = dialog.press(button)
        self._put_back(after)
        outcome = None if action is None else self.act(action)
        if isinstance(outcome, Proposal) and dialog.topic.about is About.ASKED:
            self._senses.answers(self._steps, dialog.topic.place)
        return outcome

    def hold(self, button: Button) -> Outcome:
        """Press a button for as long as holding takes."""
        if button is Button.BACK:
            return self.take_back()
        if self.kept.history is None:
            return None
        return self._carry_out(self._game_table.on_hold(self.kept.history, button), "")

    def choose(self, line: int) -> Outcome:
        """Choose a line of the open dialog; it must be there."""
        self._put_back(self.dialog.at(line))
        return self.press(Button.OK)

    @property
    def waits_to_be_read(self) -> bool:
        """Tell whether something must be read before a move: a refusal need not be, for a move answers it."""
        dialogs = self._dialogs.without(About.REFUSED)
        return self.is_unsealed or isinstance(dialogs[-1] if dialogs else self._shown_underneath(), Notice)

    @property
    def is_at_home(self) -> bool:
        """Tell whether the game's own menu is shown, and nothing else waits for anybody."""
        return self.kept.history is not None and isinstance(self.dialog, Menu) and not self._dialogs

    def play_on(self, entry: Any) -> Outcome:
        """Propose a move over whatever was refused before."""
        self._dialogs.drop(About.REFUSED)
        return self.propose(entry)

    def begin_at_once(self, wanted: commands.BeginGame) -> Outcome:
        """Propose a new game, whatever dialog is open."""
        self._dialogs.show()
        return self.begin(wanted)

    def begin_from(self, first: Json, entries: tuple[Any, ...]) -> Outcome:
        """Propose a new game that goes the way of another one as far as its entries."""
        self._dialogs.show()
        self._next = entries
        return proposals.begin_from(self.game, self.kept, first)

    def _menu(self, history: History) -> Menu:
        own = self._game_table.pages(history)
        return table_menu(
            own,
            is_over=not self._goes_on,
            phones_allowed=self.phones_allowed,
            may_call=self.may_call,
            keeping=self._keeping,
            stickers=self._game_table.stickers(self._senses.pieces),
        )

    @property
    def _keeping(self) -> commands.LayOut | None:
        """What keeps the game for later, where that can be."""
        return commands.LayOut(self.game.id) if self.other_games else None

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules of the game that is played here."""
        return self._game_table.game

    @property
    def _steps(self) -> int:
        return len(self.kept.history.steps) if self.kept.history else 0

    @property
    def _goes_on(self) -> bool:
        history = self.kept.history
        return history is not None and self._game_table.game.winners(history.position) is None

    def _rested(self, uid: str, place: str, at: float) -> Outcome:
        self.seen = place
        piece = self._senses.piece(uid)
        if piece is None:
            self._refuse(own_dialogs.STRANGE_TOUCH if place == PAD else own_dialogs.UNKNOWN_TAG, place)
            return None
        if self._game_table.is_spot(piece):
            return self._touched(piece, at) if place == PAD else None
        before, is_same = self._senses.rested(piece, place, at, self._steps)
        if self._senses.is_tidied(piece, place):
            self._underneath.ignore(self._mismatches())  # whoever brought it there brings it on
            return None
        self._dialogs.drop(About.ASKED)  # the piece that asked has moved on, or another one has answered
        self._dialogs.drop(About.REFUSED, place)
        if self.kept.history is None or self._dialogs.lays_out(piece):
            return None
        if self._dialogs.is_open(About.CORRECTING):
            return self._named(piece) if place == PAD else None
        if self._senses.is_awaited(piece, place):
            return None
        reading = self._game_table.read(self.kept.history, before, piece, place)
        if is_same:
            reading = once_more(reading, self.kept.history, self._underneath.home(self.kept.history))
        outcome = self._carry_out(reading, place)
        if isinstance(outcome, Proposal):
            self._senses.proposes(self._steps, place)
        return outcome

    def _touched(self, spot: str, at: float) -> Outcome:
        """Take in that a spot is under the wand."""
        asked = [dialog for dialog in self._dialogs.opened if dialog.topic.about is not About.REFUSED]
        shown = shown_in(asked or (() if self.kept.history else (self._shown_underneath(),)))
        meaning = self._pointing.touched(spot, at, self.kept, shown)
        return self._follow(meaning, spot)

    def _follow(self, meaning: Meaning | Both, spot: str) -> Outcome:
        """Do what a spot means; a message that was not read yet stays, a question makes room for the next."""
        match meaning:
            case Ignore():
                return None
            case Press(button, is_held):
                return self.hold(button) if is_held else self.press(button)
            case _ if any(map(self._dialogs.is_open, (About.RESUMING, About.RESTORING, About.BOARD))):
                self._refuse(own_dialogs.READ_FIRST, PAD)
                return None
            case Follow(action):
                self._dialogs.drop(About.REFUSED)
                if self._dialogs.seal:
                    return self._carry_out(Refuse(self._dialogs.seal.first), PAD)
                return self.act(action)
            case Both(0, then):
                self._dialogs.show(*self._dialogs.notices())
                return self._carry_out(then, PAD)
            case Both(steps, then):
                self._then = then
                return self._proposed(proposals.take_back_steps(self.kept, Span(steps)))
            case _:
                self._dialogs.drop(About.REFUSED)
                if not isinstance(meaning, Refuse):
                    self._dialogs.show(*self._dialogs.notices())
                return self._carry_out(meaning, PAD, spot)

    def await_tidied(self, piece: str, place: str) -> None:
        """Take it that a piece will come to rest at a place where no player puts it."""
        self._senses.tidies(piece, place)

    def _named(self, piece: str) -> Outcome:
        """Take a piece on the pad for an answer while the players correct the table, and for nothing else."""
        dialog = self.dialog
        named = dialog.named(group_of(piece)) if isinstance(dialog, Menu) else None
        if named:
            return self.act(named)
        self._refuse(own_dialogs.BEING_CORRECTED, PAD)
        return None

    def _left(self, uid: str, place: str, at: float) -> None:
        piece = self._senses.piece(uid)
        # What touches a place, and belongs nowhere, is lifted at once: what it asked, or was refused, stays.
        only_touched = piece is not None and group_of(piece) not in self._underneath.expected(self.kept)
        lay_there = place != PAD and not only_touched
        if lay_there:
            self._dialogs.drop(About.REFUSED, place)
        if piece is None:  # a stranger that leaves has asked nothing
            return
        if self._game_table.is_spot(piece):
            self._pointing.left(piece)
            return
        lay_wrong = any(mismatch.piece == piece for mismatch in self._mismatches())
        departure = self._senses.left(piece, place, at, self.faults, lay_wrong=lay_wrong)
        # A piece is tapped and lifted at once: what was refused stays, until what it lay beside is taken away.
        if departure.leaves_another:
            self._dialogs.drop(About.REFUSED, code="two_pieces")
        if lay_there and group_of(piece) == piece:  # one of a stack may only have been silenced by the next
            self._dialogs.drop(About.ASKED, raised_at=place)
        if departure.is_swept and self._goes_on:
            self.tell(own_dialogs.SWEPT)

    @property
    def is_unsealed(self) -> bool:
        """Tell whether something waits to be sealed."""
        return self._dialogs.seal is not None

    @property
    def asks_board(self) -> bool:
        """Tell whether the players are asked if the board file is right."""
        return self._dialogs.is_open(About.BOARD)

    def _question(self) -> tuple[Dialog, ...]:
        return (self._game_table.board_question(),) if self.asks_board else ()

    def _carry_out(self, reading: Meaning, place: str, spot: str = "") -> Outcome:
        seal = self._dialogs.seal
        if isinstance(reading, Propose | Ask) and seal:
            reading = Refuse(seal.first)
        match reading:
            case Propose(entry):
                return self.propose(entry, place)
            case Ask(dialog):
                self._dialogs.drop(About.ASKED)
                asked = replace(dialog, name=f"asked {place} {dialog.name}", topic=Topic(About.ASKED, place, spot))
                self._dialogs.open(asked)
            case Refuse(refusal, about):
                self._refuse(refusal, about or place)
            case _:
                pass
        return None

    def act(self, action: Action) -> Outcome:
        """Do what was decided in a dialog."""
        match action:
            case Do(entry):
                return self.propose(entry, self.dialog.place)
            case DoAll((entry, *rest)):
                self._next = tuple(rest)
                return self.propose(entry, self.dialog.place)
            case Open(dialog):
                self._dialogs.open(dialog() if callable(dialog) else dialog)
            case Close():
                self._close()
            case commands.BeginGame():
                return self.begin(action)
            case commands.Seal():
                return proposals.seal(self.game, self.kept)
            case commands.TakeBack():
                return self.take_back()
            case commands.TakeBackSteps(steps):
                return self._proposed(proposals.take_back_steps(self.kept, Span(steps)))
            case commands.Draw():
                return self._proposed(proposals.draw(self.game, self.kept, self._random))
            case commands.GiveUp():
                return proposals.give_up(self.kept)
            case commands.RestoreBoard():
                self._dialogs.drop(About.REFUSED)
                self._dialogs.drop(About.RESTORING)
                self._dialogs.show(*self._dialogs.notices(), *self._restore_walk())
            case commands.NewTag(piece, words):
                self._dialogs.open(own_dialogs.new_tag(piece, words))
            case commands.CheckBoard():
                self._dialogs.show(*self._question(), *self._game_table.board_check()[::-1])
            case commands.LetPhones(True) if not self.phones_allowed:
                self.tell(own_dialogs.KEPT_OUT)
            case commands.ConfirmBoard():
                return self._send(action)
            case DoAll():
                pass  # nothing to do
            case _:  # an errand: for whoever owns the table
                return self._send(action, *self._question())
        return None

    def _send(self, errand: commands.Errand, *left: Dialog) -> commands.Errand:
        """Hand an errand on, and close the dialogs that led to it but for those that are left."""
        self._led_to_errand = self._dialogs.opened
        self._dialogs.show(*left)
        return errand

    def _retagged(self, uid: str) -> Outcome:
        """Take a tag for the piece that is to get another one, unless it is on a piece already."""
        piece = self._dialogs.code_of(About.TAGGING)
        if self._senses.piece(uid) not in (None, piece):
            self._refuse(own_dialogs.TAG_TAKEN, PAD)
            return None
        return self._send(commands.KeepTag(piece, uid), *self._question())

    def ran(self, errand: commands.Errand) -> None:
        """Take over what an errand has made durable."""
        if isinstance(errand, commands.KeepTag):
            self._senses.retag(errand.piece, errand.uid)
            self.tell(own_dialogs.TAG_KEPT)

    def ask_again(self) -> None:
        """Open the dialogs again that led to the last errand, for it could not be done."""
        self._dialogs.show(*self._led_to_errand)

    def _restore_walk(self) -> tuple[Dialog, ...]:
        history = self.kept.history
        walk = () if history is None else self._game_table.restore(history.position)[::-1]
        return tuple(replace(notice, topic=Topic(About.RESTORING)) for notice in walk)

    def tell(self, dialog: Dialog) -> None:
        """Open a dialog from outside the game, in place of one of the same name."""
        self._dialogs.open_once(dialog)

    def offer_games(self, count: int, *, asks: bool) -> None:
        """Offer to bring back so many games that only the copy has; at once, where there is no game here to play."""
        self.elsewhere = count
        if not count:
            self._dialogs.drop_named(own_dialogs.GAMES_ELSEWHERE)
        elif asks and self.kept.history is None:
            self.tell(own_dialogs.games_elsewhere(count))

    def _close(self) -> None:
        if self._dialogs:
            self._dialogs.close_top()
        else:
            self._underneath.ignore(self._mismatches())

    def _put_back(self, dialog: Dialog) -> None:
        """Keep a dialog as it is after a press."""
        if self._dialogs:
            self._dialogs.put_back(dialog)
        elif isinstance(dialog, Menu):
            self._underneath.put_back(dialog)

    # --- what is proposed ---

    def propose(self, entry: Any, place: str = "") -> Outcome:
        """Propose a move or correction; a refused one is shown with its reason and remedy."""
        return self._proposed(proposals.play(self.game, self.kept, entry), place)

    def take_back(self) -> Outcome:
        """Propose to take back what the game says goes back in one piece, if that is fair."""
        return self._proposed(proposals.take_back(self._game_table, self.kept))

    def may_take_back(self) -> Refusal | None:
        """Say why the last action or step may not be taken back, or nothing when it may."""
        return proposals.may_take_back(self._game_table, self.kept)

    def begin(self, wanted: commands.BeginGame) -> Outcome:
        """Propose a new game; what the set-up leaves open is left to chance."""
        return self._proposed(proposals.begin(self._game_table, self.kept, wanted, self._random))

    def _proposed(self, proposed: Proposal | Refusal | None, place: str = "") -> Outcome:
        """Hand a proposal on, and show a refusal."""
        if isinstance(proposed, Refusal):
            self._refuse(proposed, place)
            return None
        return proposed

    def accept(self, proposal: Proposal) -> None:
        """Take over a proposal that has become durable."""
        before, people, decided = self._underneath.expected(self.kept), self.kept.people, self._decides
        self.kept = proposal.kept
        if proposal.kind == NOTE and self.kept.people != people:
            return  # who plays has other names: nothing has happened on the board
        self.seen = ""
        self._underneath.ignore(())
        self._senses.made()
        if proposal.kind in (NOTE, FINISHED):
            self._dialogs.close_sealed()
            return
        self._underneath.begin_again(proposal.remark)
        history, self._decides = self.kept.history, self._mover
        told = proposal.kind in (SETUP, MOVE, CORRECTION) and history is not None
        asked_again = self._dialogs.asked_again(history) if history and self._decides == decided else ()
        self._dialogs.show(*asked_again, *(self._told(history) if told and history else ()))
        if decided and self._decides not in (decided, None):
            self._pointing.passes_on(self._at)
        self._senses.follow(proposal.kind, before, self._underneath.expected(self.kept), self._steps)
        # Pieces that the move itself has to bring along are led by the lamps, without a word.
        self._underneath.ignore(self._mismatches())
        if self._then:
            then, self._then = self._then, None
            self._carry_out(then, PAD)

    @property
    def _mover(self) -> str | None:
        history = self.kept.history
        return None if history is None else self.game.mover(history.position)

    def _told(self, history: History) -> tuple[Dialog, ...]:
        """Say what the last step brought about, unless that is sealed; the first to be read lies on top."""
        if history.steps and len(history.steps) <= self.kept.sealed:
            return ()
        return self._game_table.notices(history)[::-1]

    def next(self) -> Outcome:
        """Propose what follows on what has just been accepted, if something does."""
        if not self._next:
            return None
        entry, *rest = self._next
        self._next = tuple(rest)
        return self.propose(entry)

    def unavailable(self, reason: str, remedy: str) -> None:
        """Tell the players that the last proposal could not be kept, and is not played."""
        self._senses.failed()
        self._then = None
        self._refuse(Refusal("not_kept", "{reason}", "{remedy}", {"reason": reason, "remedy": remedy}), "")

    def _refuse(self, refusal: Refusal, place: str) -> None:
        self._next, self.refused = (), refusal
        self._dialogs.drop(About.REFUSED)
        shown = bad_news.helped(self._game_table, refusal, place, self.kept.history)
        topic = Topic(About.REFUSED, place, refusal.code)
        self._dialogs.open(replace(shown, name=f"refusal {refusal.code}", topic=topic))

    # --- what is shown ---

    @property
    def dialog(self) -> Dialog:
        """The dialog that the next press goes to."""
        return self._dialogs.top or self._shown_underneath()

    def _shown_underneath(self) -> Dialog:
        return self._underneath.dialog(
            self.kept,
            self._senses.belief,
            phones_allowed=self.phones_allowed,
            other_games=self.other_games,
            elsewhere=self.elsewhere,
        )

    def _mismatches(self) -> tuple[Mismatch, ...]:
        return self._underneath.mismatches(self.kept, self._senses.belief)

    def likely_places(self) -> tuple[str, ...]:
        """Name the places where something is likely to be put next."""
        history = self.kept.history
        return () if history is None else self._game_table.likely_places(history.position)

    def scene(self) -> Scene:
        """Describe what lamps and screen show now."""
        dialog, history = self.dialog, self.kept.history
        own = {} if history is None else self._game_table.lamps(history, dialog)
        return scene_of(own, dialog, self._mismatches())
