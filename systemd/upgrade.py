"""An upgrade under way: what it leads from and to, what it has changed so far, and whether somebody is at it.

    /opt/hansa-companion/upgrade/begun.json    there from before the first change until all is new, or as before again
    /opt/hansa-companion/upgrade/version       the version that is to be used
    /opt/hansa-companion/upgrade/0001.json     what was at the first place that was changed (systemd.replaced)

An installer that is cut off leaves them behind, and whatever starts the table next undoes what it did (systemd.undo).
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from pathlib import Path
from typing import Final, NamedTuple

from hardware.formats.durable import sync_folder, write_durably
from systemd.machine import InstallError, Machine
from systemd.replaced import Replaced
from systemd.versions import HOME

FOLDER: Final = HOME / "upgrade"
BEGUN: Final = FOLDER / "begun.json"
VERSION: Final = FOLDER / "version"  # whose code undoes it


class Busy(InstallError):
    """Somebody else is at it."""


class Begun(NamedTuple):
    """What there is to go back to."""

    version: str  # that is to be used
    before: str  # the version that was in use
    journal: str  # where its games are
    games: str = ""  # the dated folder with a copy of them; empty: it had none, or nobody has stopped it yet


class Upgrade:
    """The upgrade of one machine; while this process lives, no other one can upgrade."""

    def __init__(self, machine: Machine, begun: Begun, lock: int) -> None:
        self._machine, self.begun, self._lock = machine, begun, lock
        machine.remember(Replaced(machine.at("/"), machine.at(FOLDER)))

    def keep_in_mind(self, games: str) -> None:
        """Note where the games were copied to, durable on return."""
        self.begun = self.begun._replace(games=games)
        _write(self._machine, self.begun)

    def end(self) -> None:
        """Forget it, durable on return: from now on nobody goes back."""
        folder = self._machine.at(FOLDER)
        try:
            self._machine.at(BEGUN).unlink(missing_ok=True)
            sync_folder(folder)
        except OSError as error:
            raise InstallError(f"{BEGUN}: cannot be removed: {error.strerror}") from error
        shutil.rmtree(folder, ignore_errors=True)
        self._machine.forget()
        os.close(self._lock)


def begin(machine: Machine, begun: Begun) -> Upgrade:
    """Note an upgrade before its first change, durable on return; what an earlier one has left goes."""
    folder = machine.at(FOLDER)
    try:
        if folder.exists():
            shutil.rmtree(folder)
        machine.folder(folder, 0o700)  # for nobody else, who could hold it for ever
        lock = _lock(folder)
        machine.at(VERSION).symlink_to(f"../{begun.version}")
        _write(machine, begun)
    except OSError as error:
        raise InstallError(f"{FOLDER}: cannot be written: {error.strerror}") from error
    return Upgrade(machine, begun, lock)


def under_way(machine: Machine) -> Upgrade | None:
    """Return the upgrade that was cut off, if there is one; Busy: nobody has cut it off."""
    text = machine.text(BEGUN)
    if text is None:
        return None
    lock = _lock(machine.at(FOLDER))
    if machine.text(BEGUN) != text:  # ended a moment ago
        os.close(lock)
        return under_way(machine)
    try:
        told = json.loads(text)
        return Upgrade(machine, Begun(*(str(told[field]) for field in Begun._fields)), lock)
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        os.close(lock)
        raise InstallError(f"{FOLDER}: cannot be read: remove it, and install again") from error


def _lock(folder: Path) -> int:
    """Hold the folder until this process ends, in whatever way."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise InstallError(f"{FOLDER}: cannot be read: {error.strerror}") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        raise Busy(f"{FOLDER}: another installer is at work") from error
    return descriptor


def _write(machine: Machine, begun: Begun) -> None:
    try:
        write_durably(machine.at(BEGUN), json.dumps({"format": 1, **begun._asdict()}, indent=1).encode(), mode=0o600)
    except OSError as error:
        raise InstallError(f"{BEGUN}: cannot be written: {error.strerror}") from error
