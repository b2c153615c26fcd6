"""The health of the copy of the games on a server, reported as a part of the table.

A server that is away is not a fault: it costs the players nothing, and the copy catches up on its own. A copy that
cannot be brought up to date is one, and needs a person.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.journal.mirrored import Standing, State
from hardware.ports import Clock, Health, HealthChanged, Sink
from hardware.trouble import Trouble

COPY: Final = "copy"


def health_of(standing: Standing, at: float) -> HealthChanged:
    """Return the health of a copy with this standing."""
    if standing.diverged:
        first, *others = standing.diverged
        reason = (
            Trouble("other than here: {count} games", count=1 + len(others))
            if others
            else Trouble("other than here: game {game}", game=first)
        )
        return HealthChanged(at, COPY, Health.DEGRADED, reason, Trouble("play on; another address makes a new copy"))
    if standing.state is State.REFUSED:
        reason, remedy = Trouble("it cannot be made"), Trouble("play on; the log tells why")
        return HealthChanged(at, COPY, Health.DEGRADED, reason, remedy)
    return HealthChanged(at, COPY, Health.GOOD)


def reporter(sink: Sink, clock: Clock) -> Callable[[Standing], None]:
    """Return a function that reports a copy's health whenever it changes, starting from good."""
    known = health_of(Standing(State.BEHIND), 0.0)

    def report(standing: Standing) -> None:
        nonlocal known
        health = health_of(standing, clock())
        if (health.health, health.reason) != (known.health, known.reason):
            known = health
            sink(health)

    return report
