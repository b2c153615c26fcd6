"""What a worker of a browser calls: opens the tab there, and turns its texts and files into the tab's own.

The worker (`static/worker.js`) hands over plain functions; nothing of the interpreter in the browser is imported.
"""

from __future__ import annotations

import errno
import json
import logging
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from companion.tab.kept_lines import Ledger
from companion.tab.tab import Tab

_log = logging.getLogger(__name__)
FULL: Final = ("QuotaExceededError",)


class BrowserFile:
    """A file that the worker has open; its functions return the name of what went wrong, or nothing."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle

    def read(self) -> bytes:
        """Return everything."""
        return bytes(self._handle.read().to_bytes())

    def write(self, at: int, data: bytes) -> None:
        """Write at a place; text crosses over as it is, and all that is kept is ASCII."""
        _check(self._handle.write(at, data.decode("ascii")))

    def truncate(self, size: int) -> None:
        """Cut off what is beyond a size."""
        _check(self._handle.truncate(size))

    def flush(self) -> None:
        """Make everything durable."""
        _check(self._handle.flush())


def _check(wrong: str) -> None:
    if wrong:
        raise OSError(errno.ENOSPC if wrong in FULL else errno.EIO, wrong)


def begin(handles: Sequence[Any], send: Callable[[str], None], folder: str = "/table") -> Callable[[str], None]:
    """Open the tab, which sends texts and keeps games in these files; return what takes texts.

    Where the files fail, as in a window that keeps nothing, it plays all the same, and says that nothing is kept.
    """
    Path(folder).mkdir(parents=True, exist_ok=True)

    def tell(message: dict[str, Any]) -> None:
        send(json.dumps(message))

    def make(files: Sequence[Any]) -> Tab:
        return Tab(Path(folder), Ledger([BrowserFile(each) for each in files]), tell, environment=os.environ)

    try:
        tab = make(handles)
    except OSError as error:
        _log.warning("nothing can be kept here: %s", error)
        tab = make(())
    tab.open()
    return lambda text: tab.take(json.loads(text))
