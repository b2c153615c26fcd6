"""Somebody who goes through a lesson at a table: lays out what the screen shows, and makes the moves it asks for.

The right way is known from the lesson's data. It is made with the buttons, or as carriers make a step of the companion:
with pieces and a wand. Every screen is drawn as described, and no text on it is cut.
"""

from __future__ import annotations

import re
from typing import Any

from companion.assembly.lesson_journal import load_lesson
from companion.assembly.loading import Loaded
from companion.journal.journal import Journal
from companion.scenario.stage import Stage
from companion.table.dialog import Menu, Notice
from companion.table.history import History
from companion.table.screen import Row
from companion.table.teaching import Kind, Step, Teaching, judge
from companion.words.language import load_language
from companion.words.say import SOURCE
from tests.kit.carrier import Carrier, Read
from tests.kit.menus import presses_to


class LessonStage(Stage):
    """A stage that is set up for the lesson of its game."""

    def load(self, journal: Journal) -> Loaded:
        journal.close()
        assert self.game_box.lesson
        lesson = self.game_box.lesson()
        loaded = load_lesson(self.config, self.parts, lesson, "2026-11-19T20:00:00+00:00", begins=False)
        assert loaded
        return Loaded(self.parts, *loaded, lesson=lesson)


class Learner:
    """Goes through a lesson at a stage."""

    def __init__(self, stage: LessonStage, language: str = SOURCE, hands: type[Carrier] | None = None) -> None:
        """Use the buttons, or hands that move pieces, which understand one language."""
        self.stage, self.language = stage, language
        assert stage.game_box.lesson
        self.lesson = stage.game_box.lesson()
        self.translate = load_language(language, [stage.game_box.catalogues])
        self._hands = hands
        self.words = 0  # that were read of the lesson
        self.laid_out = 0  # places that the screen showed before the first step
        self.unread = 0  # right moves that no reader noticed
        self.sit()

    def sit(self) -> None:
        """Sit down, after each start."""
        self.stage.boot()
        self.stage.daemon.speak(self.translate)
        self.hands = self._hands(self.stage) if self._hands else None
        self.stage.look()

    def cut(self) -> None:
        """Cut the power, and go on."""
        before = self.stage.history
        self.stage.cut_power()
        self.sit()
        assert self.stage.history == before
        if self.stage.dialog.name == "resume":
            self.press("ok")

    # --- what can be known ---

    @property
    def teaching(self) -> Teaching:
        teaching = self.stage.daemon.table._dialogs.teaching
        assert teaching
        return teaching

    @property
    def history(self) -> History:
        return self.stage.history

    @property
    def is_over(self) -> bool:
        return self.stage.dialog.name == "lesson over"

    @property
    def step(self) -> Step | None:
        """The step that is asked now, once all that is told has been read."""
        at = self.teaching.asked(self.history)
        return None if at is None or self.stage.daemon.view.carried else self.lesson.steps[at]

    # --- what is done ---

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.stage.press(button)
            self.stage.look()

    def read(self) -> None:
        """Read what is told, and go on."""
        while isinstance(dialog := self.stage.dialog, Notice):
            if dialog.topic.about == "restoring":
                self.laid_out += 1
            else:
                text = " ".join(row.left.in_language(self.translate) for row in dialog.rows if isinstance(row, Row))
                self.words += len(re.findall(r"\w+", text))
            self.press("ok")

    def go_on(self) -> None:
        """Do the next thing: read, carry out what others do, or make the move that is asked for."""
        self.read()
        if self.is_over:
            return
        if (step := self.step) is None:
            self.carry_out()
        else:
            self.make(step.ways[0])

    def carry_out(self) -> None:
        dialog = self.stage.dialog
        assert isinstance(dialog, Menu)
        before = len(self.history.steps)
        if self.hands and (asked := self.hands.read()):
            self.hands.do(asked)
        if len(self.history.steps) == before:
            self.press("ok")
        assert len(self.history.steps) > before, dialog

    def make(self, move: Any) -> None:
        """Make a right move."""
        before = len(self.history.steps)
        if self.hands:
            carry = self.stage.game_table.carry(self.history, move)
            player = self.stage.game.mover(self.history.position) or ""
            hands = tuple(words.in_language() for words in carry.hands)
            self.hands.do(Read(player, carry.what.in_language(), carry.right.in_language(), hands, carry.place))
        if len(self.history.steps) == before:
            self.unread += 1
            self.choose(move)
        assert self.history.entries[before] == move

    def choose(self, move: Any) -> None:
        """Make a move with the buttons."""
        presses = presses_to(self.stage.dialog, move, getattr(move, "goods", ()))
        assert presses is not None, f"{move} is not offered by {self.stage.dialog}"
        self.press(*presses)

    def go_wrong(self) -> int:
        """Try each of the likeliest wrong ways with the buttons; return how many there were, each with its reason."""
        self.read()
        step, history, tried = self.step, self.history, 0
        if step is None or self.is_over:
            return 0
        seen: set[str] = set()
        for move in self.stage.game.legal_moves(history.position):
            kind, words = judge(step, move)
            if kind is Kind.DONE or words.template in seen or presses_to(self.stage.dialog, move) is None:
                continue
            seen.add(words.template)
            self.choose(move)
            assert self.history == history, f"{move} was made"
            assert self.stage.dialog.name == "refusal not_asked_here", (move, self.stage.dialog)
            shown = self.stage.scene.screen.rows[0]
            assert isinstance(shown, Row)
            assert shown.left.in_language(self.translate) == words.in_language(self.translate)
            self.press("ok")
            while self.stage.dialog.topic.about != "carrying" and self.stage.daemon.view.opened:
                self.press("back")  # out of the menu that led there
            tried += 1
        return tried
