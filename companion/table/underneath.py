"""What a table shows while no dialog is open: misplaced pieces, otherwise the game's menu with its cursor.

In: the stored game and the belief about the pieces. Out: a dialog.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.table.belief import Belief, Expected, Mismatch
from companion.table.dialog import About, Dialog, Menu, Topic
from companion.table.entries import Kept
from companion.table.gametable import GameTable
from companion.table.history import History
from companion.table.memo import Memo
from companion.table.offered_rules import NO_HOUSE_RULES, HouseRules
from companion.table.other_games import NO_OTHERS, OtherGames
from companion.table.screen import Row
from companion.table.sections import Spot
from companion.table.tablemenu import with_no_game
from companion.words.say import NOTHING, SOURCE, Say

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
