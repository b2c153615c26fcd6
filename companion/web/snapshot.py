"""What the page knows about the table: one immutable value, taken in the thread that owns the state.

Taking it costs that thread next to nothing: it only collects values, and the page turns them into JSON.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.running.daemon import Daemon
from companion.table.belief import Belief
from companion.table.dialog import Dialog
from companion.table.history import Kept
from companion.table.own_dialogs import NO_HOUSE_RULES, HouseRules
from companion.table.screen import Scene
from hardware.ports import HealthChanged


class Snapshot(NamedTuple):
    """The table at one moment."""

    game_id: str
    revision: int
    kept: Kept
    dialog: Dialog
    scene: Scene
    belief: Belief
    faults: tuple[HealthChanged, ...]
    asks_board: bool = False  # whether the board file is right
    is_at_home: bool = False  # the game's own menu is shown, and nothing else waits for anybody
    house_rules: HouseRules = NO_HOUSE_RULES  # for the next game


def take(daemon: Daemon) -> Snapshot:
    """Take a snapshot; in the daemon's own thread, after a scene was shown."""
    view = daemon.view
    return Snapshot(
        daemon.game_id,
        daemon.revision,
        view.kept,
        view.dialog,
        view.scene,
        view.belief,
        tuple(view.faults.values()),
        view.asks_board,
        view.is_at_home,
        view.offers.house_rules,
    )
