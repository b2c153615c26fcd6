"""The games that are played by chance: each with its kits, its hands, and how one sees that it is over."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple, Protocol

from companion.scenario.stage import Stage
from companion.shelf.box import GameBox
from companion.shelf.shelf import open_box, shipped_rules
from companion.table.gametable import GameTable
from tests.kit import hansa
from tests.lab.soak import chart, game
from tests.lab.soak.piece_hands import PieceHands
from tests.lab.soak.wand_hands import WandHands


class Acting(Protocol):
    """PieceHands that do something at a table."""

    def act(self) -> None:
        """Do the next thing."""


class Played(NamedTuple):
    """A game, and whoever plays it."""

    box: GameBox
    kits: tuple[str, ...]
    game_table: Callable[[], GameTable]
    hands: Callable[[Stage, Random], Acting]
    is_over: Callable[[Stage], bool]
    goes_on: tuple[str, ...]  # what is pressed after a game, for the next


def _teutonica_table() -> GameTable:
    return open_box("teutonica").table(shipped_rules("teutonica"))


PLAYED = {
    "hansa": Played(hansa.BOX, game.KITS, hansa.game_table, PieceHands, game.is_over, ("ok",)),
    "teutonica": Played(
        open_box("teutonica"), ("chart",), _teutonica_table, WandHands, chart.is_over, ("ok", "down", "ok")
    ),
}
