"""Time that passes only when somebody lets it pass."""

from __future__ import annotations


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
