import logging
import sys
import threading
from collections.abc import Iterator

import pytest

from firmware.presence import Presence
from hardware.nfc.pad import NfcPad
from hardware.ports import Event, Health, HealthChanged, TagLeft, TagRested
from hardware.simulated.clock import Air, VirtualClock
from hardware.simulated.field import Sticker
from hardware.simulated.pi_modules import BOARD, SimulatedPi
from hardware.simulated.reader_chip import ReaderChip
from tests.kit.waiting import PATIENCE_S

SHIP, BOOTH = bytes.fromhex("04a1b2c3d4e580"), bytes.fromhex("0411223344aabb")


class Bench:
    """A pad on a simulated Pi, stepped by hand."""

    def __init__(self, pi: SimulatedPi) -> None:
        self.pi = pi
        self.air = Air()
        self.chip = pi.connect(ReaderChip(self.air))
        self.clock: VirtualClock = self.air.clock
        self.events: list[Event] = []
        self.pad = NfcPad(clock=self.clock, sleep=self.clock.sleep, threaded=False)

    def run(self, seconds: float) -> list[Event]:
        first = len(self.events)
        end = self.clock() + seconds
        while self.clock() < end:
            pause_s = self.pad.step()
            assert pause_s is not None
            self.clock.sleep(pause_s)
        return self.events[first:]

    def open(self) -> None:
        self.pad.open(self.events.append)


@pytest.fixture
def bench(pi: SimulatedPi) -> Iterator[Bench]:
    bench = Bench(pi)
    bench.open()
    yield bench
    bench.pad.close()


def faults(events: list[Event]) -> list[HealthChanged]:
    return [event for event in events if isinstance(event, HealthChanged)]


def transfers_of_a_step(bench: Bench) -> int:
    before = bench.air.transfers
    bench.run(0.001)
    return bench.air.transfers - before


def test_steps_keep_to_their_budget(bench: Bench) -> None:
    bench.run(0.001)
    assert transfers_of_a_step(bench) <= 12
    bench.chip.field.put(SHIP, sticker=Sticker(25.0, 12.0))
    assert transfers_of_a_step(bench) <= 60
    bench.chip.field.clear()
    bench.run(0.001)
    for uid, sticker in ((SHIP, Sticker(25.0, 12.0)), (BOOTH, Sticker(15.0))):
        bench.chip.field.put(uid, sticker=sticker)
    assert transfers_of_a_step(bench) <= 100, "ship, and a booth that it drowns"


@pytest.mark.parametrize("order", [(SHIP, BOOTH), (BOOTH, SHIP)])
def test_ship_and_booth_are_told_apart_and_neither_leaves(bench: Bench, order: tuple[bytes, bytes]) -> None:
    stickers = {SHIP: Sticker(25.0, 12.0), BOOTH: Sticker(15.0)}
    told = []
    for uid in order:
        bench.chip.field.put(uid, sticker=stickers[uid])
        told += [(type(event), getattr(event, "uid", "")) for event in bench.run(2.0)]
    assert told[1:] == [(TagRested, uid.hex()) for uid in order]


def test_twenty_markers_are_tapped_one_by_one_next_to_the_ship(bench: Bench) -> None:
    bench.chip.field.put(SHIP, sticker=Sticker(25.0, 12.0))
    bench.run(1.0)
    for number in range(20):
        marker = bytes((4, 0x11, number, 0x33, 0x44, 0xAA, number))
        bench.chip.field.put(marker, sticker=Sticker(15.0, 5.0))
        events = bench.run(0.6)
        bench.chip.field.lift(marker)
        events += bench.run(0.6)
        assert [(type(event), getattr(event, "uid", "")) for event in events] == [
            (TagRested, marker.hex()),
            (TagLeft, marker.hex()),
        ]


def test_deaf_chip_is_set_up_again_after_a_minute_of_silence(bench: Bench) -> None:
    bench.run(1.0)
    bench.chip.numb = True
    bench.chip.field.put(SHIP)
    assert bench.run(50.0) == []
    assert [type(event) for event in bench.run(15.0)] == [TagRested]


@pytest.mark.silicon
@pytest.mark.parametrize("register", [0x15, 0x17, 0x26, 0x2A])
def test_register_lost_under_a_resting_ship_is_found_before_the_ship_has_left(bench: Bench, register: int) -> None:
    bench.chip.field.put(SHIP, sticker=Sticker(25.0, height_mm=22.0))
    bench.run(1.0)
    for _ in range(5):
        bench.chip.lose(register, 0x00)
        assert bench.run(3.0) == []


@pytest.mark.silicon
def test_wires_that_change_answers_get_a_slower_clock(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.chip.field.put(SHIP)
    bench.run(1.0)
    bench.chip.flips = 0.01
    events = bench.run(60.0)
    assert "misread in a minute; going on at 250 kHz" in caplog.text
    assert [event for event in events if isinstance(event, TagLeft | TagRested)] == []
    caplog.clear()
    assert bench.run(60.0) == []
    assert caplog.text == ""


def test_first_poll_waits_for_the_field_and_reads(pi: SimulatedPi) -> None:
    air = Air()
    pi.connect(ReaderChip(air)).field.put(SHIP)
    pad = NfcPad(presence=lambda: Presence(settle_ms=0), clock=air.clock, sleep=air.clock.sleep, threaded=False)
    events: list[Event] = []
    pad.open(events.append)
    pad.step()
    pad.close()
    assert TagRested in [type(event) for event in events]


def test_brown_out_is_mended_within_the_poll_and_nobody_leaves(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.chip.field.put(SHIP)
    bench.run(1.0)
    bench.chip.brown_out()
    assert bench.run(10.0) == []
    assert bench.pad.health["pad"] is Health.GOOD
    assert "reader pad: register 0x2a reads 0x00 instead of 0x80; starting it again" in caplog.text


def test_antenna_is_on_for_a_poll_only_and_comes_back_by_itself(bench: Bench) -> None:
    bench.chip.field.put(SHIP)
    bench.run(0.1)
    assert not bench.chip.field_on
    bench.chip.lose(0x14)
    assert [type(event) for event in bench.run(1.0)] == [TagRested]


def test_hung_chip_is_let_go_by_its_reset_pin(bench: Bench) -> None:
    bench.run(0.5)
    bench.chip.hung = True
    (fault,) = faults(bench.run(0.2))
    assert (fault.health, fault.reason) == (Health.DEGRADED, "the chip starts no command")
    (good,) = faults(bench.run(2.0))
    assert good.health is Health.GOOD


def test_wrong_version_is_degraded_with_reason_and_remedy(pi: SimulatedPi) -> None:
    bench = Bench(pi)
    bench.chip.version = 0x00
    bench.open()
    (fault,) = faults(bench.run(1.0))
    assert fault.reason == "version register reads 0x00"
    assert "seven wires" in fault.remedy
    assert pi.open_buses == 0


@pytest.mark.parametrize("trouble", ["no device", "denied", "numbering", "gpio", "gpiochip", "no package"])
def test_trouble_at_opening_is_said_once_and_tried_again(
    pi: SimulatedPi, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    bench = Bench(pi)
    words = {
        "no device": ("No such file", "switch SPI on"),
        "denied": ("Permission denied", "groups spi and gpio"),
        "numbering": ("counts pins as on the board", "set its numbering"),
        "gpio": ("GPIO busy", "no other program"),
        "gpiochip": ("can not open gpiochip", "groups spi and gpio"),
        "no package": ("mfrc522", "--no-deps"),
    }
    with monkeypatch.context() as broken:
        match trouble:
            case "no device":
                broken.setattr(pi, "chips", {})
            case "denied":
                broken.setattr(pi, "denied", True)
            case "numbering":
                broken.setattr(pi, "pin_mode", BOARD)
            case "gpio" | "gpiochip":

                def refuse(pin: int, direction: int) -> None:
                    raise RuntimeError(words[trouble][0])

                broken.setattr(sys.modules["RPi.GPIO"], "setup", refuse)
            case _:
                broken.setitem(sys.modules, "mfrc522", None)
        bench.open()
        (fault,) = faults(bench.run(20.0))
        reason, remedy = words[trouble]
        assert reason in fault.reason
        assert remedy in fault.remedy
        assert pi.open_buses == 0
    (good,) = faults(bench.run(40.0))
    assert good.health is Health.GOOD
    bench.pad.close()


def test_bus_that_fails_in_the_middle_is_degraded_and_closed(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.run(0.5)

    def gone(out: bytes, hz: int | None = None) -> bytes:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(bench.chip, "transfer", gone)
        (fault,) = faults(bench.run(1.0))
        assert "Input/output error" in fault.reason
        assert bench.pi.open_buses == 0
    assert faults(bench.run(4.0))[0].health is Health.GOOD


def test_closing_switches_the_field_off_and_leaves_other_pins_alone(bench: Bench) -> None:
    bench.pi.outputs[17] = 1
    bench.run(0.2)
    bench.chip.transfer(bytes((0x14 << 1, 0x83)))
    assert bench.chip.field_on
    bench.pad.close()
    assert not bench.chip.field_on
    assert bench.pi.open_buses == 0
    assert bench.pi.outputs == {17: 1}
    assert bench.pi.pin_mode is not None


def test_opening_leaves_no_log_handler_behind(bench: Bench) -> None:
    handlers = list(logging.getLogger("mfrc522Logger").handlers)
    for _ in range(3):
        bench.open()
        bench.run(0.1)
    assert logging.getLogger("mfrc522Logger").handlers == handlers


def test_reset_pin_that_cannot_be_freed_does_not_stop_the_closing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(pin: int) -> None:
        raise RuntimeError("GPIO busy")

    bench.pad.step()
    monkeypatch.setattr(sys.modules["RPi.GPIO"], "cleanup", busy)
    bench.pad.close()
    assert bench.pi.open_buses == 0
    assert not bench.chip.field_on
    assert bench.pad.health == {"pad": Health.CLOSED}


def test_closed_pad_does_not_step(pi: SimulatedPi) -> None:
    assert Bench(pi).pad.step() is None


def test_pad_with_its_own_thread_calls_only_on_a_change(pi: SimulatedPi) -> None:
    air = Air()
    chip = pi.connect(ReaderChip(air))
    rested, left = threading.Event(), threading.Event()
    events: list[Event] = []

    def sink(event: Event) -> None:
        events.append(event)
        if isinstance(event, TagRested):
            rested.set()
        if isinstance(event, TagLeft):
            left.set()

    pad = NfcPad(
        poll_s=0.001,
        presence=lambda: Presence(settle_ms=10, leave_ms=10),
        clock=air.clock,
        sleep=air.clock.sleep,
    )
    chip.field.put(SHIP)
    pad.open(sink)
    assert rested.wait(PATIENCE_S)
    chip.field.lift(SHIP)
    assert left.wait(PATIENCE_S)
    pad.close()
    assert [type(event) for event in events] == [HealthChanged, TagRested, TagLeft]
