"""Sections of a long menu: which lines are visible, and where the cursor stops.

A menu that does not fit on the screen is folded: one section is open, and every other one shows only its heading, which
opens it. Lines without a section, and a line that is alone in its section, are always visible.
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
