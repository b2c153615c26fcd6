"""Dialogs: menus, checklists and notices for five buttons.

Dialogs are values. A press returns the dialog as it is afterwards and, if something was decided, an action, which the
table carries out. Each dialog describes its own screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple
from zlib import crc32

from companion.table.intents import Button, Command
from companion.table.screen import Bars, Code, Folding, Look, Mark, Row, Screen, Seen, Spot, fold
from companion.words.say import NOTHING, Say, say

LINES = 7  # below the title


class Do(NamedTuple):
    """Propose this move or correction."""

    entry: Any


class DoAll(NamedTuple):
    """Propose these one after the other, as long as each is accepted."""

    entries: tuple[Any, ...]


class Open(NamedTuple):
    """Go on to another dialog, made by a function if it is large; a notice that follows a notice replaces it."""

    dialog: Dialog | Callable[[], Dialog]


class Close(NamedTuple):
    """This dialog is done."""


Action = Do | DoAll | Open | Close | Command
CLOSE = Close()


class About(StrEnum):
    """What a dialog is about, if the table must know it, because the table closes some dialogs on its own."""

    ANYTHING = "anything"
    ASKED = "asked"  # a question that a piece raised
    REFUSED = "refused"
    FAULT = "fault"
    MISMATCH = "mismatch"
    RESUMING = "resuming"  # a game to continue after a start
    RESTORING = "restoring"
    TABLE = "table"  # the table menu
    SWEPT = "swept"
    CORRECTING = "correcting"  # the players overrule the record
    TAGGING = "tagging"  # a piece that gets another tag
    BOARD = "board"  # whether the board file is right
    PHONES = "phones"
    CONSENT = "consent"  # what somebody asks of another player
    CARRYING = "carrying"  # what hands do for a seat of the companion


class Topic(NamedTuple):
    """What a dialog is about."""

    about: About = About.ANYTHING
    place: str = ""  # tag of the piece that raised it
    code: str = ""  # of a refusal; the source of a fault; the spot that raised a question; who asks for consent
    player: str = ""  # who must answer it; empty: anybody at the table


ANYTHING = Topic()


class Pressed(NamedTuple):
    """A dialog after a press, and the decision, if there was one."""

    dialog: Dialog
    action: Action | None = None


class Choice(NamedTuple):
    """One line of a menu; `place` is the place of its lamp, if it has one; a chore has no line without cardboard.

    While the players correct the table, a piece of kind `piece` on the pad chooses this line. Lines of one `section`
    are together below its heading, the likeliest section first; the label must be clear without the heading.
    """

    label: Say
    action: Action
    right: Say = NOTHING
    place: str = ""
    piece: str = ""
    section: Say = NOTHING
    is_chore: bool = False


class Tone(StrEnum):
    """The mood of a dialog."""

    PLAIN = "plain"
    REFUSAL = "refusal"
    WARNING = "warning"


def _lines(rows: tuple[Row | Bars | Code, ...]) -> int:
    return sum(
        4 if isinstance(row, Bars) else 2 if isinstance(row, Row) and row.look is Look.LARGE else 1 for row in rows
    )


def _window(cursor: int, count: int, lines: int) -> range:
    """Return which of `count` lines to show: those around the cursor, if possible with one before and one after it."""
    if count <= lines:
        return range(count)
    first = max(0, min(cursor - lines // 2, count - lines))
    return range(first, first + lines)


@dataclass(frozen=True, slots=True)
class Menu:
    """A list to choose one line from; it wraps around.

    If it is too long for the screen, its sections are folded: the first is open, and `ok` on the heading of another
    opens that one. The page, which shows all lines, chooses a line by its number.
    """

    title: Row
    choices: tuple[Choice, ...]
    head: tuple[Row | Bars, ...] = ()
    cursor: int = 0  # the line of the cursor; if that is folded away, its heading
    name: str = "menu"  # for scenarios and people
    topic: Topic = ANYTHING
    opened: int | None = None  # which section is open; None: the first
    again: Callable[[Any], Menu | None] | None = None  # asked again after a step, given the history

    def press(self, button: Button) -> Pressed:
        """Move the cursor, open a section or choose."""
        match button:
            case Button.UP | Button.DOWN if self.choices:
                step = 1 if button is Button.DOWN else -1
                stops = self._stops
                return Pressed(replace(self, cursor=stops[(stops.index(self.cursor) + step) % len(stops)]))
            case Button.OK if self.is_at_heading:
                return Pressed(self.at(self.cursor))
            case Button.OK if self.choices:
                return Pressed(self, self.choices[self.cursor].action)
            case Button.BACK:
                return Pressed(self, CLOSE)
            case _:
                return Pressed(self)

    @property
    def lines(self) -> int:
        """How many lines can be chosen."""
        return len(self.choices)

    def at(self, line: int) -> Menu:
        """Move the cursor to a line, and open its section."""
        folding = self._folding
        return replace(self, cursor=line, opened=folding.number_of(line) if folding else None)

    @property
    def spot(self) -> Spot:
        """Where the cursor is."""
        return Spot(self.cursor, self.opened)

    def back_at(self, spot: Spot) -> Menu:
        """Move the cursor back to where it was in this menu, or in one that was shorter or longer."""
        there = replace(self, cursor=spot.line % len(self.choices), opened=spot.opened)
        return there if there.cursor in there._stops else there.at(there.cursor)

    def named(self, kind: str) -> Action | None:
        """Return the action of the line that this kind of piece chooses, if there is one."""
        return next((choice.action for choice in self.choices if choice.piece == kind), None)

    @property
    def place(self) -> str:
        """The place of the chosen line's lamp."""
        place = self.choices[self.cursor].place if self.choices else ""
        return "" if place and self.is_at_heading else place

    @property
    def is_at_heading(self) -> bool:
        """Return whether the cursor is at the heading of a closed section."""
        folding = self._folding
        return folding is not None and folding.is_closed(self.cursor)

    @property
    def _room(self) -> int:
        return LINES - _lines(self.head)

    @property
    def _folding(self) -> Folding | None:
        """Its folding; None if everything is visible or there are no sections."""
        for choice in self.choices:  # asked several times at every press, and few menus have sections
            if choice.section is not NOTHING:
                break
        else:
            return None
        if len(self.choices) <= self._room:
            return None
        return fold([choice.section for choice in self.choices], self.opened)

    @property
    def _stops(self) -> Sequence[int]:
        folding = self._folding
        return folding.stops() if folding else range(len(self.choices))

    def screen(self) -> Screen:
        """Describe the screen."""
        folding = self._folding
        return Screen(self.title, (*self.head, *(self._rows() if folding is None else self._folded_rows(folding))))

    def _rows(self) -> list[Row]:
        choices, cursor = self.choices, self.cursor
        window = _window(cursor, len(choices), self._room)
        return [
            Row(
                choices[index].label,
                choices[index].right,
                Look.CHOSEN if index == cursor else Look.PLAIN,
                _mark(index, window, len(choices)),
            )
            for index in window
        ]

    def _folded_rows(self, folding: Folding) -> list[Row]:
        seen = folding.rows()
        here = next(index for index, row in enumerate(seen) if row.is_stop and row.line == self.cursor)
        window = _window(here, len(seen), self._room)
        return [self._folded_row(seen[index], index == here, _mark(index, window, len(seen))) for index in window]

    def _folded_row(self, seen: Seen, is_here: bool, mark: Mark) -> Row:
        look = Look.CHOSEN if is_here else Look.PLAIN if seen.is_stop else Look.HEADING
        if seen.heading is None:
            choice = self.choices[seen.line]
            return Row(choice.label, choice.right, look, mark)
        count = say("{count} ▸", count=len(seen.heading.lines)) if seen.is_stop else NOTHING
        return Row(seen.heading.title, count, look, mark)


def _mark(index: int, window: range, count: int) -> Mark:
    if index == window[0] and index > 0:
        return Mark.MORE_ABOVE
    return Mark.MORE_BELOW if index == window[-1] and index < count - 1 else Mark.NONE


class Item(NamedTuple):
    """One line of a checklist."""

    label: Say
    value: Any


@dataclass(frozen=True, slots=True)
class Checklist:
    """Lines to tick; the first line carries it out, so accepting the defaults takes one press."""

    title: Row
    items: tuple[Item, ...]
    ticked: frozenset[int]
    confirm: Callable[[int], Say]  # text of the first line, from the number of ticked lines
    decide: Callable[[tuple[Any, ...]], Action]
    cursor: int = 0  # 0 is the first line
    name: str = "checklist"
    place: str = ""
    topic: Topic = ANYTHING

    def press(self, button: Button) -> Pressed:
        """Move the cursor, tick or untick, or carry it out."""
        match button:
            case Button.UP | Button.DOWN:
                step = 1 if button is Button.DOWN else -1
                return Pressed(replace(self, cursor=(self.cursor + step) % (len(self.items) + 1)))
            case Button.OK if self.cursor == 0:
                return Pressed(self, self.decide(self.values))
            case Button.OK:
                return Pressed(replace(self, ticked=self.ticked ^ {self.cursor - 1}))
            case Button.BACK:
                return Pressed(self, CLOSE)
            case _:
                return Pressed(self)

    @property
    def lines(self) -> int:
        """How many lines can be chosen."""
        return len(self.items) + 1

    def at(self, line: int) -> Checklist:
        """Move the cursor to a line."""
        return replace(self, cursor=line)

    @property
    def values(self) -> tuple[Any, ...]:
        """What is ticked."""
        return tuple(item.value for index, item in enumerate(self.items) if index in self.ticked)

    def screen(self) -> Screen:
        """Describe the screen."""
        look = Look.CHOSEN if self.cursor == 0 else Look.PLAIN
        window = _window(max(0, self.cursor - 1), len(self.items), LINES - 1)
        rows = [
            Row(
                item.label,
                look=Look.CHOSEN if index == self.cursor - 1 else Look.PLAIN,
                mark=Mark.TICKED if index in self.ticked else Mark.UNTICKED,
            )
            for index, item in enumerate(self.items)
            if index in window
        ]
        return Screen(self.title, (Row(self.confirm(len(self.ticked)), look=look), *rows))


@dataclass(frozen=True, slots=True)
class Notice:
    """A text that stays until `ok`."""

    title: Row
    rows: tuple[Row | Bars | Code, ...]
    action: Action = CLOSE
    tone: Tone = Tone.PLAIN
    place: str = ""  # the place whose lamp it concerns
    name: str = "notice"
    topic: Topic = ANYTHING
    player: str = ""  # who must confirm it; empty: anybody at the table
    is_chore: bool = False  # it asks for hands, and is not told where there is no cardboard

    @property
    def lines(self) -> int:
        """One: the `ok` of a notice is its only line."""
        return 1

    def at(self, line: int) -> Notice:
        """Return itself: a notice has no cursor."""
        del line
        return self

    def press(self, button: Button) -> Pressed:
        """Close it with `ok`; `back` closes it too, unless `ok` decides something."""
        if button is Button.OK:
            return Pressed(self, self.action)
        return Pressed(self, CLOSE if button is Button.BACK and isinstance(self.action, Close | Open) else None)

    def screen(self) -> Screen:
        """Describe the screen."""
        return Screen(self.title, self.rows, Row(say("ok"), look=Look.FAINT))


Dialog = Menu | Checklist | Notice


def fingerprint(dialog: Dialog) -> str:
    """Return a digest of everything that a dialog says and offers, without the cursor and without secrets."""
    said: object
    match dialog:
        case Menu():
            said = dialog.head, [_said(choice) for choice in dialog.choices]
        case Checklist():
            said = [item.label for item in dialog.items], sorted(dialog.ticked), dialog.confirm(len(dialog.ticked))
        case Notice():
            said = [row.blotted() if isinstance(row, Row) else row for row in dialog.rows], dialog.tone, dialog.place
    return f"{crc32(repr((dialog.name, dialog.title, said)).encode()):08x}"


def _said(choice: Choice) -> tuple[object, ...]:
    """Return the text of a line; lines without a section keep the fingerprint of earlier versions."""
    said = choice.label, choice.right, choice.place
    return said if choice.section == NOTHING else (*said, choice.section)
