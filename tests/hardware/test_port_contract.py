"""What every port does, on simulated tables and, with HANSA_REAL=1, on the box itself."""

from collections.abc import Iterator

import pytest

from hardware.ports import (
    Buttons,
    Event,
    Frame,
    Health,
    HealthChanged,
    Lamps,
    Light,
    Pattern,
    Port,
    Readers,
    Screen,
)
from tests.hardware.tables import PARTS, PICO_KITS, Parts, wired


@pytest.fixture(params=[pytest.param(kind, marks=[pytest.mark.silicon] * (kind in PICO_KITS)) for kind in PARTS])
def parts(request: pytest.FixtureRequest) -> Iterator[Parts]:
    with wired(request.param) as parts:
        try:
            yield parts
        finally:
            for port in parts.all:
                port.close()


def states(port: Port) -> set[Health]:
    return set(port.health.values())


def test_ports_keep_their_protocols(parts: Parts) -> None:
    assert isinstance(parts.readers, Readers)
    assert isinstance(parts.buttons, Buttons)
    assert isinstance(parts.lamps, Lamps)
    assert isinstance(parts.screen, Screen)


def test_every_port_is_closed_then_good_then_closed(parts: Parts) -> None:
    for port in parts.all:
        events: list[Event] = []
        assert states(port) == {Health.CLOSED}
        port.open(events.append)
        parts.pass_time(parts.wake_s)
        assert states(port) == {Health.GOOD}
        said = {event.source for event in events if isinstance(event, HealthChanged)}
        assert said == set(port.health)
        port.close()
        assert states(port) == {Health.CLOSED}


def test_closing_twice_or_unopened_is_harmless(parts: Parts) -> None:
    for port in parts.all:
        port.close()
        port.open(lambda _: None)
        port.close()
        port.close()
        assert states(port) == {Health.CLOSED}


def test_port_opens_again_and_serves_only_the_new_listener(parts: Parts) -> None:
    for port in parts.all:
        old: list[Event] = []
        new: list[Event] = []
        port.open(old.append)
        parts.pass_time(parts.wake_s)
        heard = len(old)
        port.open(new.append)
        parts.pass_time(parts.wake_s)
        assert len(old) == heard
        assert new
        port.close()


def test_names_are_those_of_the_health_report(parts: Parts) -> None:
    for port, prefix in ((parts.readers, ""), (parts.buttons, "button."), (parts.lamps, "")):
        own = tuple(prefix + name for name in port.names)
        # Lamps of a strip cannot tell how each of them is: what answers for them is the Pico.
        assert tuple(port.health) in (own, *((name, *own) for name in PICO_KITS), *((name,) for name in PICO_KITS))


def test_lamps_and_screen_take_anything_in_any_state(parts: Parts) -> None:
    width, height = parts.screen.size
    scene = {name: Light(pattern) for name, pattern in zip(parts.lamps.names, Pattern, strict=False)}
    for _ in ("closed", "open", "closed again"):
        parts.lamps.show(scene | {"nowhere": Light(Pattern.ON)})
        parts.lamps.show({})
        parts.screen.show(Frame.blank(width, height))
        parts.screen.show(Frame.blank(width + 8, height + 8))
        parts.screen.show(Frame.blank(8, 8))
        parts.pass_time(0.1)
        parts.lamps.open(lambda _: None)
        parts.screen.open(lambda _: None)
        parts.pass_time(parts.wake_s)
        assert states(parts.lamps) == states(parts.screen) == {Health.GOOD}
    parts.readers.watch(["nowhere"])


def test_readers_stay_good_while_nothing_happens(parts: Parts) -> None:
    events: list[Event] = []
    parts.readers.open(events.append)
    parts.pass_time(parts.wake_s + 5.0)
    assert [event for event in events if not isinstance(event, HealthChanged)] == []
    assert states(parts.readers) == {Health.GOOD}
