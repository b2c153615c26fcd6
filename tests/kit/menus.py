"""From a dialog to a move: the line that leads there, and the fewest buttons to press."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.table.dialog import Checklist, Dialog, Do, Menu, Open


def opened(action: object) -> Dialog | None:
    """Return the dialog that an action opens, or None if it opens none."""
    if not isinstance(action, Open):
        return None
    return action.dialog() if callable(action.dialog) else action.dialog


def line_to(menu: Menu, move: object, ticked: Sequence[Any] = ()) -> int | None:
    """Return the first line that is a move or leads to it, or None if there is none."""
    return next(
        (line for line, choice in enumerate(menu.choices) if _presses_after(choice.action, move, ticked) is not None),
        None,
    )


def presses_to(dialog: Dialog | None, move: object, ticked: Sequence[Any] = ()) -> list[str] | None:
    """Return the fewest presses that make a move from a dialog, or None if it does not lead there.

    `ticked` is what must be ticked in a checklist for this move.
    """
    match dialog:
        case Menu():
            ways = [
                [*walk(dialog.cursor, line, dialog.lines), "ok", *rest]
                for line, choice in enumerate(dialog.choices)
                if (rest := _presses_after(choice.action, move, ticked)) is not None
            ]
            return min(ways, key=len, default=None)
        case Checklist() if ticked:
            return _tick(dialog, Counter(ticked))
        case _:
            return None


def _presses_after(action: object, move: object, ticked: Sequence[Any]) -> list[str] | None:
    return [] if action == Do(move) else presses_to(opened(action), move, ticked)


def _tick(checklist: Checklist, wanted: Counter[Any]) -> list[str] | None:
    """Tick what is wanted and untick what is not, then go to the first line, which carries it out."""
    presses, cursor = [], checklist.cursor
    for index, item in enumerate(checklist.items):
        keep = wanted[item.value] > 0
        wanted[item.value] -= keep
        if keep != (index in checklist.ticked):
            presses += [*walk(cursor, index + 1, checklist.lines), "ok"]
            cursor = index + 1
    return None if any(wanted.values()) else [*presses, *walk(cursor, 0, checklist.lines), "ok"]


def walk(start: int, to: int, lines: int) -> list[str]:
    """Return the presses that bring a cursor from one line to another, whichever way is shorter."""
    down, up = (to - start) % lines, (start - to) % lines
    return ["down"] * down if down <= up else ["up"] * up
