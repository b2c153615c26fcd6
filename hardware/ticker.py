"""A thread that does a step, sleeps as long as the step says, and does the next one."""

from __future__ import annotations

import logging
import math
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from hardware.ports import Clock

_log = logging.getLogger(__name__)

AFTER_BUG_S = 1.0


class Ticker:
    """Runs `step` until stopped; a step returns the seconds until the next one, or None to wait until woken."""

    def __init__(self, step: Callable[[], float | None], name: str, clock: Clock = time.monotonic) -> None:
        self._step = step
        self._name = name
        self._clock = clock
        self._due_at: float | None = None  # when the step that runs began, or when the next one should
        # Not an Event, which uses several locks at every turn.
        self._wakes: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._stopped = True
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread; harmless while it runs."""
        if self._thread is None:
            self._stopped = False
            self._due_at = self._clock()
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()

    def wake(self) -> None:
        """Do the next step now."""
        if self._due_at is None:
            self._due_at = self._clock()
        if self._wakes.empty():
            self._wakes.put(None)

    def late_s(self) -> float:
        """Return how long a step has been running or is overdue; 0 if it is on time."""
        thread = self._thread
        if thread is None:
            return 0.0
        if not thread.is_alive():
            return math.inf
        due_at = self._due_at
        return 0.0 if due_at is None else max(self._clock() - due_at, 0.0)

    def stop(self) -> None:
        """End the thread and wait for it; harmless if it does not run, or from within a step."""
        self._stopped = True
        self._wakes.put(None)
        thread, self._thread = self._thread, None
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def _run(self) -> None:
        while not self._stopped:
            while not self._wakes.empty():
                self._wakes.get()
            self._due_at = self._clock()
            try:
                pause_s = self._step()
            except Exception:  # a bug must not silence the device for the rest of the evening
                _log.exception("%s: step failed", self._name)
                pause_s = AFTER_BUG_S
            self._due_at = None if pause_s is None else self._clock() + pause_s
            if not self._stopped:
                with suppress(queue.Empty):
                    self._wakes.get(timeout=None if pause_s is None else max(pause_s, 0.0))
