"""Sections of a long menu: which lines are in sight, and where the buttons stop on their way.

A menu that does not fit on the screen is folded: one section is open, and of every other one only the heading is
there, which opens it. Lines without a section, and a line that is the only one of its section, are always in sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from companion.words.say import NOTHING, Say


class Section(NamedTuple):
    """Lines that belong together, one after the other."""

    title: Say
    lines: range

    @property
    def folds(self) -> bool:
        """Return whether there is something to fold."""
        return self.title != NOTHING and len(self.lines) > 1


class Seen(NamedTuple):
    """One row of a folded menu."""

    heading: Section | None  # of which section; None: a line
    line: int  # where the cursor is when it is here
    is_stop: bool = True  # the cursor stops here; not at the heading of the section that is open


class Spot(NamedTuple):
    """Where the cursor of a menu is: at a line, or at the heading of the section that the line is folded into."""

    line: int = 0
    opened: int | None = None  # which section is open, by its number; None: the first that folds


def sections_of(titles: Sequence[Say]) -> tuple[Section, ...]:
    """Gather lines, given by the title of the section of each, into sections."""
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
        """Return whether a line is folded away below the heading of its section."""
        number = self.number_of(line)
        return self.sections[number].folds and number != self.opened

    def number_of(self, line: int) -> int:
        """Return which section a line belongs to."""
        return next(number for number, section in enumerate(self.sections) if line in section.lines)

    def rows(self) -> tuple[Seen, ...]:
        """List the rows that are in sight."""
        rows: list[Seen] = []
        for number, section in enumerate(self.sections):
            if section.folds:
                rows.append(Seen(section, section.lines[0], is_stop=number != self.opened))
            if not section.folds or number == self.opened:
                rows += [Seen(None, line) for line in section.lines]
        return tuple(rows)

    def stops(self) -> tuple[int, ...]:
        """List where the cursor stops: a closed section is told by its first line."""
        return tuple(row.line for row in self.rows() if row.is_stop)


def fold(titles: Sequence[Say], opened: int | None) -> Folding:
    """Fold a menu, given by the title of the section of each line; the first section is open unless another one is."""
    sections = sections_of(titles)
    folding = [number for number, section in enumerate(sections) if section.folds]
    return Folding(sections, opened if opened in folding else folding[0] if folding else -1)
