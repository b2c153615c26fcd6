"""The soft table in real time, with threads, as the desktop uses it."""

import threading
import time

import pytest

from firmware.presence import Presence
from hardware.ports import ButtonHeld, ButtonPressed, ButtonReleased, Colour, Event, Light, Pattern, TagLeft, TagRested
from hardware.simulated.soft_table import SoftTable, run_for
from tests.kit.waiting import PATIENCE_S

SHIP = "04a1b2c3d4e580"
BOOTH = "0401b2c3d4e501"


class Heard:
    """Notes events, and lets a test wait for one of a kind."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._came = threading.Condition()

    def __call__(self, event: Event) -> None:
        with self._came:
            self._events.append(event)
            self._came.notify_all()

    def wait_for(self, kind: type) -> bool:
        with self._came:
            return self._came.wait_for(lambda: any(isinstance(e, kind) for e in self._events), PATIENCE_S)


def test_piece_and_button_are_noticed_by_threads() -> None:
    table = SoftTable(
        readers=("pad",),
        buttons=("ok",),
        lamps=(),
        clock=time.monotonic,
        hold_s=0.01,
        presence=lambda: Presence(settle_ms=1),
    )
    heard = Heard()
    for port in (table.readers, table.buttons):
        port.open(heard)
    table.put(SHIP, "pad")
    table.press("ok")
    assert heard.wait_for(TagRested)
    assert heard.wait_for(ButtonPressed)
    assert heard.wait_for(ButtonHeld)
    table.release("ok")
    assert heard.wait_for(ButtonReleased)
    for port in (table.readers, table.buttons):
        port.close()


def test_lights_are_kept_with_their_colours() -> None:
    table = SoftTable(readers=(), buttons=(), lamps=("end",))
    table.lamps.open(lambda _: None)
    red = Light(Pattern.BLINK, Colour(255, 0, 0))
    table.lamps.show({"end": red, "moon": red})
    assert table.lights == {"end": red}


def test_step_due_a_rounding_error_from_now_does_not_stop_the_clock() -> None:
    from hardware.simulated.clock import VirtualClock

    clock = VirtualClock(1e6)
    steps = []

    def step() -> float:
        steps.append(clock())
        return 1e-12

    run_for(clock, 1e-4, (step,))
    assert clock() >= 1e6 + 1e-4
    assert len(steps) <= 200


@pytest.mark.parametrize("kind", ["usb", "wands"])
def test_reader_of_one_tag_hears_the_second_when_the_first_has_gone(kind: str) -> None:
    only = {kind: ("pad",)}
    table = SoftTable(readers=("pad",), buttons=(), lamps=(), presence=lambda: Presence(hides=False), **only)  # type: ignore[arg-type]  # as given
    events: list[Event] = []
    table.readers.open(events.append)
    table.put(SHIP, "pad")
    table.pass_time(1.0)
    table.put(BOOTH, "pad")
    table.pass_time(1.0)
    assert [event.uid for event in events if isinstance(event, TagRested)] == [SHIP]
    table.lift(SHIP)
    table.pass_time(1.0)
    assert [event.uid for event in events if isinstance(event, TagRested | TagLeft)] == [SHIP, BOOTH, SHIP]


@pytest.mark.parametrize("below", ["deadbeef", SHIP], ids=["not there", "itself"])
def test_piece_to_lie_on_must_be_there(below: str) -> None:
    table = SoftTable(readers=("pad",), buttons=(), lamps=())
    table.put(SHIP, "pad")
    with pytest.raises(ValueError, match=f"{SHIP} cannot lie on {below}"):
        table.put(SHIP, "pad", on=below)
    assert table.field("pad").uids == (bytes.fromhex(SHIP),), "it stays where it was"
