"""The pad on USB with the real pyscard and a real pcscd, on Debian's virtual reader."""

import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from firmware.presence import Presence
from hardware.nfc import pcsc
from hardware.nfc.pcsc import PcscPad
from hardware.ports import Event, Health, HealthChanged, TagLeft, TagRested
from tests.kit.virtual_reader import PART, VirtualReader, importable
from tests.kit.waiting import until

pytestmark = [pytest.mark.process, pytest.mark.network, pytest.mark.needs("/usr/sbin/pcscd", "root")]

SHIP, BOOTH = "04a1b2c3d4e580", "deadbeef"


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the socket is: libpcsclite looks for its name once in the life of a process."""
    return tmp_path_factory.mktemp("pcsc")


@pytest.fixture(scope="module")
def folder(place: Path) -> Iterator[Path]:
    folder = place
    with pytest.MonkeyPatch.context() as patch, importable():
        patch.setenv("PCSCLITE_CSOCK_NAME", str(folder / "pcscd.comm"))
        yield folder


@pytest.fixture
def virtual(folder: Path) -> Iterator[VirtualReader]:
    virtual = VirtualReader(folder)
    yield virtual
    virtual.stop()


class Heard:
    """What a pad has told."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def told(self, kind: type[TagRested | TagLeft], uid: str) -> bool:
        return any(isinstance(event, kind) and event.uid == uid for event in self.events)

    @property
    def state(self) -> str:
        """How the pad is by the last word."""
        changes = [e for e in self.events if isinstance(e, HealthChanged)]
        return (changes[-1].reason or str(changes[-1].health)) if changes else ""


@pytest.fixture
def pad(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[PcscPad, Heard]]:
    monkeypatch.setattr(pcsc, "UNREAD_S", 0.2)
    heard = Heard()
    presence = Presence(settle_ms=0, leave_ms=50, leave_polls=2, hides=False)
    pad = PcscPad(part=PART, presence=lambda: presence, answer_s=0.5, again_s=0.1)
    yield pad, heard
    pad.close()


def test_cards_come_and_go(virtual: VirtualReader, pad: tuple[PcscPad, Heard]) -> None:
    port, heard = pad
    virtual.start()
    port.open(heard.events.append)
    until(lambda: heard.state == "good")
    for uid in (SHIP, BOOTH):
        card = virtual.put(uid)
        until(partial(heard.told, TagRested, uid))
        card.lift()
        until(partial(heard.told, TagLeft, uid))
        assert len(card.commands) == 1
    strange = virtual.put(SHIP, knows_uid=False)
    until(lambda: heard.state == "the card on the reader does not tell its number")
    strange.lift()
    until(lambda: heard.state == "good")
    assert len([e for e in heard.events if isinstance(e, TagRested)]) == 2


def test_service_and_reader_are_away_and_come_back(virtual: VirtualReader, pad: tuple[PcscPad, Heard]) -> None:
    port, heard = pad
    port.open(heard.events.append)
    until(lambda: heard.state == "pcscd does not run")
    virtual.start(has_reader=False)
    until(lambda: heard.state == "no USB reader is found")
    virtual.stop()
    virtual.start()
    until(lambda: heard.state == "good")
    virtual.put(SHIP)
    until(lambda: heard.told(TagRested, SHIP))
    virtual.stop()
    until(lambda: heard.state == "pcscd does not run")
    assert not heard.told(TagLeft, SHIP)
    virtual.start()
    until(lambda: heard.told(TagLeft, SHIP))


def test_service_that_hangs_is_told_and_holds_nobody_up(virtual: VirtualReader, pad: tuple[PcscPad, Heard]) -> None:
    port, heard = pad
    virtual.start()
    port.open(heard.events.append)
    until(lambda: heard.state == "good")
    virtual.signal(signal.SIGSTOP)
    until(lambda: heard.state == "pcscd does not answer")
    virtual.signal(signal.SIGCONT)
    until(lambda: heard.state == "good")
    virtual.signal(signal.SIGSTOP)
    until(lambda: heard.state == "pcscd does not answer")
    port.close()  # comes back although pcscd does not
    assert port.health == {"pad": Health.CLOSED}
