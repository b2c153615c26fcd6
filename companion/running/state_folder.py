"""The folder that a table keeps everything in: made where it is missing, and held by one companion at a time."""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path

from companion.config.settings import Config
from companion.errors import UserError
from companion.journal.journal import Unavailable
from companion.running.as_owner import as_owner


def prepare_state(config: Config) -> None:
    """Make the state folder, for its owner alone, or raise Unavailable."""
    try:
        for folder in (config.state, config.journal.parent):
            folder.mkdir(parents=True, exist_ok=True)
        (config.state / "traces").mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        reason = f"{error.filename}: cannot be made: {error.strerror}"
        raise Unavailable(reason, "check the disk and who owns the state folder") from error


class StateLock:
    """Holds the state folder, so that no second companion writes the same game; let go when the process ends."""

    def __init__(self, state: Path) -> None:
        path = state / "in-use"
        try:
            # As the folder's owner: somebody may use sudo before the service's first start, and must not follow a link.
            with as_owner(state):
                flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
                self._descriptor = os.open(path, flags, 0o600)
        except OSError as error:
            reason = "is a link" if error.errno == errno.ELOOP else error.strerror
            raise Unavailable(f"{path}: {reason}", "check the disk and who owns the state folder") from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._descriptor)
            raise UserError(
                f"{state}: another companion is running here; stop it, or name another folder with --state"
            ) from error

    def release(self) -> None:
        """Let go; once is enough."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
