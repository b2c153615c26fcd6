"""The health of a device's parts: reports each change once, and says when to try a faulty part again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from hardware.ports import Clock, Event, Health, HealthChanged, Sink


class Vitals:
    """The health of each named part of one device, and the way to its listener."""

    def __init__(self, names: Iterable[str], clock: Clock, prefix: str = "") -> None:
        """Begin with everything closed; the prefix tells apart parts of two devices that share a name."""
        self._clock = clock
        self._prefix = prefix
        self._health = dict.fromkeys((prefix + name for name in names), Health.CLOSED)
        self._sink: Sink | None = None

    @property
    def health(self) -> Mapping[str, Health]:
        """How each part is."""
        return MappingProxyType(self._health)

    @property
    def is_open(self) -> bool:
        """Whether somebody listens."""
        return self._sink is not None

    def listen(self, sink: Sink) -> None:
        """Send events there from now on."""
        self._sink = sink

    def emit(self, event: Event) -> None:
        """Send an event to the listener, if there is one."""
        if self._sink is not None:
            self._sink(event)

    def good(self, name: str) -> None:
        """Say that a part works."""
        self._change(name, Health.GOOD, "", "")

    def degraded(self, name: str, reason: str, remedy: str, *, anew: bool = False) -> None:
        """Say that a part does not work, why, and what a person can do about it; `anew`: even if it did not before."""
        self._change(name, Health.DEGRADED, reason, remedy, anew=anew)

    def close(self) -> None:
        """Mark all parts closed and send nothing any more."""
        self._sink = None
        for name in self._health:
            self._health[name] = Health.CLOSED

    def _change(self, name: str, health: Health, reason: str, remedy: str, *, anew: bool = False) -> None:
        name = self._prefix + name
        if anew or self._health[name] is not health:
            self._health[name] = health
            self.emit(HealthChanged(self._clock(), name, health, reason, remedy))


class Backoff:
    """How long to wait before the next try: twice as long each time, up to a limit."""

    def __init__(self, first_s: float = 0.5, most_s: float = 30.0) -> None:
        self._first_s = first_s
        self._most_s = most_s
        self._next_s = first_s

    def again(self) -> float:
        """Take note of a failure, and tell how long to wait."""
        wait_s = self._next_s
        self._next_s = min(2 * wait_s, self._most_s)
        return wait_s

    def reset(self) -> None:
        """Take note of a success."""
        self._next_s = self._first_s
