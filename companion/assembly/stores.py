"""The stores of a configured companion: its journal, with a copy if configured, and its traces."""

from __future__ import annotations

import logging
import socket
from typing import TYPE_CHECKING

from companion.config.settings import Config
from companion.errors import BAD_DATA, UserError

if TYPE_CHECKING:
    from companion.journal.journal import Journal
    from companion.trace.files import Traces

_log = logging.getLogger(__name__)


def make_journal(config: Config) -> Journal:
    """Return the journal, not open yet: a file, and a copy on a server if configured."""
    from companion.journal.sqlite import SqliteJournal

    local = SqliteJournal(config.journal, keeps_names=True)
    if not config.copy:
        return local
    from companion.journal.mirrored import Mirrored, Standing, State
    from companion.journal.redis import RedisJournal

    remote = RedisJournal(config.copy, table=config.hub.table or socket.gethostname())

    def told(standing: Standing) -> None:
        reason = f": {standing.reason}" if standing.reason else ""
        level = logging.INFO if standing.state is State.IN_STEP else logging.WARNING
        only_there = f"; {standing.elsewhere} games are only there" if standing.elsewhere else ""
        _log.log(level, "the copy of the journal is %s%s%s", standing.state.replace("_", " "), reason, only_there)
        if standing.state is State.IN_STEP:
            for weakness in remote.warnings:
                _log.warning("the copy of the journal is not safe: %s", weakness)

    return Mirrored(local, remote, on_change=told)


def open_journal(config: Config) -> Journal:
    """Open the journal; raise Unavailable for a problem that may pass, UserError if a person must look at it."""
    from companion.journal.journal import Damaged, WrongFormat

    journal = make_journal(config)
    try:
        journal.open()
    except (Damaged, WrongFormat) as error:
        raise UserError(str(error), BAD_DATA) from error
    return journal


def make_traces(config: Config) -> Traces:
    """Return the folder of the traces."""
    from companion.trace.files import Limits, Traces

    return Traces(config.state / "traces", Limits(total_bytes=config.trace.megabytes << 20))
