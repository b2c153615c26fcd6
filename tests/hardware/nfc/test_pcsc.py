"""The pad on USB, on a simulated PC/SC service: readers that come and go, cards of every kind, a service that fails."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.presence import Presence
from hardware.nfc import pcsc
from hardware.nfc.asked_pad import AGAIN_S
from hardware.nfc.pcsc import PcscPad, PcscReader, choose_reader, reader_names
from hardware.nfc.reader_port import ReaderFault
from hardware.ports import Event, Health, HealthChanged, Resting, TagLeft, TagRested
from hardware.simulated.clock import VirtualClock
from hardware.simulated.field import Field
from hardware.simulated.pcsc_service import SimulatedPcsc
from tests.kit.waiting import until

READER = "ACS ACR122U PICC Interface 00 00"
SHIP, BOOTH = "04a1b2c3d4e580", "04b1b2c3d4e581"


class Desk:
    """A pad, its service and what it has told."""

    def __init__(self, service: SimulatedPcsc, part: str = "") -> None:
        self.service, self.field, self.clock = service, Field(), VirtualClock()
        self.reader = service.plug(READER, self.field)
        self.events: list[Event] = []
        presence = Presence(settle_ms=60, leave_ms=200, leave_polls=3, lapse_ms=100, hides=False)
        self.pad = PcscPad(part=part, presence=lambda: presence, clock=self.clock, threaded=False)
        self.pad.open(self.events.append)

    def after(self, seconds: float) -> list[Event]:
        """Return what happens from now on in some seconds."""
        first, end = len(self.events), self.clock() + seconds
        while self.clock() < end:
            self.clock.sleep(self.pad.step() or 0.05)
        return self.events[first:]

    def put(self, uid: str) -> None:
        self.field.put(bytes.fromhex(uid))

    def lift(self, uid: str) -> None:
        self.field.lift(bytes.fromhex(uid))


@pytest.fixture
def desk() -> Iterator[Desk]:
    with SimulatedPcsc().installed() as service:
        desk = Desk(service)
        desk.after(0.2)
        assert desk.pad.health == {"pad": Health.GOOD}
        yield desk
        desk.pad.close()
        until(lambda: service.contexts == 0)  # whoever only asked for names lets go in a thread of its own


def tags(events: list[Event]) -> list[tuple[type, str]]:
    return [(type(event), event.uid) for event in events if isinstance(event, TagRested | TagLeft)]


def faults(events: list[Event]) -> list[str]:
    return [event.reason or "good" for event in events if isinstance(event, HealthChanged)]


def test_tag_rests_and_leaves(desk: Desk) -> None:
    desk.put(SHIP)
    assert tags(desk.after(1.0)) == [(TagRested, SHIP)]
    assert desk.after(20.0) == []
    desk.lift(SHIP)
    assert tags(desk.after(1.0)) == [(TagLeft, SHIP)]


def test_tag_that_only_passes_does_not_rest(desk: Desk) -> None:
    desk.put(SHIP)
    desk.after(0.04)
    desk.lift(SHIP)
    assert desk.after(2.0) == []


def test_tag_exchanged_between_two_looks_is_another_one(desk: Desk) -> None:
    desk.put(SHIP)
    desk.after(1.0)
    desk.lift(SHIP)
    desk.put(BOOTH)
    assert set(tags(desk.after(1.0))) == {(TagLeft, SHIP), (TagRested, BOOTH)}


def test_tag_is_asked_for_its_number_once(desk: Desk) -> None:
    desk.put(SHIP)
    desk.after(1.0)
    desk.reader.trouble = "SCARD_E_SHARING_VIOLATION"
    assert desk.after(10.0) == []


def test_second_tag_is_not_heard_until_the_first_is_gone(desk: Desk) -> None:
    desk.put(SHIP)
    desk.after(1.0)
    desk.put(BOOTH)
    assert desk.after(1.0) == []
    desk.lift(SHIP)
    assert set(tags(desk.after(1.0))) == {(TagLeft, SHIP), (TagRested, BOOTH)}


def test_pad_that_is_asked_tells_what_lies_on_it(desk: Desk) -> None:
    desk.put(SHIP)
    desk.after(1.0)
    desk.pad.recount()
    assert [event.uids for event in desk.after(1.0) if isinstance(event, Resting)] == [{SHIP}]


@pytest.mark.parametrize("forgets", [False, True])
def test_reader_unplugged_lifts_nothing_and_comes_back_by_itself(desk: Desk, *, forgets: bool) -> None:
    desk.put(SHIP)
    desk.after(1.0)
    desk.service.forgets_readers = forgets
    desk.service.unplug(READER)
    events = desk.after(10.0)
    assert faults(events) == ["no USB reader is found"]
    assert all(event.remedy for event in events if isinstance(event, HealthChanged))
    assert tags(events) == []
    desk.service.plug("ACS ACR122U PICC Interface 01 00", desk.field)  # the number may be another one
    events = desk.after(AGAIN_S + 1.0)
    assert faults(events) == ["good"]
    assert tags(events) == []
    desk.lift(SHIP)
    assert tags(desk.after(1.0)) == [(TagLeft, SHIP)]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("SCARD_E_NO_SERVICE", "pcscd does not run"),
        ("SCARD_E_SERVICE_STOPPED", "pcscd does not run"),
        ("SCARD_W_SECURITY_VIOLATION", "pcscd does not let this user in"),
        ("SCARD_E_INVALID_HANDLE", "pcscd reports: SCARD_E_INVALID_HANDLE"),
    ],
)
def test_service_that_fails_is_told_once_and_found_again(desk: Desk, code: str, reason: str) -> None:
    desk.service.trouble = code
    assert faults(desk.after(10.0)) == [reason]
    assert desk.service.contexts == 0
    desk.service.trouble = ""
    assert faults(desk.after(AGAIN_S + 1.0)) == ["good"]


def test_card_of_another_kind_is_told_and_forgotten_with_it(desk: Desk) -> None:
    desk.reader.refusal = [0x6A, 0x81]
    desk.put(SHIP)
    events = desk.after(10.0)
    assert faults(events) == ["the card on the reader does not tell its number"]
    assert tags(events) == []
    desk.lift(SHIP)
    assert faults(desk.after(AGAIN_S + 1.0)) == ["good"]


@pytest.mark.parametrize("answer", [[0x90, 0x00], [*range(8), 0x90, 0x00], [], [0x04, 0xA1, 0xB2, 0xC3, 0x63, 0x00]])
def test_answer_that_is_no_uid_is_none(desk: Desk, answer: list[int]) -> None:
    desk.reader.refusal = answer
    desk.put(SHIP)
    assert faults(desk.after(10.0)) == ["the card on the reader does not tell its number"]


def test_card_that_is_slow_to_answer_is_no_fault(desk: Desk) -> None:
    desk.reader.is_mute = True
    desk.put(SHIP)
    assert desk.after(1.0) == []
    desk.reader.is_mute = False
    assert tags(desk.after(1.0)) == [(TagRested, SHIP)]


def test_card_that_stays_mute_is_told(desk: Desk) -> None:
    desk.reader.is_mute = True
    desk.put(SHIP)
    assert faults(desk.after(5.0)) == ["the card on the reader does not tell its number"]


def test_program_that_holds_the_card_is_told(desk: Desk) -> None:
    desk.reader.trouble = "SCARD_E_SHARING_VIOLATION"
    desk.put(SHIP)
    assert faults(desk.after(5.0)) == ["another program has the card for itself"]
    desk.reader.trouble = ""
    assert tags(desk.after(AGAIN_S + 1.0)) == [(TagRested, SHIP)]


def test_card_lifted_while_it_is_asked_is_nobody(desk: Desk) -> None:
    desk.reader.trouble = "SCARD_W_REMOVED_CARD"
    desk.put(SHIP)
    assert desk.after(5.0) == []


def test_pad_without_pyscard_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "smartcard", None)
    with pytest.raises(ReaderFault, match="pyscard is not installed") as caught:
        PcscReader().look()
    assert "apt install pcscd python3-pyscard" in caught.value.remedy


def test_slip_of_the_library_is_a_fault_and_what_was_open_is_not(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def slip(*_: object) -> None:
        raise SystemError("returned NULL without setting an exception")

    with monkeypatch.context() as patch:
        patch.setattr("smartcard.scard.SCardGetStatusChange", slip)
        assert faults(desk.after(5.0)) == ["pcscd reports: returned NULL without setting an exception"]
    assert faults(desk.after(AGAIN_S + 1.0)) == ["good"]


# --- which reader ---


def test_readers_are_named_as_the_service_calls_them(desk: Desk) -> None:
    desk.service.plug("B 01 00", Field())
    assert reader_names() == (READER, "B 01 00")
    desk.service.trouble = "SCARD_E_NO_SERVICE"
    with pytest.raises(ReaderFault, match="pcscd does not run"):
        reader_names()
    desk.service.trouble = ""


def test_service_that_hangs_is_not_waited_for_when_readers_are_named(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    back = threading.Event()
    monkeypatch.setattr(PcscReader, "names", lambda _: back.wait())
    with pytest.raises(ReaderFault, match="pcscd does not answer"):
        reader_names(answer_s=0.01)
    back.set()


def test_slot_without_tags_is_passed_over() -> None:
    names = ["ACS Reader SAM 01 00", "ACS Reader 00 00"]
    assert choose_reader(names) == names[1]


def test_reader_for_tags_goes_before_others() -> None:
    names = ["Yubico YubiKey OTP+FIDO+CCID 00 00", "SCM SCL011 Contactless Reader 01 00"]
    assert choose_reader(names) == names[1]


def test_reader_named_in_the_configuration_goes_before_all() -> None:
    names = ["Reader A PICC 00 00", "Reader B 01 00"]
    assert choose_reader(names, "reader b") == names[1]


@pytest.mark.parametrize(
    ("names", "part", "reason"),
    [
        ([], "", "no USB reader is found"),
        (["A PICC 00 00", "B PICC 01 00"], "", "there are 2 USB readers"),
        (["A 00 00", "B 01 00"], "", "there are 2 USB readers"),
        (["A 00 00", "A 01 00"], "a", "there are 2 USB readers"),
        (["A 00 00"], "b", "no USB reader has b in its name"),
    ],
)
def test_reader_that_cannot_be_chosen_is_a_fault(
    names: list[str], part: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pcsc, "KERNEL_DRIVER", tmp_path)
    with pytest.raises(ReaderFault, match=f"^{reason}$") as caught:
        choose_reader(names, part)
    assert all(name in caught.value.remedy for name in names)


def test_reader_that_the_kernel_holds_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "1-1.2:1.0").touch()
    monkeypatch.setattr(pcsc, "KERNEL_DRIVER", tmp_path)
    with pytest.raises(ReaderFault, match="pn533_usb"):
        choose_reader([])
