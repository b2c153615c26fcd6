"""Hands on the keyboard alone, for any game: digits, arrows and Enter walk the dialogs to a move."""

from __future__ import annotations

from typing import Any

from companion.table.dialog import Checklist, Do, Menu, Notice, Open
from tests.kit.browser import Visitor
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
                    self._press(next(n for n, choice in enumerate(dialog.choices) if _leads_to(choice.action, move)))
                case Checklist():
                    self._tick(dialog, list(move.goods))
                case _:
                    raise AssertionError(f"no way to {move}: {dialog}")

    def read(self) -> None:
        """Confirm whatever is told."""
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


def _leads_to(action: Any, move: Any) -> bool:
    """Tell whether a line is a move, or opens a dialog that leads to it."""
    match action:
        case Do(entry):
            return bool(entry == move)
        case Open(opened):
            inner = opened() if callable(opened) else opened
            if isinstance(inner, Menu):
                return any(_leads_to(choice.action, move) for choice in inner.choices)
            return isinstance(inner, Checklist) and type(move).__name__ == "Sell"
        case _:
            return False
