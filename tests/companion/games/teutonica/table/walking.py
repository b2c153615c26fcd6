"""Walking through the dialogs of Hansa Teutonica: everything they lead to, and the fewest presses to each move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from companion.games.teutonica.box import BOX
from companion.games.teutonica.game import Teutonica
from companion.games.teutonica.table.teutonicatable import TeutonicaTable
from companion.shelf.players import next_move
from companion.table.dialog import Dialog, Do, Menu, Notice, Open
from companion.table.history import History

GAME = Teutonica()
TABLE = TeutonicaTable(GAME)
COLOURS = ("red", "blue", "green", "yellow", "purple")


def dialogs(dialog: Dialog) -> Iterator[Dialog]:
    """Return a dialog and all that it leads to."""
    yield dialog
    actions = [choice.action for choice in dialog.choices] if isinstance(dialog, Menu) else []
    if isinstance(dialog, Notice):
        actions.append(dialog.action)
    for action in actions:
        if isinstance(action, Open):
            yield from dialogs(action.dialog() if callable(action.dialog) else action.dialog)


def presses(menu: Menu) -> dict[Any, int]:
    """Count the fewest presses to each move of a menu and of the menus that it opens; the cursor wraps around."""
    found: dict[Any, int] = {}
    count = len(menu.choices)
    for line, choice in enumerate(menu.choices):
        here = min(line, count - line) + 1
        match choice.action:
            case Do(entry):
                found[entry] = min(found.get(entry, here), here)
            case Open(opened):
                inside = opened() if callable(opened) else opened
                if isinstance(inside, Menu):
                    for entry, more in presses(inside).items():
                        found[entry] = min(found.get(entry, here + more), here + more)
            case _:
                pass
    return found


@cache
def whole_game(players: int, seed: int, house_rules: tuple[str, ...] = (), skill: int = -1) -> History:
    """Let bots play a whole game, as well as they can unless another skill is wanted."""
    bots, random = BOX.players(), Random(seed)
    setup = {"players": list(COLOURS[:players]), "start": "red", "house_rules": list(house_rules)}
    history = History(GAME.new(setup))
    while GAME.winners(history.position) is None:
        move = next_move(GAME, bots, history.position, bots.skills[skill], random)
        history = history.after(GAME, move)
    return history


def moments(history: History, every: int = 1) -> Iterator[History]:
    """Return a game as it was before each of its moves, or before some of them."""
    for index in range(0, len(history.steps) + 1, every):
        yield History(history.first, history.steps[:index])
