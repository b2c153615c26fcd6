"""Transfers recorded on one bench and played back on another: the same drivers must come to the same."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

from firmware.presence import Presence
from hardware.nfc.pad import NfcPad
from hardware.oled.oled import Oled
from hardware.ports import Event, Frame, Health, HealthChanged, TagRested
from hardware.recording.mask import TagMask
from hardware.recording.tape import Tape, TapeFault, parse_tape
from hardware.recording.tape_player import Player
from hardware.recording.tape_recorder import Recorder, recording
from hardware.simulated.clock import Air, VirtualClock
from hardware.simulated.panel import Panel
from hardware.simulated.pi_modules import SimulatedPi
from hardware.simulated.reader_chip import ReaderChip

TAGS = [bytes.fromhex(uid) for uid in ("04a1b2c3d4e580", "04a1b2c3d4e581", "0411b2c3d4e581", "deadbeef")]


def steps_of_a_pad(clock: VirtualClock, count: int) -> list[Event]:
    events: list[Event] = []
    pad = NfcPad(presence=lambda: Presence(settle_ms=0), clock=clock, sleep=clock.sleep, threaded=False)
    pad.open(events.append)
    for _ in range(count):
        clock.sleep(pad.step() or 0.0)
    pad.close()
    return events


def recorded(*tags: bytes, spoil: Callable[[ReaderChip], object] = lambda chip: None) -> tuple[str, list[Event]]:
    tape, pi, air = io.StringIO(), SimulatedPi(), Air()
    recorder = Recorder(Tape("tap", ()), air.clock)
    with pi.installed(), recording(recorder):
        chip = pi.connect(ReaderChip(air))
        for uid in tags:
            chip.field.put(uid)
        spoil(chip)
        events = steps_of_a_pad(air.clock, 5)
    recorder.save(tape)
    return tape.getvalue(), events


def played(tape: str, count: int = 5) -> tuple[Player, list[Event]]:
    player = Player(parse_tape(tape.splitlines(), "tape"))
    events: list[Event] = []
    with player.installed(), suppress(TapeFault):
        events = steps_of_a_pad(player.clock, count)
    return player, events


def rested(events: list[Event]) -> list[str]:
    return [event.uid for event in events if isinstance(event, TagRested)]


@pytest.mark.parametrize("count", range(len(TAGS) + 1))
def test_pad_reads_as_many_tags_from_the_tape_and_none_by_its_number(count: int) -> None:
    tape, events = recorded(*TAGS[:count])
    player, again = played(tape)
    assert player.fault is None
    player.see_all_sent()
    assert len(rested(again)) == len(rested(events)) == count
    assert not {uid.hex() for uid in TAGS} & set(rested(again))
    assert sorted(map(len, rested(again))) == sorted(map(len, rested(events)))
    for uid in TAGS[:count]:
        assert uid[1:4].hex() not in tape
        assert uid[-3:].hex() not in tape


def test_secret_of_a_tape_cannot_be_read_from_what_nobody_answered() -> None:
    mask = TagMask(Random(1))
    for known in (0, 5, 16):
        frame = bytes((0x12, 0x93, 0x20 + (known >> 3 << 4) + known % 8))
        mask.transfer(frame, bytes(3))
        # Interrupts, error, level, collision, and five bytes of the FIFO.
        look = bytes(register << 1 | 0x80 for register in (0x04, 0x06, 0x0A, 0x0E, *[0x09] * 5)) + b"\0"
        silence, collision, unknown = bytes(10), bytes((0, 0, 8, 5, 1, *bytes(5))), bytes((0, 0, 8, 5, 0x20, *bytes(5)))
        for answer in (silence, collision, unknown):
            assert mask.transfer(look, answer)[1] == answer


def test_bus_that_fails_on_the_tape_fails_again() -> None:
    def broken(chip: ReaderChip) -> None:
        def gone(out: bytes, hz: int | None = None) -> bytes:
            raise OSError(5, "Input/output error")

        chip.transfer = gone  # type: ignore[method-assign]

    tape, events = recorded(spoil=broken)
    assert '"error": 5' in tape
    for told in (events, played(tape)[1]):
        assert [event.health for event in told if isinstance(event, HealthChanged)] == [Health.DEGRADED]


def test_driver_that_does_something_else_is_told_the_line() -> None:
    tape, _ = recorded(TAGS[0])
    lines = tape.splitlines()
    at = next(number for number, line in enumerate(lines) if "1293" in line)
    lines[at] = lines[at].replace("1293", "1294")
    player, _ = played("\n".join(lines))
    assert str(player.fault).startswith(f"line {at + 1}: the driver sends 1293")


def test_driver_that_sends_less_than_before_is_told_what_is_left() -> None:
    tape, _ = recorded(TAGS[0])
    lines = [*tape.splitlines(), *['{"t": 99, "bus": "spi0.0", "out": "1293"}'] * 3]
    player, _ = played("\n".join(lines))
    assert player.fault is None
    told = f"line {len(lines) - 2}: the tape has 1293 on spi0.0, and the driver does not send it, nor 2 more"
    with pytest.raises(TapeFault, match=f"^{told}$"):
        player.see_all_sent()


def test_tape_that_ends_and_one_without_the_bus_are_told() -> None:
    tape, _ = recorded()
    cut = "\n".join(tape.splitlines()[:70])
    assert "the tape ends on spi0.0" in str(played(cut)[0].fault)
    nothing = Player(parse_tape(tape.splitlines()[:1], "tape"))
    with nothing.installed():
        told = steps_of_a_pad(nothing.clock, 1)
    assert [event.health for event in told if isinstance(event, HealthChanged)] == [Health.DEGRADED]
    with pytest.raises(TapeFault, match="asked to lay tag pad"):
        nothing.answer("lay tag pad")


def draw(clock: VirtualClock) -> list[Event]:
    events: list[Event] = []
    oled = Oled(clock=clock, threaded=False)
    oled.open(events.append)
    oled.show(Frame(128, 64, bytes(range(256)) * 4))
    oled.step()
    oled.close()
    return events


def test_screen_is_drawn_again_from_the_tape() -> None:
    tape, pi, clock = io.StringIO(), SimulatedPi(), VirtualClock()
    recorder = Recorder(Tape("tap", ()), clock)
    with pi.installed(), recording(recorder):
        pi.connect_panel(Panel())
        events = draw(clock)
    recorder.save(tape)
    player = Player(parse_tape(tape.getvalue().splitlines(), "tape"))
    with player.installed():
        assert [event.health for event in draw(player.clock) if isinstance(event, HealthChanged)] == [
            event.health for event in events if isinstance(event, HealthChanged)
        ]
    assert (player.unsent, player.fault) == ([], None)


def test_panel_is_asked_whether_it_is_there_more_or_less_often_than_on_the_tape() -> None:
    head, nop = '{"format": 1, "kit": "tap"}', '{"t": 1, "bus": "i2c1", "out": "3c00e3"}'
    player = Player(parse_tape([head, nop, nop, '{"t": 2, "bus": "i2c1", "out": "3c00ae"}', nop], "tape"))
    assert player.transfer("i2c1", bytes.fromhex("3c00e3")) == b""
    assert player.transfer("i2c1", bytes.fromhex("3c00ae")) == b"", "the second one is left out"
    assert player.transfer("i2c1", bytes.fromhex("3c00e3")) == b""
    assert player.unsent == []
    earlier = Player(parse_tape([head, '{"t": 2, "bus": "i2c1", "out": "3c00ae"}'], "tape"))
    assert earlier.transfer("i2c1", bytes.fromhex("3c00e3")) == b"", "one more than on the tape"
    with pytest.raises(TapeFault, match=r"^line 2: the tape has 3c00ae on i2c1, and the driver does not send it$"):
        earlier.see_all_sent()


def test_panel_that_is_asked_less_often_than_on_the_tape_is_not_minded() -> None:
    player = Player(parse_tape(['{"format": 1, "kit": "tap"}', '{"t": 1, "bus": "i2c1", "out": "3c00e3"}'], "tape"))
    assert player.unsent == []
    player.see_all_sent()


def test_library_that_is_not_there_is_not_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with recording(Recorder(Tape("tap", ()), VirtualClock())):
        assert sys.modules["spidev"] is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: expected"),
        ("[1]", "line 1: expected a JSON object"),
        ("{", "line 1: expected a JSON object"),
        ('{"format": 2, "kit": "tap"}', "line 1: expected"),
        ('{"format": 1, "kit": 3}', "line 1: expected"),
        ('{"format": 1, "kit": "tap", "areas": "readers"}', "line 1: expected"),
        ('{"format": 1, "kit": "tap", "picos": [1]}', "line 1: expected"),
        ('{"format": 1, "kit": "tap", "settings": {"dim_minutes": "5"}}', "line 1: expected"),
        ('{"format": 1, "kit": "tap"}\n{"t": 1, "bus": "serial0", "open": 1}', "line 2: expected a transfer"),
        ('{"format": 1, "kit": "tap"}\n{"t": 1}', "line 2: expected a transfer or an answer"),
        ('{"format": 1, "kit": "tap"}\n{"t": "x", "bus": "spi0.0"}', "line 2: expected a transfer or an answer"),
        ('{"format": 1, "kit": "tap"}\n{"t": 1, "bus": 7}', "line 2: expected a transfer or an answer"),
        ('{"format": 1, "kit": "tap"}\n{"t": 1, "bus": "spi0.0", "out": "zz"}', "line 2: expected a transfer"),
        ('{"format": 1, "kit": "tap"}\n{"t": 1, "bus": "spi0.0", "error": "no"}', "line 2: expected a transfer"),
        ('{"format": 1, "kit": "tap"}\n{"t": 1, "said": "yes"}', "line 2: expected a transfer or an answer"),
    ],
)
def test_bad_tape_is_told_in_one_line(text: str, told: str) -> None:
    with pytest.raises(TapeFault) as caught:
        parse_tape(text.splitlines(), "tape")
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
