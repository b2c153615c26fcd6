"""Makes announcers and the hub from the configuration."""

from __future__ import annotations

import socket
import time
import uuid
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from companion.archive.stored_games import StoredGame, reading
from companion.assembly.game_parts import calling
from companion.hub.announcer import Announcer
from companion.hub.exchange import Exchange
from companion.hub.observer import Observer
from companion.hub.outcomes import Outcomes
from companion.hub.recall import recall
from companion.shelf.shelf import open_box

if TYPE_CHECKING:
    from companion.assembly.compose import Composed
    from companion.config.settings import Config
    from companion.shelf.box import GameBox
    from companion.table.gametable import GameTable


def table_id(state: Path) -> str:
    """Return an id that belongs to this machine and state folder, even if cards were copied."""
    words = f"{uuid.getnode():x}/{socket.gethostname()}/{state}"
    return blake2b(words.encode(), digest_size=8).hexdigest()


def make_announcer(config: Config, composed: Composed, *, exchange: Exchange | None = None) -> Announcer:
    """Return the announcer of this table, not open yet."""
    daemon = composed.daemon

    def observe(box: GameBox, game_table: GameTable) -> Observer:
        return Observer(
            table_id(config.state),
            config.hub.table or socket.gethostname(),
            game_table,
            box.summary(game_table.game),
            lambda: daemon.language,
            time.monotonic,
            named=frozenset(config.names),
            call=partial(calling, box),
            shows_scores=config.web.scores,
        )

    def observe_stored(stored: StoredGame) -> Observer:
        box = open_box(stored.game.id)
        return observe(box, box.table(stored.game))

    outcomes = Outcomes(config.state / "evening.json")
    recall(outcomes, observe_stored, partial(reading, config))
    observer = observe(composed.parts.box, composed.game_table)
    return Announcer(daemon, observer, exchange or Exchange(config.hub.server), outcomes=outcomes)
