"""Parts next to the table: what is wrong with one is reported once, as a fault, and again when it is over."""

from __future__ import annotations

import threading

from companion.running.parts import REMEDY, Parts
from hardware.ports import Event, Health, HealthChanged
from hardware.tended import STUCK, STUCK_S, Tended
from hardware.trouble import NO_TROUBLE, quoted
from tests.kit.waiting import HELD_UP_S, PATIENCE_S


def test_part_that_does_not_get_on_is_a_fault_until_it_does() -> None:
    now, told = [0.0], list[Event]()
    parts = Parts(told.append, lambda: now[0])
    page = Tended(lambda: None, "page", clock=lambda: now[0])
    parts.tend(page)
    page.beat()
    assert (parts.troubles(), told) == ({}, [])
    now[0] = STUCK_S
    assert parts.troubles() == parts.troubles() == {"page": STUCK}
    page.beat()
    assert parts.describe() == {"page": {"trouble": "", "restarts": 0}}
    assert told == [
        HealthChanged(STUCK_S, "page", Health.DEGRADED, STUCK, REMEDY),
        HealthChanged(STUCK_S, "page", Health.GOOD),
    ]


def test_part_that_cannot_be_had_is_a_fault_too() -> None:
    told: list[Event] = []
    parts = Parts(told.append, lambda: 1.0)
    parts.note("page", NO_TROUBLE)
    parts.note("page", quoted("port 8080 is taken"))
    assert parts.describe() == {"page": {"trouble": "port 8080 is taken", "restarts": 0}}
    parts.tend(Tended(lambda: None, "page"))
    assert parts.troubles() == {"page": "port 8080 is taken"}
    parts.note("page", NO_TROUBLE)
    assert parts.troubles() == {}
    assert [event.health for event in told if isinstance(event, HealthChanged)] == [Health.DEGRADED, Health.GOOD]


def test_two_who_tell_at_once_leave_the_newest_word() -> None:
    told: list[Event] = []
    others: list[threading.Thread] = []

    def hear(event: Event) -> None:
        if isinstance(event, HealthChanged) and event.health is Health.DEGRADED:
            others.append(threading.Thread(target=parts.note, args=("page", "")))
            others[0].start()
            others[0].join(HELD_UP_S)  # it has to wait, unless anybody may tell at any time
        told.append(event)

    parts = Parts(hear, lambda: 1.0)
    parts.note("page", quoted("it has ended"))
    others[0].join(PATIENCE_S)
    assert [event.health for event in told if isinstance(event, HealthChanged)] == [Health.DEGRADED, Health.GOOD]
