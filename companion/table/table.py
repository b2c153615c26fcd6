"""The table: what hardware and page report enters, proposals and scenes leave.

The table never changes the game by itself. It proposes; whoever owns it makes the proposal durable and hands it back
with `accept`. Everything it shows follows from the game as kept, the belief about the pieces, and the open dialogs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from random import Random
from typing import Any

from companion.games.game import IllegalMove, Json, Refusal, Unreadable
from companion.table import own_dialogs, proposals
from companion.table.arrivals import Arrivals
from companion.table.belief import PAD, Belief, Expected, Known, Mismatch, group_of
from companion.table.commands import (
    AnswerBoardNews,
    BeginGame,
    CallHelp,
    CheckBoard,
    ConfirmBoard,
    Errand,
    GiveUp,
    LetPhones,
    RestoreBoard,
    Seal,
    ShutDown,
    SpeakLanguage,
    TakeBack,
)
from companion.table.dialog import (
    About,
    Action,
    Button,
    Close,
    Dialog,
    Do,
    DoAll,
    Menu,
    Notice,
    Open,
    Topic,
    fingerprint,
)
from companion.table.entries import ABORTED, CORRECTION, FINISHED, MOVE, NOTE, SETUP, TAKE_BACK, Kept
from companion.table.gametable import Ask, GameTable, Propose, Reading, Refuse
from companion.table.history import History
from companion.table.intents import Accepted, Answer, Choose, Intent, Play, Press, Refused, Stale
from companion.table.memo import Memo
from companion.table.proposals import Proposal as Proposal
from companion.table.scene import Scene, scene_of
from companion.table.sweep import Sweep
from companion.table.tablemenu import table_menu, with_no_game
from companion.table.touch import Touch, once_more
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

Outcome = Proposal | Errand | None

_ON_PRESS = (Button.UP, Button.DOWN, Button.OK)  # the others mean something else when they are held

# A press this soon after what it answered has gone by itself was meant for that, not for what lies below; so was one
# just before, that is told after it. Between two ticks of a simulated table, so that a trace, whose times are rounded,
# is never in doubt.
TOO_LATE_S = 0.475


def _seal_of(dialog: Dialog) -> Seal | None:
    """Return the seal of a dialog that stays until what it tells is sealed, and that is durable."""
    return dialog.action if isinstance(dialog, Notice) and isinstance(dialog.action, Seal) else None


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
    ) -> None:
        """Take the game as it was kept.

        `asks_board` tells that nobody has said yet whether the board file is right, `may_call` that somebody beyond
        the table can be called for help, `phones_allowed` that the players may let phones in.
        """
        self.may_call, self.phones_allowed = may_call, phones_allowed
        self._game_table = game_table
        self._pieces = pieces  # tag: piece
        self._singles = frozenset(pieces.values())  # a kind named here is a piece by itself
        self._random = random
        self.kept = kept or Kept()
        self.belief = Belief()
        self.faults: dict[str, HealthChanged] = {}
        self._dialogs: tuple[Dialog, ...] = ()
        self._cursor = 0  # of the home menu
        self.seen = ""  # where something was just seen and is not confirmed yet: its lamp flickers
        self._home = Memo(game_table.home)
        self._expected_in = Memo(game_table.expected)
        self._wrong = Memo(Belief.mismatches)
        self._held = ""  # the button that has done what holding it means
        self._over_at = -inf  # when what was shown went away by itself
        self._ignored: tuple[Mismatch, ...] = ()
        self._next: tuple[Any, ...] = ()  # entries to propose once the one before is durable
        self._sweep = Sweep()
        self._touch = Touch()
        self._arrivals = Arrivals()
        self._awaited: dict[tuple[str, str], int] = {}  # pieces that come back: kind and place, how many
        history = self.kept.history
        if history:
            self._believe(self._expected(), Known.ASSUMED)
            self._dialogs = (*self._told(history), own_dialogs.RESUME)
        elif asks_board:
            self._dialogs = (game_table.board_question(),)

    # --- what comes in ---

    def handle(self, event: Event) -> Outcome:
        """Take in an event; give what should be made durable or done because of it, if anything."""
        dialogs, shown = self._dialogs, self.dialog
        outcome = self._handle(event)
        if not isinstance(event, ButtonPressed | ButtonHeld | ButtonReleased) and self._is_over(
            shown, dialogs, outcome
        ):
            self._over_at = event.at
        # What was seen flickers only until it is confirmed; what means nothing, or is refused, shows that instead.
        if not isinstance(outcome, Proposal):
            self.seen = ""
        return outcome

    def _is_over(self, shown: Dialog, dialogs: tuple[Dialog, ...], outcome: Outcome) -> bool:
        """Tell whether what was shown, and waited for an answer, has gone without one and without anything new."""
        if not dialogs and not isinstance(shown, Notice):
            return False
        if isinstance(outcome, Proposal):
            return True
        return shown != self.dialog and all(dialog in dialogs for dialog in self._dialogs)

    def _handle(self, event: Event) -> Outcome:
        match event:
            case TagRested(at=at, source=place, uid=uid):
                return self._rested(uid, place, at)
            case TagLeft(at=at, source=place, uid=uid):
                self._left(uid, place, at)
            case Crowded(source=place, crowded=crowded):
                self._drop(About.REFUSED, place, own_dialogs.CROWDED.code)
                if crowded:
                    self._refuse(own_dialogs.CROWDED, place)
            case ButtonPressed(at=at, source=name) if name in _ON_PRESS:
                return None if self._is_too_late(at) else self.press(Button(name))
            case ButtonHeld(source=name):
                self._held = name
                return self.hold(Button(name))
            case ButtonReleased(source=name):
                held, self._held = self._held, ""
                if name not in _ON_PRESS and name != held:
                    return self.press(Button(name))
            case HealthChanged():
                self._health(event)
            case _:
                pass
        return None

    def _is_too_late(self, at: float) -> bool:
        """Tell whether a press was meant for what has just gone by itself."""
        return abs(at - self._over_at) < TOO_LATE_S

    def _health(self, event: HealthChanged) -> None:
        """Say what does not work, and say no more of it when it works again."""
        self.faults.pop(event.source, None)
        self._drop(About.FAULT, code=event.source)
        if event.health is Health.DEGRADED:
            self.faults[event.source] = event
            fault = self._game_table.fault(event.source, event.reason, event.remedy)
            topic = Topic(About.FAULT, code=event.source)
            self._dialogs = (*self._dialogs, replace(fault, name=f"fault {event.source}", topic=topic))

    def press(self, button: Button) -> Outcome:
        """Press a button shortly."""
        dialog = self.dialog
        if button is Button.END:
            self._refuse(own_dialogs.HOLD, "")
            return None
        if button is Button.BACK and not self._dialogs and isinstance(dialog, Menu) and self.kept.history:
            return self._act(Open(self._menu(self.kept.history)))
        after, action = dialog.press(button)
        self._put_back(after)
        outcome = None if action is None else self._act(action)
        if isinstance(outcome, Proposal) and dialog.topic.about is About.ASKED:
            self._arrivals.proposes(self._steps)
            if dialog.topic.place == PAD:
                self._touch.answers()
        return outcome

    def hold(self, button: Button) -> Outcome:
        """Press a button for as long as holding takes."""
        if button is Button.BACK:
            return self.take_back()
        if self.kept.history is None:
            return None
        return self._carry_out(self._game_table.on_hold(self.kept.history, button), "")

    # --- what is posted ---

    def post(self, intent: Intent) -> Answer:
        """Take in what somebody away from the buttons wants; one that is refused or stale has changed nothing."""
        match intent:
            case Choose(dialog, line):
                return self._choose(dialog, line)
            case Press(button, at, is_held):
                is_late = button in _ON_PRESS and self._is_too_late(at)
                return Accepted(None if is_late else self.hold(button) if is_held else self.press(button))
            case Play(entry, is_shown):
                return self._play(entry, is_shown=is_shown)
            case TakeBack():
                refusal = self._may_take_back()
                return Refused(refusal) if refusal else Accepted(self.take_back())
            case BeginGame(setup):
                if self.kept.history is not None:
                    return Stale("a game has begun meanwhile")
                self._dialogs = ()
                return Accepted(self.begin(setup))
            case GiveUp():
                return Accepted(None if self.kept.history is None else self._act(intent))
            case ConfirmBoard():
                return Accepted(self._act(intent) if self.asks_board else None)

    def _choose(self, shown: str, line: int) -> Answer:
        dialog = self.dialog
        if shown and fingerprint(dialog) != shown:
            return Stale("the screen has changed meanwhile")
        if not 0 <= line < dialog.lines:
            return Stale(f"line {line}: there are {dialog.lines}")
        self._put_back(dialog.at(line))
        return Accepted(self.press(Button.OK))

    def _play(self, entry: Any, *, is_shown: bool) -> Answer:
        history = self.kept.history
        if is_shown:
            return Accepted(self.propose(entry))
        if history is None:
            return Refused(own_dialogs.NO_GAME)
        # A refusal that still lies over what is going on is answered by another move.
        dialogs = tuple(dialog for dialog in self._dialogs if dialog.topic.about is not About.REFUSED)
        if isinstance(dialogs[-1] if dialogs else self._underneath(), Notice) or self.is_unsealed:
            return Refused(own_dialogs.READ_FIRST)
        refusal = self._game_table.game.refusal(history.position, entry)
        if refusal:
            return Refused(refusal)
        self._dialogs = dialogs
        return Accepted(self.propose(entry))

    def _menu(self, history: History) -> Menu:
        own = self._game_table.pages(history)
        return table_menu(own, is_over=not self._goes_on, phones_allowed=self.phones_allowed, may_call=self.may_call)

    @property
    def game_id(self) -> str:
        """Which game is played here."""
        return self._game_table.game.id

    @property
    def _steps(self) -> int:
        return len(self.kept.history.steps) if self.kept.history else 0

    @property
    def _goes_on(self) -> bool:
        history = self.kept.history
        return history is not None and self._game_table.game.winners(history.position) is None

    def _rested(self, uid: str, place: str, at: float) -> Outcome:
        self.seen = place
        piece = self._pieces.get(uid)
        if piece is None:
            self._refuse(own_dialogs.UNKNOWN_TAG, place)
            return None
        before, self.belief = self.belief, self.belief.seen(piece, place)
        self._arrivals.rested(piece, self._steps, returns=before.returns(piece, place))
        is_same = place == PAD and self._touch.rested(piece, at)
        self._sweep.rested(piece)
        self._drop(About.ASKED)  # the piece that asked has moved on, or another one has answered
        self._drop(About.REFUSED, place)
        if self.kept.history is None or self._is_laid_out(piece):
            return None
        if self._is_open(About.CORRECTING):
            return self._named(piece) if place == PAD else None
        if self._awaited.get((group_of(piece), place)):
            self._awaited[group_of(piece), place] -= 1
            return None
        reading = self._game_table.read(self.kept.history, before, piece, place)
        if is_same:
            reading = once_more(reading, self.kept.history, self._home(self.kept.history))
        outcome = self._carry_out(reading, place)
        if isinstance(outcome, Proposal):
            self._arrivals.proposes(self._steps)
            if place == PAD:
                self._touch.proposes()
        return outcome

    def _named(self, piece: str) -> Outcome:
        """Take a piece on the pad for an answer while the players correct the table, and for nothing else."""
        dialog = self.dialog
        named = dialog.named(group_of(piece)) if isinstance(dialog, Menu) else None
        if named:
            return self._act(named)
        self._refuse(own_dialogs.BEING_CORRECTED, PAD)
        return None

    def _is_laid_out(self, piece: str) -> bool:
        """Tell whether a piece that has come to rest is no move, because the board is being laid out.

        Where it seems to be swept, one of a kind may still be a move: the others may only have been stacked.
        """
        if self._is_open(About.RESUMING) or self._is_open(About.RESTORING):
            return True
        return self._is_open(About.SWEPT) and group_of(piece) != piece

    def _left(self, uid: str, place: str, at: float) -> None:
        if place != PAD:
            self._drop(About.REFUSED, place)
        piece = self._pieces.get(uid)  # a stranger that leaves has asked nothing
        if piece is None:
            return
        lay_wrong = any(mismatch.piece == piece for mismatch in self._mismatches())
        self.belief = self.belief.gone(piece, place, self.faults)
        if place == PAD:
            # A piece is tapped and lifted at once: what was refused stays, until what it lay beside is taken away.
            if not self._touch.left(piece, at):
                self._drop(About.REFUSED, code="two_pieces")
            return
        if group_of(piece) == piece:  # one of a stack may only have been silenced by the next
            self._drop(About.ASKED, raised_at=place)
        if self._sweep.left(piece, at, self.belief.seen_on_board(), lay_wrong=lay_wrong) and self._goes_on:
            self.tell(own_dialogs.SWEPT)

    @property
    def is_unsealed(self) -> bool:
        """Tell whether something waits to be sealed."""
        return self._seal() is not None

    def _seal(self) -> Seal | None:
        return next((seal for dialog in self._dialogs if (seal := _seal_of(dialog))), None)

    @property
    def asks_board(self) -> bool:
        """Tell whether the players are asked if the board file is right."""
        return self._is_open(About.BOARD)

    def _is_open(self, about: About) -> bool:
        return any(dialog.topic.about is about for dialog in self._dialogs)

    def _question(self) -> tuple[Dialog, ...]:
        return (self._game_table.board_question(),) if self.asks_board else ()

    def _drop(self, about: About, place: str = "", code: str = "", *, raised_at: str = "") -> None:
        """Close the dialogs about something that is over: anywhere, or only those that fit all that is given."""

        def is_over(dialog: Dialog) -> bool:
            topic = dialog.topic
            return (
                topic.about is about
                and place in ("", dialog.place)
                and code in ("", topic.code)
                and raised_at in ("", topic.place)
            )

        self._dialogs = tuple(dialog for dialog in self._dialogs if not is_over(dialog))

    def _carry_out(self, reading: Reading, place: str) -> Outcome:
        seal = self._seal()
        if isinstance(reading, Propose | Ask) and seal:
            reading = Refuse(seal.first)
        match reading:
            case Propose(entry):
                return self.propose(entry, place)
            case Ask(dialog):
                self._drop(About.ASKED)
                asked = replace(dialog, name=f"asked {place} {dialog.name}", topic=Topic(About.ASKED, place))
                self._dialogs = (*self._dialogs, asked)
            case Refuse(refusal):
                self._refuse(refusal, place)
            case _:
                pass
        return None

    def _act(self, action: Action) -> Outcome:
        match action:
            case Do(entry):
                return self.propose(entry, self.dialog.place)
            case DoAll((entry, *rest)):
                self._next = tuple(rest)
                return self.propose(entry, self.dialog.place)
            case Open(dialog):
                self._dialogs = (*self._dialogs, dialog() if callable(dialog) else dialog)
            case Close():
                self._close()
            case BeginGame(setup):
                return self.begin(setup)
            case Seal():
                return self._seal_steps()
            case TakeBack():
                return self.take_back()
            case GiveUp():
                return Proposal(ABORTED, {}, Kept())
            case RestoreBoard():
                self._dialogs = (*self._still_to_read(), *self._restore_walk())
            case CheckBoard():
                self._dialogs = (*self._question(), *self._game_table.board_check()[::-1])
            case LetPhones(True) if not self.phones_allowed:
                self.tell(own_dialogs.KEPT_OUT)
            case ConfirmBoard():
                self._dialogs = ()
                return action
            case AnswerBoardNews() | SpeakLanguage() | LetPhones() | CallHelp() | ShutDown():
                self._dialogs = self._question()
                return action
            case _:
                pass
        return None

    def _still_to_read(self) -> tuple[Dialog, ...]:
        """Give what must be read whatever comes between, such as a settlement."""
        self._drop(About.REFUSED)
        self._drop(About.RESTORING)
        return tuple(dialog for dialog in self._dialogs if isinstance(dialog, Notice))

    def _restore_walk(self) -> tuple[Dialog, ...]:
        history = self.kept.history
        walk = () if history is None else self._game_table.restore(history.position)[::-1]
        return tuple(replace(notice, topic=Topic(About.RESTORING)) for notice in walk)

    def tell(self, dialog: Dialog) -> None:
        """Open a dialog from outside the game, in place of one of the same name."""
        self._dialogs = (*(each for each in self._dialogs if each.name != dialog.name), dialog)

    def _close(self) -> None:
        if self._dialogs:
            self._dialogs = self._dialogs[:-1]
        else:
            self._ignored = self._mismatches()

    def _put_back(self, dialog: Dialog) -> None:
        """Keep a dialog as it is after a press."""
        if self._dialogs:
            self._dialogs = (*self._dialogs[:-1], dialog)
        elif isinstance(dialog, Menu):
            self._cursor = dialog.cursor

    # --- what is proposed ---

    def propose(self, entry: Any, place: str = "") -> Outcome:
        """Propose a move or correction; a refused one is shown with its reason and remedy."""
        history = self.kept.history
        if history is None:
            self._refuse(own_dialogs.NO_GAME, place)
            return None
        try:
            return proposals.play(self._game_table.game, self.kept, history, entry)
        except IllegalMove as error:
            self._refuse(error.refusal, place)
            return None

    def take_back(self) -> Outcome:
        """Propose to take the last step back, if that is fair."""
        history, refusal = self.kept.history, self._may_take_back()
        if refusal or history is None:
            self._refuse(refusal or own_dialogs.NOTHING_TO_TAKE_BACK, "")
            return None
        return proposals.take_back(self.kept, history)

    def _may_take_back(self) -> Refusal | None:
        history = self.kept.history
        if history is None or not history.steps:
            return own_dialogs.NOTHING_TO_TAKE_BACK
        return self._game_table.may_take_back(history, self.kept.sealed)

    def begin(self, setup: Json) -> Outcome:
        """Propose a new game; what the set-up leaves open is left to chance."""
        try:
            return proposals.begin(self._game_table.game, self._game_table.complete(setup, self._random))
        except Unreadable as error:
            self._refuse(Refusal("unreadable", "{why}", "Choose again.", {"why": str(error)}), "")
            return None

    def _seal_steps(self) -> Outcome:
        history = self.kept.history
        return None if history is None else proposals.seal(self._game_table.game, self.kept, history)

    def accept(self, proposal: Proposal) -> None:
        """Take over a proposal that has become durable."""
        before = self._expected()
        self.kept = proposal.kept
        self.seen, self._ignored = "", ()
        self._touch.made()
        if proposal.kind in (NOTE, FINISHED):
            self._dialogs = tuple(dialog for dialog in self._dialogs if not _seal_of(dialog))
            return
        self._cursor = 0
        history = self.kept.history
        told = proposal.kind in (SETUP, MOVE, CORRECTION) and history is not None
        self._dialogs = self._told(history) if told and history else ()
        expected = self._expected()
        if proposal.kind == SETUP:
            self._arrivals = Arrivals()
        if proposal.kind == TAKE_BACK:
            self.belief = self.belief.without_step(before, expected, self._arrivals.since(self._steps))
        else:
            self.belief = self.belief.with_step(before, expected)
        self._believe(expected, Known.DECLARED)
        # What a take-back or a correction brings back to a place is no move when it comes to rest there.
        self._awaited = self.belief.awaited(before, expected) if proposal.kind in (TAKE_BACK, CORRECTION) else {}
        # Pieces that the move itself has to bring along are led by the lamps, without a word.
        self._ignored = self._mismatches()

    def _believe(self, expected: Expected, known: Known) -> None:
        """Take it that each piece which is one of a kind is where the position says, unless a reader knows better."""
        single = {group: places for group, places in expected.items() if group in self._singles}
        self.belief = self.belief.following(single, known)

    def _expected(self) -> Expected:
        history = self.kept.history
        return {} if history is None else self._expected_in(history.position)

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
        self._touch.failed()
        self._refuse(Refusal("not_kept", "{reason}", "{remedy}", {"reason": reason, "remedy": remedy}), "")

    def _refuse(self, refusal: Refusal, place: str) -> None:
        self._next = ()
        self._drop(About.REFUSED)
        shown = self._game_table.refusal(refusal, place, self.kept.history)
        topic = Topic(About.REFUSED, place, refusal.code)
        self._dialogs = (*self._dialogs, replace(shown, name=f"refusal {refusal.code}", topic=topic))

    # --- what is shown ---

    @property
    def dialog(self) -> Dialog:
        """The dialog that the next press goes to."""
        return self._dialogs[-1] if self._dialogs else self._underneath()

    def _underneath(self) -> Dialog:
        """Return what is shown when no dialog is open: what lies wrong, else the game's own menu."""
        history = self.kept.history
        if history is None:
            return self._at_cursor(with_no_game(self._game_table.new_game(), phones_allowed=self.phones_allowed))
        for mismatch in self._mismatches():
            if mismatch not in self._ignored:
                return replace(self._game_table.mismatch(mismatch), topic=Topic(About.MISMATCH, mismatch.place))
        return self._at_cursor(self._home(history))

    def _mismatches(self) -> tuple[Mismatch, ...]:
        return () if self.kept.history is None else self._wrong(self.belief, self._expected())

    def _at_cursor(self, dialog: Dialog) -> Dialog:
        if not isinstance(dialog, Menu) or not dialog.choices or not self._cursor:
            return dialog
        return replace(dialog, cursor=self._cursor % len(dialog.choices))

    def likely_places(self) -> tuple[str, ...]:
        """Name the places where something is likely to be put next."""
        history = self.kept.history
        return () if history is None else self._game_table.likely_places(history.position)

    def scene(self) -> Scene:
        """Describe what lamps and screen show now."""
        dialog, history = self.dialog, self.kept.history
        own = {} if history is None else self._game_table.lamps(history, dialog)
        return scene_of(own, dialog, self._mismatches())
