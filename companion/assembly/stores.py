"""The stores of a configured companion: its journal, with a copy if configured, and its traces.

Before the journal is opened, an interrupted exchange of files is finished, and files that were removed are restored. If
it is empty while games are set aside, the table says so: nobody should think that they are gone.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.config.settings import Config
from companion.errors import BAD_DATA, UserError
from companion.journal.journal import Damaged, Unavailable
from companion.journal.schema import HEAD, is_older
from companion.journal.second_names import bring_back
from companion.running.set_aside import FOLDER, GAMES, copy_aside, finish, games_set_aside
from companion.running.state_folder import CHECK_OWNER
from hardware.trouble import Trouble, quoted

if TYPE_CHECKING:
    from companion.journal.journal import Journal
    from companion.table.dialog import Notice
    from companion.trace.files import Traces

_log = logging.getLogger(__name__)


def make_journal(config: Config) -> Journal:
    """Return the journal, not open yet: a file, and a copy on a server if configured."""
    from companion.journal.sqlite import SqliteJournal

    local = SqliteJournal(config.journal, keeps_names=True)
    if not config.copy:
        return local
    from companion.journal.mirrored import CopyState, Mirrored, State
    from companion.journal.redis import RedisJournal

    remote = RedisJournal(config.copy, table=config.hub.table or socket.gethostname())

    def told(standing: CopyState) -> None:
        reason = f": {standing.reason}" if standing.reason else ""
        level = logging.INFO if standing.state is State.IN_STEP else logging.WARNING
        only_there = f"; {standing.elsewhere} games are only there" if standing.elsewhere else ""
        _log.log(level, "the copy of the journal is %s%s%s", standing.state.replace("_", " "), reason, only_there)
        if standing.state is State.IN_STEP:
            for weakness in remote.warnings:
                _log.warning("the copy of the journal is not safe: %s", weakness)

    return Mirrored(local, remote, on_change=told)


def open_journal(config: Config, make: Callable[[Config], Journal] | None = None) -> Journal:
    """Open the journal, the configured one unless `make` returns another.

    Raise Unavailable for a problem that may pass, UserError if a person must look at it.
    """
    from companion.journal.journal import Damaged, WrongFormat

    journal = (make or make_journal)(config)
    try:
        journal.open()
    except (Damaged, WrongFormat) as error:
        raise UserError(str(error), BAD_DATA) from error
    return journal


def make_traces(config: Config) -> Traces:
    """Return the folder of the traces."""
    from companion.trace.files import Limits, Traces

    return Traces(config.state / "traces", Limits(total_bytes=config.trace.megabytes << 20))


NAME: Final = "games set aside"
MIGRATION: Final = "migration"
_log = logging.getLogger(__name__)


def finish_exchanges(config: Config) -> None:
    """Finish or undo an interrupted restore, repair or roll-back; restore files removed during a game.

    Raise Unavailable if the disk refuses.
    """
    try:
        done = [finish(folder) for folder in dict.fromkeys((config.state, config.journal.parent))]
        done.append(bring_back(config.journal))
    except OSError as error:
        raise Unavailable(_quoted(error), Trouble("check the disk and who owns the folder")) from error
    for said in filter(None, done):
        _log.warning("%s", said)


def _quoted(error: OSError) -> Trouble:
    return quoted(f"{error.filename}: {error.strerror}")


def keep_before_migration(config: Config, now: str) -> None:
    """Set a copy of an older journal aside before opening it, which changes its format."""
    journal = config.journal
    try:
        with journal.open("rb") as file:
            head = file.read(HEAD)
        if not is_older(head) or any(path.read_bytes()[:HEAD] == head for path in _copies(journal)):
            return
        aside = copy_aside(journal.parent, MIGRATION, [journal.name], at=now)
    except FileNotFoundError:
        return
    except OSError as error:
        raise Unavailable(_quoted(error), CHECK_OWNER) from error
    _log.info("the journal gets a newer format; as it was: %s", aside)


def _copies(journal: Path) -> list[Path]:
    return [path for path in (journal.parent / FOLDER).glob(f"*-{MIGRATION}*/*") if path.name == journal.name]


def set_aside_notice(config: Config, journal: Journal) -> Notice | None:
    """Return what the players are told if this table has no games, but some are set aside."""
    from companion.table.dialog import Notice
    from companion.table.screen import Look, Row
    from companion.words.say import say

    try:
        if journal.ids():
            return None
    except Damaged:
        return None  # told elsewhere
    places = {(config.state, GAMES), (config.journal.parent, config.journal.name)}
    found = [path for folder, name in places for path in games_set_aside(folder, name)]
    if not found:
        return None
    folder = max(found, key=lambda path: path.stat().st_mtime).parent
    _log.warning("no game is here, but games are set aside: %s", ", ".join(map(str, found)))
    return Notice(
        Row(say("Games set aside"), look=Look.TITLE),
        (
            Row(say("There is no game here, but some are set aside."), look=Look.WARNING),
            Row(say("The command restore brings them back: {folder}", folder=folder.name)),
        ),
        name=NAME,
    )
