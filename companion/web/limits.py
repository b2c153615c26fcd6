"""Rate limits: a burst, then a steady rate; the clock is injected."""

from __future__ import annotations

from hardware.ports import Clock


class Rate:
    """Lets each caller do something `burst` times at once and then once every `every_s`; forgets old callers."""

    MOST_CALLERS = 1024

    def __init__(self, burst: int, every_s: float, clock: Clock) -> None:
        self._burst, self._every_s, self._clock = burst, every_s, clock
        self._spent: dict[str, tuple[float, float]] = {}  # caller -> how much is spent, and since when

    def allows(self, caller: str) -> bool:
        """Count one more for a caller; return whether that is within the rate."""
        now = self._clock()
        spent = self._left_of(caller, now)
        if spent + 1 > self._burst:
            return False
        if len(self._spent) >= self.MOST_CALLERS:
            self._forget(now)
        self._spent[caller] = spent + 1, now
        return True

    def _left_of(self, caller: str, now: float) -> float:
        spent, at = self._spent.get(caller, (0.0, now))
        return max(0.0, spent - (now - at) / self._every_s)

    def _forget(self, now: float) -> None:
        gone = [caller for caller in self._spent if self._left_of(caller, now) == 0.0]
        for caller in gone or list(self._spent)[: self.MOST_CALLERS // 2]:
            del self._spent[caller]
