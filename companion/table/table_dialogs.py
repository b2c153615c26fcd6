"""Everything that a table shows in words: the open dialogs, and what is underneath them.

In: the state of the table. Out: the dialog that the next press goes to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.table import commands, own_dialogs
from companion.table.belief import Mismatch
from companion.table.dialog import About, Dialog, Menu, Notice, Topic
from companion.table.dialog_stack import DialogStack
from companion.table.history import History
from companion.table.other_games import OtherGames
from companion.table.scene import Scene, scene_of
from companion.table.table_state import TableState
from companion.table.tablemenu import table_menu
from companion.table.underneath import Underneath


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
    def _keeping(self) -> commands.LayOut | None:
        """The command that keeps the game for later, if that is possible."""
        return commands.LayOut(self._state.game.id) if self.other_games else None
