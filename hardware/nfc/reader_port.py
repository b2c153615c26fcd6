"""What pads of every make have in common: a name, their health, a thread that looks again and again, and what rests.

Exception
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


class ReaderFault(Exception):
    """The reader does not work now."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(reason)
        self.remedy = remedy


class ReaderPort(ABC):
    """The `Readers` port with one reader, which is looked at by `step`."""

    def __init__(
        self, name: str, presence: Callable[[], Presence], clock: Clock, backoff: Backoff, *, threaded: bool
    ) -> None:
        """Take what a pad is called and goes by; without a thread the caller steps."""
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
        """How the reader is."""
        return self._vitals.health

    def late_s(self) -> float:
        """Return how far the thread is behind its time."""
        return self._ticker.late_s()

    def watch(self, hot: Iterable[str]) -> None:
        """Do nothing: a reader that is alone is looked at as often as can be anyway."""
        del hot

    def recount(self) -> None:
        """Tell with the next good look all that is seen."""
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
        """Stop looking, and let go of whatever is open."""

    @abstractmethod
    def step(self) -> float | None:
        """Look once, and tell how many seconds later to do it again."""

    def _seen(self, now: float, outcome: int, uids: Iterable[bytes]) -> None:
        """Tell what a look has changed, and all that rests where that was asked for."""
        for kind, uid in self._presence.step(int(now * 1000), outcome, uids):
            self._vitals.emit(tag_event(now, self._name, kind, uid))
        if self._recounts:
            self._recounts = False
            self._vitals.emit(resting_event(now, self._name, self._presence))
