"""How work runs beside the loop: in threads, or wherever else the platform lets it.

A device that must look at something now and then asks for a ticker, and whoever has something to do that nobody waits
for begins it; neither knows how that is done. A machine has threads; a browser's tab has only the timers of its loop.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

from hardware.ports import Clock
from hardware.ticker import Ticker

Step = Callable[[], float | None]


class Ticking(Protocol):
    """Does a step, and another after the seconds that it returns; after None it waits until it is woken."""

    def start(self) -> None:
        """Begin; harmless while it runs."""

    def wake(self) -> None:
        """Do the next step now."""

    def late_s(self) -> float:
        """Return how long a step has been running or is overdue; 0 if it is on time."""

    def stop(self) -> None:
        """End; harmless if it does not run, or from within a step."""


class Beside(Protocol):
    """Runs things beside the loop."""

    def ticker(self, step: Step, name: str, clock: Clock = time.monotonic) -> Ticking:
        """Return a ticker, not started yet."""

    def begin(self, work: Callable[[], None], name: str) -> None:
        """Do something once, soon, without waiting for its end."""


class Threads:
    """Each thing in a thread of its own."""

    def ticker(self, step: Step, name: str, clock: Clock = time.monotonic) -> Ticking:
        """Return a ticker with a thread."""
        return Ticker(step, name, clock)

    def begin(self, work: Callable[[], None], name: str) -> None:
        """Start a thread that ends with the work."""
        threading.Thread(target=work, name=name, daemon=True).start()


THREADS: Final[Beside] = Threads()
