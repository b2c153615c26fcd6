"""The Pico's ports: opening, closing, health, and the thread that owns the line."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware import VERSION, messages, wire
from hardware.pico import usb_line
from hardware.pico.hello import Hello
from hardware.pico.pico import Pico
from hardware.pico.session import Phase
from hardware.pico.usb_line import PortBusy, PortFault, find_port, open_port
from hardware.ports import Colour, Event, Health, HealthChanged, Lamps, Light, Pattern, Readers, TagRested
from hardware.simulated.micropython_cpython import InProcessPico
from hardware.simulated.serial_line import SerialLine
from tests.kit.board import Rig, board_kit
from tests.kit.waiting import HELD_UP_S, PATIENCE_S


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with Rig(tmp_path, InProcessPico) as rig:
        yield rig


def test_ports_are_what_the_rest_of_the_project_expects(rig: Rig) -> None:
    readers: Readers = rig.host.readers
    lamps: Lamps = rig.host.lamps
    assert isinstance(readers, Readers)
    assert isinstance(lamps, Lamps)
    assert readers.names == tuple(rig.pico_kit.selects)
    assert lamps.names == rig.pico_kit.strip.lamps


def test_lamp_of_a_strip_that_was_not_cut_shines_at_its_led_and_the_others_stay_dark(tmp_path: Path) -> None:
    rig = Rig(tmp_path, InProcessPico)
    strip = rig.pico_kit.strip
    rig.pico_kit = replace(rig.pico_kit, strip=replace(strip, leds=tuple(range(3, 3 + 3 * len(strip.lamps), 3))))
    rig.host = rig.new_host()
    with rig:
        rig.go_live()
        rig.host.lamps.show({strip.lamps[1]: Light(Pattern.ON, Colour(9, 8, 7))})
        rig.run_until(lambda: (9, 8, 7) in rig.world.lamps("grb"))
        shown = rig.world.lamps("grb")
        assert len(shown) == 3 * len(strip.lamps)
        assert [number for number, colour in enumerate(shown, start=1) if any(colour)] == [6]
        assert rig.colour(strip.lamps[1]) == shown[5]


def test_closed_ports_say_so_and_close_again(rig: Rig) -> None:
    rig.go_live()
    assert set(rig.host.readers.health.values()) == {Health.GOOD}
    rig.host.readers.close()
    assert set(rig.host.readers.health.values()) == {Health.CLOSED}
    assert rig.host.lamps.health == {"pico": Health.GOOD}, "the other port works on"
    rig.host.lamps.close()
    rig.host.lamps.close()
    assert rig.host.lamps.health == {"pico": Health.CLOSED}
    rig.host.step()
    rig.host.lamps.show({})
    assert open_port(rig.line.host_path, timeout_s=0.0).is_open, "the line is free for others"


def test_lamps_alone_hear_of_the_pico(tmp_path: Path) -> None:
    rig = Rig(tmp_path, InProcessPico)
    rig.host.lamps.open(rig.events.append)
    rig.go_live()
    assert rig.health_events("pico")[-1].health is Health.GOOD
    rig.__exit__(None, None, None)


def test_port_that_is_not_there_is_degraded_and_opens_when_it_comes(tmp_path: Path) -> None:
    rig = Rig(tmp_path, InProcessPico)
    rig.line.unplug()
    with rig:
        (event,) = rig.health_events("pico")
        assert event.health is Health.DEGRADED
        assert "cannot be opened" in event.reason
        assert "plug the Pico in" in event.remedy
        rig.run(5.0)
        assert len(rig.health_events("pico")) == 1
        rig.line.plug()
        took_s = rig.run_until(rig.is_live)
        assert took_s < 12


def test_port_in_use_by_another_program_is_named(rig: Rig) -> None:
    with pytest.raises(PortBusy) as fault:
        open_port(rig.line.host_path, timeout_s=0.0)
    assert "another program" in fault.value.remedy


def test_silent_pico_is_degraded_and_greeted_again(rig: Rig) -> None:
    rig.go_live()
    rig.line.fault_to_host = lambda data: b""
    rig.run_until(lambda: rig.host.health["pico"] is Health.DEGRADED)
    assert "silent" in rig.health_events("pico")[-1].reason
    rig.line.fault_to_host = lambda data: data
    rig.run_until(rig.is_live)
    assert rig.health_events("pico")[-1].health is Health.GOOD


def test_pico_that_never_answers_is_degraded(rig: Rig) -> None:
    rig.line.fault_to_host = lambda data: b""
    rig.run_until(lambda: bool(rig.health_events("pico")))
    assert rig.health_events("pico")[-1].reason == "the Pico does not answer"


def test_pico_that_takes_nothing_gets_a_new_conversation(rig: Rig) -> None:
    rig.go_live()
    decoder = wire.Decoder()

    def without_scenes(data: bytes) -> bytes:
        return b"".join(wire.format_frame(*frame) for frame in decoder.feed(data) if frame[0] != wire.SCENE)

    rig.line.fault_to_device = without_scenes
    rig.host.lamps.show({"end": Light(Pattern.ON, Colour(1, 1, 1))})
    rig.run_until(lambda: rig.host.phase is not Phase.LIVE)
    assert "does not take" in rig.health_events("pico")[-1].reason
    rig.line.fault_to_device = lambda data: data
    rig.run_until(lambda: rig.colour("end") == (1, 1, 1))


def test_quality_tells_how_the_link_fares(rig: Rig) -> None:
    rig.go_live()
    rig.run(3.0)
    quality = rig.host.quality
    assert quality.sessions == 1
    assert quality.damaged == quality.resent == quality.strays == quality.missed == 0
    assert quality.pico_polls > 50
    assert quality.pico_uptime_s >= 3
    assert 0 < quality.round_trip_s < 0.1
    assert quality.lamp_ma == 33


def test_tag_that_left_and_came_back_unseen_is_counted(rig: Rig) -> None:
    rig.go_live()
    uid = bytes.fromhex("04a1b2c3d4e5f6")
    rig.world.fields["city.riga"].put(uid)
    rig.run_until(lambda: len(rig.tag_events()) == 1)
    rig.world.fields["city.kalmar"].put(b"\1\2\3\4")  # keeps the line busy with what is not acknowledged
    rig.line.fault_to_device = lambda data: b""
    rig.pico.run(2.0)
    rig.world.fields["city.riga"].lift(uid)
    rig.pico.run(2.0)
    rig.world.fields["city.riga"].put(uid)
    rig.pico.run(2.0)
    rig.line.fault_to_device = lambda data: data
    rig.run(2.0)
    assert rig.host.quality.missed == 2
    assert rig.host.resting("city.riga") == {uid.hex()}


def test_ship_that_goes_back_while_line_and_reader_are_broken_is_found_where_it_stands(rig: Rig) -> None:
    rig.host.readers.watch(["city.danzig"])
    rig.go_live()
    ship = bytes.fromhex("04a1b2c3d4e5f6")
    rig.world.fields["city.riga"].put(ship)
    rig.run_until(lambda: len(rig.tag_events()) == 1)
    rig.world.fields["city.riga"].lift(ship)
    rig.world.fields["city.danzig"].put(ship)
    rig.run_until(lambda: bool(rig.host.resting("city.danzig")))
    rig.line.unplug()  # before riga, looked at less often, can tell that the ship has gone
    rig.world.fields["city.danzig"].lift(ship)
    rig.world.chips["city.danzig"].miso_stuck = 0x00
    rig.world.fields["city.riga"].put(ship)
    rig.run(3.0)
    rig.line.plug()
    rig.come_back()
    assert rig.host.health["city.danzig"] is Health.DEGRADED
    assert {name for name in rig.host.readers.names if rig.host.resting(name)} == {"city.riga"}


# --- partners of another age, by hand ---


class OtherPico:
    """Answers every frame with the same hello."""

    def __init__(self, folder: Path, hello: bytes) -> None:
        self.kit, self.pico_kit = board_kit()
        self.line = SerialLine(folder)
        self.now = 0.0
        self.hello = hello
        self.decoder = wire.Decoder()
        self.events: list[Event] = []
        self.host = Pico(
            self.pico_kit,
            self.kit.times,
            port=self.line.host_path,
            clock=lambda: self.now,
            nonce=lambda: 7,
            threaded=False,
        )
        self.host.readers.open(self.events.append)

    def run(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.now += 0.05
            self.host.step()
            self.line.pump()
            for _, session, _, _ in self.decoder.feed(self.line.device_read(4096)):
                self.line.device_write(wire.format_frame(wire.HELLO, session, 0, self.hello))
            self.line.pump()

    def close(self) -> None:
        self.host.readers.close()
        self.line.close()


@pytest.mark.parametrize(
    ("hello", "reason", "remedy"),
    [
        (
            messages.format_hello(wire.PROTOCOL - 1, 1, "readers lamps", "old"),
            "speaks protocol 0, this host 1",
            "run: hansa-companion flash",
        ),
        (
            messages.format_hello(wire.PROTOCOL + 1, 99, "readers lamps", "new"),
            "speaks protocol 2, this host 1",
            "update hansa-companion, or run: hansa-companion flash",
        ),
        (
            messages.format_hello(wire.PROTOCOL, 1, "readers", "half"),
            "lacks: lamps",
            "run: hansa-companion flash",
        ),
    ],
)
def test_firmware_that_does_not_fit_is_degraded_with_the_remedy(
    tmp_path: Path, hello: bytes, reason: str, remedy: str
) -> None:
    other = OtherPico(tmp_path, hello)
    other.run(12.0)
    (event,) = other.events
    assert isinstance(event, HealthChanged)
    assert reason in event.reason
    assert event.remedy == remedy
    assert other.host.phase is Phase.UNFIT
    assert other.host.hello is not None
    other.close()


@pytest.mark.silicon
def test_echo_of_our_own_greeting_is_no_partner(tmp_path: Path) -> None:
    other = OtherPico(tmp_path, messages.format_hello(wire.PROTOCOL))
    other.run(2.0)
    assert other.host.phase is Phase.GREETING
    assert other.host.quality.strays > 0
    other.close()


def test_hello_that_cannot_be_read_is_a_stray(tmp_path: Path) -> None:
    other = OtherPico(tmp_path, b"?")
    other.run(2.0)
    assert other.host.phase is Phase.GREETING
    assert other.host.quality.strays > 0
    other.close()


@pytest.mark.parametrize(
    ("protocol", "version", "outdated"),
    [
        (wire.PROTOCOL, VERSION, False),
        (wire.PROTOCOL, VERSION - 1, True),
        (wire.PROTOCOL - 1, VERSION, True),
        (wire.PROTOCOL, VERSION + 1, False),
    ],
)
def test_older_firmware_is_outdated(protocol: int, version: int, outdated: bool) -> None:
    assert Hello(protocol, version, frozenset(), "").outdated is outdated


# --- the USB device ---


def usb(device: Path, number: str, vid: int = 0x2E8A, pid: int = 5) -> SimpleNamespace:
    return SimpleNamespace(device=str(device), vid=vid, pid=pid, serial_number=number)


@pytest.fixture
def ports(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[SimpleNamespace]:
    from serial.tools import list_ports

    found: list[SimpleNamespace] = []
    monkeypatch.setattr(list_ports, "comports", lambda: found)
    monkeypatch.setattr(usb_line, "BY_ID", tmp_path / "by-id")
    return found


def test_device_is_found_by_its_lasting_name(ports: list[SimpleNamespace], tmp_path: Path) -> None:
    (tmp_path / "ttyACM0").touch()
    (tmp_path / "ttyACM1").touch()
    (tmp_path / "by-id").mkdir()
    (tmp_path / "by-id" / "usb-other").symlink_to(tmp_path / "ttyACM1")
    (tmp_path / "by-id" / "usb-pico").symlink_to(tmp_path / "ttyACM0")
    ports += [usb(tmp_path / "ttyACM1", "x", pid=6), usb(tmp_path / "ttyACM0", "abc")]
    assert find_port("2e8a:0005") == tmp_path / "by-id" / "usb-pico"
    assert find_port("2e8a:0005", "abc") == tmp_path / "by-id" / "usb-pico"


def test_device_without_a_lasting_name_is_found_all_the_same(ports: list[SimpleNamespace], tmp_path: Path) -> None:
    ports.append(usb(tmp_path / "ttyACM0", "abc"))
    assert find_port("2e8a:0005") == tmp_path / "ttyACM0"


def test_missing_device_is_named(ports: list[SimpleNamespace], tmp_path: Path) -> None:
    ports.append(usb(tmp_path / "ttyACM0", "abc"))
    with pytest.raises(PortFault, match="no USB device 2e8a:0005 with serial number xyz"):
        find_port("2e8a:0005", "xyz")


def test_two_devices_need_a_serial_number(ports: list[SimpleNamespace], tmp_path: Path) -> None:
    ports += [usb(tmp_path / "ttyACM0", "abc"), usb(tmp_path / "ttyACM1", "def")]
    with pytest.raises(PortFault, match="2 USB devices") as fault:
        find_port("2e8a:0005")
    assert "[picos]: one of abc, def" in fault.value.remedy


def test_device_without_a_serial_number_is_the_one_that_is_none_of_the_others(
    ports: list[SimpleNamespace], tmp_path: Path
) -> None:
    ports += [usb(tmp_path / "ttyACM0", "abc"), usb(tmp_path / "ttyACM1", "def")]
    assert find_port("2e8a:0005", "", ("abc",)) == tmp_path / "ttyACM1"
    ports.pop()
    with pytest.raises(PortFault, match="no USB device"):
        find_port("2e8a:0005", "", ("abc",))


@pytest.mark.parametrize(
    ("text", "remedy"), [("Permission denied", "group dialout"), ("Input/output error", "plug the Pico")]
)
def test_port_that_does_not_open_names_the_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, remedy: str
) -> None:
    import serial

    def refuse(*args: object, **options: object) -> None:
        raise serial.SerialException(text)

    monkeypatch.setattr(serial, "Serial", refuse)
    (tmp_path / "ttyACM0").touch()
    with pytest.raises(PortFault, match=text) as fault:
        open_port(tmp_path / "ttyACM0", timeout_s=0.0)
    assert remedy in fault.value.remedy


# --- the thread ---


def test_thread_brings_events_and_takes_scenes(tmp_path: Path) -> None:
    rig = Rig(tmp_path, InProcessPico)
    host = Pico(rig.pico_kit, rig.kit.times, port=rig.line.host_path)
    events: queue.Queue[Event] = queue.Queue()
    host.readers.open(events.put)
    host.lamps.open(events.put)
    host.readers.watch(["city.riga"])
    host.lamps.show({"end": Light(Pattern.ON, Colour(4, 5, 6))})
    uid = bytes.fromhex("04a1b2c3d4e5f6")
    rig.world.fields["city.riga"].put(uid)
    seen: list[Event] = []
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        rig.pico.run(0.002)
        rig.line.pump()
        while not events.empty():
            seen.append(events.get())
        rested = [event for event in seen if isinstance(event, TagRested)]
        if rested and rig.world.strip_data and rig.colour("end") == (4, 5, 6):
            break
    else:
        pytest.fail(f"the thread did not do its work: {seen}")
    assert (rested[0].source, rested[0].uid) == ("city.riga", uid.hex())
    host.readers.close()
    host.lamps.close()
    rig.pico.close()
    rig.line.close()


class _ClosedMeanwhile:
    """A line that another thread closes while somebody wakes whoever reads from it."""

    def __init__(self, host: Pico) -> None:
        self.is_closed = False
        self.was_closed: bool | None = None
        self.other = threading.Thread(target=host._close_line)

    def cancel_read(self) -> None:
        self.other.start()
        self.other.join(HELD_UP_S)  # it has to wait, unless a line may be closed at any time
        self.was_closed = self.is_closed

    def close(self) -> None:
        self.is_closed = True


def test_line_is_not_closed_while_its_reader_is_woken(rig: Rig) -> None:
    # It would be woken through a pipe whose number may be that of another file by then.
    rig.go_live()
    rig.host._close_line()
    line = _ClosedMeanwhile(rig.host)
    vars(rig.host).update(_line=line, _threaded=True)
    rig.host.lamps.show({})
    line.other.join(PATIENCE_S)
    assert (line.was_closed, line.is_closed) == (False, True)
    rig.host._threaded = False
