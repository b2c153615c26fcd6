import threading
from collections.abc import Iterator

import pytest

from hardware.gpio.led_lamps import GpioLamps
from hardware.ports import Event, Health, HealthChanged, Light, Pattern
from hardware.simulated.clock import VirtualClock
from hardware.simulated.pi_modules import HeaderPins
from tests.kit.waiting import PATIENCE_S

PINS = {"city.riga": 4, "city.danzig": 17, "end": 27}


class Bench:
    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.header = HeaderPins(self.clock.sleep)
        self.events: list[Event] = []
        self.lamps = GpioLamps(PINS, clock=self.clock, threaded=False)

    def lit(self) -> set[str]:
        self.lamps.step()
        return {name for name, pin in PINS.items() if self.header.is_lit(pin)}


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    with bench.header.installed():
        bench.lamps.open(bench.events.append)
        yield bench
        bench.lamps.close()


def test_scene_drives_the_pins(bench: Bench) -> None:
    bench.lamps.show({"city.riga": Light(Pattern.ON), "end": Light(Pattern.ON)})
    assert bench.lit() == {"city.riga", "end"}
    bench.lamps.show({"city.danzig": Light(Pattern.ON)})
    assert bench.lit() == {"city.danzig"}


def test_steady_scene_asks_for_no_step(bench: Bench) -> None:
    bench.lamps.show({"city.riga": Light(Pattern.ON)})
    assert bench.lamps.step() is None


def test_animated_scene_asks_for_its_next_turn(bench: Bench) -> None:
    bench.lamps.show({"city.riga": Light(Pattern.BLINK), "end": Light(Pattern.ALARM)})
    pause_s = bench.lamps.step()
    assert pause_s is not None
    assert 0 < pause_s <= 0.0625


def test_pin_is_written_only_when_the_lamp_turns(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero import LED

    written: list[bool] = []
    write = LED.value.fset

    def noted(led: LED, value: bool) -> None:
        written.append(value)
        write(led, value)

    bench.lamps.step()
    monkeypatch.setattr(LED, "value", LED.value.setter(noted))
    bench.lamps.show({"city.riga": Light(Pattern.BLINK)})
    for _ in range(180):
        bench.lamps.step()
        bench.clock.sleep(0.01)
    assert written == [True, False, True, False]


def test_closing_puts_all_lamps_out(bench: Bench) -> None:
    bench.lamps.show({"end": Light(Pattern.ON)})
    assert bench.lit() == {"end"}
    bench.lamps.close()
    assert not bench.header.is_lit(PINS["end"])
    assert bench.lamps.step() is None


def test_pin_in_use_degrades_that_lamp_alone_and_lights_up_when_free(bench: Bench) -> None:
    from gpiozero import LED

    bench.lamps.close()
    with LED(PINS["end"]):
        bench.lamps.open(bench.events.append)
        bench.lamps.show({"end": Light(Pattern.ON), "city.riga": Light(Pattern.ON)})
        pause_s = bench.lamps.step()
        assert pause_s is not None
        assert bench.lamps.health["end"] is Health.DEGRADED
        assert bench.lamps.health["city.riga"] is Health.GOOD
    bench.clock.sleep(60.0)
    assert bench.lit() == {"end", "city.riga"}
    said = [e.health for e in bench.events if isinstance(e, HealthChanged) and e.source == "end"]
    assert said[-2:] == [Health.DEGRADED, Health.GOOD]


def test_pin_that_fails_while_it_is_used_is_given_up_and_lights_up_when_mended(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gpiozero import LED

    def fail(led: LED, value: bool) -> None:
        raise OSError("bad handle")

    with monkeypatch.context() as broken:
        broken.setattr(LED, "value", LED.value.setter(fail))
        bench.lamps.show({"end": Light(Pattern.ON)})
        pause_s = bench.lamps.step()
        assert dict(bench.lamps.health) == {
            "city.riga": Health.GOOD,
            "city.danzig": Health.GOOD,
            "end": Health.DEGRADED,
        }
        assert pause_s is not None, "nothing blinks, and yet there is something to do"
    bench.clock.sleep(pause_s)
    assert bench.lit() == {"end"}
    assert bench.lamps.health["end"] is Health.GOOD
    assert bench.lamps.step() is None


def test_lamps_with_their_own_thread_follow_the_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    header = HeaderPins(lambda _: None)
    with header.installed():
        from gpiozero import LED

        lit = threading.Event()
        lamps = GpioLamps(PINS)
        lamps.open(lambda _: None)
        turn = LED.value.fset

        def noted(led: LED, value: bool) -> None:
            turn(led, value)
            if value:
                lit.set()

        monkeypatch.setattr(LED, "value", LED.value.setter(noted))
        lamps.show({"end": Light(Pattern.ON)})
        assert lit.wait(PATIENCE_S)
        lamps.close()
