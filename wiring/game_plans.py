"""What the drawings take from the games: title, board, and the files of map, tray and tags; of others, the overlay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.shelf.board_plan import BoardPlan
from companion.shelf.box import GameBox
from hardware.kit.kit import Kit
from hardware.kit.layout import Layout, LayoutError, choose_layout, in_use, lay_out
from wiring.catalogue import PlanError
from wiring.spot_sheet import SpotSheet


class OtherGame(NamedTuple):
    """Another game on the same kit: what its lamps are called, and what is printed around them."""

    game: str
    title: str
    lamps: Mapping[str, int]  # those of the Pi, by the names of this game: their pins
    overlay: Path


class Plans(NamedTuple):
    """The game's own files for the drawings."""

    title: str
    board: BoardPlan
    map: Path
    tray: Path
    tags: Path
    sheets: tuple[SpotSheet, ...] = ()  # that players point at, of all games
    others: tuple[OtherGame, ...] = ()  # that have an overlay for the kit that is drawn

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


def other_games(kit: Kit, boxes: Iterable[GameBox]) -> tuple[OtherGame, ...]:
    """Lay a kit out for other games too; those for which it is not made, or that print nothing, are left out."""
    found = []
    for box in boxes:
        try:
            layout = choose_layout(kit, box.layouts(None))
            lamps = lay_out(kit, layout).lamps
        except LayoutError:
            continue
        used = {lamp: lamps[lamp] for lamp in in_use(lamps)}
        if layout and layout.overlay and used:
            found.append(OtherGame(box.id, box.title, used, layout.overlay))
    return tuple(found)
