import threading
from collections.abc import Iterator

import pytest

from hardware.gpio.push_buttons import ButtonPin, GpioButtons
from hardware.ports import ButtonHeld, ButtonPressed, ButtonReleased, Event, Health, HealthChanged
from hardware.simulated.clock import VirtualClock
from hardware.simulated.pi_modules import HeaderPins
from tests.kit.waiting import PATIENCE_S

OK, END = ButtonPin("ok", 13), ButtonPin("end", 26, hold_s=2.0)


class Bench:
    """Two buttons on mock pins, stepped by hand whenever they ask for it."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.header = HeaderPins(self.clock.sleep)
        self.events: list[Event] = []
        self.buttons = GpioButtons((OK, END), clock=self.clock, threaded=False)

    def run(self, seconds: float) -> None:
        end = self.clock() + seconds
        while True:
            pause_s = self.buttons.step()
            if pause_s is None or self.clock() + pause_s > end:
                self.clock.sleep(max(0.0, end - self.clock()))
                return
            self.clock.sleep(max(pause_s, 1e-6))

    def health(self, name: str) -> Health:
        return self.buttons.health[f"button.{name}"]

    def gestures(self) -> list[tuple[type, str]]:
        return [(type(event), event.source) for event in self.events if not isinstance(event, HealthChanged)]


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    with bench.header.installed():
        bench.buttons.open(bench.events.append)
        yield bench
        bench.buttons.close()


def test_bouncing_button_is_pressed_and_released_once(bench: Bench) -> None:
    for _ in range(3):
        bench.header.press(OK.pin, bounces=9)
        bench.run(0.3)
        bench.header.release(OK.pin, bounces=9)
        bench.run(0.3)
    assert bench.gestures() == [(ButtonPressed, "ok"), (ButtonReleased, "ok")] * 3


def test_press_is_told_soon_and_with_its_time(bench: Bench) -> None:
    pressed_at = bench.clock()
    bench.header.press(OK.pin)
    bench.run(0.02)
    (event,) = [event for event in bench.events if isinstance(event, ButtonPressed)]
    assert event.at - pressed_at <= 0.02


def test_each_button_has_its_own_hold_time(bench: Bench) -> None:
    bench.header.press(OK.pin)
    bench.header.press(END.pin)
    bench.run(1.5)
    assert (ButtonHeld, "ok") in bench.gestures()
    assert (ButtonHeld, "end") not in bench.gestures()
    bench.run(1.0)
    assert (ButtonHeld, "end") in bench.gestures()


def test_button_that_is_jammed_is_degraded_and_comes_back(bench: Bench) -> None:
    bench.header.stick(OK.pin)
    bench.run(31.0)
    bench.header.release(OK.pin)
    bench.run(1.0)
    assert bench.health("ok") is Health.DEGRADED
    bench.header.free(OK.pin)
    bench.run(1.0)
    assert bench.health("ok") is Health.GOOD


def test_button_down_at_the_start_counts_only_when_it_has_come_up(bench: Bench) -> None:
    bench.buttons.close()
    bench.header.stick(OK.pin)
    bench.buttons.open(bench.events.append)
    bench.run(5.0)
    bench.header.free(OK.pin)
    bench.run(1.0)
    assert bench.gestures() == []
    bench.header.press(OK.pin)
    bench.run(0.1)
    assert bench.gestures() == [(ButtonPressed, "ok")]


def test_edge_that_the_kernel_dropped_is_found_in_the_level(bench: Bench) -> None:
    bench.header.press(OK.pin)
    bench.run(0.1)
    device = bench.buttons._devices.get("ok")
    assert device is not None
    device.when_deactivated = None
    bench.header.release(OK.pin)
    bench.run(1.2)
    assert bench.gestures() == [(ButtonPressed, "ok"), (ButtonReleased, "ok")]


def test_failing_listener_is_never_called_by_gpiozero(bench: Bench) -> None:
    def sink(event: Event) -> None:
        if isinstance(event, ButtonPressed):
            raise KeyError("a bug behind the sink")

    bench.buttons.open(sink)
    bench.header.press(OK.pin)  # gpiozero's callbacks run in here
    with pytest.raises(KeyError, match="a bug behind the sink"):
        bench.run(0.1)


def test_pin_in_use_degrades_that_button_alone_until_it_is_free(bench: Bench) -> None:
    from gpiozero import LED

    bench.buttons.close()
    with LED(OK.pin):
        bench.buttons.open(bench.events.append)
        bench.run(5.0)
        assert dict(bench.buttons.health) == {"button.ok": Health.DEGRADED, "button.end": Health.GOOD}
        fault = next(
            event for event in bench.events if isinstance(event, HealthChanged) and event.health is Health.DEGRADED
        )
        assert fault.source == "button.ok"
        assert "pin of its own" in fault.remedy
        bench.header.press(END.pin)
        bench.run(0.1)
    bench.run(40.0)
    assert bench.health("ok") is Health.GOOD
    assert (ButtonPressed, "end") in bench.gestures()


def test_button_that_fails_while_it_is_read_is_given_up_and_opened_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gpiozero import DigitalInputDevice

    def fail(device: DigitalInputDevice) -> bool:
        raise OSError("bad handle")

    bench.header.press(OK.pin)
    with monkeypatch.context() as broken:
        broken.setattr(DigitalInputDevice, "is_active", property(fail))
        bench.buttons.step()
        assert bench.health("ok") is Health.DEGRADED
        assert bench.health("end") is Health.GOOD
    bench.header.release(OK.pin)
    bench.run(1.0)
    assert bench.health("ok") is Health.GOOD
    bench.events.clear()
    bench.header.press(OK.pin)
    bench.run(0.1)
    assert bench.gestures() == [(ButtonPressed, "ok")]


def test_idle_buttons_ask_for_no_step(bench: Bench) -> None:
    assert bench.buttons.step() is None


def test_closed_buttons_do_not_step() -> None:
    assert Bench().buttons.step() is None


def test_buttons_with_their_own_thread_tell_a_press_from_that_thread() -> None:
    header = HeaderPins(lambda _: None)
    heard = threading.Event()
    threads: list[str] = []

    def sink(event: Event) -> None:
        if isinstance(event, ButtonPressed):
            threads.append(threading.current_thread().name)
            heard.set()

    buttons = GpioButtons((OK,), debounce_s=0.001)
    with header.installed():
        buttons.open(sink)
        header.press(OK.pin)
        assert heard.wait(PATIENCE_S)
        buttons.close()
    assert threads == ["buttons"]
