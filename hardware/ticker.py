"""One thread that does a step, sleeps as long as the step says, and does the next one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

_log = logging.getLogger(__name__)

AFTER_BUG_S = 1.0


class Ticker:
    """Runs `step` until stopped; a step gives the seconds until the next one, or nothing: until woken."""

    def __init__(self, step: Callable[[], float | None], name: str) -> None:
        self._step = step
        self._name = name
        self._wake = threading.Event()
        self._stopped = True
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread; harmless while it runs."""
        if self._thread is None:
            self._stopped = False
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()

    def wake(self) -> None:
        """Do the next step now."""
        self._wake.set()

    def stop(self) -> None:
        """End the thread and wait for it; harmless when it does not run, and from within a step."""
        self._stopped = True
        self._wake.set()
        thread, self._thread = self._thread, None
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def _run(self) -> None:
        while not self._stopped:
            self._wake.clear()
            try:
                pause_s = self._step()
            except Exception:  # a bug must not silence the device for the rest of the evening
                _log.exception("%s: step failed", self._name)
                pause_s = AFTER_BUG_S
            if not self._stopped:
                self._wake.wait(pause_s)
