"""The folder that holds everything of a table: made if it is missing, reserved for one companion, and written to.

Who is alone with it also has the hardware, or is told in one line which process has them.
"""

from __future__ import annotations

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.errors import UserError
from companion.journal.journal import Unavailable, disk_errors, disk_full, not_writable
from companion.running.as_owner import as_owner
from hardware.trouble import Trouble, quoted

if TYPE_CHECKING:
    from companion.config.settings import Config

CHECK_OWNER: Final = Trouble("check the disk and who owns the state folder")
# Exists while the service runs and is visible to every user, unlike the state folder.
SERVICE = Path("/run/hansa-companion")
SERVICE_STATE = Path("/var/lib/hansa-companion")
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_FORBIDDEN = frozenset({errno.EACCES, errno.EPERM, errno.EROFS, errno.EISDIR})


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


@contextmanager
def alone(config: Config) -> Iterator[None]:
    """Make sure that no companion is running at the same time: two programs on one bus disturb each other."""
    from companion.journal.journal import Unavailable

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


@contextmanager
def kept_in(path: Path) -> Iterator[None]:
    """Write a file within this context; a disk error becomes Unavailable, worded as for the journal."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise disk_full(path) from error
        if error.errno in _FORBIDDEN:
            raise not_writable(path) from error
        raise disk_errors(path, errno.errorcode.get(error.errno or 0, str(error))) from error
