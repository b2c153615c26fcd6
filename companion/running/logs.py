"""The log, for a person to read: one line for each thing that matters, on standard error.

Under systemd a line begins with its priority, and the journal of the system adds the time. At the default level no line
names a tag or a player; `debug` logs every event, including tags. Tracebacks are printed for bugs, and at `debug`,
indented. Whatever a message quotes, it is one line without control characters (`companion/words/outside.py`).
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TextIO

from companion.words.outside import indented, one_line
from companion.words.redaction import NAMES
from hardware.ports import Event, Health, HealthChanged
from hardware.trouble import Trouble

if TYPE_CHECKING:
    from companion.running.daemon import Daemon
    from companion.table.dialog import Dialog
    from companion.table.intents import Intent
    from companion.table.owners import By
    from companion.table.proposals import Proposal

_log = logging.getLogger("companion")

# Numbered as in syslog(3); systemd reads "<3>" at the beginning of a line.
_PRIORITIES: Final = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}
SAME_FAULT_S: Final = 2.0


class LineFormatter(logging.Formatter):
    """One line for each record, except for a bug's traceback."""

    def __init__(self, *, under_systemd: bool, with_tracebacks: bool) -> None:
        super().__init__("%(message)s" if under_systemd else "%(asctime)s %(message)s", "%H:%M:%S")
        self._under_systemd, self._with_tracebacks = under_systemd, with_tracebacks

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text."""
        cleaned = {"msg": one_line(record.getMessage()), "args": None, "exc_text": None}
        if record.exc_info and record.levelno < logging.ERROR and not self._with_tracebacks:
            cleaned["exc_info"] = None
        text = super().format(logging.makeLogRecord({**record.__dict__, **cleaned}))
        if record.levelno >= logging.WARNING and not self._under_systemd:
            text = f"{text[:8]} {record.levelname.lower()}:{text[8:]}"
        if self._under_systemd:
            mark = f"<{_PRIORITIES.get(record.levelno, 6)}>"
            text = "\n".join(mark + line for line in text.split("\n"))
        return text

    def formatException(self, ei: Any) -> str:
        """Return a traceback; its message may be of many lines, too."""
        return indented(super().formatException(ei))


def start_log(level: str, stream: TextIO | None = None, environment: Mapping[str, str] = os.environ) -> logging.Handler:
    """Start the log; libraries and drivers log only warnings, unless at `debug`."""
    handler = logging.StreamHandler(stream or sys.stderr)
    under_systemd = "JOURNAL_STREAM" in environment
    handler.setFormatter(LineFormatter(under_systemd=under_systemd, with_tracebacks=level == "debug"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("companion").setLevel(level.upper())
    # A device logs each of its many retries; the important changes arrive as events.
    logging.getLogger("hardware").setLevel("DEBUG" if level == "debug" else "WARNING")
    return handler


class Log:
    """Logs what happens at the table; a witness of the daemon."""

    def __init__(self) -> None:
        self._ill: set[str] = set()
        self._told: dict[tuple[str, str], float] = {}  # what was logged about a fault, and when

    def happened(self, daemon: Daemon, event: Event) -> None:
        """Log the health of devices, and everything else only at `debug`."""
        del daemon
        if not isinstance(event, HealthChanged):
            _log.debug("%r", event)
        elif event.health is Health.DEGRADED:
            self._ill.add(event.source)
            why = event.reason, event.remedy
            told_at = self._told.get(why)
            self._told[why] = event.at
            # If a library or a cable is missing, all its parts fail with the same words, which are logged once.
            level = logging.WARNING if told_at is None or event.at - told_at > SAME_FAULT_S else logging.DEBUG
            _log.log(level, "%s does not work: %s; %s", event.source, *why)
        elif event.source in self._ill:
            self._ill.discard(event.source)
            _log.info("%s works again", event.source)

    def posted(self, daemon: Daemon, intent: Intent, by: By) -> None:
        """Log what a page asks for, only at `debug`."""
        del daemon
        _log.debug("posted: %s, by %s", intent, by)

    def kept(self, daemon: Daemon, proposal: Proposal) -> None:
        """Log the beginning and the end of a game, and at `debug` every entry."""
        match proposal.kind:
            case "setup":
                _log.info("game %s begins", daemon.game_id)
            case "finished":
                _log.info("game %s is finished, after %d entries", daemon.game_id, daemon.revision)
            case "aborted":
                _log.info("game %s is cleared away, after %d entries", daemon.game_id, daemon.revision)
            case "correction":
                _log.info("game %s, entry %d: the players corrected the table", daemon.game_id, daemon.revision)
            case _:
                told = {key: value for key, value in proposal.payload.items() if key != NAMES}
                _log.debug("game %s, entry %d: %s %s", daemon.game_id, daemon.revision, proposal.kind, told)

    def not_kept(self, daemon: Daemon, reason: Trouble, remedy: Trouble) -> None:
        """Log that a move was not accepted because the journal could not store it."""
        _log.error("game %s: a move was not accepted: %s; %s", daemon.game_id or "(none yet)", reason, remedy)

    def told(self, daemon: Daemon, dialog: Dialog) -> None:
        """Log nothing: the message may contain a PIN."""

    def rested(self, daemon: Daemon) -> None:
        """Log nothing: everything has been logged."""
