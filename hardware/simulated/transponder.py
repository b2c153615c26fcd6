"""An ISO/IEC 14443-3 type A tag: frames go in, answers come out, and its state changes between them.

UIDs have 4, 7 or 10 bytes; a UID of more than one part is given out by cascade levels. Nothing here comes from the
driver that it is there to test: the CRC is written out from the standard's own words.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

UID_LENGTHS = (4, 7, 10)

_REQA, _WUPA, _HLTA = 0x26, 0x52, b"\x50\x00"
_SELECT = (0x93, 0x95, 0x97)
_CASCADE_TAG = 0x88
_SAK_CASCADE, _SAK_COMPLETE = 0x04, 0x00


class Bits(NamedTuple):
    """Some bits on the air; the first one sent is the lowest."""

    value: int
    length: int

    @classmethod
    def from_bytes(cls, data: bytes) -> Bits:
        """Take whole bytes."""
        return cls(int.from_bytes(data, "little"), len(data) * 8)

    def to_bytes(self) -> bytes:
        """Return the bits as bytes, the last one filled up with zeros."""
        return self.value.to_bytes((self.length + 7) // 8, "little")


class _State(Enum):
    IDLE = auto()
    READY = auto()
    ACTIVE = auto()
    HALT = auto()


def with_crc(data: bytes) -> bytes:
    """Append the CRC_A: x^16 + x^12 + x^5 + 1, preset to 6363, the lowest bit first (ISO/IEC 14443-3, annex B).

    >>> with_crc(bytes.fromhex("0000")).hex(), with_crc(bytes.fromhex("1234")).hex()
    ('0000a01e', '123426cf')
    """
    register = 0x6363
    for byte in data:
        for place in range(8):
            feedback = (register ^ byte >> place) & 1
            register = register >> 1 ^ (0x8408 if feedback else 0)
    return data + register.to_bytes(2, "little")


class Transponder:
    """One tag in one field."""

    def __init__(self, uid: bytes) -> None:
        if len(uid) not in UID_LENGTHS:
            raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}: {uid.hex()}")
        self.uid = uid
        self._parts = _parts(uid)
        self._atqa = Bits((UID_LENGTHS.index(len(uid)) << 6) | 0x04, 16)
        self.lose_power()

    def lose_power(self) -> None:
        """Forget everything, as at the edge of a field or when it is switched off."""
        self._state = _State.IDLE
        self._asleep = _State.IDLE  # where a failed dialogue leads back to
        self._level = 0

    def answer(self, frame: Bits) -> Bits | None:
        """Take a frame, and return the answer, if any."""
        if frame.length == 7:
            return self._wake(frame.value)
        if self._state is _State.READY:
            return self._anticollide(frame)
        if self._state is _State.ACTIVE:
            if frame.to_bytes() == with_crc(_HLTA):
                self._asleep = _State.HALT
            self._state = self._asleep
        return None

    def _wake(self, command: int) -> Bits | None:
        if self._state in (_State.READY, _State.ACTIVE):
            # A request in the middle of a dialogue is an error: back to sleep, and silent this once (6.4.2).
            self._state = self._asleep
            return None
        if command == _WUPA or (command == _REQA and self._state is _State.IDLE):
            self._asleep = self._state
            self._state, self._level = _State.READY, 0
            return self._atqa
        return None

    def _anticollide(self, frame: Bits) -> Bits | None:
        data = frame.to_bytes()
        part = self._parts[self._level]
        if frame.length < 16 or data[0] != _SELECT[self._level]:
            self._state = self._asleep
            return None
        if data[1] == 0x70:
            return self._select(data, part)
        known = (data[1] >> 4) * 8 + (data[1] & 7) - 16
        if known < 0 or known + 16 != frame.length:
            self._state = self._asleep
            return None
        whole = Bits.from_bytes(part)
        if (frame.value >> 16) != whole.value & ((1 << known) - 1):
            return None
        return Bits(whole.value >> known, whole.length - known)

    def _select(self, data: bytes, part: bytes) -> Bits | None:
        if data != with_crc(data[:2] + part):
            self._state = self._asleep
            return None
        self._level += 1
        if self._level < len(self._parts):
            return Bits.from_bytes(with_crc(bytes((_SAK_CASCADE,))))
        self._state = _State.ACTIVE
        return Bits.from_bytes(with_crc(bytes((_SAK_COMPLETE,))))


def _parts(uid: bytes) -> list[bytes]:
    """Cut a UID into what each cascade level gives out: four bytes and their check byte."""
    cut: list[bytes] = []
    while len(uid) > 4:
        cut.append(bytes((_CASCADE_TAG,)) + uid[:3])
        uid = uid[3:]
    cut.append(uid)
    return [part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)) for part in cut]
