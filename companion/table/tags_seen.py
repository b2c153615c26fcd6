"""Handles tags at the readers: pieces that come to rest and leave, spots touched with a wand, unknown tags.

In: a report of a reader. Out: what it means now; dialogs that it answers or makes pointless are closed.

A spot that stays under the wand is one touch. Of two spots that are heard together, one that cannot mean anything now
is dropped; then the nearest counts; if the wand cannot tell which that is, neither is guessed. A touch that comes just
after the turn has passed to another player is shown, but not carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final, NamedTuple

from companion.games.game import Refusal
from companion.table import notices, own_dialogs
from companion.table.belief import PAD, group_of
from companion.table.dialog import About, Dialog, Menu
from companion.table.gametable import Ask, Follow, GameTable, Ignore, Meaning, Press, Propose, Reading, Refuse
from companion.table.history import Kept
from companion.table.intents import Button, KeepTag, TakeBackSteps
from companion.table.open_dialogs import Dialogs
from companion.table.senses import Senses, once_more
from hardware.ports import Crowded, Event, HealthChanged, TagLeft, TagRested

# These are answered with a wand only by pointing at buttons.
_READ_FIRST = (About.RESUMING, About.RESTORING, About.BOARD)


class Meant(NamedTuple):
    """What a tag at a reader means now, and the spot that was touched, if the tag is one that asks or makes a move."""

    meaning: Meaning
    spot: str = ""


NOTHING = Meant(Ignore())


class TagsSeen:
    """The tags at one table."""

    def __init__(self, game_table: GameTable, senses: Senses, dialogs: Dialogs) -> None:
        self._game_table, self._senses, self._dialogs = game_table, senses, dialogs
        self._waiting: Meaning = Ignore()  # what follows once the proposal is durable
        self.pointing = Pointing(game_table)

    def sensed(self, kept: Kept, event: Event) -> tuple[Meant, str]:
        """Take in what readers report, and how well parts work; return what it means, and where."""
        match event:
            case TagRested(at=at, source=place, uid=uid, beyond=beyond):
                return self.rested(kept, uid, place, at, beyond), place
            case TagLeft(at=at, source=place, uid=uid):
                self.left(kept, uid, place, at)
            case Crowded(source=place, crowded=crowded):
                return Meant(self.crowded(place, is_crowded=crowded)), place
            case HealthChanged(at=at, source=source):
                if source == PAD:
                    self.pointing.lost(at)
                self._senses.health(event)
                self._dialogs.health(event)
            case _:
                pass
        return NOTHING, ""

    def rested(self, kept: Kept, uid: str, place: str, at: float, beyond: Sequence[str] = ()) -> Meant:
        """Take in that a tag has come to rest, and which others were heard with it, further away."""
        senses = self._senses
        if place == PAD and self._dialogs.stack.is_open(About.TAGGING):
            return Meant(self._retagged(uid))
        senses.seen = place
        piece = senses.piece(uid)
        if piece is None:
            return Meant(Refuse(notices.STRANGE_TOUCH if place == PAD else notices.UNKNOWN_TAG))
        if self._game_table.is_spot(piece):
            return self._touched(kept, piece, at, beyond) if place == PAD else NOTHING
        return Meant(self._arrived(kept, piece, place, at))

    def _arrived(self, kept: Kept, piece: str, place: str, at: float) -> Meaning:
        senses, stack, history = self._senses, self._dialogs.stack, kept.history
        before, is_same = senses.rested(piece, place, at, 0 if history is None else len(history.steps))
        if senses.is_tidied(piece, place):
            senses.is_awaited(piece, place)  # no longer: the next one of its kind is a player's
            self._dialogs.ignore_mismatches(kept)  # the player who put it there will move it on
            return Ignore()
        stack.drop(About.ASKED)  # the piece that asked has moved on, or another one has answered
        stack.drop(About.REFUSED, place)
        if history is None or stack.lays_out(piece):
            return Ignore()
        if stack.is_open(About.CORRECTING):
            return self._named(kept, piece) if place == PAD else Ignore()
        if senses.is_awaited(piece, place):
            return Ignore()
        reading = self._game_table.read(history, before, piece, place)
        if is_same:
            reading = once_more(reading, history, self._dialogs.home(history))
        if place == PAD:
            self._wait(piece, reading)
        return reading

    def _wait(self, piece: str, reading: Reading) -> None:
        """Remember a piece on the pad that waits for a second one, and say what that would do."""
        hint = reading.hint if isinstance(reading, Ignore | Ask) else ()
        self._senses.waits(piece if hint else "")
        self._dialogs.hint = hint

    def forget(self, at: float) -> None:
        """Stop saying what a second piece would do once the first is remembered no longer."""
        if not self._senses.is_waiting(at):
            self._dialogs.hint = ()

    def left(self, kept: Kept, uid: str, place: str, at: float) -> None:
        """Take in that a tag has left."""
        senses, dialogs, stack = self._senses, self._dialogs, self._dialogs.stack
        piece = senses.piece(uid)
        # A piece that only touches a place is lifted at once: its question or refusal stays.
        only_touched = piece is not None and group_of(piece) not in dialogs.expected(kept)
        lay_there = place != PAD and not only_touched
        if lay_there:
            stack.drop(About.REFUSED, place)
        if piece is None:  # an unknown tag that leaves has asked nothing
            return
        if self._game_table.is_spot(piece):
            self.pointing.left(piece)
            return
        lay_wrong = any(mismatch.piece == piece for mismatch in dialogs.mismatches(kept))
        departure = senses.left(piece, place, at, lay_wrong=lay_wrong)
        # A piece is tapped and lifted at once: its refusal stays until the piece next to it is taken away.
        if departure.leaves_another:
            stack.drop(About.REFUSED, code="two_pieces")
        if lay_there and group_of(piece) == piece:  # a piece in a stack may only have been silenced by the next one
            stack.drop(About.ASKED, raised_at=place)
        history = kept.history
        if departure.is_swept and history and self._game_table.game.winners(history.position) is None:
            dialogs.tell(own_dialogs.SWEPT)

    def crowded(self, place: str, *, is_crowded: bool) -> Meaning:
        """Take in that a reader cannot tell its tags apart, or can again."""
        self._dialogs.stack.drop(About.REFUSED, place, notices.CROWDED.code)
        return Refuse(notices.CROWDED) if is_crowded else Ignore()

    def waited_for(self) -> Meaning:
        """Return what had to wait until something was durable."""
        waiting, self._waiting = self._waiting, Ignore()
        return waiting

    def failed(self) -> None:
        """Forget what waits, because nothing became durable."""
        self._senses.failed()
        self._waiting = Ignore()

    # --- spots ---

    def _touched(self, kept: Kept, spot: str, at: float, beyond: Sequence[str]) -> Meant:
        """Return what a spot means; an unread message stays, a question makes room for the next."""
        dialogs, stack = self._dialogs, self._dialogs.stack
        heard = filter(None, map(self._senses.piece, beyond))
        spots = tuple(piece for piece in heard if self._game_table.is_spot(piece))
        asked = stack.without(About.REFUSED)
        shown = shown_in(asked or (() if kept.history else (dialogs.lowest(kept),)))
        match self.pointing.touched(spot, at, kept, shown, spots):
            case Ignore() | Press() as meaning:
                return Meant(meaning)
            case _ if any(map(stack.is_open, _READ_FIRST)):
                return Meant(Refuse(notices.READ_FIRST))
            case Follow() as meaning:
                stack.drop(About.REFUSED)
                return Meant(Refuse(stack.seal.first) if stack.seal else meaning)
            case Both(0, then):
                stack.show(*stack.notices())
                return Meant(then)
            case Both(steps, then):
                self._waiting = then
                return Meant(Follow(TakeBackSteps(steps)))
            case meaning:
                stack.drop(About.REFUSED)
                if not isinstance(meaning, Refuse):
                    stack.show(*stack.notices())
                return Meant(meaning, self.pointing.counted)

    # --- answers ---

    def _named(self, kept: Kept, piece: str) -> Meaning:
        """Take a piece on the pad only as an answer while the players correct the table."""
        dialog = self._dialogs.shown(kept)
        named = dialog.named(group_of(piece)) if isinstance(dialog, Menu) else None
        return Follow(named) if named else Refuse(notices.BEING_CORRECTED)

    def _retagged(self, uid: str) -> Meaning:
        """Use a tag as the new one of a piece, unless it is on a piece already."""
        piece = self._dialogs.stack.code_of(About.TAGGING)
        is_taken = self._senses.piece(uid) not in (None, piece)
        return Refuse(notices.TAG_TAKEN) if is_taken else Follow(KeepTag(piece, uid))


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
