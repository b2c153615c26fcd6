"""The folder that holds everything of a table: created if it is missing, and locked by one companion at a time."""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path
from typing import Final

from companion.config.settings import Config
from companion.errors import UserError
from companion.journal.journal import Unavailable
from companion.running.as_owner import as_owner
from hardware.trouble import Trouble, quoted

CHECK_OWNER: Final = Trouble("check the disk and who owns the state folder")


def prepare_state(config: Config) -> None:
    """Create the state folder, accessible only to its owner, or raise Unavailable."""
    try:
        for folder in (config.state, config.journal.parent):
            folder.mkdir(parents=True, exist_ok=True)
        (config.state / "traces").mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        reason = Trouble("{folder}: cannot be made: {reason}", folder=error.filename, reason=error.strerror)
        raise Unavailable(reason, CHECK_OWNER) from error


class StateLock:
    """Locks the state folder, so that no second companion writes the same game; released when the process ends."""

    def __init__(self, state: Path) -> None:
        path = state / "in-use"
        try:
            # As the folder's owner: somebody may run this with sudo before the service's first start, and root must not
            # follow a link.
            with as_owner(state):
                flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
                self._descriptor = os.open(path, flags, 0o600)
        except OSError as error:
            if error.errno == errno.ELOOP:
                reason = Trouble("{file}: is a link", file=path)
            else:
                reason = quoted(f"{path}: {error.strerror}")
            raise Unavailable(reason, CHECK_OWNER) from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._descriptor)
            raise UserError(
                f"{state}: another companion is running here; stop it, or name another folder with --state"
            ) from error

    def release(self) -> None:
        """Release the lock; calling it again does no harm."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
