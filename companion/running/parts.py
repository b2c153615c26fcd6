"""The parts that run next to the table, and which of them do not work now.

Page, announcer, trace and copy each have a thread of their own. One that ends is restarted (`hardware/tended.py`); from
here the table, the page, the watchdog and health checks learn about it like about any other fault.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from hardware.ports import Clock, Health, HealthChanged, Sink
from hardware.tended import Tended
from hardware.trouble import NO_TROUBLE, Trouble

REMEDY: Final = Trouble("play on; it is started again")
Json = dict[str, Any]


class Parts:
    """All of one table."""

    def __init__(self, sink: Sink, clock: Clock) -> None:
        self._sink, self._clock = sink, clock
        self._lock = threading.Lock()
        self._telling = threading.Lock()  # so that an older trouble is never reported last
        self._tended: dict[str, Tended] = {}
        self._noted: dict[str, Trouble] = {}  # troubles of parts without a thread
        self._told: dict[str, Trouble] = {}

    def tend(self, tended: Tended) -> None:
        """Add a part, replacing one of the same name."""
        with self._lock:
            self._tended[tended.name] = tended
        tended.watch(lambda part: self._tell(part.name, lambda: part.trouble))

    def note(self, name: str, trouble: Trouble) -> None:
        """Record what is wrong with a part that has no thread, or none yet; an empty text means that it works."""
        with self._lock:
            self._noted[name] = trouble
        self._tell(name, lambda: self._noted[name])

    def troubles(self) -> Mapping[str, Trouble]:
        """Return the parts that do not work, and why."""
        with self._lock:
            tended, noted = list(self._tended.values()), dict(self._noted)
        found = noted | {part.name: part.look() or noted.get(part.name, NO_TROUBLE) for part in tended}
        return {name: trouble for name, trouble in found.items() if trouble}

    def describe(self) -> Json:
        """Describe every part for a program."""
        troubles = self.troubles()
        with self._lock:
            names = [*self._tended, *(name for name in self._noted if name not in self._tended)]
            restarts = {name: part.restarts for name, part in self._tended.items()}
        return {name: {"trouble": troubles.get(name, ""), "restarts": restarts.get(name, 0)} for name in names}

    def _tell(self, name: str, ask: Callable[[], Trouble]) -> None:
        """Report the health that a part has at this moment: two threads may notice two changes at once."""
        with self._telling:
            trouble = ask()
            if trouble == self._told.get(name, NO_TROUBLE):
                return
            self._told[name] = trouble
            health = Health.DEGRADED if trouble else Health.GOOD
            self._sink(HealthChanged(self._clock(), name, health, trouble, REMEDY if trouble else NO_TROUBLE))
