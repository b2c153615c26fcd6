"""Time that passes only when somebody lets it pass, and what the chips of one simulated table share of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


class VirtualClock:
    """A clock for simulations: calling it returns the seconds, sleeping moves it on at once."""

    def __init__(self, start_s: float = 0.0) -> None:
        self._now_s = start_s

    def __call__(self) -> float:
        """Return the time in seconds."""
        return self._now_s

    def sleep(self, seconds: float) -> None:
        """Let some time pass."""
        if seconds < 0:
            raise ValueError(f"time does not go back by {-seconds} s")
        self._now_s += seconds

    def sleep_us(self, microseconds: int) -> None:
        """Let some microseconds pass."""
        self.sleep(microseconds / 1e6)


@dataclass
class Air:
    """What the chips of one table share: the clock, the bus, and whose antenna field is on."""

    clock: VirtualClock = field(default_factory=VirtualClock)
    transfer_overhead_s: float = 0.0  # system call, chip select, gaps
    transfers: int = 0
    bus_s: float = 0.0
    fields_on: set[int] = field(default_factory=set)
    most_fields_on: int = 0
    switched_on: Counter[int] = field(default_factory=Counter)  # how often each field was

    def charge(self, count: int, hz: int) -> float:
        """Count a transfer of this many bytes, and tell how long it takes."""
        seconds = count * 8 / hz + self.transfer_overhead_s
        self.transfers += 1
        self.bus_s += seconds
        return seconds

    def field_changed(self, chip: int, on: bool) -> None:
        """Take note of an antenna switched on or off."""
        self.switched_on[chip] += on and chip not in self.fields_on
        (self.fields_on.add if on else self.fields_on.discard)(chip)
        self.most_fields_on = max(self.most_fields_on, len(self.fields_on))
