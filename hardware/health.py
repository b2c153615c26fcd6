"""The health of a device's parts: reports each change once, and says when to try a faulty part again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from hardware.ports import Clock, Event, Health, HealthChanged, Sink
from hardware.trouble import NO_TROUBLE, Trouble


class Vitals:
    """The health of each named part of one device, and the way to its listener."""

    def __init__(self, names: Iterable[str], clock: Clock, prefix: str = "") -> None:
        """Start with all parts closed; the prefix distinguishes parts of two devices with the same name."""
        self._clock = clock
        self._prefix = prefix
        self._health = dict.fromkeys((prefix + name for name in names), Health.CLOSED)
        self._sink: Sink | None = None

    @property
    def health(self) -> Mapping[str, Health]:
        """The health of each part."""
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
        """Report that a part works."""
        self._change(name, Health.GOOD, NO_TROUBLE, NO_TROUBLE)

    def degraded(self, name: str, reason: Trouble, remedy: Trouble, *, anew: bool = False) -> None:
        """Report that a part does not work, why, and what to do about it; `anew` reports it even if that is known."""
        self._change(name, Health.DEGRADED, reason, remedy, anew=anew)

    def close(self) -> None:
        """Mark all parts closed and stop sending."""
        self._sink = None
        for name in self._health:
            self._health[name] = Health.CLOSED

    def _change(self, name: str, health: Health, reason: Trouble, remedy: Trouble, *, anew: bool = False) -> None:
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
        """Record a failure, and return how long to wait."""
        wait_s = self._next_s
        self._next_s = min(2 * wait_s, self._most_s)
        return wait_s

    def reset(self) -> None:
        """Record a success."""
        self._next_s = self._first_s
