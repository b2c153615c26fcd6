"""What the picture in a terminal is drawn from: words and inks, already in the players' language."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.display.cells import Ink, Line, Sheet, Span, rgb

BANNER = Ink(rgb("#ffffff"), rgb("#2c3a45"), bold=True, inverse=True)
HEADING = Ink(rgb("#8fa3b0"), bold=True)
FAINT = Ink(rgb("#8d99a3"))
STRONG = Ink(bold=True)
CURSOR = Ink(rgb("#062012"), rgb("#5df2a0"), bold=True, inverse=True)
REFUSED = Ink(rgb("#ffffff"), rgb("#b3261e"), bold=True, inverse=True)
WARNING = Ink(rgb("#ffcf5c"), bold=True)
GOLD = Ink(rgb("#f5c542"), bold=True)


class Banner(NamedTuple):
    """Whose turn it is, over the whole width."""

    left: str
    right: str = ""
    ink: Ink = BANNER


class Desk(NamedTuple):
    """One player: name, points, and what lies there."""

    sign: Span  # the letter of the player's pieces
    name: str
    note: str  # who plays there
    points: int
    is_mover: bool
    lines: tuple[Line, ...] = ()


class Said(NamedTuple):
    """One sentence of the log; `begins` a turn."""

    text: str
    ink: Ink  # of who did it
    who: str
    begins: bool = False


class Choosable(NamedTuple):
    """One line of a menu."""

    text: str
    right: str = ""
    section: str = ""
    is_ticked: bool | None = None


class Asked(NamedTuple):
    """A menu, a checklist or a notice."""

    title: str
    right: str = ""
    ink: Ink = BANNER
    head: tuple[Line, ...] = ()
    lines: tuple[Choosable, ...] = ()
    cursor: int = 0


class Told(NamedTuple):
    """Everything that is seen at one moment."""

    banner: Banner
    asked: Asked
    keys: str
    desks: tuple[Desk, ...] = ()
    log: tuple[Said, ...] = ()
    course: Line = ()
    message: str = ""
    draw_map: Callable[[int, int], Sheet] | None = None
    is_log_whole: bool = False  # instead of the map
    over: tuple[str, tuple[Line, ...]] | None = None  # a title and lines, in front of everything
    over_from: int = 0  # its first line, if not all of it fits
    panel: Sheet | None = None  # the small screen, in front of everything
