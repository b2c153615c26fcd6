"""Pearls, the toy of the tests, for tests that need some table and care little for the game on it."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.journal.journal import Journal
from companion.running.daemon import Daemon
from companion.running.devices import Devices
from companion.table.history import Kept, history_of
from companion.table.own_dialogs import Offers
from companion.table.table import OFFERS, Table
from hardware.simulated.soft_table import SoftTable
from tests.kit.hands import TableHands
from tests.toygame.game import Pearls
from tests.toygame.rules import PLACES, Position
from tests.toygame.table.pearlstable import PearlsTable

PEARL, STRANGER = "04a1b2c3d4e580", "04ffffffffffff"
FIRST = Position((2, 2), (0, 0), 0)
GAME = Pearls()
PARTS: dict[str, Any] = {"readers": PLACES, "buttons": ("up", "down", "ok", "back", "end"), "lamps": PLACES}


class PearlsHands(TableHands):
    """Hands at a game of pearls under way, or at one that goes on after a restart."""

    def __init__(
        self,
        *entries: object,
        resumes: bool = False,
        game_table: PearlsTable | None = None,
        offers: Offers = OFFERS,
    ) -> None:
        kept = Kept(history_of(GAME, FIRST, entries))
        pieces = {PEARL: "pearl", "01": "disc.1", "02": "disc.2", "03": "disc.3"}
        super().__init__(
            Table(game_table or PearlsTable(), pieces, Random(1), kept if resumes else None, offers=offers)
        )
        if not resumes:
            self.table.kept = kept


def pearls_daemon(soft: SoftTable, journal: Journal, game_table: PearlsTable | None = None, **given: Any) -> Daemon:
    """Return an opened daemon on a simulated table, and no game begun."""
    daemon = Daemon(
        Table(game_table or PearlsTable(), {PEARL: "pearl"}, Random(1)),
        journal,
        Devices(soft.readers, soft.buttons, soft.lamps, soft.screen),
        now=lambda: "2026-01-01T00:00:00",
        random=Random(1),
        **given,
    )
    daemon.open()
    return daemon
