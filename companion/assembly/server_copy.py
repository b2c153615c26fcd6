"""The copy of the games on a server, at the table: its health, and games that only it has, offered and brought back.

A server that is away is not a fault: it costs the players nothing, and the copy catches up on its own. A copy that
cannot be brought up to date is one, and needs a person.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.journal.journal import Journal, JournalError
from companion.journal.mirrored import CopyState, Mirrored, State
from companion.running.daemon import Daemon
from companion.running.resume import CannotResume, choose_game, newest_game
from companion.table.dialog import Notice
from companion.table.intents import OfferGames
from companion.table.own_dialogs import brought_back
from hardware.ports import Clock, Health, HealthChanged, Sink
from hardware.trouble import Trouble

_log = logging.getLogger(__name__)


def watch_copy(journal: Journal, daemon: Daemon, clock: Clock) -> None:
    """Tell the table when the copy on a server cannot be updated, and when it has games that are missing here."""
    if isinstance(journal, Mirrored):
        journal.watch(reporter(daemon.put, clock))
        offer_games(journal, daemon)
        daemon.parts.tend(journal.part)


def offer_games(journal: Mirrored, daemon: Daemon) -> None:
    """Offer them at the table as long as there are any; ask about them if there is no game here at all."""
    offered = 0

    def told(standing: CopyState) -> None:
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


COPY: Final = "copy"


def health_of(standing: CopyState, at: float) -> HealthChanged:
    """Return the health of a copy with this standing."""
    if standing.diverged:
        first, *others = standing.diverged
        reason = (
            Trouble("other than here: {count} games", count=1 + len(others))
            if others
            else Trouble("other than here: game {game}", game=first)
        )
        return HealthChanged(at, COPY, Health.DEGRADED, reason, Trouble("play on; another address makes a new copy"))
    if standing.state is State.REFUSED:
        reason, remedy = Trouble("it cannot be made"), Trouble("play on; the log tells why")
        return HealthChanged(at, COPY, Health.DEGRADED, reason, remedy)
    return HealthChanged(at, COPY, Health.GOOD)


def reporter(sink: Sink, clock: Clock) -> Callable[[CopyState], None]:
    """Return a function that reports a copy's health whenever it changes, starting from good."""
    known = health_of(CopyState(State.BEHIND), 0.0)

    def report(standing: CopyState) -> None:
        nonlocal known
        health = health_of(standing, clock())
        if (health.health, health.reason) != (known.health, known.reason):
            known = health
            sink(health)

    return report
