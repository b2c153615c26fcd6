"""What the players see: the content of a small screen, and lights; panel, lamps and page show the same description.

A screen is a title and up to seven lines of rows below it. Nothing moves: there is no scrolling and no waiting.

A long menu that does not fit is folded: one section is open, and every other one shows only its heading, which opens
it. Lines without a section, and a line that is alone in its section, are always visible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from companion.words.say import NOTHING, Say
from hardware.ports import Colour, Light, Pattern


class Look(StrEnum):
    """How a row looks."""

    __hash__ = str.__hash__  # Enum's own hash is a slow Python function, and rows are looked up at every drawing

    PLAIN = "plain"
    LARGE = "large"  # double height: readable across the table
    CHOSEN = "chosen"  # inverted: where the cursor is
    TITLE = "title"  # inverted over the whole width, with the seat's sign before it
    WARNING = "warning"  # framed by blocks, for the last round and refusals
    HEADING = "heading"  # a heading, with a line after it
    FAINT = "faint"  # a hint about the buttons, at the bottom


class Mark(StrEnum):
    """A small sign before a row."""

    __hash__ = str.__hash__

    NONE = ""
    TICKED = "ticked"
    UNTICKED = "unticked"
    MORE_ABOVE = "more above"
    MORE_BELOW = "more below"


class Row(NamedTuple):
    """One row of text, with an optional second text at its right edge."""

    left: Say
    right: Say = NOTHING
    look: Look = Look.PLAIN
    mark: Mark = Mark.NONE
    is_secret: bool = False  # the details are only for those at the panel, not for everyone who watches

    def blotted(self) -> Row:
        """Return the row as everyone may read it.

        >>> from companion.words.say import say
        >>> Row(say("PIN {pin}", pin="123 456"), is_secret=True).blotted().left.in_language()
        'PIN *******'
        """
        if not self.is_secret:
            return self
        hidden = tuple((name, "*" * len(str(detail))) for name, detail in self.left.details)
        return self._replace(left=self.left._replace(details=hidden))


class Bars(NamedTuple):
    """A row of upright bars with their numbers below, such as supplies; takes four lines."""

    values: tuple[int, ...]
    full: int  # the number that a bar of full height stands for
    chosen: int | None = None  # the bar in use
    warning: int | None = None  # the bar that ends the game


class Code(NamedTuple):
    """A QR code, with the other rows next to it."""

    text: str


class Screen(NamedTuple):
    """A whole screen."""

    title: Row
    rows: tuple[Row | Bars | Code, ...] = ()
    hint: Row | None = None

    @property
    def is_secret(self) -> bool:
        """Return whether it contains something secret."""
        return any(isinstance(row, Row) and row.is_secret for row in self.rows)

    def blotted(self) -> Screen:
        """Return the screen as everyone may see it."""
        return self._replace(rows=tuple(row.blotted() if isinstance(row, Row) else row for row in self.rows))


# --- lights, which mean the same in every game; a lamp of one colour says it by pattern alone ---

RED = Colour(255, 24, 0)
GREEN = Colour(0, 255, 64)
BLUE = Colour(0, 96, 255)
AMBER = Colour(255, 140, 0)
WHITE = Colour(255, 255, 255)

REFUSED = Light(Pattern.ALARM, RED)
SEEN = Light(Pattern.FLICKER, WHITE)
WRONG = Light(Pattern.ALARM, RED)  # a piece is here that does not belong here
BRING = Light(Pattern.BLINK, GREEN)  # bring it here
OPEN = Light(Pattern.ON, GREEN)  # a place that may be chosen
CHOSEN = Light(Pattern.BLINK, AMBER)  # the place under the cursor
HERE = Light(Pattern.BREATHE, BLUE)


class Scene(NamedTuple):
    """Lamps by name (those not named are dark) and the screen."""

    lamps: Mapping[str, Light]
    screen: Screen


class Section(NamedTuple):
    """Lines that belong together, one after the other."""

    title: Say
    lines: range

    @property
    def folds(self) -> bool:
        """Return whether there are sections to fold."""
        return self.title != NOTHING and len(self.lines) > 1


class Seen(NamedTuple):
    """One row of a folded menu."""

    heading: Section | None  # the section whose heading it is; None for a line
    line: int  # the line of the cursor when it is here
    is_stop: bool = True  # whether the cursor stops here; it skips the heading of the open section


class Spot(NamedTuple):
    """The cursor of a menu: at a line, or at the heading of the section that hides the line."""

    line: int = 0
    opened: int | None = None  # number of the open section; None: the first that folds


def sections_of(titles: Sequence[Say]) -> tuple[Section, ...]:
    """Return the sections, from the section title of each line."""
    sections, line = [], 0
    for title, group in groupby(titles):
        count = len(list(group))
        sections.append(Section(title, range(line, line + count)))
        line += count
    return tuple(sections)


class Folding(NamedTuple):
    """A menu with one section open."""

    sections: tuple[Section, ...]
    opened: int

    def is_closed(self, line: int) -> bool:
        """Return whether a line is hidden in a closed section."""
        number = self.number_of(line)
        return self.sections[number].folds and number != self.opened

    def number_of(self, line: int) -> int:
        """Return the number of the section that a line belongs to."""
        return next(number for number, section in enumerate(self.sections) if line in section.lines)

    def rows(self) -> tuple[Seen, ...]:
        """Return the visible rows."""
        rows: list[Seen] = []
        for number, section in enumerate(self.sections):
            if section.folds:
                rows.append(Seen(section, section.lines[0], is_stop=number != self.opened))
            if not section.folds or number == self.opened:
                rows += [Seen(None, line) for line in section.lines]
        return tuple(rows)

    def stops(self) -> tuple[int, ...]:
        """Return where the cursor stops; the first line of a closed section stands for its heading."""
        return tuple(row.line for row in self.rows() if row.is_stop)


def fold(titles: Sequence[Say], opened: int | None) -> Folding:
    """Fold a menu, from the section title of each line; the first section is open unless another is given."""
    sections = sections_of(titles)
    folding = [number for number, section in enumerate(sections) if section.folds]
    return Folding(sections, opened if opened in folding else folding[0] if folding else -1)
