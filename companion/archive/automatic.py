"""Automatic backups: made once a day and after every game; the last ten are kept, on one disk or two.

One is made when a game has ended, and when the newest is a day old and something has changed since. Each is read back
before an older one is deleted. A damaged journal is not backed up: ten such backups would leave no good one. None is
made on a disk with less than a tenth free. All of this happens in a separate thread, and problems are reported as the
health of the part `backups`.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.archive.backup import damages, gather
from companion.archive.backup_file import GAMES, Backup, format_backup, parse_backup
from companion.errors import UserError
from hardware.formats.durable import write_durably
from hardware.ports import Clock, Health, HealthChanged, Sink
from hardware.trouble import Trouble

if TYPE_CHECKING:
    from companion.config.settings import Config
    from companion.table.intents import Errand

FOLDER: Final = "backups"  # in the state folder
PART: Final = "backups"  # its name among the parts of the table
KEPT: Final = 10
LEAST_FREE: Final = 0.1  # share of a disk that must stay free
FIRST_S: Final = 120.0  # delay after the start, until everything is loaded
LOOK_S: Final = 900.0
DAY: Final = timedelta(days=1)
# Numbered, because the clock of a Pi may go back.
_NAME: Final = re.compile(r"games-(\d{6,9})-([0-9T-]{1,40})\.tar\.gz")
_log = logging.getLogger(__name__)


class NoBackup(NamedTuple):
    """Why there is none, in words for the screen."""

    reason: Trouble
    remedy: Trouble


FREE_SPACE: Final = Trouble("free some space; no backup is made until then")
NO_PLACE: Final = Trouble("check the disk, and that the folder is there and writable")
DAMAGED: Final = NoBackup(Trouble("the journal is damaged"), Trouble("run: hansa-companion repair"))


def kept_backups(folder: Path) -> list[Path]:
    """Return the backups in a folder, the newest last."""
    found = [(int(match[1]), path) for path in folder.glob("games-*") if (match := _NAME.fullmatch(path.name))]
    return [path for _, path in sorted(found)]


def keep_backup(folder: Path, backup: Backup, *, free: Callable[[Path], float] | None = None) -> NoBackup | None:
    """Write a backup into a folder and keep the last ten, unless the newest is identical; return what went wrong."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        if (free or _free)(folder) < LEAST_FREE:
            return NoBackup(Trouble("{folder}: less than a tenth of the disk is free", folder=folder), FREE_SPACE)
        kept = kept_backups(folder)
        if kept and _is_same(kept[-1], backup):
            made = datetime.fromisoformat(backup.made).timestamp()
            os.utime(kept[-1], (made, made))  # an identical backup counts as made today
            _tidy(folder)
            return None
        last = _NAME.fullmatch(kept[-1].name) if kept else None
        stamp = re.sub(r"[^0-9T-]", "-", backup.made[:19])
        path = folder / f"games-{int(last[1]) + 1 if last else 1:06}-{stamp}.tar.gz"
        write_durably(path, format_backup(backup), mode=0o600)
        if parse_backup(path.read_bytes(), str(path)) != backup:
            return _not_what_was_written(folder)
        _tidy(folder)
    except OSError as error:
        reason = Trouble("{folder}: cannot be written: {reason}", folder=folder, reason=error.strerror)
        return NoBackup(reason, NO_PLACE)
    except UserError:
        return _not_what_was_written(folder)
    return None


def _not_what_was_written(folder: Path) -> NoBackup:
    return NoBackup(Trouble("{folder}: the disk did not keep what was written", folder=folder), NO_PLACE)


def _tidy(folder: Path) -> None:
    """Delete all but the last ten, and the leftovers of a process that was killed."""
    for path in (*kept_backups(folder)[:-KEPT], *folder.glob(".games-*.part")):
        path.unlink()


def _free(folder: Path) -> float:
    usage = shutil.disk_usage(folder)
    return usage.free / usage.total if usage.total else 0.0


def _is_same(path: Path, backup: Backup) -> bool:
    try:
        return parse_backup(path.read_bytes(), str(path)).files == backup.files
    except (OSError, UserError):
        return False


class AutomaticBackups:
    """Makes backups during the game; an attendant of the daemon."""

    def __init__(
        self,
        config: Config,
        version: str,
        ended: threading.Event,
        sink: Sink,
        *,
        clock: Clock = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        free: Callable[[Path], float] | None = None,
    ) -> None:
        """Wait for `ended`, which is set at the end of a game; report the health of this part to `sink`."""
        self._config, self._version, self._ended, self._sink = config, version, ended, sink
        self._clock, self._now, self._free = clock, now, free
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._trouble: NoBackup | None = None

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders of the backups."""
        own = self._config.state / FOLDER
        return (own, self._config.backup.folder) if self._config.backup.folder else (own,)

    def open(self) -> None:
        """Start."""
        self._thread = threading.Thread(target=self._look, name="backups", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop; a backup that is being written is finished."""
        self._stopping.set()
        self._ended.set()  # wake the thread that waits for it
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def run_errand(self, errand: Errand) -> None:
        """Do nothing: no errand concerns backups."""

    def look(self) -> None:
        """Make a backup if one is due."""
        has_ended = self._ended.is_set()
        if has_ended:  # otherwise a game that ends just now would be missed
            self._ended.clear()
        if has_ended or self._is_old():
            self._make()

    def _look(self) -> None:
        wait_s = FIRST_S
        while not self._stopping.is_set():  # checked first, too: closing also sets the event of an ended game
            self._ended.wait(wait_s)
            if self._stopping.is_set():
                return
            try:
                self.look()
            except Exception as error:  # whatever it is, try the next one
                _log.warning("no backup: %s", error, exc_info=error)
            wait_s = LOOK_S

    def _is_old(self) -> bool:
        """Return whether the newest backup anywhere is a day old, or dated in the future."""
        for folder in self.folders:
            kept = kept_backups(folder)
            if not kept:
                return True
            age = self._now() - datetime.fromtimestamp(kept[-1].stat().st_mtime, UTC)
            if not timedelta(0) <= age < DAY:
                return True
        return False

    def _make(self) -> None:
        backup = gather(self._config, self._version, self._now().isoformat(timespec="seconds"))
        if GAMES not in backup.files:
            return
        if wrong := damages(backup.files[GAMES]):
            _log.warning("no backup: %s", wrong[0])
            self._tell(DAMAGED)
            return
        troubles = [keep_backup(folder, backup, free=self._free) for folder in self.folders]
        self._tell(next((trouble for trouble in troubles if trouble), None))

    def _tell(self, trouble: NoBackup | None) -> None:
        if trouble == self._trouble:
            return
        self._trouble = trouble
        if trouble:
            _log.warning("no backup: %s; %s", *trouble)
            self._sink(HealthChanged(self._clock(), PART, Health.DEGRADED, *trouble))
        else:
            self._sink(HealthChanged(self._clock(), PART, Health.GOOD))
