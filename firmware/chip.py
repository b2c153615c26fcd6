"""The MFRC522 reader chip: its registers, its health, and one frame at a time to the tags and back.

In: a port that moves bytes, and a function that waits some microseconds.
Out: the answer to a frame and its errors, or `ChipDeaf`.

Runs unchanged on MicroPython and on CPython. The driver never polls the chip in a loop: ISO/IEC 14443-3 fixes how
long a frame and its answer take, so it sleeps that long and then looks once. On a Pico most of a look was once the
interpreter's own time between transfers: so every frame is made ready before it is sent (`framed`), for a tag that
rests once for all looks, and its transfers go to the port together. Section numbers refer to the chip's datasheet.
"""

# mypy takes a constant of this name for true; MicroPython has no typing module to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Protocol

    class Port(Protocol):
        """The bus to one chip (8.1.2)."""

        def write(self, transfers: Sequence[bytes]) -> None:
            """Make these transfers one after the other; each is the address of a register and the bytes for it."""

        def read(self, addresses: bytes) -> Sequence[int]:
            """Make one transfer, and return what came back, which the next one may overwrite.

            The byte at each place is that of the address before it: the first one says nothing.
            """

    # A frame with everything it takes to send it: the transfers, how long to wait for the answer, what to read then,
    # and how many bytes should have been answered.
    Frame = tuple[tuple[bytes, ...], int, bytes, int]


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
_TIMEOUT_US = 300  # of the chip's timer, which stops at the fifth bit of an answer
_TICKS = _TIMEOUT_US // _TIMER_TICK_US - 1
_ANSWER_BYTES = 5

# Which bits of a setting matter (9.3); clones of the chip return anything for the others. Coll also holds the position
# of the last collision, next to the one bit that is set here.
_MASKS = {
    _TX_ASK: 0x40, _MODE: 0xAB, _TX_MODE: 0xF8, _RX_MODE: 0xFC, _RF_CFG: 0x70, _COLL: 0x80, _TX_SEL: 0x3F,
    _RX_THRESHOLD: 0xF7,
}  # fmt: skip


class ChipDeaf(Exception):
    """The chip did not start a frame, or never ended it."""


def setting(register: int, value: int) -> bytes:
    """Return the transfer that writes one register (8.1.2.3)."""
    return bytes((register << 1, value))


def reading(registers: "Iterable[int]") -> bytes:
    """Return the addresses that read these registers in one transfer (8.1.2.1)."""
    return bytes([0x80 | register << 1 for register in registers]) + b"\0"


# Read after a frame, in one transfer: its status and as many bytes as the answer should have. The version, which
# never changes, shows whether the wires carry the bytes unharmed.
_STATUS = (_COM_IRQ, _ERROR, _FIFO_LEVEL, _CONTROL, _COLL, _VERSION)
ANSWER_AT = 1 + len(_STATUS)
_LOOKS = tuple([reading(_STATUS + (_FIFO_DATA,) * count) for count in range(_ANSWER_BYTES + 1)])
_LOOK_AGAIN = reading((_COM_IRQ,))

_FIELD_ON = setting(_TX_CONTROL, 0x83)
FIELD_OFF = setting(_TX_CONTROL, 0x80)
# Before a frame, also where the FIFO may hold something: sending takes a frame out, and reading its answer.
_STOP = (setting(_COMMAND, _IDLE), setting(_COM_IRQ, _IRQ_ALL))
_STOP_AND_FLUSH = _STOP + (setting(_FIFO_LEVEL, 0x80),)
_START = setting(_COMMAND, _TRANSCEIVE)
_STOP_TIMER = (setting(_CONTROL, 0x80),)

_SETTINGS = (
    (_T_MODE, 0x80),  # TAuto: the timer starts when a frame has been sent
    (_T_PRESCALER, 169),
    (_T_RELOAD_H, _TICKS >> 8),
    (_T_RELOAD_L, _TICKS & 0xFF),
    (_TX_ASK, 0x40),  # 100 % modulation, as type A requires
    (_MODE, 0x3D),
    (_TX_MODE, 0x00),  # 106 kbit/s and no CRC of the chip's own
    (_RX_MODE, 0x08),  # RxNoErr: fewer than four bits are noise, and the receiver keeps listening
    (_MOD_WIDTH, 0x26),
    (_RF_CFG, 0x08),  # and the gain
    (_COLL, 0x00),  # bits after a collision read as zero
    # These equal the reset values. They are written so that `ailment` compares them: if one is lost, the chip
    # is deaf.
    (_TX_SEL, 0x10),
    (_RX_SEL, 0x84),
    (_RX_THRESHOLD, 0x84),
)
_CHECK = reading((_VERSION, _TX_CONTROL) + tuple([register for register, _ in _SETTINGS]))


def _bits_us(bits: int) -> int:
    """Return how long this many bits take at 106 kbit/s, including start and end of the frame."""
    return (bits + 2) * 944 // 100


def framed(data: bytes, last_bits: int, align: int, answer_bytes: int, answer_bits: int) -> "Frame":
    """Return a frame that is ready to be sent.

    Of the last byte only `last_bits` are sent (0 means all). The first bit of the answer is stored `align` bits into
    its byte. The answer has at most `answer_bits`, parity included, in `answer_bytes`; without bits there is none.
    """
    framing = align << 4 | last_bits
    # StartSend is cleared first: still set from the last frame, it would start this one with the old framing.
    sending = (
        bytes((_FIFO_DATA << 1,)) + data,
        setting(_BIT_FRAMING, framing),
        _START,
        setting(_BIT_FRAMING, framing | 0x80),
    )
    sent_bits = len(data) * 9 - (9 - last_bits if last_bits else 0)
    # A tag starts to answer exactly 92 us after the frame.
    answer_us = max(_TIMEOUT_US, _FRAME_DELAY_US + _bits_us(answer_bits)) if answer_bits else _FRAME_DELAY_US
    return sending, _bits_us(sent_bits) + answer_us + _MARGIN_US, _LOOKS[answer_bytes], answer_bytes


class Chip:
    """One MFRC522."""

    def __init__(self, port: "Port", wait_us: "Callable[[int], object]", gain_db: int = 33) -> None:
        """Use the chip behind this port; nothing is written before `init`."""
        if gain_db not in GAINS_DB:
            raise ValueError(f"gain_db is {gain_db}, but must be one of {sorted(GAINS_DB)}")
        self.look: Sequence[int] = b""  # the status after the last frame and, from `ANSWER_AT` on, its answer
        self.error = 0
        self.loose_bits = 0  # bits of the answer after its last whole byte
        self.collision = 0  # position as the chip reports it (9.3.1.15)
        self.frames = 0  # sent since the start
        self.mismatches = 0  # how often a register had a wrong value, because of the wires or of the chip
        self._write = port.write
        self._read = port.read
        self._wait_us = wait_us
        gain = GAINS_DB[gain_db]
        self._settings = [(register, value | gain if register == _RF_CFG else value) for register, value in _SETTINGS]
        self._version = 0
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
        self._write([setting(register, value) for register, value in self._settings])
        self._fifo_clean = False
        self._version = self.version()
        self.field_off()
        return self.healthy()

    def field_on(self) -> None:
        """Switch the antenna on; the caller must then wait 5.1 ms for the tags to power up."""
        self._write((_FIELD_ON,))
        self._field = True

    def field_off(self) -> None:
        """Switch the antenna off; every tag forgets its state."""
        self._write((FIELD_OFF,))
        self._field = False

    def version(self) -> int:
        """Read the chip's version number; 0x00 and 0xFF mean that nothing drives the line."""
        return self._get(_VERSION)

    def ailment(self) -> str:
        """Return what is wrong with the chip's registers, empty if all hold what was written."""
        _, version, antenna, *found = self._read(_CHECK)
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

    def exchange(self, frame: "Frame") -> int:
        """Send a frame; return how many bytes were answered, or `NOTHING`."""
        sending, wait_us, addresses, answer_bytes = frame
        self.frames += 1
        write = self._write
        write(_STOP if self._fifo_clean else _STOP_AND_FLUSH)
        write(sending)
        self._wait_us(wait_us)
        # The read must be sent before the length of the answer is known: asking for the length first would cost a
        # second transfer. If the answer is shorter, the surplus bytes are dropped; if it is longer, some stay in the
        # FIFO. In both cases a flush resets the FIFO before the next frame (9.3.1.11).
        self.look = look = self._read(addresses)
        irq = look[1]
        self.error = look[2]
        level = look[3]
        self.loose_bits = look[4] & 0x07
        self.collision = look[5]
        self._fifo_clean = level == answer_bytes
        if look[6] != self._version:
            self.mismatches += 1
            self.error, self._fifo_clean = self.error | ERR_RECEIVE, False
        if not irq & _IRQ_ENDED:
            # Something longer than any answer is still arriving; reading the FIFO meanwhile has corrupted it (8.3.1).
            self.error, self.collision, self._fifo_clean = ERR_RECEIVE, 0, False
            level, self.loose_bits = answer_bytes, 0
            irq = self._ended()
        if irq & _IRQ_SET1 or not irq & _IRQ_ENDED:
            raise ChipDeaf
        return level if irq & _IRQ_RX else NOTHING

    def tell(self, frame: "Frame") -> None:
        """Send a frame that has no answer."""
        self.frames += 1
        write = self._write
        write(_STOP if self._fifo_clean else _STOP_AND_FLUSH)
        write(frame[0])
        self._wait_us(frame[1])
        write(_STOP_TIMER)  # or it runs out in the middle of the next frame
        self._fifo_clean = False  # a tag that refuses answers with four bits

    def _ended(self) -> int:
        """Look twice whether what is arriving has ended; return the bits that say so."""
        irq = 0
        for _ in range(2):
            if not irq & _IRQ_ENDED:
                self._wait_us(_TIMEOUT_US)
                irq = self._read(_LOOK_AGAIN)[1]
        return irq

    def _set(self, register: int, value: int) -> None:
        self._write((setting(register, value),))

    def _get(self, register: int) -> int:
        return self._read(reading((register,)))[1]
