"""The copy of the games as a part of the table: a server that is away is no fault, one that disagrees is."""

from __future__ import annotations

import pytest

from companion.journal.mirrored import Standing, State
from companion.running.replica_health import COPY, health_of, reporter
from hardware.ports import Event, Health, HealthChanged


@pytest.mark.parametrize("state", [State.BEHIND, State.IN_STEP, State.AWAY])
def test_copy_that_comes_after_by_itself_is_good(state: State) -> None:
    assert health_of(Standing(state, "no answer"), 5.0) == HealthChanged(5.0, COPY, Health.GOOD)


@pytest.mark.parametrize(
    ("standing", "reason"),
    [
        (Standing(State.DIVERGED, "…", ("one",)), "other than here: game {game}"),
        (Standing(State.DIVERGED, "…", ("one", "two")), "other than here: {count} games"),
        (Standing(State.AWAY, "no answer", ("one",)), "other than here: game {game}"),
        (Standing(State.REFUSED, "written by another version"), "it cannot be made"),
    ],
)
def test_copy_that_somebody_must_look_at_is_told_in_the_language_of_the_table(standing: Standing, reason: str) -> None:
    health = health_of(standing, 5.0)
    assert (health.source, health.health, health.reason.template) == (COPY, Health.DEGRADED, reason)
    assert health.remedy


def test_health_is_reported_when_it_changes() -> None:
    reported: list[Event] = []
    report = reporter(reported.append, lambda: 7.0)
    diverged = Standing(State.DIVERGED, "one", ("one",))
    for standing in (Standing(State.BEHIND), Standing(State.IN_STEP), Standing(State.AWAY)):
        report(standing)
    assert reported == []
    for standing in (diverged, Standing(State.AWAY, "no answer", ("one",)), diverged, Standing(State.IN_STEP)):
        report(standing)
    assert reported == [health_of(diverged, 7.0), HealthChanged(7.0, COPY, Health.GOOD)]
