from hardware.health import Backoff, Vitals
from hardware.ports import Event, Health, HealthChanged
from hardware.trouble import quoted


def test_health_is_told_once_at_each_change() -> None:
    events: list[Event] = []
    vitals = Vitals(("pad", "other"), lambda: 7.0)
    vitals.listen(events.append)
    vitals.good("pad")
    vitals.good("pad")
    vitals.degraded("pad", quoted("no answer"), quoted("plug it in"))
    vitals.degraded("pad", quoted("still no answer"), quoted("plug it in"))
    assert events == [
        HealthChanged(7.0, "pad", Health.GOOD),
        HealthChanged(7.0, "pad", Health.DEGRADED, quoted("no answer"), quoted("plug it in")),
    ]
    assert dict(vitals.health) == {"pad": Health.DEGRADED, "other": Health.CLOSED}


def test_closed_vitals_say_nothing() -> None:
    events: list[Event] = []
    vitals = Vitals(("pad",), lambda: 0.0)
    vitals.listen(events.append)
    vitals.close()
    vitals.good("pad")
    assert events == []
    assert not vitals.is_open


def test_waiting_doubles_up_to_the_limit_and_starts_again_after_a_success() -> None:
    backoff = Backoff(first_s=1.0, most_s=5.0)
    assert [backoff.again() for _ in range(5)] == [1.0, 2.0, 4.0, 5.0, 5.0]
    backoff.reset()
    assert backoff.again() == 1.0
