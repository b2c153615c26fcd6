"""Pointing with a wand: takes touches one by one, and returns what each means, or a question if that is unclear.

A spot that stays under the wand is one touch. Of two spots that are heard together, one that cannot mean anything now
is dropped; then the nearest counts; if the wand cannot tell which that is, neither is guessed. A touch that comes just
after the turn has passed to another player is shown, but not carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final, NamedTuple

from companion.games.game import Refusal
from companion.table.dialog import About, Button, Dialog, Menu
from companion.table.entries import Kept
from companion.table.gametable import Ask, Follow, GameTable, Ignore, Meaning, Press, Propose, Refuse

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
