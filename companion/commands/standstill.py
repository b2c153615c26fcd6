"""Shared by commands that exchange files of the state folder: nobody may play meanwhile, and errors are one line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import command
from companion.errors import UserError

if TYPE_CHECKING:
    from companion.config.settings import Config

UNIT = "hansa-companion.service"


@contextmanager
def standing_still(config: Config) -> Iterator[None]:
    """Lock the state folder and stop the service; afterwards it starts again with the new files."""
    from companion.running.state_folder import StateLock

    with _service_stopped(config.state), command.told(), _writing(config.state):
        config.state.mkdir(parents=True, exist_ok=True)
        lock = StateLock(config.state)
        try:
            yield
        finally:
            lock.release()


def now() -> str:
    """Return the time, for the name of a folder."""
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="seconds")


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Report in one line which folder or file cannot be put in place; a failed sync does not name it."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{error.filename or folder}: cannot be written: {error.strerror}") from error


@contextmanager
def _service_stopped(state: Path) -> Iterator[None]:
    """Stop the service while its own games are exchanged, and start it again afterwards."""
    from companion.running.state_folder import SERVICE, SERVICE_STATE

    if os.geteuid() != 0 or state != SERVICE_STATE or not SERVICE.is_dir():
        yield
        return
    _systemctl("stop")
    try:
        yield
    finally:
        _systemctl("start")


def _systemctl(do: str) -> None:
    import subprocess

    if subprocess.run(["systemctl", do, UNIT], check=False).returncode:
        raise UserError(f"systemctl {do} {UNIT}: failed; journalctl --unit {UNIT} tells why")
