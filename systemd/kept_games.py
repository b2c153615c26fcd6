"""Copies the games before a newer version opens them, while nobody writes to them.

A newer version may change the journal's format when it opens it, so that the older one cannot read it any more. Every
upgrade has a dated folder of its own, which `restore` takes. It is made with the rights of the service, whose folder it
is.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from companion.errors import UserError
from companion.running.as_owner import as_owner
from companion.running.set_aside import copy_aside
from systemd.machine import InstallError, Machine


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def keep(machine: Machine, journal: Path, *, now: Callable[[], str] = _now) -> str:
    """Copy a journal, whole, or raise InstallError; return the folder with the copy, empty: there is no journal."""
    place = machine.at(journal)
    if machine.is_dry:
        return ""
    try:
        with as_owner(place.parent):
            place.stat()  # `exists` would hide from Python 3.14 on that it must not be looked at
            copy = copy_aside(place.parent, "upgrade", [place.name], at=now())
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise InstallError(f"{journal}: cannot be copied: {error.strerror}") from error
    except UserError as error:
        raise InstallError(f"{journal}: cannot be copied: {error}") from error
    shown = str(journal.parent / copy.relative_to(place.parent))
    machine.say(f"  {shown}: the games as they are now")
    return shown
