"""Reserves the hardware and the state folder for one companion, or says in one line which process has them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import UserError

if TYPE_CHECKING:
    from companion.config.settings import Config

# Exists while the service runs and is visible to every user, unlike the state folder.
SERVICE = Path("/run/hansa-companion")
SERVICE_STATE = Path("/var/lib/hansa-companion")


@contextmanager
def alone(config: Config) -> Iterator[None]:
    """Make sure that no companion is running at the same time: two programs on one bus disturb each other."""
    from companion.journal.journal import Unavailable
    from companion.running.state_folder import StateLock

    running = UserError("the companion is running, and has the hardware; stop it: sudo systemctl stop hansa-companion")
    if SERVICE.is_dir():
        raise running
    try:
        lock = StateLock(config.state) if config.state.is_dir() else None
    except Unavailable:  # another user's folder: there is nothing to lock, and no reason not to measure
        lock = None
    except UserError as error:
        raise running from error
    try:
        yield
    finally:
        if lock is not None:
            lock.release()
