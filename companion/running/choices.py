"""Players' choices outside the game (a language, a board, a game to resume): made durable, or reported as not kept."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.journal.disk_troubles import disk_errors, disk_full, not_writable

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_FORBIDDEN = frozenset({errno.EACCES, errno.EPERM, errno.EROFS, errno.EISDIR})


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
