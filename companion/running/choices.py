"""Players' choices outside the game (a language, a board, a game to resume): made durable, or reported as not kept."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.journal.journal import Unavailable

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_FORBIDDEN = frozenset({errno.EACCES, errno.EPERM, errno.EROFS, errno.EISDIR})


@contextmanager
def kept_in(path: Path) -> Iterator[None]:
    """Write a file within this context; a disk error becomes Unavailable, worded as for the journal."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise Unavailable(f"{path}: the disk is full", "free some space; nothing accepted is lost") from error
        if error.errno in _FORBIDDEN:
            raise Unavailable(f"{path}: cannot be written", "check the disk and who owns the file") from error
        name = errno.errorcode.get(error.errno or 0, str(error))
        remedy = "check the disk: it may be read-only, full or worn out"
        raise Unavailable(f"{path}: the disk gives errors ({name})", remedy) from error
