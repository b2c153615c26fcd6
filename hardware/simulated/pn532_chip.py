"""A simulated PN532: frames, commands and states as its user manual (UM0701) and data sheet have them.

In: bytes on one of its three interfaces, whichever its switches choose. Out: what the chip says there, when it is ready
to say it. Its radio meets the tags of a `Field` with the frames of ISO/IEC 14443-3.

Where the papers leave something open, this chip is the less kind one: it sleeps after power-on and then obeys
SAMConfiguration only; on I2C it refuses its address while it is busy; what is read in part is lost; what follows a
frame on a bus means nothing; nobody who sends a damaged frame is told. Nothing here comes from the driver that it is
there to test. How long its acts take is an estimate, except for what ISO/IEC 14443 demands.
"""

from __future__ import annotations

import errno
from collections import deque
from collections.abc import Callable, Iterator
from enum import Enum, auto
from math import log10
from typing import Final

from hardware.ports import Clock
from hardware.simulated.field import Field
from hardware.simulated.transponder import Bits, Transponder, with_crc

GAIN_DB: Final = 33
CAPTURE_DB: Final = 20.0 * log10(8 / 4)  # as far below the strongest, a tag is not even heard to collide
FIELD_RISE_S: Final = 5e-3  # ISO/IEC 14443-3, 5.2
FORGET_S: Final = 5e-3  # ISO/IEC 14443-3, 5.3: a tag without a field may remember for this long
WAKE_S: Final = 2e-3
ACK_S: Final = 1e-3
ACT_S: Final = 1e-3
TRY_S: Final = 5e-3  # from one call of tags to the next
FASTEST_SPI_HZ: Final = 5_000_000
I2C_HZ: Final = 400_000
BAUD: Final = 115_200
FOREVER: Final = 0xFF

_ACK, _NACK = bytes.fromhex("0000ff00ff00"), bytes.fromhex("0000ffff0000")
_SYNTAX_ERROR = bytes.fromhex("0000ff01ff7f8100")
_TURNED = bytes(sum((value >> bit & 1) << 7 - bit for bit in range(8)) for value in range(256))
_AFTER = 0x5A  # what is read behind a frame on a bus
_REQA, _HLTA = Bits(0x26, 7), Bits.from_bytes(with_crc(b"\x50\x00"))
_SELECT = (0x93, 0x95, 0x97)


class Interface(Enum):
    """What the switches of a module choose."""

    SPI = auto()
    I2C = auto()
    UART = auto()


class _Listing:
    """An InListPassiveTarget that is under way."""

    def __init__(self, most: int, wanted: bytes, at: float) -> None:
        self.most, self.wanted, self.at = most, wanted, at
        self.found: list[bytes] = []
        self.tries = 0


class Pn532Chip:
    """One chip with its antenna."""

    def __init__(
        self,
        clock: Clock,
        field: Field | None = None,
        interface: Interface = Interface.SPI,
        *,
        sleep: Callable[[float], None] = lambda _: None,
    ) -> None:
        """Put the chip under a field; `sleep` is called for as long as a transfer takes."""
        self.clock, self.field, self.interface = clock, field or Field(), interface
        self._sleep = sleep
        self.firmware = bytes((0x32, 0x01, 0x06, 0x07))
        self.is_unplugged = False
        self.is_mute = False  # hears everything, and says nothing
        self.i2c_fault = errno.EREMOTEIO  # how this kernel calls an address that is refused; older ones say EIO
        self.garble: Callable[[bytes], bytes] = lambda said: said  # what the wires make of what the chip says
        self.commands: list[int] = []  # all that were taken
        self.brown_out()

    def brown_out(self) -> None:
        """Lose the power for a moment, and everything with it."""
        self._awake_at: float | None = None
        self._is_normal = False
        self._retries = FOREVER
        self._field_since: float | None = None
        self._field_until = 0.0
        self._tags: dict[bytes, Transponder] = {}
        self._said: deque[tuple[float, bytes]] = deque()
        self._last = b""
        self._listing: _Listing | None = None
        self._inbox = bytearray()
        self._line = bytearray()  # what is on the serial line, and until when it is
        self._line_at = 0.0

    @property
    def field_on(self) -> bool:
        """Whether the antenna is on."""
        return self._field_since is not None

    # --- SPI: the lowest bit first ---

    def transfer(self, out: bytes, hz: int) -> bytes:
        """Clock bytes in and out while the select is down."""
        self._sleep(len(out) * 8 / hz)
        if self.is_unplugged or self.interface is not Interface.SPI or not out:
            return bytes([0xFF] * len(out))
        if hz > FASTEST_SPI_HZ:
            return bytes([0xAA] * len(out))
        if not self._is_awake():
            if len(out) * 8 / hz >= WAKE_S:
                self._awake_at = self.clock()
            return bytes(len(out))
        kind, *data = out.translate(_TURNED)
        answer = bytes(len(data))
        if kind == 1:
            self._take(bytes(data))
        elif kind == 2:
            answer = bytes([1 if self._ready() else 0] * len(data))
        elif kind == 3:
            answer = self._read(len(data))
        return (b"\0" + answer).translate(_TURNED)

    # --- I2C: an OSError is an address that is refused ---

    def i2c_write(self, data: bytes) -> None:
        """Take what is written."""
        self._call_address(len(data))
        self._take(data)

    def i2c_read(self, count: int) -> bytes:
        """Return what is read, the first byte of which says whether the rest means anything."""
        self._call_address(count)
        if not self._ready():
            if self._said or self._listing:
                raise self._refused()
            return bytes(count)
        return b"\x01" + self._read(count - 1) if count > 1 else b"\x01"

    def _call_address(self, count: int) -> None:
        self._sleep((count + 1) * 9 / I2C_HZ)
        if self.is_unplugged or self.interface is not Interface.I2C:
            raise self._refused()
        if not self._is_awake():
            if self._awake_at is None:
                self._awake_at = self.clock() + WAKE_S
            raise self._refused()

    def _refused(self) -> OSError:
        return OSError(self.i2c_fault, "Remote I/O error")

    # --- the serial line ---

    def line_in(self, data: bytes, baud: int) -> None:
        """Take bytes from the serial line."""
        if self.is_unplugged:
            raise OSError(errno.EIO, "Input/output error")
        if self.interface is not Interface.UART or baud != BAUD:
            return
        if not self._is_awake():
            woken = data.find(0x55)
            if woken < 0:
                return
            if self._awake_at is None:
                self._awake_at = self.clock() + WAKE_S
            # What comes before the oscillator runs is lost.
            data = data[woken + int(WAKE_S * BAUD / 10) :]
            if len(data) * 10 / BAUD < WAKE_S:
                return
        self._take(data)

    def line_out(self, count: int) -> bytes:
        """Return what has come over the serial line by now."""
        if self.is_unplugged:
            raise OSError(errno.EIO, "Input/output error")
        while self._ready():
            at, _ = self._said[0]
            if not self._line:
                self._line_at = at
            self._line += self._next()
        by_now = max(0, min(len(self._line), int((self.clock() - self._line_at) * BAUD / 10)))
        by_now = min(by_now, count)
        said, self._line = bytes(self._line[:by_now]), self._line[by_now:]
        self._line_at += by_now * 10 / BAUD
        return said

    def line_forget(self) -> None:
        """Drop what has come and was not read."""
        self.line_out(1 << 16)

    # --- frames ---

    def _is_awake(self) -> bool:
        return self._awake_at is not None and self.clock() >= self._awake_at

    def _take(self, data: bytes) -> None:
        self._inbox += data
        while (at := self._inbox.find(b"\x00\xff")) >= 0 and len(self._inbox) >= at + 4:
            length, check = self._inbox[at + 2], self._inbox[at + 3]
            if (length, check) in ((0x00, 0xFF), (0xFF, 0x00)):
                del self._inbox[: at + 4]
                self._listing = None  # an ACK ends what is under way
                self._said.clear()
                if length and self._last:
                    self._said.append((self.clock() + ACT_S, self._last))
            elif (length + check) & 0xFF:
                del self._inbox[: at + 2]
            elif len(self._inbox) <= at + 4 + length:
                break
            else:
                body = bytes(self._inbox[at + 4 : at + 5 + length])
                del self._inbox[: at + 5 + length]
                if not sum(body) & 0xFF:
                    self._obey(body[:-1])
        if self.interface is not Interface.UART:
            self._inbox.clear()  # on a bus, a frame comes in one piece or not at all

    def _ready(self) -> bool:
        self._list_on()
        return bool(self._said) and self.clock() >= self._said[0][0] and not self.is_mute

    def _next(self) -> bytes:
        _, frame = self._said.popleft()
        return self.garble(frame)

    def _read(self, count: int) -> bytes:
        said = self._next() if self._ready() else b""
        return said[:count].ljust(count, bytes((_AFTER,)))

    def _say(self, at: float, payload: bytes) -> None:
        length = len(payload)
        frame = bytes((0, 0, 0xFF, length, 0x100 - length & 0xFF)) + payload
        self._last = frame + bytes((-sum(payload) & 0xFF, 0))
        self._said.append((at, self._last))

    # --- commands ---

    def _obey(self, body: bytes) -> None:
        if len(body) < 2 or body[0] != 0xD4:
            return
        command, values = body[1], body[2:]
        if not self._is_normal and command != 0x14:
            return
        self.commands.append(command)
        self._listing = None  # a new command ends what is under way
        self._said.clear()
        now = self.clock()
        self._said.append((now + ACK_S, _ACK))
        answer = self._carry_out(command, values, now)
        if answer is not None:
            self._say(now + ACK_S + ACT_S, bytes((0xD5, command + 1)) + answer)
        elif self._listing is None:
            self._said.append((now + ACK_S + ACT_S, _SYNTAX_ERROR))

    def _carry_out(self, command: int, values: bytes, now: float) -> bytes | None:
        """Return the answer; None if there is none yet, or none at all."""
        match command, *values:
            case 0x14, 0x01, *_:
                self._is_normal = True
                return b""
            case (0x02,):
                return self.firmware
            case 0x12, _:
                return b""
            case 0x32, 0x01, field:
                self._switch(bool(field & 1), now)
                return b""
            case 0x32, 0x05, _, _, retries:
                self._retries = retries
                return b""
            case 0x4A, (1 | 2) as most, 0x00, *wanted:
                self._switch(True, now)
                assert self._field_since is not None
                begins = max(now + ACK_S, self._field_since + FIELD_RISE_S)
                self._listing = _Listing(most, bytes(wanted), begins)
            case _:
                pass
        return None

    def _switch(self, on: bool, now: float) -> None:
        if not on and self._field_since is not None:
            self._field_since, self._field_until = None, now
        elif on and self._field_since is None:
            self._field_since = now
            if now - self._field_until >= FORGET_S:
                self._tags.clear()

    # --- the radio ---

    def _list_on(self) -> None:
        """Call for tags as often as it would have been done by now."""
        while (listing := self._listing) is not None and self.clock() >= listing.at:
            uid = self._activate(listing.wanted)
            listing.at += TRY_S
            listing.tries += 1
            if uid:
                listing.found.append(uid)
                listing.tries = 0
                if len(listing.found) < listing.most:
                    self._send(_HLTA)
            if len(listing.found) == listing.most or (self._retries != FOREVER and listing.tries > self._retries):
                self._listing = None
                self._say(listing.at, bytes((0xD5, 0x4B, len(listing.found))) + b"".join(_described(listing.found)))

    def _activate(self, wanted: bytes) -> bytes:
        """Call tags, tell one of them apart, or the one that is wanted, and select it."""
        powered = self.field.powered(GAIN_DB)
        heard = set(self.field.audible(GAIN_DB)) & set(powered)
        self._tags = {uid: self._tags.get(uid) or Transponder(uid) for uid in heard}
        answers = self._send(_REQA)
        if not answers or self.field.jammed or self.field.disturbed(max(powered[uid] for uid in answers), GAIN_DB):
            return b""
        uid, parts = b"", [wanted[at : at + 4] for at in range(0, len(wanted), 4)]
        for level in range(3):
            if wanted:
                part = parts[level] if level < len(parts) else b""
                part += bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)) if len(part) == 4 else b""
            else:
                part = self._resolve(level, powered)
            if len(part) != 5:
                return b""
            selected = self._send(Bits.from_bytes(with_crc(bytes((_SELECT[level], 0x70)) + part)))
            if len(selected) != 1:
                return b""
            uid += part[1:4] if part[0] == 0x88 else part[:4]
            if not next(iter(selected.values())).value & 0x04:
                return uid
        return b""

    def _resolve(self, level: int, strengths_db: dict[bytes, float]) -> bytes:
        """Walk through the collisions of one cascade level, always towards the tags with a one."""
        value = known = 0
        while known < 40:
            at = 16 + known
            head = _SELECT[level] | ((at // 8) << 4 | at % 8) << 8
            answers = self._send(Bits(head | value << 16, at))
            if not answers:
                return b""
            # A strong tag captures the receiver: a weak one is not heard to collide with it.
            strongest = max(strengths_db[uid] for uid in answers)
            loud = [bits.value for uid, bits in answers.items() if strengths_db[uid] >= strongest - CAPTURE_DB]
            differing = 0
            for one in loud:
                differing |= one ^ loud[0]
            if not differing:
                return (value | loud[0] << known).to_bytes(5, "little")
            bit = (differing & -differing).bit_length() - 1
            value |= (loud[0] & (1 << bit) - 1 | 1 << bit) << known
            known += bit + 1
        return value.to_bytes(5, "little")

    def _send(self, frame: Bits) -> dict[bytes, Bits]:
        """Return what each tag answers."""
        answers = {uid: tag.answer(frame) for uid, tag in self._tags.items()}
        return {uid: bits for uid, bits in answers.items() if bits is not None}


def _described(uids: list[bytes]) -> Iterator[bytes]:
    for number, uid in enumerate(uids, 1):
        size = {4: 0x04, 7: 0x44, 10: 0x84}[len(uid)]
        yield bytes((number, 0x00, size, 0x00, len(uid))) + uid


class Pn532Line:
    """What pyserial's `Serial` is to the driver, with this chip at the other end."""

    def __init__(self, chip: Pn532Chip, baud: int = BAUD) -> None:
        self._chip, self._baud = chip, baud

    def write(self, data: bytes) -> int:
        """Send."""
        self._chip.line_in(bytes(data), self._baud)
        return len(data)

    def read(self, count: int) -> bytes:
        """Return what has come."""
        return self._chip.line_out(count)

    def reset_input_buffer(self) -> None:
        """Forget what has come."""
        self._chip.line_forget()

    def close(self) -> None:
        """Do nothing: the chip stays on."""
