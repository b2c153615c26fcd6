"""Hands that know what they want: they make moves at a stage by lines of a scenario, which they carry out and keep."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from companion.scenario.grammar import parse_scenario
from companion.scenario.runner import vocabulary_of
from companion.scenario.stage import Stage
from companion.table.dialog import Notice
from tests.kit.menus import presses_to


class SceneHands:
    """Makes moves with buttons alone; others add what their pieces can say."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.lines: list[str] = []
        self.read = 0  # notices that were confirmed

    def do(self, line: str) -> None:
        """Carry out one line and keep it; whatever is then shown fits the screen and is drawn as described."""
        (step,) = parse_scenario(f"game {self.stage.game.id}\n{line}", "hands", vocabulary_of).steps
        step.form.act(self.stage, **step.slots)
        self.stage.look()
        self.lines.append(line)

    def press(self, *buttons: str) -> None:
        """Press buttons."""
        for button, run in groupby(buttons):
            times = len(list(run))
            self.do(f"press {button}" if times == 1 else f"press {button} {times}")

    def confirm(self) -> None:
        """Confirm a notice."""
        self.press("ok")

    def read_notices(self) -> None:
        """Confirm what is to be read."""
        while isinstance(self.stage.dialog, Notice):
            self.read += 1
            self.confirm()

    def choose(self, move: Any) -> int:
        """Make a move with the buttons from wherever the dialogs are; return the presses that it took."""
        presses = presses_to(self.stage.dialog, move, getattr(move, "goods", ()))
        assert presses is not None, f"{move} is not offered by {self.stage.dialog}"
        self.press(*presses)
        return len(presses)

    def make(self, move: Any) -> int:
        """Make a move in this way of playing, and read what comes of it; return the presses or touches that it took."""
        before = len(self.stage.history.steps)
        taken = self._make(move)
        made = self.stage.history.entries[before:]
        assert made == (move,), f"{move} was meant, {made} was played"
        self.read_notices()
        return taken

    def _make(self, move: Any) -> int:
        return self.choose(move)
