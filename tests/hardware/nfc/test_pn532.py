"""The PN532 on each of its links, on a simulated chip: tags that come and go, wires that lie, a chip that forgets."""

import errno
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from firmware.presence import Presence
from firmware.rc522 import CLEAR
from hardware.nfc import pn532
from hardware.nfc.asked_pad import AGAIN_S
from hardware.nfc.pn532 import Damaged, Pn532Pad, Pn532Reader, cascaded, framed, targets_in, unframed
from hardware.nfc.pn532_links import I2cLink, SerialLink, SpiLink, link_to
from hardware.nfc.reader_port import ReaderFault
from hardware.ports import Event, Health, HealthChanged, Resting, TagLeft, TagRested
from hardware.simulated.clock import VirtualClock
from hardware.simulated.field import Field
from hardware.simulated.pi_modules import SimulatedPi
from hardware.simulated.pn532_chip import Interface, Pn532Chip
from hardware.simulated.serial_line import SerialLine
from tests.kit.waiting import until

LINE = "/dev/ttyUSB7"
LINKS = {"spi": Interface.SPI, "i2c": Interface.I2C, LINE: Interface.UART}
SHIP, BOOTH, CARD, OTHER = "04a1b2c3d4e580", "04b1b2c3d4e581", "deadbeef", "01020304050607080910"


class Desk:
    """A pad, its chip and what it has told."""

    def __init__(self, at: str) -> None:
        self.at, self.clock, self.field, self.pi = at, VirtualClock(), Field(), SimulatedPi()
        self.events: list[Event] = []
        self.chip = Pn532Chip(self.clock, self.field, LINKS[self.at], sleep=self.clock.sleep)
        self.pi.connect_pn532(self.chip, self.at)

        def presence() -> Presence:
            return Presence(settle_ms=120, leave_ms=350, leave_polls=3, lapse_ms=120, crowd_ms=300)

        self.pad = Pn532Pad(
            lambda: link_to(self.at, self.clock.sleep),
            presence=presence,
            clock=self.clock,
            sleep=self.clock.sleep,
            threaded=False,
        )

    def after(self, seconds: float) -> list[Event]:
        """Return what happens from now on in some seconds."""
        first, end = len(self.events), self.clock() + seconds
        while self.clock() < end:
            self.clock.sleep(self.pad.step() or 0.05)
        return self.events[first:]

    def put(self, *uids: str) -> None:
        for uid in uids:
            self.field.put(bytes.fromhex(uid))

    def lift(self, uid: str) -> None:
        self.field.lift(bytes.fromhex(uid))


@pytest.fixture(params=LINKS)
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    desk = Desk(request.param)
    with desk.pi.installed():
        desk.pad.open(desk.events.append)
        desk.after(0.2)
        assert desk.pad.health == {"pad": Health.GOOD}
        yield desk
        desk.pad.close()
        assert desk.pi.open_buses == 0


def tags(events: list[Event]) -> list[tuple[type, str]]:
    return [(type(event), event.uid) for event in events if isinstance(event, TagRested | TagLeft)]


def faults(events: list[Event]) -> list[str]:
    return [event.reason or "good" for event in events if isinstance(event, HealthChanged)]


# --- tags ---


@pytest.mark.parametrize("uid", [CARD, SHIP, OTHER])
def test_tag_rests_and_leaves(desk: Desk, uid: str) -> None:
    desk.put(uid)
    assert tags(desk.after(1.0)) == [(TagRested, uid)]
    assert desk.after(20.0) == []
    desk.lift(uid)
    assert tags(desk.after(1.0)) == [(TagLeft, uid)]


def test_two_tags_rest_at_once(desk: Desk) -> None:
    desk.put(SHIP, BOOTH)
    assert set(tags(desk.after(1.0))) == {(TagRested, SHIP), (TagRested, BOOTH)}
    desk.lift(SHIP)
    assert tags(desk.after(1.0)) == [(TagLeft, SHIP)]


def test_tags_at_rest_stay_when_a_third_takes_one_of_the_two_places(desk: Desk) -> None:
    third = "04f1b2c3d4e5ff"  # more ones than the others: it wins every collision
    desk.put(SHIP, BOOTH)
    desk.after(1.0)
    desk.put(third)
    assert tags(desk.after(2.0)) == [(TagRested, third)]
    desk.lift(third)
    assert tags(desk.after(1.0)) == [(TagLeft, third)]
    desk.pad.recount()
    assert [event.uids for event in desk.after(0.2) if isinstance(event, Resting)] == [{SHIP, BOOTH}]


def test_look_reads_more_than_two_tags_that_come_one_after_the_other(desk: Desk) -> None:
    reader = Pn532Reader(link_to(desk.at, desk.clock.sleep), clock=desk.clock, sleep=desk.clock.sleep)
    for uid in (CARD, SHIP, OTHER):  # each one wins a collision with one before it
        desk.put(uid)
        outcome, seen = reader.look()
        assert outcome == CLEAR
        assert set(seen) == set(desk.field.uids)
    reader.close()


def test_third_tag_that_loses_the_collisions_is_not_heard_before_another_is_gone(desk: Desk) -> None:
    """The chip's own limit: it lists two, and which two is not for the driver to say."""
    desk.put(CARD, OTHER)
    desk.after(1.0)
    desk.put(SHIP)
    assert desk.after(2.0) == []
    desk.lift(OTHER)
    assert (TagRested, SHIP) in tags(desk.after(2.0))


def test_tag_that_only_passes_does_not_rest(desk: Desk) -> None:
    desk.put(SHIP)
    desk.after(0.06)
    desk.lift(SHIP)
    assert desk.after(2.0) == []


def test_antenna_is_off_between_looks(desk: Desk) -> None:
    desk.put(SHIP)
    desk.after(1.0)
    assert not desk.chip.field_on


# --- wires, power, and chips of another kind ---


def test_chip_that_was_without_power_for_a_moment_is_set_up_again_unnoticed(desk: Desk) -> None:
    desk.put(SHIP)
    desk.after(1.0)
    desk.chip.brown_out()
    assert desk.after(3.0) == []
    assert desk.chip.commands.count(pn532.SAM_CONFIGURATION) == 2


def test_mute_chip_is_told_with_its_switches_lifts_nothing_and_comes_back(desk: Desk) -> None:
    desk.put(SHIP)
    desk.after(1.0)
    desk.chip.is_mute = True
    events = desk.after(10.0)
    name = desk.pad._make()._link.name  # type: ignore[attr-defined]
    assert faults(events) == [f"the PN532 does not answer on {name}"]
    assert [event.remedy for event in events if isinstance(event, HealthChanged)] == [
        f"check the reader's wires and its supply, and that its switches say {name}"
    ]
    assert tags(events) == []
    desk.chip.is_mute = False
    events = desk.after(AGAIN_S + 1.0)
    assert (faults(events), tags(events)) == (["good"], [])


def test_unplugged_chip_is_told_lifts_nothing_and_comes_back(desk: Desk) -> None:
    desk.put(SHIP)
    desk.after(1.0)
    desk.chip.is_unplugged = True
    events = desk.after(10.0)
    assert 1 <= len(faults(events)) <= 2, "a line breaks first, and then is missing"
    assert tags(events) == []
    desk.chip.is_unplugged = False
    desk.chip.brown_out()
    events = desk.after(AGAIN_S + 1.0)
    assert (faults(events), tags(events)) == (["good"], [])
    desk.lift(SHIP)
    assert tags(desk.after(1.0)) == [(TagLeft, SHIP)]


def test_single_damaged_answer_is_no_fault(desk: Desk) -> None:
    desk.put(SHIP)
    desk.after(1.0)

    def once(said: bytes) -> bytes:
        desk.chip.garble = lambda later: later
        return said[:-3] + bytes((said[-3] ^ 0x10,)) + said[-2:]

    desk.chip.garble = once
    assert desk.after(3.0) == []


def test_few_looks_that_are_damaged_are_no_fault(desk: Desk) -> None:
    desk.put(SHIP)
    desk.after(1.0)
    desk.chip.garble = lambda said: said[:3] + bytes(len(said) - 3)
    desk.after(0.1)
    desk.chip.garble = lambda said: said
    assert desk.after(3.0) == []
    assert faults(desk.events) == ["good"]


@pytest.mark.parametrize(
    "garble",
    [
        lambda said: bytes(byte ^ 0x20 for byte in said),
        lambda said: said[:5] + bytes(len(said) - 5),
        lambda said: b"\x00" * len(said),
        lambda said: said[: len(said) // 2],
        lambda said: bytes.fromhex("0000ff01ff7f8100") if len(said) > 6 else said,
        lambda said: framed(b"\xd5\x01\x02") if len(said) > 6 else said,
        lambda said: framed(b"\xd5\x4b\x02\x01\x00\x44\x00\x07") if len(said) > 6 else said,
    ],
    ids=["bits", "short", "zeros", "half", "syntax", "other", "cut"],
)
def test_wires_that_lie_are_told_and_no_tag_is_made_up(desk: Desk, garble: Callable[[bytes], bytes]) -> None:
    desk.put(SHIP)
    desk.after(1.0)
    desk.chip.garble = garble
    events = desk.after(15.0)
    assert len(faults(events)) == 1
    assert faults(events)[0].startswith(("what the PN532 says arrives damaged", "the PN532 does not answer"))
    assert tags(events) == []
    desk.chip.garble = lambda said: said
    assert faults(desk.after(AGAIN_S + 1.0)) == ["good"]


def test_chip_of_another_kind_is_told(desk: Desk) -> None:
    desk.chip.firmware = bytes((0x33, 2, 7, 7))
    desk.chip.brown_out()
    assert faults(desk.after(3.0)) == ["what answers is no PN532"]


def test_module_whose_switches_say_something_else_does_not_answer(desk: Desk) -> None:
    others = list(Interface)
    desk.chip.interface = others[others.index(desk.chip.interface) - 1]
    desk.chip.brown_out()
    (fault,) = faults(desk.after(3.0))
    assert fault.startswith("the PN532 does not answer on ")


def test_kernel_that_calls_a_refused_address_otherwise_is_understood() -> None:
    desk = Desk("i2c")
    desk.chip.i2c_fault = errno.EIO
    with desk.pi.installed():
        desk.pad.open(desk.events.append)
        desk.put(SHIP)
        assert tags(desk.after(1.0)) == [(TagRested, SHIP)]
        desk.pad.close()


def test_line_that_hangs_is_told_and_the_table_does_not_wait() -> None:
    back = threading.Event()

    class Hanging(SpiLink):
        def open(self) -> None:
            back.wait()

    events: list[Event] = []
    pad = Pn532Pad(Hanging, late_s=0.01, again_s=0.01)
    pad.open(events.append)
    until(lambda: "the bus or line to the PN532 hangs" in faults(list(events)))
    pad.close()
    back.set()


# --- opening ---


@pytest.mark.parametrize(
    ("at", "remedy"),
    [
        ("spi", "switch SPI on (raspi-config, Interface Options) and start the Pi again"),
        ("i2c", "switch I2C on (raspi-config, Interface Options) and start the Pi again"),
        (LINE, f"plug the reader in, and check that {LINE} is its line"),
    ],
)
def test_missing_bus_says_what_to_do(at: str, remedy: str) -> None:
    pi = SimulatedPi()
    pi.i2c_ports = set()
    with pi.installed(), pytest.raises(ReaderFault) as caught:
        Pn532Reader(link_to(at)).look()
    assert caught.value.remedy == remedy


@pytest.mark.parametrize(("at", "group"), [("spi", "spi"), ("i2c", "i2c"), (LINE, "dialout")])
def test_user_who_may_not_use_the_bus_is_told_the_group(at: str, group: str) -> None:
    desk = Desk(at)
    desk.pi.denied = True
    with desk.pi.installed(), pytest.raises(ReaderFault) as caught:
        Pn532Reader(link_to(at)).look()
    assert caught.value.remedy == f"add the user to the group {group}, and log in again"


@pytest.mark.parametrize(
    ("at", "module", "library"),
    [("spi", "spidev", "spidev"), ("i2c", "smbus2", "smbus2"), (LINE, "serial", "pyserial")],
)
def test_missing_library_is_named(at: str, module: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, module, None)
    with pytest.raises(ReaderFault) as caught:
        Pn532Reader(link_to(at)).look()
    assert caught.value.remedy == f"install {library}"


def test_line_that_another_program_has_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object, **__: object) -> NoReturn:
        raise OSError("[Errno 11] Could not exclusively lock port /dev/x")

    monkeypatch.setattr("serial.Serial", busy)
    with pytest.raises(ReaderFault) as caught:
        SerialLink("/dev/x").open()
    assert caught.value.remedy == "another program uses /dev/x: stop it"


def test_bus_that_breaks_later_is_no_silence() -> None:
    class Broken:
        def i2c_rdwr(self, *_: object) -> None:
            raise OSError(errno.ENODEV, "No such device")

    desk = Desk("i2c")
    with desk.pi.installed():
        link = I2cLink()
        link.open()
        link._bus = Broken()
        with pytest.raises(OSError, match="No such device"):
            link.receive(6)
        with pytest.raises(OSError, match="No such device"):
            link.send(b"")


def test_real_serial_line_carries_a_look(tmp_path: Path) -> None:
    """Through pyserial and a pseudo-terminal, which is emptied at both ends whenever the driver waits."""
    line, clock = SerialLine(tmp_path), VirtualClock()
    chip = Pn532Chip(clock, Field(), Interface.UART)
    chip.field.put(bytes.fromhex(SHIP))

    def wait(seconds: float) -> None:
        line.pump()
        if sent := line.device_read(256):
            chip.line_in(sent, 115_200)
        clock.sleep(seconds)
        line.device_write(chip.line_out(256))
        line.pump()

    reader = Pn532Reader(SerialLink(str(line.host_path), sleep=wait), clock=clock, sleep=wait)
    try:
        assert reader.look() == (CLEAR, [bytes.fromhex(SHIP)])
        assert reader.version == "1.6"
    finally:
        reader.close()
        line.close()


# --- frames ---


def test_frame_in_pieces_is_waited_for_and_junk_before_it_skipped() -> None:
    whole = b"\x55\x00" + framed(b"\xd5\x03\x32\x01\x06\x07")
    assert [unframed(whole[:end]) for end in range(len(whole) - 1)] == [None] * (len(whole) - 1)
    found = unframed(whole)
    assert found is not None
    assert found.payload == b"\xd5\x03\x32\x01\x06\x07"


@pytest.mark.parametrize("at", range(3, 9))
def test_frame_with_a_wrong_bit_is_damaged(at: int) -> None:
    frame = bytearray(framed(b"\xd5\x03\x32\x01"))
    frame[at] ^= 0x04
    with pytest.raises(Damaged):
        unframed(bytes(frame) + bytes(8))


@pytest.mark.parametrize("uid", [CARD, SHIP, OTHER])
@pytest.mark.parametrize("with_cascade_tags", [False, True])
def test_uid_is_read_with_and_without_cascade_tags(uid: str, *, with_cascade_tags: bool) -> None:
    told = cascaded(bytes.fromhex(uid)) if with_cascade_tags else bytes.fromhex(uid)
    assert targets_in(bytes((1, 1, 0, 0x44, 0, len(told))) + told) == [bytes.fromhex(uid)]


@pytest.mark.parametrize("answer", ["", "03", "01", "0102004400" + "04deadbeef", "01010044000504deadbeef", "0000"])
def test_answer_that_is_no_list_of_tags_is_damaged(answer: str) -> None:
    with pytest.raises(Damaged):
        targets_in(bytes.fromhex(answer))
