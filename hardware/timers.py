"""Beside the loop without threads: everything is a timer of the loop that runs now, as in a browser's tab.

A step that fails is reported and done again a moment later, as a ticker with a thread does it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from hardware.beside import Step, Ticking
from hardware.ports import Clock
from hardware.ticker import AFTER_BUG_S

_log = logging.getLogger(__name__)


class Timers:
    """Each thing in its turn, in the loop that runs when it is started."""

    def ticker(self, step: Step, name: str, clock: Clock = time.monotonic) -> Ticking:
        """Return a ticker that is a timer."""
        return LoopTicker(step, name, clock)

    def begin(self, work: Callable[[], None], name: str) -> None:  # noqa: ARG002 - a timer has no name
        """Do it in the loop's next turn."""
        asyncio.get_running_loop().call_soon(work)


class LoopTicker:
    """Runs `step` in the loop until stopped; started and woken in the loop's own thread."""

    def __init__(self, step: Step, name: str, clock: Clock) -> None:
        self._step, self._name, self._clock = step, name, clock
        self._is_on = False
        self._timer: asyncio.Handle | None = None
        self._due_at: float | None = None

    def start(self) -> None:
        """Begin; harmless while it runs."""
        if not self._is_on:
            self._is_on = True
            self._wait(0.0)

    def wake(self) -> None:
        """Do the next step in the loop's next turn."""
        if self._is_on:
            self._wait(0.0)

    def late_s(self) -> float:
        """Return how long a step is overdue; 0 if it is on time."""
        return 0.0 if self._due_at is None else max(self._clock() - self._due_at, 0.0)

    def stop(self) -> None:
        """End; harmless if it does not run, or from within a step."""
        self._is_on = False
        self._cancel()

    def _cancel(self) -> None:
        timer, self._timer, self._due_at = self._timer, None, None
        if timer:
            timer.cancel()

    def _wait(self, seconds: float) -> None:
        self._cancel()
        loop = asyncio.get_running_loop()
        self._due_at = self._clock() + seconds
        self._timer = loop.call_later(seconds, self._run) if seconds > 0 else loop.call_soon(self._run)

    def _run(self) -> None:
        self._timer = None
        pause_s: float | None
        try:
            pause_s = self._step()
        except Exception:  # a bug must not silence the device for the rest of the evening
            _log.exception("%s: step failed", self._name)
            pause_s = AFTER_BUG_S
        if self._is_on and self._timer is None:  # it may have been woken, or stopped, from within the step
            self._due_at = None
            if pause_s is not None:
                self._wait(max(pause_s, 0.0))
