"""What happens to a reader on USB and its service, at a USB kit with the real pad on a simulated PC/SC service.

Each is one fault, by its name; `test_usb_faults.py` sees that nothing that the simulated service can do is
left out. A service that hangs is held up for real, by a signal, in `tests/hardware/nfc/test_virtual_reader.py`.
"""

from __future__ import annotations

from random import Random

from companion.scenario.stage import Stage, silicon_table
from hardware.simulated.pcsc_service import SimulatedPcsc, SimulatedReader
from hardware.simulated.silicon_table import SiliconTable
from tests.lab.faults.tried import Advance, Tried
from tests.lab.faults.voyage import Carry, Lost, travel, until
from tests.lab.faults.witnessed import suffer

SHIP, PAD = "ship", "pad"
QUESTION = "asked pad sail"
UNREAD, UNREAD_AFTER_S = "the card on the reader does not tell its number", 2.0


def _service(stage: Stage) -> SimulatedPcsc:
    assert isinstance(stage.table, SiliconTable)
    return stage.table.pcsc


def _reader(stage: Stage) -> SimulatedReader:
    (reader,) = _service(stage).readers.values()
    return reader


def _last(stage: Stage, seconds: float, reason: str, *, after_s: float = 0.2) -> None:
    """Let a fault last; where it does so for long enough, the players must be told of it."""
    stage.wait(seconds)
    told = [fault.reason for fault in stage.daemon.table.view.faults.values()]
    if seconds > after_s and not (len(told) == 1 and told[0].startswith(reason)):
        raise Lost(f"{reason}: the players were told {told}")


def _replug(stage: Stage, random: Random, name: str) -> None:
    """Pull the reader's plug for a while; what is plugged in then has another name, and what lies there lies on it."""
    service = _service(stage)
    service.forgets_readers = random.random() < 0.5
    ((old, reader),) = service.readers.items()
    service.unplug(old)
    _last(stage, random.uniform(0.0, 5.0), "no USB reader is found")
    service.plug(name, reader.field)


def _put(stage: Stage, random: Random) -> None:
    """Put the ship down: it has been heard when the fault comes, or not."""
    stage.put(SHIP, PAD, rest_s=random.choice((0.0, 1.0)))


def unplugged(stage: Stage, random: Random) -> None:
    """The reader is unplugged under the ship, and plugged into another port."""
    _put(stage, random)
    _replug(stage, random, f"Simulated PICC {PAD} {random.randrange(100):02} 00")


def replaced(stage: Stage, random: Random) -> None:
    """A reader of another make takes the place of the one under the ship."""
    _put(stage, random)
    _replug(stage, random, f"Other NFC reader, {PAD}, {random.randrange(100):02} 00")


def service_gone(stage: Stage, random: Random) -> None:
    """The service ends, or does not let anybody in, and comes back."""
    _put(stage, random)
    service = _service(stage)
    service.trouble = random.choice(
        ("SCARD_E_NO_SERVICE", "SCARD_E_SERVICE_STOPPED", "SCARD_W_SECURITY_VIOLATION", "SCARD_E_INVALID_HANDLE")
    )
    _last(stage, random.uniform(0.0, 10.0), "pcscd ")
    service.trouble = ""


def other_card(stage: Stage, random: Random) -> None:
    """A card that does not tell its number lies there before the ship comes."""
    reader = _reader(stage)
    reader.refusal = random.choice(([0x6A, 0x81], [0x90, 0x00], []))
    stage.put("stranger.1", PAD, rest_s=0.0)
    _last(stage, random.uniform(0.0, 5.0), UNREAD, after_s=UNREAD_AFTER_S)
    stage.lift("stranger.1")
    reader.refusal = None
    stage.put(SHIP, PAD)


def pulled(stage: Stage, random: Random) -> None:
    """The ship is taken away while its number is asked for, up to three times, before it is left there."""
    reader = _reader(stage)
    reader.trouble = random.choice(("SCARD_W_REMOVED_CARD", "SCARD_E_NO_SMARTCARD"))
    for _ in range(random.randrange(1, 4)):
        stage.put(SHIP, PAD, rest_s=random.uniform(0.0, 0.5))
        if told := list(stage.daemon.table.view.faults.values()):
            raise Lost(f"a ship that is not left there is no fault: {told}")
        stage.lift(SHIP, rest_s=random.uniform(0.0, 0.5))
    reader.trouble = ""
    stage.put(SHIP, PAD)


def mute(stage: Stage, random: Random) -> None:
    """The ship's tag does not answer the reader at first, as one that is held askew."""
    reader = _reader(stage)
    reader.is_mute = True
    stage.put(SHIP, PAD, rest_s=0.0)
    _last(stage, random.uniform(0.0, 5.0), UNREAD, after_s=UNREAD_AFTER_S)
    reader.is_mute = False


def held(stage: Stage, random: Random) -> None:
    """Another program has the card for itself."""
    reader = _reader(stage)
    reader.trouble = "SCARD_E_SHARING_VIOLATION"
    stage.put(SHIP, PAD, rest_s=0.0)
    _last(stage, random.uniform(0.0, 5.0), "another program", after_s=UNREAD_AFTER_S)
    reader.trouble = ""


FAULTS = {
    "usb-unplugged": unplugged,
    "usb-replaced": replaced,
    "usb-service-gone": service_gone,
    "usb-other-card": other_card,
    "usb-pulled": pulled,
    "usb-mute": mute,
    "usb-held": held,
}


def _carry(fault: str) -> Carry:
    def carry(stage: Stage, random: Random, city: str) -> None:
        """Tap the ship under the fault; it must be asked about, and then the trip is chosen or taken back."""
        FAULTS[fault](stage, random)
        until(stage, lambda: stage.dialog.name == QUESTION)
        stage.lift(SHIP)
        travel(stage, "down", city, lambda button, seconds: (stage.hold if seconds >= 1 else stage.press)(button))

    return carry


def suffering(trials: int, seed: int, advance: Advance, fault: str) -> Tried:
    """Make every trip under one fault of the reader or its service."""
    return suffer({fault: _carry(fault)}, trials, seed, advance, kit="usb", make_table=silicon_table)
