"""Finds results that only the journal has, because the power failed at a game's end before its result was noted.

In: the journal, and a way to describe a result. Out: missing results of the evening are remembered.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Final

from companion.archive.stored_games import StoredGame, read_stored_game
from companion.errors import UserError
from companion.hub.observer import Observer
from companion.hub.outcomes import Outcomes
from companion.journal.journal import Journal, JournalError

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
