"""A thread that is restarted when its work fails, after longer and longer pauses, and reports its troubles.

A ticker survives an error in one of its steps; this is for work that is one long call, such as a server.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from hardware.health import Backoff
from hardware.ports import Clock
from hardware.trouble import NO_TROUBLE, Trouble

_log = logging.getLogger(__name__)

STEADY_S = 60.0  # work that ran this long has not failed at once
SETTLED_S = 5.0  # restarted work that has run this long is working
STUCK_S = 60.0  # how long work that beats may go without a beat
ENDED = Trouble("it has ended")
STUCK = Trouble("it does not get on", plainly="it has got stuck")


class Tended:
    """Does `work` in a thread until it is stopped; work that returns early counts as failed, too."""

    def __init__(
        self,
        work: Callable[[], None],
        name: str,
        *,
        first_s: float = 0.5,
        longest_s: float = 30.0,
        clock: Clock = time.monotonic,
    ) -> None:
        self.name = name
        self.restarts = 0
        self.trouble = NO_TROUBLE  # why it does not work now; empty if it does, or was never started
        self.failure: BaseException | None = None  # the last one
        self._work, self._clock = work, clock
        self._backoff = Backoff(first_s, longest_s)
        self._begun_at: float | None = None  # while the work goes on
        self._beaten_at: float | None = None
        self._on_change: Callable[[Tended], None] = lambda _: None
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        # Noticing and reporting belong together: the work and the caller that checks it are two threads.
        self._noticing = threading.RLock()

    def watch(self, on_change: Callable[[Tended], None]) -> None:
        """Call a listener when the trouble changes, from any thread, and once immediately."""
        self._on_change = on_change
        on_change(self)

    def start(self) -> None:
        """Start; harmless while it runs."""
        if self._thread is None:
            self._stopping.clear()
            self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
            self._thread.start()

    @property
    def is_stopping(self) -> bool:
        """Return whether the work should end."""
        return self._stopping.is_set()

    def is_alive(self) -> bool:
        """Return whether the thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def stop(self) -> None:
        """Do not restart the work any more; its owner must end it."""
        self._stopping.set()

    def join(self, timeout_s: float | None = None) -> None:
        """Wait for the thread; harmless if it does not run, or from within it."""
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout_s)
            if not thread.is_alive():
                self._thread = None

    def beat(self) -> None:
        """Show, from within the work, that it makes progress; after the first beat more are expected."""
        with self._noticing:
            self._beaten_at = self._clock()
            self._tell(NO_TROUBLE)

    def look(self) -> Trouble:
        """Check, from any thread, whether the work makes progress; return the trouble."""
        with self._noticing:
            now, begun_at, beaten_at = self._clock(), self._begun_at, self._beaten_at
            if self.trouble == ENDED and begun_at is not None and now - begun_at >= SETTLED_S:
                self._tell(NO_TROUBLE)
            if not self.trouble and beaten_at is not None and now - beaten_at >= STUCK_S:
                self._tell(STUCK)
            return self.trouble

    def late_s(self) -> float:
        """Return how long work that beats has not done so; 0 for work that does not beat, or waits."""
        beaten_at = self._beaten_at
        return 0.0 if beaten_at is None else max(self._clock() - beaten_at, 0.0)

    def _run(self) -> None:
        while not self._stopping.is_set():
            begun_at = self._begun_at = self._clock()
            try:
                self._work()
            except BaseException as error:  # whatever it is, this thread must not end
                self.failure = error
                if not self._stopping.is_set():
                    _log.exception("%s failed; restarting it", self.name)
            else:
                if not self._stopping.is_set():
                    _log.error("%s ended; restarting it", self.name)
            if self._clock() - begun_at >= STEADY_S:
                self._backoff.reset()
            with self._noticing:
                self._begun_at = self._beaten_at = None
                if self._stopping.is_set():
                    return
                self._tell(ENDED)
            if not self._stopping.wait(self._backoff.again()):
                self.restarts += 1

    def _tell(self, trouble: Trouble) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._on_change(self)
