"""Walking through dialogs with the buttons: everything that can be decided, and the presses that it takes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from companion.table.dialog import Action, Checklist, Close, Dialog, Do, DoAll, Menu, Notice, Open, Pressed
from companion.table.intents import Button

MOST_TICKS = 9  # of a checklist that is walked in every combination


class Way(NamedTuple):
    """Presses from a dialog to a decision."""

    presses: tuple[Button, ...]
    action: Action


def ways(dialog: Dialog, so_far: tuple[Button, ...] = ()) -> Iterator[Way]:
    """Yield every decision that presses can reach, through all the dialogs that open on the way."""
    for presses, action in _decisions(dialog):
        way = (*so_far, *presses)
        if isinstance(action, Open):
            opened = action.dialog() if callable(action.dialog) else action.dialog
            yield from ways(opened, way)
        elif not isinstance(action, Close):
            yield Way(way, action)


def _decisions(dialog: Dialog) -> Iterator[tuple[tuple[Button, ...], Action]]:
    match dialog:
        case Menu():
            for index in range(len(dialog.choices)):
                presses = _to(dialog.cursor, index, len(dialog.choices))
                yield from _pressed(dialog, (*presses, Button.OK))
        case Checklist():
            for ticks in _combinations(len(dialog.items)):
                yield from _pressed(dialog, _ticking(dialog, ticks))
        case Notice():
            yield from _pressed(dialog, (Button.OK,))


def _pressed(dialog: Dialog, presses: tuple[Button, ...]) -> Iterator[tuple[tuple[Button, ...], Action]]:
    """Press for real, so that what is found is what the dialogs do."""
    after = Pressed(dialog)
    for button in presses:
        assert after.action is None, "decided too early"
        after = after.dialog.press(button)
    assert after.action is not None
    yield presses, after.action


def _to(cursor: int, index: int, count: int) -> tuple[Button, ...]:
    """Move the cursor the shorter way round."""
    down = (index - cursor) % count
    up = count - down
    return (Button.DOWN,) * down if down <= up else (Button.UP,) * up


def _combinations(count: int) -> Iterator[frozenset[int]]:
    assert count <= MOST_TICKS
    for size in range(count + 1):
        yield from map(frozenset, combinations(range(count), size))


def _ticking(checklist: Checklist, ticks: frozenset[int]) -> tuple[Button, ...]:
    """Walk down the list, change the ticks that are to be changed, and come back to the first line."""
    lines, at = len(checklist.items) + 1, checklist.cursor
    presses: tuple[Button, ...] = ()
    for index in sorted(checklist.ticked ^ ticks):
        presses += (*_to(at, index + 1, lines), Button.OK)
        at = index + 1
    return (*presses, *_to(at, 0, lines), Button.OK)


def entries_in(dialog: Dialog) -> dict[Any, tuple[Button, ...]]:
    """Return every move or correction that presses can propose, with the fewest presses to it."""
    found: dict[Any, tuple[Button, ...]] = {}
    for presses, action in ways(dialog):
        entries = (action.entry,) if isinstance(action, Do) else action.entries[:1] if isinstance(action, DoAll) else ()
        for entry in entries:
            if entry not in found or len(presses) < len(found[entry]):
                found[entry] = presses
    return found
