"""Everything that a table shows in words: the open dialogs, and what is shown while none is open.

In: the state of the table. Out: the dialog that the next press goes to, and the scene.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from companion.table import intents, own_dialogs
from companion.table.belief import Belief, Expected, Mismatch, group_of
from companion.table.dialog import About, Dialog, Menu, Notice, Tone, Topic
from companion.table.gametable import GameTable
from companion.table.history import History, Kept
from companion.table.intents import Seal
from companion.table.memo import Memo
from companion.table.own_dialogs import NO_HOUSE_RULES, NO_OTHERS, HouseRules, OtherGames, table_menu, with_no_game
from companion.table.screen import BRING, CHOSEN, REFUSED, WRONG, Row, Scene
from companion.table.sections import Spot
from companion.table.table_state import TableState
from companion.words.say import NOTHING, SOURCE, Say
from hardware.ports import Light


class TableDialogs:
    """The dialogs of one table."""

    def __init__(
        self,
        state: TableState,
        *,
        may_call: bool,
        phones_allowed: bool,
        other_games: Callable[[], OtherGames] | None,
        elsewhere: int,
        language: str,
    ) -> None:
        self._state, self._game_table = state, state.game_table
        self.may_call, self.phones_allowed, self.other_games = may_call, phones_allowed, other_games
        self.elsewhere, self.language = elsewhere, language
        self.stack = DialogStack()
        self.underneath = Underneath(state.game_table)

    # --- what is shown ---

    @property
    def shown(self) -> Dialog:
        """The dialog that the next press goes to."""
        return self.stack.top or self.lowest

    @property
    def lowest(self) -> Dialog:
        """What is shown while no dialog is open."""
        return self.underneath.dialog(
            self._state.kept,
            self._state.senses.belief,
            phones_allowed=self.phones_allowed,
            other_games=self.other_games,
            elsewhere=self.elsewhere,
            language=self.language,
            house_rules=self._state.house_rules,
        )

    @property
    def mismatches(self) -> tuple[Mismatch, ...]:
        """The misplaced pieces."""
        return self.underneath.mismatches(self._state.kept, self._state.senses.belief)

    @property
    def is_at_home(self) -> bool:
        """Whether the game's own menu is shown, and nothing else waits for anybody."""
        return self._state.kept.history is not None and isinstance(self.shown, Menu) and not self.stack

    @property
    def is_unsealed(self) -> bool:
        """Whether a seal is pending."""
        return self.stack.seal is not None

    @property
    def waits_to_be_read(self) -> bool:
        """Whether something must be read before a move, except a refusal, which a move answers."""
        dialogs = self.stack.without(About.REFUSED)
        return self.is_unsealed or isinstance(dialogs[-1] if dialogs else self.lowest, Notice)

    @property
    def asks_board(self) -> bool:
        """Whether the players are asked if the board file is right."""
        return self.stack.is_open(About.BOARD)

    def scene(self) -> Scene:
        """Describe what lamps and screen show now."""
        dialog, history = self.shown, self._state.kept.history
        own = {} if history is None else self._game_table.lamps(history, dialog)
        return scene_of(own, dialog, self.mismatches)

    # --- what changes it ---

    def tell(self, dialog: Dialog) -> None:
        """Open a dialog from outside the game, replacing one of the same name."""
        self.stack.open_once(dialog)

    def offer_games(self, count: int, *, asks: bool) -> None:
        """Offer to bring back this many games that only the copy has; at once if there is no game here."""
        self.elsewhere = count
        if not count:
            self.stack.drop_named(own_dialogs.GAMES_ELSEWHERE)
        elif asks and self._state.kept.history is None:
            self.tell(own_dialogs.games_elsewhere(count))

    def put_back(self, dialog: Dialog) -> None:
        """Keep a dialog as it is after a press."""
        if self.stack:
            self.stack.put_back(dialog)
        elif isinstance(dialog, Menu):
            self.underneath.put_back(dialog)

    def close(self) -> None:
        """Close the shown dialog; known misplaced pieces are not reported again."""
        if self.stack:
            self.stack.close_top()
        else:
            self.ignore_mismatches()

    def ignore_mismatches(self) -> None:
        """Stop reporting the pieces that are misplaced now."""
        self.underneath.ignore(self.mismatches)

    def resume(self, history: History) -> None:
        """Show the game that was there before the start."""
        self.stack.show(*self.told(history), own_dialogs.resume(self._keeping))

    def ask_board(self) -> None:
        """Ask whether the board file is right."""
        self.stack.show(self._game_table.board_question())

    def check_board(self) -> None:
        """Walk through the board file, place by place."""
        self.stack.show(*self.board_question, *self._game_table.board_check()[::-1])

    def restore_board(self) -> None:
        """Walk through the board, place by place, so that it can be laid out again."""
        history = self._state.kept.history
        self.stack.drop(About.REFUSED)
        self.stack.drop(About.RESTORING)
        walk = () if history is None else self._game_table.restore(history.position)[::-1]
        restoring = (replace(notice, topic=Topic(About.RESTORING)) for notice in walk)
        self.stack.show(*self.stack.notices(), *restoring)

    # --- what can be shown ---

    @property
    def board_question(self) -> tuple[Dialog, ...]:
        """The question about the board file, as long as it is open."""
        return (self._game_table.board_question(),) if self.asks_board else ()

    def told(self, history: History) -> tuple[Dialog, ...]:
        """Return the notices after the last step, unless that is sealed, with the first to be read on top."""
        if history.steps and len(history.steps) <= self._state.kept.sealed:
            return ()
        return self._game_table.notices(history)[::-1]

    def menu(self, history: History) -> Menu:
        """Return the table menu."""
        return table_menu(
            self._game_table.pages(history),
            is_over=not self._state.goes_on,
            phones_allowed=self.phones_allowed,
            may_call=self.may_call,
            language=self.language,
            keeping=self._keeping,
            stickers=self._game_table.stickers(self._state.senses.pieces),
        )

    @property
    def _keeping(self) -> intents.LayOut | None:
        """The command that keeps the game for later, if that is possible."""
        return intents.LayOut(self._state.game.id) if self.other_games else None


_FIRST_LINE = Spot()


class Underneath:
    """The dialog below all other dialogs of one table."""

    def __init__(self, game_table: GameTable) -> None:
        self._game_table = game_table
        self.home = Memo(game_table.home)
        self._expected_in = Memo(game_table.expected)
        self._wrong = Memo(lambda position, belief: belief.mismatches(self._expected_in(position)))
        self._in_game = Memo(self._dialog_of)
        self._spot = _FIRST_LINE
        self._ignored: tuple[Mismatch, ...] = ()  # misplaced pieces that the players know about
        self._remark = NOTHING  # above the menu, until the next step
        self.hint: tuple[Row, ...] = ()  # in place of what is above the menu: a piece on the pad waits for a second one

    def expected(self, kept: Kept) -> Expected:
        """Return which pieces belong where."""
        return {} if kept.history is None else self._expected_in(kept.history.position)

    def mismatches(self, kept: Kept, belief: Belief) -> tuple[Mismatch, ...]:
        """Return the misplaced pieces."""
        return () if kept.history is None else self._wrong(kept.history.position, belief)

    def ignore(self, mismatches: tuple[Mismatch, ...]) -> None:
        """Stop reporting these misplaced pieces, until others are misplaced."""
        self._ignored = mismatches

    def begin_again(self, remark: Say = NOTHING) -> None:
        """Return the cursor to the first line after a step."""
        self._spot, self._remark = _FIRST_LINE, remark

    def put_back(self, menu: Menu) -> None:
        """Keep the cursor where a press moved it."""
        self._spot = menu.spot

    def dialog(
        self,
        kept: Kept,
        belief: Belief,
        *,
        phones_allowed: bool,
        other_games: Callable[[], OtherGames] | None,
        elsewhere: int = 0,
        language: str = SOURCE,
        house_rules: HouseRules = NO_HOUSE_RULES,
    ) -> Dialog:
        """Return the dialog to show; `other_games` are the alternatives, if the table may change its game.

        `elsewhere` is how many games of this table only the copy on a server has.
        """
        if kept.history is not None:
            return self._in_game(kept.history, belief, self._ignored, self._remark, self.hint, self._spot)
        others = other_games() if other_games else NO_OTHERS
        own = self._game_table.new_game()
        menu = with_no_game(
            own,
            phones_allowed=phones_allowed,
            others=others,
            elsewhere=elsewhere,
            language=language,
            house_rules=house_rules,
        )
        return _at(self._spot, menu)

    def _dialog_of(
        self,
        history: History,
        belief: Belief,
        ignored: tuple[Mismatch, ...],
        remark: Say,
        hint: tuple[Row, ...],
        spot: Spot,
    ) -> Dialog:
        for mismatch in self._wrong(history.position, belief):
            if mismatch not in ignored:
                return replace(self._game_table.mismatch(mismatch), topic=Topic(About.MISMATCH, mismatch.place))
        home = self.home(history)
        if hint:
            home = replace(home, head=hint)
        elif remark.template:
            home = replace(home, head=(Row(remark), *home.head))
        return _at(spot, home)

    def shown_as(self, other: Underneath) -> None:
        """Show what another table with the same game shows."""
        self._spot, self._ignored, self._remark = other._spot, other._ignored, other._remark
        self.hint = other.hint


def _at(spot: Spot, dialog: Dialog) -> Dialog:
    """Return a dialog with its cursor where it was before."""
    if not isinstance(dialog, Menu) or not dialog.choices or spot == _FIRST_LINE:
        return dialog
    return dialog.back_at(spot)


def seal_of(dialog: Dialog) -> Seal | None:
    """Return the seal of a dialog that stays open until its steps are sealed and that is durable."""
    return dialog.action if isinstance(dialog, Notice) and isinstance(dialog.action, Seal) else None


class DialogStack:
    """The open dialogs, the lowest first."""

    def __init__(self) -> None:
        self.opened: tuple[Dialog, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.opened)

    def __iter__(self) -> Iterator[Dialog]:
        return iter(self.opened)

    @property
    def top(self) -> Dialog | None:
        """The dialog that the next press goes to, if one is open."""
        return self.opened[-1] if self.opened else None

    @property
    def seal(self) -> Seal | None:
        """The dialog that waits for its seal, if any."""
        return next((seal for dialog in self.opened if (seal := seal_of(dialog))), None)

    def is_open(self, about: About) -> bool:
        """Return whether a dialog on this topic is open."""
        return any(dialog.topic.about is about for dialog in self.opened)

    def code_of(self, about: About) -> str:
        """Return the code of the topmost dialog on this topic, which must be open."""
        return next(dialog.topic.code for dialog in reversed(self.opened) if dialog.topic.about is about)

    def lays_out(self, piece: str) -> bool:
        """Return whether a piece that came to rest is not a move, because the board is being laid out.

        If the board only seems to be swept, a single piece of its kind may still be a move: the others may be stacked.
        """
        if self.is_open(About.RESUMING) or self.is_open(About.RESTORING):
            return True
        return self.is_open(About.SWEPT) and group_of(piece) != piece

    def asked_again(self, history: History) -> tuple[Dialog, ...]:
        """Return the question that stays open while the same player decides, updated after the last step."""
        for dialog in reversed(self.opened):
            if isinstance(dialog, Menu) and dialog.again:
                asked = dialog.again(history)
                topic = dialog.topic._replace(code="")  # the piece or spot that raised it is dealt with
                return () if asked is None else (replace(asked, name=dialog.name, topic=topic),)
        return ()

    def without(self, about: About) -> tuple[Dialog, ...]:
        """Return the dialogs on other topics."""
        return tuple(dialog for dialog in self.opened if dialog.topic.about is not about)

    def notices(self) -> tuple[Dialog, ...]:
        """Return the notices that must be read in any case."""
        return tuple(dialog for dialog in self.opened if isinstance(dialog, Notice))

    def show(self, *dialogs: Dialog) -> None:
        """Open these, and close all others."""
        self.opened = dialogs

    def open(self, dialog: Dialog) -> None:
        """Open a dialog on top."""
        self.opened = (*self.opened, dialog)

    def open_once(self, dialog: Dialog) -> None:
        """Open a dialog on top, replacing one of the same name."""
        self.opened = (*(each for each in self.opened if each.name != dialog.name), dialog)

    def drop_named(self, name: str) -> None:
        """Close the dialogs of this name."""
        self.opened = tuple(dialog for dialog in self.opened if dialog.name != name)

    def close_top(self) -> None:
        """Close the topmost."""
        self.opened = self.opened[:-1]

    def put_back(self, dialog: Dialog) -> None:
        """Replace the topmost by its state after a press."""
        self.opened = (*self.opened[:-1], dialog)

    def close_sealed(self) -> None:
        """Close the dialog that waited for its seal."""
        self.opened = tuple(dialog for dialog in self.opened if not seal_of(dialog))

    def drop(self, about: About, place: str = "", code: str = "", *, raised_at: str = "") -> None:
        """Close the dialogs on a topic that is over: all of them, or only those that match every given detail."""

        def is_over(dialog: Dialog) -> bool:
            topic = dialog.topic
            return (
                topic.about is about
                and place in ("", dialog.place, topic.place)
                and code in ("", topic.code)
                and raised_at in ("", topic.place)
            )

        self.opened = tuple(dialog for dialog in self.opened if not is_over(dialog))


def scene_of(own: Mapping[str, Light], dialog: Dialog, mismatches: Iterable[Mismatch]) -> Scene:
    """Return the scene of a dialog: over the game's own lamps, where it points, misplaced pieces and refusals."""
    lamps, place = dict(own), dialog.place
    if place:
        lamps[place] = CHOSEN
    refused = dialog.topic.about is About.REFUSED or (isinstance(dialog, Notice) and dialog.tone is Tone.REFUSAL)
    for mismatch in mismatches:
        if dialog.topic[:2] == (About.ASKED, mismatch.place):
            continue  # the question is whether that piece is misplaced
        lamps[mismatch.place] = WRONG
        if not (refused and place == mismatch.place):  # the refusal already says where to put it
            lamps.update(dict.fromkeys(mismatch.belongs, BRING))
    if refused and place:
        lamps[place] = REFUSED
    return Scene(lamps, dialog.screen())
