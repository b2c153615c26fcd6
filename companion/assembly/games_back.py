"""Games of this table that only the copy on a server has: offers them at the table, and brings them back."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from companion.journal.journal import JournalError
from companion.journal.mirrored import Mirrored, Standing
from companion.running.chosen_game import choose_game
from companion.running.daemon import Daemon
from companion.running.resume import CannotResume, newest_game
from companion.table.dialog import Notice
from companion.table.intents import OfferGames
from companion.table.own_dialogs import brought_back

_log = logging.getLogger(__name__)


def offer_games(journal: Mirrored, daemon: Daemon) -> None:
    """Offer them at the table as long as there are any; ask about them if there is no game here at all."""
    offered = 0

    def told(standing: Standing) -> None:
        nonlocal offered
        if standing.elsewhere != offered:
            offered = standing.elsewhere
            daemon.post(OfferGames(offered, asks=not journal.ids()))

    journal.watch(told)


def bring_games_back(journal: Mirrored, state: Path, on_game: Callable[[], None]) -> Notice:
    """Fetch them, durable on return; return what the players are told. Raise Unavailable if none could be fetched.

    If there are games here, the table stays with the one played last: the fetched ones are not newer.
    """
    played_last = _played_last(journal, state)
    brought = journal.bring_back(on_game)
    for trouble in brought.trouble:
        _log.error("a game could not be brought back: %s", trouble)
    _log.info("%d games have been brought back from the server", len(brought.games))
    if played_last and brought.games:
        try:
            choose_game(state, played_last, journal.ids()[-1])
        except JournalError as error:  # at worst the next start offers another game first
            _log.warning("%s", error)
    return brought_back(len(brought.games), len(brought.trouble))


def _played_last(journal: Mirrored, state: Path) -> str:
    try:
        info = newest_game(journal, state)
    except CannotResume:
        return ""
    return info.id if info else ""
