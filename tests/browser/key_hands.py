"""Hands on the keyboard alone, for any game: digits, arrows and Enter walk the dialogs to a move."""

from __future__ import annotations

from typing import Any

from companion.table.dialog import Checklist, Menu, Notice
from tests.kit.browser import Visitor
from tests.kit.menus import line_to
from tests.kit.page import PageRig

DIGITS = 9  # lines that a digit chooses; the arrows walk to any


class KeyHands:
    """Plays moves with keys at a page, and waits until it shows what came of them."""

    def __init__(self, rig: PageRig, player: Visitor) -> None:
        self._rig, self._player = rig, player

    @property
    def _dialog(self) -> Any:
        return self._rig.composed.daemon.table.dialog

    def play(self, move: Any) -> None:
        """Make a move, through as many dialogs as lead to it."""
        self.read()
        before = self._rig.state()["revision"]["number"]
        while self._rig.state()["revision"]["number"] == before:
            dialog = self._dialog
            match dialog:
                case Menu():
                    line = line_to(dialog, move, getattr(move, "goods", ()))
                    assert line is not None, f"{move} is not offered by {dialog}"
                    self._press(line)
                case Checklist():
                    self._tick(dialog, list(move.goods))
                case _:
                    raise AssertionError(f"no way to {move}: {dialog}")

    def read(self) -> None:
        """Confirm what is to be read."""
        while isinstance(self._dialog, Notice):
            self._press(0)

    def _tick(self, dialog: Checklist, wanted: list[Any]) -> None:
        """Take the ticks off that are too many, then carry it out."""
        for line, value in enumerate(dialog.values, 1):
            if value in wanted:
                wanted.remove(value)
            else:
                self._press(line)
        self._press(0)

    def _press(self, line: int) -> None:
        """Choose a line by its digit or by walking to it, and wait for another dialog or revision."""
        state, page = self._rig.state(), self._player.page
        shown = state["table"]["dialog"]["id"]
        self._player.wait("id => document.querySelector('#dialog')?.dataset.dialog === String(id)", shown)
        if line < DIGITS:
            page.keyboard.press(str(line + 1))
        else:
            while page.evaluate("() => document.activeElement.dataset.key") != f"line-{line}":
                page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
        number = state["revision"]["number"]
        self._rig.until(lambda now: now["table"]["dialog"]["id"] != shown or bool(now["revision"]["number"] != number))
