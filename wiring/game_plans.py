"""What the drawings take from the game: its title, its board, and the files of map, tray and tags."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from companion.shelf.board_plan import BoardPlan
from companion.shelf.box import GameBox
from hardware.kit.layout import Layout
from wiring.catalogue import PlanError
from wiring.spot_sheet import SpotSheet


class Plans(NamedTuple):
    """The game's own files for the drawings."""

    title: str
    board: BoardPlan
    map: Path
    tray: Path
    tags: Path
    sheets: tuple[SpotSheet, ...] = ()  # that players point at, of all games

    def sheets_of(self, kit: str) -> tuple[SpotSheet, ...]:
        """Return the sheets that belong to a kit."""
        return tuple(sheet for sheet in self.sheets if sheet.kit == kit)


def plans_of(box: GameBox, layouts: Sequence[Layout]) -> Plans:
    """Gather the files that a game's layouts name; of several the first one's."""

    def file_of(key: str) -> Path:
        for layout in layouts:
            path = getattr(layout, key)
            if isinstance(path, Path):
                return path
        raise PlanError("layouts", key, "nothing given", "a file that one of the layouts names")

    if box.board_plan is None:
        raise PlanError(box.id, "board", "no drawings of this game", "a game with plans for its kits")
    return Plans(box.title, box.board_plan(file_of("board")), file_of("map"), file_of("tray"), file_of("tags"))
