"""The MFRC522 reader chip: from registers to the UIDs of every tag in its field.

In: a port that moves bytes in and out of registers, and a function that waits some microseconds.
Out: `poll()` gives what one look at the field showed, and the UIDs read.

Runs unchanged on MicroPython and on CPython. Nothing here spins on the chip: how long a frame and its answer
take follows from ISO/IEC 14443-3, so the driver sleeps through it and then looks once.

How several tags are told apart: WUPA wakes them all, also those halted by the poll before. Anticollision
frames leave a tag in READY, so one cascade level is walked as a binary tree of UID bits; each UID part found
is then selected, which proves it with a CRC and leads either to the next level or to a whole UID, which is
halted. Selecting one tag sends the others back to sleep: they are woken again for the next branch.

With `prove_polls` above one, a first part that was proved not long ago stands for the UIDs behind it: several
tags cost a third of the time then. Tags that share their first part are told apart as before, only later.
"""

# mypy takes a constant of this name for true; MicroPython has no typing module to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    class Port(Protocol):
        """The registers of one chip; each call is one SPI transfer."""

        def write(self, register: int, data: bytes | bytearray | memoryview) -> None:
            """Write the bytes to one register, one after the other."""

        def read(self, register: int, count: int) -> Sequence[int]:
            """Read one register `count` times."""

    class GatheringPort(Port, Protocol):
        """A port that can also read several registers in one transfer (datasheet 8.1.2.1); used if it can."""

        def gather(self, registers: bytes) -> Sequence[int]:
            """Read each of the registers once."""


# What one poll showed.
SILENT = 0  # the chip's timer ran out: nobody is there
CLEAR = 1  # every tag that answered was read
GARBLED = 2  # something answered, and not all of it could be read
CROWDED = 3  # tags collided, and anticollision could not tell them apart
DEAF = 4  # the chip itself did not work

# Antenna gains in dB and their RxGain values (datasheet 9.3.3.6); two of the eight codes are doubles.
GAINS_DB = {18: 0x20, 23: 0x30, 33: 0x40, 38: 0x50, 43: 0x60, 48: 0x70}

# Version numbers seen in chips that work: NXP 1.0 and 2.0, and the common clones.
VERSIONS = (0x91, 0x92, 0x88, 0x90, 0xB2, 0x12)

# Registers (datasheet 9.2).
COMMAND = 0x01
COM_IRQ = 0x04
ERROR = 0x06
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
CONTROL = 0x0C
BIT_FRAMING = 0x0D
COLL = 0x0E
MODE = 0x11
TX_MODE = 0x12
RX_MODE = 0x13
TX_CONTROL = 0x14
TX_ASK = 0x15
MOD_WIDTH = 0x24
RF_CFG = 0x26
T_MODE = 0x2A
T_PRESCALER = 0x2B
T_RELOAD_H = 0x2C
T_RELOAD_L = 0x2D
VERSION = 0x37

_IDLE = 0x00
_TRANSCEIVE = 0x0C
_SOFT_RESET = 0x0F
_POWER_DOWN = 0x10

_IRQ_ALL = 0x7F
_IRQ_SET1 = 0x80  # write-only: a chip never reads it as one, a line stuck high does
_IRQ_RX = 0x20
_IRQ_TIMER = 0x01

_ERR_COLLISION = 0x08
_ERR_RECEIVE = 0x13  # buffer overflow, parity, protocol

_WUPA = 0x52
_SELECT = (0x93, 0x95, 0x97)  # one code a cascade level
_CASCADE_TAG = 0x88
_SAK_CASCADE = 0x04
_HLTA = b"\x50\x00\x57\xcd"  # with its CRC_A

_FRAME_DELAY_US = 92  # 1172 or 1236 carrier periods from the last bit sent to the first one answered
_TIMER_TICK_US = 25  # prescaler 169: 13.56 MHz / (2 * 169 + 1) = 40 kHz
_MARGIN_US = 40
_FRAMES_LIMIT = 250  # a poll gives up then: noise may look like an endless tree of tags

_NOTHING = -1
_STATUS = bytes((COM_IRQ, ERROR, FIFO_LEVEL, COLL))


class _ChipDeaf(Exception):
    """The chip started no frame, or never ended one."""


def crc_a(data: "bytes | bytearray | memoryview") -> int:
    """Compute the CRC_A of ISO/IEC 14443-3: cheaper here than seven transfers for the chip's coprocessor."""
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte = (byte ^ (byte << 4)) & 0xFF
        crc = (crc >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4)
    return crc


def _bits_us(bits: int) -> int:
    """Tell how long some bits take at 106 kbit/s, with start and end of the frame."""
    return (bits + 2) * 944 // 100


class _Proof:
    """The UIDs that were found behind a first part, and how many polls ago."""

    def __init__(self, uids: "list[bytes]") -> None:
        self.uids = uids
        self.age = 0


class Reader:
    """One MFRC522 chip."""

    def __init__(
        self,
        port: "Port",
        wait_us: "Callable[[int], object]",
        gain_db: int = 33,
        answer_timeout_us: int = 300,
        prove_polls: int = 1,
    ) -> None:
        """Take the chip's registers; a UID is proved by a selection in one of `prove_polls` polls or more."""
        if gain_db not in GAINS_DB:
            raise ValueError(f"gain_db is {gain_db}, but must be one of {sorted(GAINS_DB)}")
        self._port = port
        self._wait_us = wait_us
        # A tag starts to answer 92 us after the frame, to the bit; the timer stops at its fifth bit.
        self._timeout_us = answer_timeout_us
        ticks = max(1, answer_timeout_us // _TIMER_TICK_US) - 1
        self._settings = (
            (T_MODE, 0x80),  # TAuto: the timer starts when a frame has been sent
            (T_PRESCALER, 169),
            (T_RELOAD_H, ticks >> 8),
            (T_RELOAD_L, ticks & 0xFF),
            (TX_ASK, 0x40),  # 100 % modulation, as type A wants
            (MODE, 0x3D),
            (TX_MODE, 0x00),  # 106 kbit/s and no CRC of the chip's own
            (RX_MODE, 0x00),
            (MOD_WIDTH, 0x26),
            (RF_CFG, GAINS_DB[gain_db] | 0x08),
            (COLL, 0x00),  # bits after a collision read as zero
        )
        self._field = False
        self._one = bytearray(1)
        self._frame = bytearray(9)
        self._view = memoryview(self._frame)
        self._error = 0
        self._answer: Sequence[int] = b""
        self._frames_left = 0
        self._gather: Callable[[bytes], Sequence[int]] | None = getattr(port, "gather", None)
        self._collision = 0
        self._fifo_clean = False
        self._prove_polls = prove_polls
        self._proofs: dict[bytes, _Proof] = {}
        self._ready_left = False  # tags that were woken and not halted would miss the next WUPA

    # --- the chip ---

    def init(self) -> bool:
        """Reset the chip and write its settings; the field is off afterwards. Tell whether it is healthy."""
        self._field = False
        self._set(COMMAND, _SOFT_RESET)
        for _ in range(10):
            self._wait_us(1000)
            # The oscillator is steady when the power-down bit has cleared (datasheet 8.8.2).
            if not self._get(COMMAND) & _POWER_DOWN:
                break
        for register, value in self._settings:
            self._set(register, value)
        self.field_off()
        return self.healthy()

    def field_on(self) -> None:
        """Switch the antenna on; tags need 5.1 ms of field before the first poll, which the caller waits."""
        self._set(TX_CONTROL, 0x83)
        self._field = True
        self._ready_left = False

    def field_off(self) -> None:
        """Switch the antenna off; every tag forgets its state."""
        self._set(TX_CONTROL, 0x80)
        self._field = False

    def version(self) -> int:
        """Read the chip's version number; 0x00 and 0xFF mean that nobody drives the line."""
        return self._get(VERSION)

    def ailment(self) -> str:
        """Name what is wrong with the chip's registers; nothing when all hold what was written."""
        version = self.version()
        if version not in VERSIONS:
            return f"version register reads 0x{version:02x}"
        for register, value in self._settings:
            # The position of the last collision stands in the same register.
            found = self._get(register) & (0x80 if register == COLL else 0xFF)
            if found != value:
                return f"register 0x{register:02x} reads 0x{found:02x} instead of 0x{value:02x}"
        if self._field and self._get(TX_CONTROL) & 0x03 != 0x03:
            return "the antenna has switched itself off"
        return ""

    def healthy(self) -> bool:
        """Tell whether the chip is a known one and its registers still hold what was written."""
        return not self.ailment()

    # --- the field ---

    def poll(self) -> "tuple[int, list[bytes]]":
        """Look once at the field, which must be on: the outcome, and the UID of each tag that was read."""
        uids: list[bytes] = []
        self._frames_left = _FRAMES_LIMIT
        self._fifo_clean = False
        try:
            if self._ready_left:
                self._halt()
                self._ready_left = False
            if not self._wake():
                self._proofs = {}
                return SILENT, uids
            outcome = self._explore([], b"", uids)
        except _ChipDeaf:
            return DEAF, uids
        return outcome, uids

    def _proof_due(self, parts: "list[bytes]") -> bytes:
        """Forget the proofs of parts that are gone, and give the part whose turn it is to be proved again."""
        proofs = {}
        due = b""
        oldest = self._prove_polls - 1
        for part in parts:
            proof = self._proofs.get(part)
            if proof is not None:
                proofs[part] = proof
                proof.age += 1
                if proof.age > oldest:
                    due, oldest = part, proof.age
        self._proofs = proofs
        return due

    def _explore(self, path: "list[bytes]", stem: bytes, uids: "list[bytes]") -> int:
        """Read all tags that are ready at one cascade level; `path` are the parts selected to get there."""
        level = len(path)
        outcome, parts = self._tell_apart(level)
        due = b"" if level else self._proof_due(parts)
        ready = True
        for part in parts:
            proof = None if level or part == due else self._proofs.get(part)
            if proof is not None:
                uids.extend(proof.uids)
                continue
            if not ready and not self._return_to(path):
                return max(outcome, GARBLED)
            ready = False
            first = len(uids)
            sak = self._select(level, part)
            cascaded = part[0] == _CASCADE_TAG
            # A first byte of 88 that the SAK does not confirm is a cut UID.
            if sak == _NOTHING or cascaded != bool(sak & _SAK_CASCADE) or (cascaded and level == 2):
                outcome = max(outcome, GARBLED)
            elif cascaded:
                path.append(part)
                outcome = max(outcome, self._explore(path, stem + part[1:4], uids))
                path.pop()
            else:
                uids.append(stem + part[:4])
            self._halt()
            if level == 0 and self._prove_polls > 1:
                self._proofs.pop(part, None)
                if outcome == CLEAR:
                    self._proofs[part] = _Proof(uids[first:])
        if level == 0:
            self._ready_left = ready
        return outcome

    def _return_to(self, path: "list[bytes]") -> bool:
        """Wake all tags again and select along the path."""
        return self._wake() and all(self._select(level, part) != _NOTHING for level, part in enumerate(path))

    def _wake(self) -> bool:
        """Send WUPA and tell whether anybody answered; the answers of several tags may well collide."""
        self._frame[0] = _WUPA
        return self._transceive(1, 7, 0, 2 * 9) != _NOTHING

    def _halt(self) -> None:
        """Send HLTA: an active tag sleeps, and one that is only ready goes back to where it came from."""
        self._frame[:4] = _HLTA
        self._send(4, 0)
        self._wait_us(_bits_us(4 * 9) + _FRAME_DELAY_US + _MARGIN_US)
        self._set(CONTROL, 0x80)  # TStopNow: the timer would run out in the middle of the next frame
        self._fifo_clean = False  # a tag that refuses says so in four bits

    def _tell_apart(self, level: int) -> "tuple[int, list[bytes]]":
        """Walk the tree of UID bits of one cascade level: the outcome, and the five-byte parts found."""
        parts: list[bytes] = []
        outcome = CLEAR
        answers = 0
        # Known bits, their value, and how many answers there were before this collision's first branch.
        branches = [(0, 0, 0)]
        while branches:
            known, prefix, answers_before = branches.pop()
            if self._frames_left <= 0:
                return CROWDED, parts
            count = self._anticollide(level, known, prefix)
            if count == _NOTHING:
                if known == 0:
                    outcome = max(outcome, GARBLED)  # it answered WUPA, and then no more
                elif prefix >> (known - 1) and answers == answers_before:
                    outcome = CROWDED  # a collision, but nobody in either branch
                continue
            answers += 1
            if self._error & _ERR_COLLISION:
                bit = self._collision_bit(known)
                if bit >= 32:
                    return CROWDED, parts  # two cannot share all bits: this is no tree
                stem = self._joined(known, prefix, count) & ((1 << bit) - 1)
                branches.append((bit + 1, stem | 1 << bit, answers))
                branches.append((bit + 1, stem, -1))
                continue
            if self._error & _ERR_RECEIVE or count != 5 - (known >> 3):
                outcome = max(outcome, GARBLED)
                continue
            part = self._joined(known, prefix, count).to_bytes(5, "little")
            if part[0] ^ part[1] ^ part[2] ^ part[3] ^ part[4]:
                outcome = max(outcome, GARBLED)
            else:
                parts.append(part)
        return outcome, parts

    def _anticollide(self, level: int, known: int, prefix: int) -> int:
        """Ask those tags for the rest of their UID part whose first `known` bits are `prefix`."""
        whole, loose = known >> 3, known & 7
        self._frame[0] = _SELECT[level]
        self._frame[1] = 0x20 + (whole << 4) + loose
        self._frame[2:7] = prefix.to_bytes(5, "little")
        length = 2 + whole + (1 if loose else 0)
        # RxAlign puts the answer's first bit behind the known ones of a split byte (datasheet 9.3.1.14).
        return self._transceive(length, loose, loose, 5 * 9 - known)

    def _collision_bit(self, known: int) -> int:
        """Find the bit of the UID part to branch at: the one that collided, or a known-equal one before it.

        Whether the chip counts the collision from RxAlign or from the first bit received is left open by its
        datasheet. The earlier of both positions is right either way: at worst one branch of it is empty.
        """
        coll = self._collision if self._gather else self._get(COLL)
        if coll & 0x20:
            return known
        return max(known, (known & ~7) + (coll & 0x1F or 32) - 1)

    def _joined(self, known: int, prefix: int, count: int) -> int:
        """Join the known bits with the answer."""
        received = int.from_bytes(bytes(self._answer[:count]), "little") << (known & ~7)
        return (received & ~((1 << known) - 1) | prefix) & 0xFFFFFFFFFF

    def _select(self, level: int, part: bytes) -> int:
        """Select a tag by one part of its UID; give its SAK, or `_NOTHING` when it is not proved."""
        self._frame[0] = _SELECT[level]
        self._frame[1] = 0x70
        self._frame[2:7] = part
        crc = crc_a(self._view[:7])
        self._frame[7] = crc & 0xFF
        self._frame[8] = crc >> 8
        if self._transceive(9, 0, 0, 3 * 9) != 3 or self._error & (_ERR_COLLISION | _ERR_RECEIVE):
            return _NOTHING
        sak, low, high = self._answer
        return sak if crc_a(bytes((sak,))) == low | high << 8 else _NOTHING

    # --- one frame ---

    def _transceive(self, length: int, last_bits: int, align: int, answer_bits: int) -> int:
        """Send a frame and take the answer: how many bytes came, or `_NOTHING` after a clean time-out."""
        self._send(length, align << 4 | last_bits)
        answer_us = max(self._timeout_us, _FRAME_DELAY_US + _bits_us(answer_bits))
        self._wait_us(_bits_us(length * 9) + answer_us + _MARGIN_US)
        for _ in range(3):
            if self._gather:
                irq, self._error, level, self._collision = self._gather(_STATUS)
            else:
                irq = self._get(COM_IRQ)
            if irq & _IRQ_SET1:
                break
            if irq & _IRQ_RX:
                if not self._gather:
                    self._error = self._get(ERROR)
                    level = self._get(FIFO_LEVEL)
                count = level & 0x7F
                self._answer = self._port.read(FIFO_DATA, count) if count else b""
                return count
            if irq & _IRQ_TIMER:
                return _NOTHING
            self._wait_us(self._timeout_us)  # an answer of unexpected length may still be under way
        raise _ChipDeaf

    def _send(self, length: int, framing: int) -> None:
        """Start sending the first bytes of the frame."""
        self._frames_left -= 1
        self._set(COMMAND, _IDLE)
        self._set(COM_IRQ, _IRQ_ALL)
        # A frame leaves the FIFO by being sent, and its answer by being read.
        if not self._fifo_clean:
            self._set(FIFO_LEVEL, 0x80)
        self._fifo_clean = True
        self._port.write(FIFO_DATA, self._view[:length])
        # Without StartSend first: left over from the last frame it would start this one with the old framing.
        self._set(BIT_FRAMING, framing)
        self._set(COMMAND, _TRANSCEIVE)
        self._set(BIT_FRAMING, framing | 0x80)

    def _set(self, register: int, value: int) -> None:
        self._one[0] = value
        self._port.write(register, self._one)

    def _get(self, register: int) -> int:
        return self._port.read(register, 1)[0]
