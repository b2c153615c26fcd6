"""An MFRC522 reader chip, register by register, in virtual time.

In: SPI transfers, whole ones, or byte by byte as a bus clocks them, and the level of the reset pin.
Out: the bytes it answers with. Behind the antenna is a `Field` with tags in it.

Each transfer moves the clock of the `Air` on by its bits and an overhead, so that timers, frames and the rise
of the field come out as in the datasheet, and are the same in every run. Section numbers are the datasheet's, and
nothing is taken from the driver. What a bench does to a chip can be done to this one: a strong tag drowns weak ones,
noise comes up with the gain, wires change bits, crystals start late, and single registers lose what was written.
"""

from __future__ import annotations

from math import log10
from random import Random
from typing import NamedTuple

from hardware.simulated.clock import Air
from hardware.simulated.field import SENSITIVITY_DB, Field
from hardware.simulated.transponder import Bits, Transponder, with_crc

CARRIER_HZ = 13.56e6
BIT_S = 128 / CARRIER_HZ
FRAME_DELAY_S = 1236 / CARRIER_HZ
FIELD_RISE_S = 5e-3  # what a tag may take to be ready after the field is there (ISO/IEC 14443-3, 5.2)
RESET_S = 5e-3  # without a field, after which a tag must have forgotten everything (ISO/IEC 14443-3, 5.3)
START_UP_S = 40e-6  # oscillator and reset (8.8.2)
SURE_HZ = 250_000  # of the SPI clock, at which wires that are too long still carry every bit
FIFO_BYTES = 64

_COMMAND, _COM_IRQ, _DIV_IRQ, _ERROR = 0x01, 0x04, 0x05, 0x06
_FIFO_DATA, _FIFO_LEVEL, _CONTROL, _BIT_FRAMING, _COLL = 0x09, 0x0A, 0x0C, 0x0D, 0x0E
_TX_SEL, _RX_SEL, _RX_THRESHOLD = 0x16, 0x17, 0x18
_MODE, _TX_MODE, _RX_MODE, _TX_CONTROL, _TX_ASK = 0x11, 0x12, 0x13, 0x14, 0x15
_CRC_H, _CRC_L, _RF_CFG, _CW_GSP = 0x21, 0x22, 0x26, 0x28
_T_MODE, _T_PRESCALER, _T_RELOAD_H, _T_RELOAD_L, _VERSION = 0x2A, 0x2B, 0x2C, 0x2D, 0x37

# Values after a reset that are not zero (9.2).
_RESET_VALUES = {
    _COMMAND: 0x20, 0x02: 0x80, _COM_IRQ: 0x14, 0x07: 0x21, 0x0B: 0x08, _CONTROL: 0x10, _COLL: 0x80, _MODE: 0x3F,
    _TX_CONTROL: 0x80, _TX_SEL: 0x10, _RX_SEL: 0x84, _RX_THRESHOLD: 0x84, 0x19: 0x4D, 0x1C: 0x62, 0x1F: 0xEB,
    _CRC_H: 0xFF, _CRC_L: 0xFF, 0x24: 0x26, _RF_CFG: 0x48, 0x27: 0x88, _CW_GSP: 0x20, 0x29: 0x20,
}  # fmt: skip
_READ_ONLY = frozenset((_ERROR, 0x07, _CRC_H, _CRC_L, 0x2E, 0x2F, _VERSION))
_GAIN_DB = (18, 23, 18, 23, 33, 38, 43, 48)  # by RxGain (9.3.3.6)
# Bits that mean nothing (9.3): copies of the chip do not all read them as written.
_RESERVED = {_MODE: 0x54, _TX_MODE: 0x07, _RX_MODE: 0x03, _TX_ASK: 0xBF, _RF_CFG: 0x8F}

_IRQ_TX, _IRQ_RX, _IRQ_IDLE, _IRQ_ERR, _IRQ_TIMER = 0x40, 0x20, 0x10, 0x02, 0x01
_ERR_OVERFLOW, _ERR_COLLISION, _ERR_CRC, _ERR_PARITY, _ERR_PROTOCOL = 0x10, 0x08, 0x04, 0x02, 0x01
_RX_NO_ERR, _RX_NO_ERR_BITS = 0x08, 4  # fewer bits than these are no answer, if the register says so (9.3.2.4)
_RECEIVER_OFF, _POWER_DOWN = 0x20, 0x10
_COLL_NOT_VALID = 0x20


class Answer(NamedTuple):
    """What one tag says, and how strongly."""

    bits: Bits
    strength_db: float = 0.0


class _Reception(NamedTuple):
    """An answer on its way through the receiver."""

    done_at: float
    data: bytes
    last_bits: int
    error: int
    coll: int


class ReaderChip:
    """One simulated MFRC522."""

    def __init__(
        self,
        air: Air,
        field: Field | None = None,
        *,
        version: int = 0x92,
        spi_hz: int = 500_000,
        counts_align: bool = True,
        random: Random | None = None,
    ) -> None:
        """Wire a chip up; `counts_align` is whether collision positions count the bits that RxAlign skips."""
        self.air = air
        self.field = field or Field()
        self.version = version
        self.spi_hz = spi_hz
        self.counts_align = counts_align
        self.miso_stuck: int | None = None  # 0x00 or 0xFF: the line, whatever the chip says
        self.hung = False  # takes registers, starts no command; only the reset pin helps
        self.numb = False  # hears nobody, though its registers are right, until it is reset in whatever way
        self.flips = 0.0  # odds that a bit of a byte on the wires is another one, where the clock is too quick for them
        self.double_clocks = 0.0  # odds that a transfer loses its step, at any clock
        self.start_up_s = START_UP_S  # a slow crystal takes more
        self.reserved_high = False  # bits that mean nothing read as ones
        self.neighbours: list[ReaderChip] = []  # whose field, on at the same time, drowns every answer here
        self._random = random or Random(2)
        self._reset_high = True
        self._field_until: float | None = None
        self._in_field: dict[bytes, Transponder] = {}
        self._called: dict[bytes, float] = {}  # the strength of each tag that the last call reached
        self.is_read = False  # this transfer reads
        self.select()
        self._restart()

    # --- from outside ---

    def transfer(self, out: bytes, hz: int | None = None) -> bytes:
        """Move bytes over SPI while the chip is selected, and return those that came back (8.1.2)."""
        hz = hz or self.spi_hz
        seconds = self.air.charge(len(out), hz)
        # A register is written with the last bit, but read before its first bit comes back.
        reading_s = (len(out) - 1) * 8 / hz if out[0] & 0x80 else 0.0
        self.air.clock.sleep(seconds - reading_s)
        self.select()
        answer = bytes([self.exchange(byte) for byte in self._over_the_wire(out, hz)])
        self.air.clock.sleep(reading_s)
        return self._over_the_wire(answer, hz) if self.miso_stuck is None else answer

    def select(self) -> None:
        """Begin a transfer: the next byte is an address."""
        self._addressed: int | None = None

    def exchange(self, out: int) -> int:
        """Take one byte of a transfer, right now and over perfect wires, and return the one that comes back for it."""
        answer = self._clock_in(out) if self._reset_high else 0
        return answer if self.miso_stuck is None else self.miso_stuck

    def _clock_in(self, out: int) -> int:
        self._catch_up()
        addressed, following = self._addressed, out >> 1 & 0x3F
        if addressed is None:
            self._addressed, self.is_read = following, bool(out & 0x80)
        elif self.is_read:
            self._addressed = following
            return self._read(addressed)
        elif self.air.clock() >= self._ready_at:  # what is written before the oscillator is steady is lost
            self._write(addressed, out)
        return 0

    def _over_the_wire(self, data: bytes, hz: int) -> bytes:
        """Return bytes as they arrive at the other end of the wires."""
        value, bits = int.from_bytes(data, "big"), 8 * len(data)
        if self.flips and hz > SURE_HZ:
            for _ in data:
                if self._random.random() < self.flips / 2:  # half of them each way
                    value ^= 1 << self._random.randrange(bits)
        if self.double_clocks and self._random.random() < self.double_clocks / 2:
            # One bit is taken twice, and all that follow come a bit late.
            at = self._random.randrange(bits)
            kept = value >> at << at
            value = kept | (value & (1 << at) - 1) >> 1 | (value >> at & 1) << at - 1 if at else value
        return value.to_bytes(len(data), "big")

    def set_reset(self, high: bool) -> None:
        """Drive the reset pin: low is power-down, the rising edge a reset."""
        if high and not self._reset_high:
            self.hung = False
            self._restart()
        self._reset_high = high
        self._update_field()

    def brown_out(self) -> None:
        """Lose all settings, as after a dip of the supply."""
        self._restart()

    def lose(self, register: int, value: int | None = None) -> None:
        """Lose what one register held, as after a smaller dip; without a value it holds what it does after a reset."""
        self._registers[register] = _RESET_VALUES.get(register, 0) if value is None else value
        self._update_field()

    @property
    def field_on(self) -> bool:
        """Whether the antenna radiates."""
        return self._reset_high and not self._asleep and bool(self._registers[_TX_CONTROL] & 0x03)

    @property
    def gain_db(self) -> int:
        """The receiver's gain."""
        return _GAIN_DB[self._registers[_RF_CFG] >> 4 & 7]

    # --- registers ---

    def _restart(self) -> None:
        self.numb = False
        self._registers = bytearray(64)
        for register, value in _RESET_VALUES.items():
            self._registers[register] = value
        self._fifo = bytearray()
        self._astray = (
            False  # read beyond its end, which the datasheet forbids (8.3.1): nothing fits until it is flushed
        )
        self._command = 0
        self._asleep = False  # soft power-down: registers stay, everything else is off (8.6.2)
        self._ready_at = self.air.clock() + self.start_up_s
        self._reception: _Reception | None = None
        self._timer_at: float | None = None
        self._field_since: float | None = None
        self._update_field()

    def _read(self, register: int) -> int:
        if register == _FIFO_DATA:
            self._astray |= not self._fifo
            return self._fifo.pop(0) if self._fifo else 0
        if register == _FIFO_LEVEL:
            return len(self._fifo)
        if register == _COMMAND:
            down = self._asleep or self.air.clock() < self._ready_at
            return self._registers[_COMMAND] & _RECEIVER_OFF | (_POWER_DOWN if down else 0) | self._command
        if register == _VERSION:
            return self.version
        return self._registers[register] | (_RESERVED.get(register, 0) if self.reserved_high else 0)

    def _write(self, register: int, value: int) -> None:
        if register == _FIFO_DATA:
            if len(self._fifo) < FIFO_BYTES:
                self._fifo.append(value)
            else:
                self._registers[_ERROR] |= _ERR_OVERFLOW
        elif register == _FIFO_LEVEL:
            if value & 0x80:
                self._fifo.clear()
                self._astray = False
                self._registers[_ERROR] &= ~_ERR_OVERFLOW
        elif register in (_COM_IRQ, _DIV_IRQ):
            # The top bit says whether the marked bits are set or cleared (9.3.1.5).
            held = self._registers[register]
            self._registers[register] = held | value & 0x7F if value & 0x80 else held & ~value
        elif register == _COMMAND:
            self._registers[_COMMAND] = value & _RECEIVER_OFF
            self._power(not value & _POWER_DOWN)
            self._start(value & 0x0F)
        elif register == _COLL:
            self._registers[_COLL] = self._registers[_COLL] & 0x7F | value & 0x80
        elif register == _BIT_FRAMING:
            self._registers[_BIT_FRAMING] = value
            if value & 0x80 and self._command == 0x0C and not self.hung:
                self._transceive()
        elif register == _CONTROL:
            if value & 0x80:
                self._timer_at = None
            if value & 0x40:
                self._timer_at = self.air.clock() + self._timer_s()
        elif register not in _READ_ONLY:
            self._registers[register] = value
            if register == _TX_CONTROL:
                self._update_field()

    def _power(self, on: bool) -> None:
        """Go to sleep, or begin to wake up: the field comes back when the oscillator does."""
        if on == self._asleep:
            self._asleep = not on
            self._ready_at = self.air.clock() + (self.start_up_s if on else 0.0)
            self._update_field()

    def _start(self, command: int) -> None:
        if command == 0x0F:
            self._restart()
            return
        if command == 0x07:  # NoCmdChange
            return
        self._command = command
        self._reception = None
        self._registers[_ERROR] = 0
        if command == 0x03 and not self.hung:
            self._calculate_crc()
        elif command == 0x0C and self._registers[_BIT_FRAMING] & 0x80 and not self.hung:
            self._transceive()

    def _emptied(self) -> bytes:
        data = self._moved(self._fifo)
        self._fifo.clear()
        return data

    def _moved(self, data: bytes | bytearray) -> bytes:
        """Return what becomes of bytes that go through the FIFO."""
        return bytes(byte ^ 0xFF for byte in data) if self._astray else bytes(data)

    def _calculate_crc(self) -> None:
        # Only the preset 6363 of type A is modelled; the CRC itself is quick enough to be there at once.
        crc = with_crc(self._emptied())[-2:]
        self._registers[_CRC_L], self._registers[_CRC_H] = crc
        self._registers[_DIV_IRQ] |= 0x04
        self._registers[0x07] |= 0x20

    # --- time ---

    def _catch_up(self) -> None:
        """Let happen what has come due since the last transfer."""
        now = self.air.clock()
        if self._timer_at is not None and now >= self._timer_at:
            self._timer_at = None
            self._registers[_COM_IRQ] |= _IRQ_TIMER
        reception = self._reception
        if reception is not None and now >= reception.done_at:
            self._reception = None
            self._fifo += self._moved(reception.data)
            self._registers[_ERROR] |= reception.error
            self._registers[_CONTROL] = self._registers[_CONTROL] & 0xF8 | reception.last_bits
            self._registers[_COLL] = self._registers[_COLL] & 0x80 | reception.coll
            self._registers[_COM_IRQ] |= _IRQ_RX | (_IRQ_ERR if reception.error else 0)

    def _timer_s(self) -> float:
        prescaler = (self._registers[_T_MODE] & 0x0F) << 8 | self._registers[_T_PRESCALER]
        reload = self._registers[_T_RELOAD_H] << 8 | self._registers[_T_RELOAD_L]
        return (2 * prescaler + 1) * (reload + 1) / CARRIER_HZ  # 8.5

    # --- the air ---

    def _update_field(self) -> None:
        on = self.field_on
        now = self.air.clock()
        if on and self._field_since is None:
            self._field_since = max(now, self._ready_at)
            # A tag lives on a little without a field: it has not forgotten that it was halted.
            if self._field_until is None or now - self._field_until >= RESET_S:
                self._in_field.clear()
        elif not on and self._field_since is not None:
            self._field_since = None
            self._field_until = now
            self._called.clear()
        self.air.field_changed(id(self), on)

    def _transceive(self) -> None:
        framing = self._registers[_BIT_FRAMING]
        data = self._emptied()
        loose = framing & 0x07
        frame = Bits.from_bytes(with_crc(data) if self._registers[_TX_MODE] & 0x80 else data)
        if loose and data:
            frame = Bits(frame.value & ((1 << frame.length - 8 + loose) - 1), frame.length - 8 + loose)
        sent_at = self.air.clock() + _air_s(frame.length)
        self._registers[_COM_IRQ] |= _IRQ_TX
        gain_db = self.gain_db
        heard = [answer for answer in self._answers(frame) if answer.strength_db + gain_db >= self._least_db()]
        timer_at = sent_at + self._timer_s() if self._registers[_T_MODE] & 0x80 else None
        starts_at = sent_at + FRAME_DELAY_S
        reception = self._receive(heard, framing >> 4 & 0x07, starts_at) if heard else self._noise(starts_at)
        if reception is not None and not self._registers[_COMMAND] & _RECEIVER_OFF:
            self._reception = reception
            # The timer stops at the fifth bit that comes in (8.5).
            if timer_at is not None and timer_at > starts_at + 5 * BIT_S:
                timer_at = None
        self._timer_at = timer_at

    def _least_db(self) -> float:
        """Return what strength and gain must come to: MinLevel says how far above its usual value of 8 (9.3.2.9)."""
        least = self._registers[_RX_THRESHOLD] >> 4
        if self.numb or self._registers[_RX_SEL] != _RESET_VALUES[_RX_SEL]:  # listens to a pin, not to the antenna
            return float("inf")
        return SENSITIVITY_DB + 20.0 * log10(max(least, 1) / 8.0)

    def _answers(self, frame: Bits) -> list[Answer]:
        """Let all tags that hear the frame answer at once."""
        if self._field_since is None or self.air.clock() - self._field_since < FIELD_RISE_S:
            return []
        if not self._registers[_TX_ASK] & 0x40:  # a tag of type A hears pauses of the field only (9.3.2.6)
            return []
        if self._registers[_TX_SEL] != _RESET_VALUES[_TX_SEL]:  # the antenna is not driven by the encoder (9.3.2.7)
            return []
        if frame.length == 7:
            self._call()
        answers = [
            Answer(bits, strength_db)
            for uid, strength_db in self._called.items()
            if (bits := self._in_field[uid].answer(frame)) is not None
        ]
        if self.field.jammed:
            count = 16 if frame.length == 7 else max(8, 56 - frame.length)
            answers = [Answer(Bits(0, count)), Answer(Bits((1 << count) - 1, count))]
        return answers

    def _call(self) -> None:
        """Find out which tags have power right now; one that had none starts again."""
        self._called = self.field.powered(self.gain_db, self._registers[_CW_GSP] & 0x3F)
        self._in_field = {uid: self._in_field.get(uid) or Transponder(uid) for uid in self._called}

    def _noise(self, starts_at: float) -> _Reception | None:
        """Return what the decoder makes of noise while nobody answers."""
        count = self.field.noise_bits(self.gain_db)
        if not count or (count < _RX_NO_ERR_BITS and self._registers[_RX_MODE] & _RX_NO_ERR):
            return None
        data = self._random.randrange(1 << count).to_bytes(2, "little")[: (count + 7) // 8]
        return _Reception(starts_at + _air_s(count), data, count % 8, _ERR_PROTOCOL, _COLL_NOT_VALID)

    def _collision_db(self) -> float:
        """Return how far below the strongest answer another one still makes a collision.

        CollLevel is the part of the stronger half-bit, in eighths as it is taken here, that the weaker one must reach
        (9.3.2.9).
        """
        return 20.0 * log10(max(self._registers[_RX_THRESHOLD] & 7, 0.5) / 8.0)

    def _receive(self, heard: list[Answer], align: int, starts_at: float) -> _Reception:
        strongest_db = max(answer.strength_db for answer in heard)
        # A tag too weak to collide is not heard at all: the strongest captures the receiver.
        answers = [answer.bits for answer in heard if answer.strength_db >= strongest_db + self._collision_db()]
        value, count = answers[0].value, max(answer.length for answer in answers)
        error, coll = 0, _COLL_NOT_VALID
        differing = 0
        for answer in answers:
            differing |= answer.value ^ value
        if differing:
            error = _ERR_COLLISION
            bit = (differing & -differing).bit_length() - 1
            # Bits after the collision read as zero while ValuesAfterColl is zero (9.3.1.15).
            for answer in answers:
                value |= answer.value
            if not self._registers[_COLL] & 0x80:
                value &= (1 << bit + 1) - 1
            position = bit + 1 + (align if self.counts_align else 0)
            coll = position & 0x1F if position <= 32 else _COLL_NOT_VALID
        if self.field.disturbed(strongest_db, self.gain_db) or any(chip.field_on for chip in self.neighbours):
            error |= _ERR_PARITY
        data = Bits(value << align, count + align).to_bytes()
        if self._registers[_RX_MODE] & 0x80:
            if len(data) > 2 and with_crc(data[:-2]) == data:
                data = data[:-2]
            else:
                error |= _ERR_CRC
        return _Reception(starts_at + _air_s(count), data, (count + align) % 8, error, coll)


def _air_s(bits: int) -> float:
    """Return how long a frame takes: a parity bit after each byte, and start and end of communication."""
    return (bits + bits // 8 + 2) * BIT_S
