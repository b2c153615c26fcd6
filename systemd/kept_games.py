"""The games through an upgrade: copied while nobody writes to them, and put back if the new version is not kept.

A newer version may change the journal's format when it opens it, so that the older one cannot read it any more.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from systemd.machine import InstallError, Machine

FOLDER: Final = "before-upgrade"


class KeptGames:
    """The journal of one machine, and its copy of this upgrade; one of an earlier upgrade is never put back."""

    def __init__(self, machine: Machine, journal: Path) -> None:
        self._machine, self._name = machine, journal
        self._journal = machine.at(journal)
        self._copy = self._journal.parent / FOLDER
        self._is_kept = False

    def keep(self) -> None:
        """Copy the journal, whole, or raise InstallError; where there is none there is nothing to keep."""
        if self._machine.is_dry or not self._journal.exists():
            return
        self._machine.say(f"  {self._name.parent}/{FOLDER}: the games as they are now")
        try:
            if self._copy.exists():
                shutil.rmtree(self._copy)
            self._copy.mkdir(mode=0o700)
            for path in _with_log(self._journal):
                shutil.copy2(path, self._copy)
        except OSError as error:
            shutil.rmtree(self._copy, ignore_errors=True)  # it may be what has filled the disk
            raise InstallError(f"{self._name}: cannot be copied: {error.strerror}") from error
        self._is_kept = True

    def put_back(self) -> None:
        """Make the journal what it was when it was kept; the copy stays."""
        if not self._is_kept:
            return
        self._machine.say(f"  {self._name}: as before")
        try:
            owner = self._journal.parent.stat()
            for path in _with_log(self._journal):
                path.unlink()
            for path in self._copy.iterdir():
                shutil.copy2(path, self._journal.parent)
                shutil.chown(self._journal.parent / path.name, owner.st_uid, owner.st_gid)
        except OSError as error:
            kept = f"{self._name.parent}/{FOLDER}"
            raise InstallError(
                f"{self._name}: cannot be put back: {error.strerror}; the games are in {kept}: copy them from there"
            ) from error


def _with_log(journal: Path) -> list[Path]:
    """Give the files of a journal: SQLite's write-ahead log holds what is not in the file yet."""
    files = (journal, journal.with_name(f"{journal.name}-wal"), journal.with_name(f"{journal.name}-shm"))
    return [path for path in files if path.exists()]
