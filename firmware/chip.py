"""The MFRC522 reader chip: its registers, its health, and one frame at a time to the tags and back.

In: a port that reads and writes registers, and a function that waits some microseconds.
Out: the answer to a frame and its errors, or `ChipDeaf`.

Runs unchanged on MicroPython and on CPython. The driver never polls the chip in a loop: ISO/IEC 14443-3 fixes how
long a frame and its answer take, so it sleeps that long and then looks once. Section numbers refer to the chip's
datasheet.
"""

# mypy takes a constant of this name for true; MicroPython has no typing module to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    class Port(Protocol):
        """The registers of one chip; each call is one SPI transfer (8.1.2)."""

        def write(self, register: int, data: bytes | bytearray | memoryview) -> None:
            """Write the bytes to one register, one after the other."""

        def read(self, registers: bytes) -> Sequence[int]:
            """Read the registers one after the other; a register named twice is read twice."""


# Antenna gains in dB and their RxGain values (9.3.3.6); two of the eight codes are duplicates.
GAINS_DB = {18: 0x20, 23: 0x30, 33: 0x40, 38: 0x50, 43: 0x60, 48: 0x70}

# Versions of chips that are known to work: NXP 1.0 and 2.0, and the common clones. Others may work as well.
VERSIONS = (0x91, 0x92, 0x88, 0x89, 0x90, 0xB2, 0x12)
NO_VERSIONS = (0x00, 0xFF)  # nothing drives the line

# This many wrong register values in a minute mean that the wires need half the clock.
SLOW_AFTER = 8

NOTHING = -1  # no tag answered

# Bits of `Chip.error`.
ERR_COLLISION = 0x08
ERR_RECEIVE = 0x13  # buffer overflow, parity, protocol

# Registers (9.2).
_COMMAND = 0x01
_COM_IRQ = 0x04
_ERROR = 0x06
_FIFO_DATA = 0x09
_FIFO_LEVEL = 0x0A
_CONTROL = 0x0C
_BIT_FRAMING = 0x0D
_COLL = 0x0E
_MODE = 0x11
_TX_MODE = 0x12
_RX_MODE = 0x13
_TX_CONTROL = 0x14
_TX_ASK = 0x15
_TX_SEL = 0x16
_RX_SEL = 0x17
_RX_THRESHOLD = 0x18
_MOD_WIDTH = 0x24
_RF_CFG = 0x26
_T_MODE = 0x2A
_T_PRESCALER = 0x2B
_T_RELOAD_H = 0x2C
_T_RELOAD_L = 0x2D
_VERSION = 0x37

_IDLE = 0x00
_TRANSCEIVE = 0x0C
_SOFT_RESET = 0x0F
_POWER_DOWN = 0x10

_IRQ_ALL = 0x7F
_IRQ_SET1 = 0x80  # write-only: it always reads as 0, except on a line that is stuck high
_IRQ_RX = 0x20
_IRQ_TIMER = 0x01
_IRQ_ENDED = _IRQ_RX | _IRQ_TIMER

_FRAME_DELAY_US = 92  # 1172 or 1236 carrier periods from the last bit sent to the first one answered
_TIMER_TICK_US = 25  # prescaler 169: 13.56 MHz / (2 * 169 + 1) = 40 kHz
_MARGIN_US = 40
_START_UP_MS = 50  # for a slow crystal; a quick one takes less than 1 ms
_FRAME_BYTES = 9
_ANSWER_BYTES = 5

# Read after a frame, in one transfer: its status and as many bytes as the answer should have. The version, which
# never changes, shows whether the wires carry the bytes unharmed.
_STATUS = bytes((_COM_IRQ, _ERROR, _FIFO_LEVEL, _CONTROL, _COLL, _VERSION))
_STATUS_BYTES = 6

# Which bits of a setting matter (9.3); clones of the chip return anything for the others. Coll also holds the position
# of the last collision, next to the one bit that is set here.
_MASKS = {
    _TX_ASK: 0x40, _MODE: 0xAB, _TX_MODE: 0xF8, _RX_MODE: 0xFC, _RF_CFG: 0x70, _COLL: 0x80, _TX_SEL: 0x3F,
    _RX_THRESHOLD: 0xF7,
}  # fmt: skip
_LOOKS = tuple(_STATUS + bytes((_FIFO_DATA,)) * count for count in range(_ANSWER_BYTES + 1))


class ChipDeaf(Exception):
    """The chip did not start a frame, or never ended it."""


def _bits_us(bits: int) -> int:
    """Return how long this many bits take at 106 kbit/s, including start and end of the frame."""
    return (bits + 2) * 944 // 100


class Chip:
    """One MFRC522."""

    def __init__(
        self,
        port: "Port",
        wait_us: "Callable[[int], object]",
        gain_db: int = 33,
        answer_timeout_us: int = 300,
    ) -> None:
        """Use the chip behind this port; nothing is written before `init`."""
        if gain_db not in GAINS_DB:
            raise ValueError(f"gain_db is {gain_db}, but must be one of {sorted(GAINS_DB)}")
        self.frame = bytearray(_FRAME_BYTES)  # to be sent
        self.view = memoryview(self.frame)
        self.answer = b""
        self.error = 0
        self.loose_bits = 0  # bits of the answer after its last whole byte
        self.collision = 0  # position as the chip reports it (9.3.1.15)
        self.frames = 0  # sent since the start
        self.mismatches = 0  # how often a register had a wrong value, because of the wires or of the chip
        self._port = port
        self._wait_us = wait_us
        # A tag starts to answer exactly 92 us after the frame; the timer stops at the fifth bit of the answer.
        self._timeout_us = answer_timeout_us
        ticks = max(1, answer_timeout_us // _TIMER_TICK_US) - 1
        self._settings = (
            (_T_MODE, 0x80),  # TAuto: the timer starts when a frame has been sent
            (_T_PRESCALER, 169),
            (_T_RELOAD_H, ticks >> 8),
            (_T_RELOAD_L, ticks & 0xFF),
            (_TX_ASK, 0x40),  # 100 % modulation, as type A requires
            (_MODE, 0x3D),
            (_TX_MODE, 0x00),  # 106 kbit/s and no CRC of the chip's own
            (_RX_MODE, 0x08),  # RxNoErr: fewer than four bits are noise, and the receiver keeps listening
            (_MOD_WIDTH, 0x26),
            (_RF_CFG, GAINS_DB[gain_db] | 0x08),
            (_COLL, 0x00),  # bits after a collision read as zero
            # These equal the reset values. They are written so that `ailment` compares them: if one is lost, the chip
            # is deaf.
            (_TX_SEL, 0x10),
            (_RX_SEL, 0x84),
            (_RX_THRESHOLD, 0x84),
        )
        self._version = 0
        self._one = bytearray(1)
        self._field = False
        self._fifo_clean = False

    # --- the chip ---

    def init(self) -> bool:
        """Reset the chip and write its settings; the field is off afterwards. Return whether it is healthy."""
        self._set(_COMMAND, _SOFT_RESET)
        for _ in range(_START_UP_MS):
            self._wait_us(1000)
            # The oscillator is steady once the power-down bit is cleared (8.8.2); all ones mean that no chip answers.
            command = self._get(_COMMAND)
            if not command & _POWER_DOWN or command == 0xFF:
                break
        for register, value in self._settings:
            self._set(register, value)
        self._fifo_clean = False
        self._version = self.version()
        self.field_off()
        return self.healthy()

    def field_on(self) -> None:
        """Switch the antenna on; the caller must then wait 5.1 ms for the tags to power up."""
        self._set(_TX_CONTROL, 0x83)
        self._field = True

    def field_off(self) -> None:
        """Switch the antenna off; every tag forgets its state."""
        self._set(_TX_CONTROL, 0x80)
        self._field = False

    def version(self) -> int:
        """Read the chip's version number; 0x00 and 0xFF mean that nothing drives the line."""
        return self._get(_VERSION)

    def ailment(self) -> str:
        """Return what is wrong with the chip's registers, empty if all hold what was written."""
        registers = bytes((_VERSION, _TX_CONTROL)) + bytes(register for register, _ in self._settings)
        version, antenna, *found = self._port.read(registers)
        if version in NO_VERSIONS:
            return f"version register reads 0x{version:02x}"
        if version != self._version:
            self.mismatches += 1
            return f"version register reads 0x{version:02x}, and 0x{self._version:02x} before"
        for (register, value), held in zip(self._settings, found):  # noqa: B905 - MicroPython's zip knows no `strict`
            if (held ^ value) & _MASKS.get(register, 0xFF):
                self.mismatches += 1
                return f"register 0x{register:02x} reads 0x{held:02x} instead of 0x{value:02x}"
        if self._field and antenna & 0x03 != 0x03:
            return "the antenna has switched itself off"
        return ""

    def healthy(self) -> bool:
        """Return whether there is a chip and its registers still hold what was written."""
        return not self.ailment()

    # --- one frame ---

    def exchange(self, length: int, last_bits: int, align: int, answer_bytes: int, answer_bits: int) -> int:
        """Send the first `length` bytes of the frame; return how many bytes were answered, or `NOTHING`.

        Of the last byte only `last_bits` are sent (0 means all). The first bit of the answer is stored `align` bits
        into its byte. The answer has at most `answer_bits`, parity included, in `answer_bytes`.
        """
        self._send(length, align << 4 | last_bits)
        sent_bits = length * 9 - (9 - last_bits if last_bits else 0)
        answer_us = max(self._timeout_us, _FRAME_DELAY_US + _bits_us(answer_bits))
        self._wait_us(_bits_us(sent_bits) + answer_us + _MARGIN_US)
        # The read must be sent before the length of the answer is known: asking for the length first would cost a
        # second transfer. If the answer is shorter, the surplus bytes are dropped; if it is longer, some stay in the
        # FIFO. In both cases a flush resets the FIFO before the next frame (9.3.1.11).
        look = self._port.read(_LOOKS[answer_bytes])
        irq, self.error, level, control, self.collision, version = look[:_STATUS_BYTES]
        self.loose_bits = control & 0x07
        self.answer = bytes(look[_STATUS_BYTES : _STATUS_BYTES + level])
        self._fifo_clean = level == answer_bytes
        if version != self._version:
            self.mismatches += 1
            self.error, self._fifo_clean = self.error | ERR_RECEIVE, False
        for _ in range(2):
            if irq & _IRQ_ENDED:
                break
            # Something longer than any answer is still arriving; reading the FIFO meanwhile has corrupted it (8.3.1).
            self.error, self.collision, self._fifo_clean = ERR_RECEIVE, 0, False
            level, self.loose_bits = answer_bytes, 0
            self._wait_us(self._timeout_us)
            irq = self._get(_COM_IRQ)
        if irq & _IRQ_SET1 or not irq & _IRQ_ENDED:
            raise ChipDeaf
        return level if irq & _IRQ_RX else NOTHING

    def tell(self, length: int) -> None:
        """Send the first bytes of a frame that has no answer."""
        self._send(length, 0)
        self._wait_us(_bits_us(length * 9) + _FRAME_DELAY_US + _MARGIN_US)
        self._set(_CONTROL, 0x80)  # TStopNow: otherwise the timer runs out in the middle of the next frame
        self._fifo_clean = False  # a tag that refuses answers with four bits

    def _send(self, length: int, framing: int) -> None:
        """Start sending."""
        self.frames += 1
        self._set(_COMMAND, _IDLE)
        self._set(_COM_IRQ, _IRQ_ALL)
        # Sending takes a frame out of the FIFO, and reading takes out its answer.
        if not self._fifo_clean:
            self._set(_FIFO_LEVEL, 0x80)
        self._port.write(_FIFO_DATA, self.view[:length])
        # StartSend is cleared first: still set from the last frame, it would start this one with the old framing.
        self._set(_BIT_FRAMING, framing)
        self._set(_COMMAND, _TRANSCEIVE)
        self._set(_BIT_FRAMING, framing | 0x80)

    def _set(self, register: int, value: int) -> None:
        self._one[0] = value
        self._port.write(register, self._one)

    def _get(self, register: int) -> int:
        return self._port.read(bytes((register,)))[0]
