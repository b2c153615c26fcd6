"""Makes the announcer of a table from the configuration.

It also finds results that only the journal has, because the power failed at a game's end before its result was noted.
"""

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
from companion.shelf.shelf import open_box

if TYPE_CHECKING:
    from companion.assembly.compose import Composed
    from companion.config.settings import Config
    from companion.shelf.box import GameBox
    from companion.table.gametable import GameTable


import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Final

from companion.archive.stored_games import read_stored_game
from companion.errors import UserError
from companion.journal.journal import Journal, JournalError


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
            lambda: daemon.showing.language,
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


_log = logging.getLogger(__name__)
LOOKED_BACK: Final = 2  # the newest game, and the one before it if another has begun since


def recall(
    outcomes: Outcomes,
    observer_of: Callable[[StoredGame], Observer],
    reading: Callable[[], AbstractContextManager[Journal]],
) -> None:
    """Remember the results of the newest games that only the journal knows; skip a game that cannot be read.

    They may be of different kinds: `observer_of` returns the observer for one.
    """
    try:
        with reading() as journal:
            for game_id in journal.ids()[-LOOKED_BACK:]:
                try:
                    _recall_game(outcomes, observer_of, journal, game_id)
                except (UserError, JournalError) as error:
                    _log.warning("cannot tell whether the result of game %s is missing: %s", game_id, error)
    except (UserError, JournalError) as error:
        _log.warning("cannot tell whether a result of this evening is missing: %s", error)


def _recall_game(
    outcomes: Outcomes, observer_of: Callable[[StoredGame], Observer], journal: Journal, game_id: str
) -> None:
    info = journal.info(game_id)
    if not info.revision:
        return
    (last,) = journal.read(game_id, after=info.revision - 1)
    try:
        ended = datetime.fromisoformat(last.at).timestamp()
    except ValueError:  # a journal keeps what it is given
        return
    if outcomes.lacks(game_id, ended):
        stored = read_stored_game(journal, game_id)
        result = observer_of(stored).result(game_id, stored.history, stored.people)
        if result:
            outcomes.recall(result, ended)
