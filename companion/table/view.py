"""What whoever is outside sees of a table: one frozen value for each moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.table.belief import Belief
from companion.table.carrying import Carried
from companion.table.deciding import Asked
from companion.table.dialog import Dialog
from companion.table.history import Kept
from companion.table.intents import Equip
from companion.table.own_dialogs import Offers
from companion.table.screen import Row, Scene
from hardware.ports import HealthChanged


class View(NamedTuple):
    """A table at one moment; what has not changed since the last one is the same object."""

    kept: Kept
    belief: Belief
    dialog: Dialog  # the next press goes to it
    opened: tuple[Dialog, ...]  # the open dialogs, the lowest first
    scene: Scene
    faults: Mapping[str, HealthChanged]  # what does not work, by the name of the part
    likely_places: tuple[str, ...]  # where a piece is likely to be put next
    offers: Offers
    is_at_home: bool  # the game's own menu is shown, and nothing else waits for anybody
    has_hint: bool  # the screen says something that will be over soon, on its own
    asks_board: bool  # the players are asked if the board file is right
    equipment: Equip
    asked: Asked | None  # who must answer the shown dialog; None: anybody
    news: tuple[Row, ...]  # of the last step, besides the log
    carried: Carried | None  # a decision of the companion's that hands carry out
