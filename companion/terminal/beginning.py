"""The questions before a game in a terminal: who plays, how well the robots do, and by which house rules. Pure.

Every line holds an answer already, so the first line begins at once; Enter on another changes its answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from companion.display.cells import Ink, Span
from companion.shelf.box import GameBox
from companion.table.history import Pairs
from companion.table.own_dialogs import HouseRules
from companion.terminal.told import FAINT, Asked, Choosable
from companion.words.say import Say, Translate, say

SKILLS = {
    "random": say("random robot"),
    "simple": say("simple robot"),
    "beginner": say("beginner robot"),
    "easy": say("easy robot"),
    "medium": say("medium robot"),
    "hard": say("hard robot"),
    "expert": say("expert robot"),
    "best": say("best robot"),
}
HERE = say("you")
_HOW_WELL = say("Random and simple robots decide at once. The others think, and grow stronger from beginner to best.")


def skill_words(skill: str) -> Say:
    """Say how well a robot plays."""
    level, _, character = skill.partition(":")
    words = SKILLS.get(level) or say("{skill}", skill=level)
    return say("{skill}, {character}", skill=words, character=character) if character else words


class Wish(Enum):
    """What a line of the form asks for, besides another answer."""

    BEGIN = auto()
    OTHER_GAME = auto()
    MORE = auto()
    HOUSE_RULE = auto()


class Form(NamedTuple):
    """The answers so far."""

    seats: tuple[str, ...]  # of each player the skill of the robot; empty: a person
    cursor: int = 0

    def robots(self, colours: Sequence[str]) -> Pairs:
        """Return who plays by itself."""
        return tuple((colour, skill) for colour, skill in zip(colours, self.seats, strict=False) if skill)

    def asked(
        self,
        box: GameBox,
        games: int,
        rules: HouseRules,
        ink: Ink,
        translate: Translate,
        *,
        thinks: bool,
    ) -> Asked:
        """Return the form as a menu."""

        def said(words: Say) -> str:
            return words.in_language(translate)

        words = box.player_words()
        lines = [Choosable(said(say("Begin")))]
        if games > 1:
            lines.append(Choosable(said(say("Game")), box.title))
        lines.append(Choosable(said(say("Players")), str(len(self.seats))))
        for colour, skill in zip(box.colours, self.seats, strict=False):
            who = skill_words(skill) if skill else HERE
            lines.append(Choosable(said(words[colour]), said(who)))
        lines += (Choosable(said(item.label), is_ticked=item.value in rules.chosen) for item in rules.items())
        lines.append(Choosable(said(say("More…"))))
        head = ((Span(said(_HOW_WELL), FAINT),),) if thinks else ()
        return Asked(said(say("New game")), box.title, ink, head, tuple(lines), self.cursor)

    def press(
        self, box: GameBox, skills: Sequence[str], usual: str, games: int, rules: HouseRules, by: int = 1
    ) -> tuple[Form, Wish | None, str]:
        """Change the answer under the cursor; return the form, what is asked for, and of which house rule."""
        line = self.cursor - (games > 1)
        if self.cursor == 0:
            return self, Wish.BEGIN, ""
        if line == 0:
            return self, Wish.OTHER_GAME, ""
        if line == 1:
            return self._with_players(box, usual, by), None, ""
        if line < 2 + len(self.seats):
            return self._with_other(line - 2, skills, by), None, ""
        rule = line - 2 - len(self.seats)
        items = [item.value for item in rules.items()]
        if rule < len(items):
            return self, Wish.HOUSE_RULE, items[rule]
        return self, Wish.MORE, ""

    def _with_players(self, box: GameBox, usual: str, by: int) -> Form:
        counts = list(box.seats)
        count = counts[(counts.index(len(self.seats)) + by) % len(counts)]
        robot = next((skill for skill in reversed(self.seats) if skill), usual)
        return self._replace(seats=(*self.seats, *[robot] * count)[:count])

    def _with_other(self, seat: int, skills: Sequence[str], by: int) -> Form:
        answers = ("", *skills)
        here = answers.index(self.seats[seat]) if self.seats[seat] in answers else 0
        changed = answers[(here + by) % len(answers)]
        return self._replace(seats=(*self.seats[:seat], changed, *self.seats[seat + 1 :]))


def first_form(box: GameBox, usual: str, robots: Sequence[str] = ()) -> Form:
    """Return the form as it is at first: one person and robots, three players if that many can play."""
    if robots:
        return Form(("", *robots))
    count = min(max(3, box.seats[0]), box.seats[-1])
    return Form(("", *[usual] * (count - 1)))
