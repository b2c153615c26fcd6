"""Buttons and lamps on gpiozero's own lgpio factory, as on a Pi 5, over lines in memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from hardware.gpio.led_lamps import GpioLamps
from hardware.gpio.push_buttons import ButtonPin, GpioButtons
from hardware.ports import ButtonPressed, ButtonReleased, Event, Health, HealthChanged, Light, Pattern
from hardware.simulated.clock import VirtualClock
from tests.hardware.lgpio_lines import ALERT, INPUT, OUTPUT, PULL_UP, Lines

PI_5 = 0xD04171
OK, END = 13, 21


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Lines]:
    from gpiozero import Device
    from gpiozero.pins.local import LocalPiFactory

    lines = Lines()
    monkeypatch.setitem(sys.modules, "lgpio", lines.module())
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr(LocalPiFactory, "_get_revision", lambda factory: PI_5)
    monkeypatch.setattr(Device, "pin_factory", None)
    yield lines
    if Device.pin_factory is not None:
        Device.pin_factory.close()
    sys.modules.pop("gpiozero.pins.lgpio", None)


def test_button_is_pulled_up_and_heard_also_when_it_is_opened_again(lines: Lines) -> None:
    clock, events = VirtualClock(), list[Event]()
    buttons = GpioButtons([ButtonPin("ok", OK)], clock=clock, threaded=False)
    for _ in range(3):
        buttons.open(events.append)
        assert lines.modes[OK] == ALERT | PULL_UP
        assert len(lines.callbacks) == 1
        for level in (0, 1):
            lines.pull(OK, level)
            buttons.step()
            clock.sleep(0.1)
            buttons.step()
        assert [type(event) for event in events] == [HealthChanged, ButtonPressed, ButtonReleased]
        events.clear()
        buttons.close()
        assert lines.modes[OK] & INPUT


def test_lamp_is_lit_and_let_go(lines: Lines) -> None:
    lamps = GpioLamps({"end": END}, clock=VirtualClock(), threaded=False)
    for _ in range(2):
        lamps.open(lambda event: None)
        assert (lines.modes[END], lines.levels[END]) == (OUTPUT, 0)
        lamps.show({"end": Light(Pattern.ON)})
        lamps.step()
        assert lines.levels[END] == 1
        lamps.close()
        assert lines.modes[END] & INPUT


def test_chip_that_may_not_be_opened_is_told_and_tried_again(lines: Lines) -> None:
    clock, events = VirtualClock(), list[Event]()
    lamps = GpioLamps({"end": END}, clock=clock, threaded=False)
    lines.refusal = "can not open gpiochip"
    lamps.open(events.append)
    (fault,) = events
    assert isinstance(fault, HealthChanged)
    assert "group gpio" in fault.remedy
    lines.refusal = ""
    clock.sleep(60.0)
    lamps.step()
    assert lamps.health == {"end": Health.GOOD}
    lines.refusal = "GPIO busy"
    lamps.show({"end": Light(Pattern.ON)})
    lamps.step()
    assert lamps.health == {"end": Health.DEGRADED}
    lamps.close()
    assert lamps.health == {"end": Health.CLOSED}
