"""Shared by all pads: a name, health, a thread that polls, and the tags at rest.

Fault (hardware.trouble)
└── ReaderFault     the reader does not work now: what is wrong, and the remedy
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping

from firmware.presence import Presence
from hardware.health import Backoff, Vitals
from hardware.ports import Clock, Health, Sink
from hardware.reports import resting_event, tag_event
from hardware.ticker import Ticker
from hardware.trouble import Fault


class ReaderFault(Fault):
    """The reader does not work now."""


class ReaderPort(ABC):
    """The `Readers` port with one reader, which `step` polls."""

    def __init__(
        self, name: str, presence: Callable[[], Presence], clock: Clock, backoff: Backoff, *, threaded: bool
    ) -> None:
        """Use this name and these times; without a thread, the caller steps."""
        self._name = name
        self._new_presence = presence
        self._presence = presence()
        self._clock = clock
        self._threaded = threaded
        self._vitals = Vitals((name,), clock)
        self._backoff = backoff
        self._ticker = Ticker(self.step, f"reader {name}")
        self._recounts = False

    @property
    def names(self) -> tuple[str, ...]:
        """The one reader."""
        return (self._name,)

    @property
    def health(self) -> Mapping[str, Health]:
        """The health of the reader."""
        return self._vitals.health

    def late_s(self) -> float:
        """Return how late the thread is."""
        return self._ticker.late_s()

    def watch(self, hot: Iterable[str]) -> None:
        """Do nothing: a single reader is polled as often as possible anyway."""
        del hot

    def recount(self) -> None:
        """Report everything that is seen with the next good look."""
        self._recounts = True

    def open(self, sink: Sink) -> None:
        """Start looking."""
        self.close()
        self._presence = self._new_presence()
        self._backoff.reset()
        self._vitals.listen(sink)
        if self._threaded:
            self._ticker.start()

    @abstractmethod
    def close(self) -> None:
        """Stop looking, and close everything."""

    @abstractmethod
    def step(self) -> float | None:
        """Look once, and return in how many seconds to look again."""

    def _seen(self, now: float, outcome: int, uids: Iterable[bytes]) -> None:
        """Report what a look has changed, and all tags at rest if that was requested."""
        for kind, uid in self._presence.step(int(now * 1000), outcome, uids):
            self._vitals.emit(tag_event(now, self._name, kind, uid))
        if self._recounts:
            self._recounts = False
            self._vitals.emit(resting_event(now, self._name, self._presence))
