"""The kits that ship, laid out for Hansa, and what their drawings take from the game."""

from __future__ import annotations

from pathlib import Path

from companion.games.hansa import box as hansa
from companion.games.hansa.board_files import SHIPPED
from companion.games.hansa.layouts import layout_files
from hardware.kit.connections import Kit
from hardware.kit.layout import choose_layout, lay_out, load_layout
from wiring.kits import load_kit, shipped_kits
from wiring.outputs import Plans, plans_of

# Those with wires; a kit that is bought ready has none.
WIRED_KITS = tuple(name for name in shipped_kits() if not load_kit(name).is_page_only)


def newest_board() -> str:
    """Name the board that a table without one of its own plays on."""
    return next(reversed(SHIPPED))


def hansa_kit(name: str | Path, board: str = "0.1") -> Kit:
    """Read a kit, with the names of a board that ships."""
    return hansa_names(load_kit(name), board)


def hansa_names(kit: Kit, board: str = "0.1") -> Kit:
    """Lay out a kit for a board that ships."""
    return lay_out(kit, choose_layout(kit, layout_files(SHIPPED[board])))


def hansa_plans(board: str = "0.1") -> Plans:
    """Return the game's files for the drawings."""
    return plans_of(hansa.BOX, tuple(map(load_layout, layout_files(SHIPPED[board]))))
