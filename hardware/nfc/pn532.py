"""A PN532 and the tags in its field, by the few commands of its own firmware that this takes; and it as the pad.

In: a link to the chip (`hardware.nfc.pn532_links`). Out: for each look an outcome, as `firmware.rc522` names them, and
the UIDs that were read; `ReaderFault` if a person must do something.

The chip tells tags apart by itself, but never more than two with one command (user manual UM0701, InListPassiveTarget).
If it finds two, tags of the last look that are not among them are each called by their number, so that none leaves
because of the others; a third one that comes may not be heard before one of the two is gone. The field is off between
two looks, which lets every tag forget that it was halted.

    Exception
    ├── Mute        nothing came from the chip in time
    └── Damaged     what came is not what a PN532 says
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from firmware.presence import Presence
from firmware.rc522 import CLEAR, GARBLED, SILENT
from hardware.nfc.asked_pad import AGAIN_S, AskedPad
from hardware.nfc.reader_port import ReaderFault
from hardware.ports import Clock
from hardware.trouble import Trouble

ACK: Final = bytes.fromhex("0000ff00ff00")
FROM_HOST: Final = 0xD4
FROM_CHIP: Final = 0xD5
CHIP: Final = 0x32  # what a PN532 calls itself; a PN533 is another

GET_FIRMWARE_VERSION: Final = 0x02
SET_PARAMETERS: Final = 0x12
SAM_CONFIGURATION: Final = 0x14
RF_CONFIGURATION: Final = 0x32
IN_LIST_PASSIVE_TARGET: Final = 0x4A

RF_FIELD, MAX_RETRIES = 0x01, 0x05  # what RFConfiguration sets
MOST_TARGETS: Final = 2
TYPE_A: Final = 0x00  # 106 kbit/s, ISO/IEC 14443 type A
CASCADE_TAG: Final = 0x88

ACK_S: Final = 0.05  # the chip acknowledges within 15 ms (UM0701, 6.2.1.3)
ANSWER_S: Final = 0.3  # for whatever it does then; looks take some 20 ms
FORGET_S: Final = 0.0051  # without a field, after which a tag has forgotten everything (ISO/IEC 14443-3, 5.3)
PAUSE_S: Final = 0.001  # between two questions whether the chip has something to say
DAMAGED_LOOKS: Final = 5  # in a row; fewer are a disturbance

_START: Final = b"\x00\xff"
_LONGEST: Final = 64  # bytes of an answer about two tags with ten bytes each, with something to spare


class Mute(Exception):
    """Nothing came from the chip in time."""


class Damaged(Exception):
    """What came is not what a PN532 says."""


class Link(Protocol):
    """How frames get to the chip and back."""

    name: str  # as on the module: SPI, I2C, UART
    is_stream: bool  # bytes come one after the other; otherwise every read begins with a frame

    def open(self) -> None:
        """Open whatever it takes; raise `ReaderFault`, or OSError if it breaks later."""

    def wake(self) -> None:
        """Wake a chip that sleeps, as it does after power-on."""

    def send(self, frame: bytes) -> None:
        """Send a frame."""

    def receive(self, count: int) -> bytes:
        """Return up to this many bytes of what the chip has to say; empty while it has nothing."""

    def close(self) -> None:
        """Close; harmless if already closed."""


def framed(payload: bytes) -> bytes:
    """Return a normal information frame (UM0701, 6.2.1.1).

    >>> framed(bytes((FROM_HOST, GET_FIRMWARE_VERSION))).hex(" ")
    '00 00 ff 02 fe d4 02 2a 00'
    """
    length = len(payload)
    return bytes((0, 0, 0xFF, length, -length & 0xFF, *payload, -sum(payload) & 0xFF, 0))


class Frame(NamedTuple):
    """A frame that came, and what came after it."""

    payload: bytes  # empty for an acknowledgement
    rest: bytes


def unframed(heard: bytes) -> Frame | None:
    """Return the first frame of what was heard; None while it is not whole. Raise `Damaged`.

    >>> unframed(bytes.fromhex("0000ff00ff00 0000ff"))
    Frame(payload=b'', rest=b'\\x00\\x00\\xff')
    """
    at = heard.find(_START)
    if at < 0 or len(heard) < at + 4:
        return None
    length, check = heard[at + 2 : at + 4]
    if (length, check) == (0x00, 0xFF):
        return Frame(b"", heard[at + 5 :])
    if not length or (length + check) & 0xFF:
        raise Damaged("the length is not what its check says")
    end = at + 4 + length
    if len(heard) <= end:
        return None
    payload = heard[at + 4 : end]
    if (sum(payload) + heard[end]) & 0xFF:
        raise Damaged("the checksum is wrong")
    return Frame(payload, heard[end + 2 :])


def cascaded(uid: bytes) -> bytes:
    """Return a UID as the chip wants it to call a tag: with the cascade tags of its levels.

    >>> cascaded(bytes.fromhex("04a1b2c3d4e580")).hex()
    '8804a1b2c3d4e580'
    """
    parts = b""
    while len(uid) > 4:
        parts, uid = parts + bytes((CASCADE_TAG,)) + uid[:3], uid[3:]
    return parts + uid


def targets_in(answer: bytes) -> list[bytes]:
    """Return the UIDs in an answer to InListPassiveTarget, or raise `Damaged`."""
    if not answer or answer[0] > MOST_TARGETS:
        raise Damaged("a number of tags that cannot be")
    uids, rest = [], answer[1:]
    for number in range(1, answer[0] + 1):
        # The number of the tag, two bytes of SENS_RES, SEL_RES, and the length of the UID.
        if len(rest) < 5 or rest[0] != number or len(rest) < 5 + rest[4]:
            raise Damaged("a tag that is cut off")
        uid, rest = rest[5 : 5 + rest[4]], rest[5 + rest[4] :]
        uid = _without_cascade_tags(uid)
        if len(uid) not in (4, 7, 10):
            raise Damaged("a number of a length that no tag has")
        uids.append(uid)
    if rest:
        raise Damaged("more than the tags")
    return uids


def _without_cascade_tags(uid: bytes) -> bytes:
    """Return a UID without what some releases of the chip's firmware leave in it."""
    if len(uid) == 8 and uid[0] == CASCADE_TAG:
        return uid[1:]
    if len(uid) == 12 and uid[0] == uid[4] == CASCADE_TAG:
        return uid[1:4] + uid[5:]
    return uid


class Pn532Reader:
    """The chip, for one thread; after a fault it is set up again at the next look."""

    def __init__(
        self, link: Link, *, clock: Clock = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        """Use this link; nothing is opened yet."""
        self._link, self._clock, self._sleep = link, clock, sleep
        self._is_open = self._is_ready = False
        self._heard = b""
        self._last: list[bytes] = []  # the tags of the last look
        self._damaged = 0  # looks in a row that were
        self._off_at = 0.0  # when the field was switched off
        self.version = ""  # of the firmware in the chip

    def look(self) -> tuple[int, list[bytes]]:
        """Return what is on the reader now."""
        try:
            self._last = self._look()
        except Damaged as damage:
            self._is_ready = False
            self._damaged += 1
            if self._damaged < DAMAGED_LOOKS:
                return GARBLED, []
            self.close()
            raise ReaderFault(
                Trouble("what the PN532 says arrives damaged: {words}", plainly="the reader cannot be understood",
                        words=damage),
                Trouble("shorten the reader's wires, and check its ground and its supply"),
            ) from damage  # fmt: skip
        except Mute as silence:
            self.close()
            raise ReaderFault(
                Trouble("the PN532 does not answer on {link}", plainly="the reader does not answer",
                        link=self._link.name),
                Trouble("check the reader's wires and its supply, and that its switches say {link}",
                        link=self._link.name),
            ) from silence  # fmt: skip
        except BaseException:
            self.close()
            raise
        self._damaged = 0
        return (CLEAR if self._last else SILENT), list(self._last)

    def close(self) -> None:
        """Switch the field off and close the link; harmless if already closed."""
        is_open, is_ready = self._is_open, self._is_ready
        self._is_open = self._is_ready = False
        try:
            if is_open and is_ready:
                self._field_off()
        except (Mute, Damaged, OSError):
            pass  # a chip that is gone has no field
        finally:
            self._link.close()

    def _look(self) -> list[bytes]:
        """Look, and once more from the beginning at a chip that has lost its power and forgotten everything."""
        if self._is_ready:
            try:
                return self._tags()
            except (Mute, Damaged):
                self._is_ready = False
        self._set_up()
        return self._tags()

    def _set_up(self) -> None:
        if not self._is_open:
            self._link.open()
            self._is_open = True
        self._link.wake()
        # After power-on it obeys no other command before this one (AN10609, low battery mode).
        self._ask(SAM_CONFIGURATION, 0x01, 0x14, 0x01)
        answer = self._ask(GET_FIRMWARE_VERSION)
        if len(answer) != 4 or answer[0] != CHIP:
            raise ReaderFault(
                Trouble("what answers is no PN532", plainly="the reader is not the one that is configured"),
                Trouble("check which reader the configuration names"),
            )
        self.version = f"{answer[1]}.{answer[2]}"
        self._ask(SET_PARAMETERS, 0x00)  # a card with a processor is not asked for more than its number
        # Unless told otherwise, it waits for a tag for ever.
        self._ask(RF_CONFIGURATION, MAX_RETRIES, 0xFF, 0x01, 0x01)
        self._field_off()
        self._is_ready = True

    def _tags(self) -> list[bytes]:
        uids = self._list(MOST_TARGETS)
        if len(uids) == MOST_TARGETS:
            missed = [uid for uid in self._last if uid not in uids]
            uids += [uid for uid in missed if uid in self._list(1, cascaded(uid))]
        return uids

    def _list(self, most: int, called: bytes = b"") -> list[bytes]:
        """Switch the field on, tell tags apart or call one by its number, and switch the field off."""
        self._sleep(max(0.0, self._off_at + FORGET_S - self._clock()))
        uids = targets_in(self._ask(IN_LIST_PASSIVE_TARGET, most, TYPE_A, *called))
        self._field_off()
        return uids

    def _field_off(self) -> None:
        self._ask(RF_CONFIGURATION, RF_FIELD, 0x00)
        self._off_at = self._clock()

    def _ask(self, command: int, *values: int) -> bytes:
        """Give the chip a command, and return its answer."""
        self._heard = b""
        self._link.send(framed(bytes((FROM_HOST, command, *values))))
        if self._frame(len(ACK), ACK_S):
            raise Damaged("an answer without an acknowledgement")
        answer = self._frame(_LONGEST, ANSWER_S)
        if answer[:2] != bytes((FROM_CHIP, command + 1)):
            raise Damaged("an answer to something else")
        return answer[2:]

    def _frame(self, count: int, within_s: float) -> bytes:
        until = self._clock() + within_s
        while (frame := unframed(self._heard)) is None:
            is_late = self._clock() >= until  # looked at first: a busy machine may stand still between the two
            heard = self._link.receive(count)
            if self._link.is_stream:
                self._heard += heard
            elif heard:
                self._heard = heard
                if unframed(heard) is None:
                    raise Damaged("no frame")
            if not heard:
                if is_late:
                    raise Damaged("half a frame") if self._heard else Mute
                self._sleep(PAUSE_S)
        # On a bus, what comes after a frame has no meaning.
        self._heard = frame.rest if self._link.is_stream else b""
        return frame.payload


LATE_S: Final = 5.0  # the longest look at a chip that answers badly takes less
_LATE: Final = ReaderFault(
    Trouble("the bus or line to the PN532 hangs", plainly="the reader does not answer"),
    Trouble("plug the reader in again; if that does not help, start the machine again"),
)


class Pn532Pad(AskedPad):
    """A tag reader with a PN532."""

    def __init__(
        self,
        link: Callable[[], Link],
        *,
        name: str = "pad",
        poll_s: float = 0.05,
        presence: Callable[[], Presence] = Presence,
        clock: Clock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        late_s: float = LATE_S,
        again_s: float = AGAIN_S,
        threaded: bool = True,
    ) -> None:
        """Use this link; without a thread, the caller steps."""
        super().__init__(
            lambda: Pn532Reader(link(), clock=clock, sleep=sleep),
            name=name,
            late=_LATE,
            poll_s=poll_s,
            presence=presence,
            clock=clock,
            answer_s=late_s,
            again_s=again_s,
            threaded=threaded,
        )
