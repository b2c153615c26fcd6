"""Gives tags other numbers in what is on a tape, so that it can be given away.

In: transfers of one MFRC522, byte for byte. Out: the same with every UID exchanged, and its check bytes and CRC with
it, so that a driver that is given them reads the exchanged numbers without noticing.

Each part of a UID is combined with a secret, bit by bit and the same for all tags of a tape: which bits of two tags
differ, and so where they collide, stays as it was. So does the first byte of each part, by which longer UIDs are known,
and so do the bits at which a driver branched: it would take the other branch first. Hence `learn` before `transfer`.

What goes over a Pico's serial line comes piece by piece, and leaves with every UID exchanged, in frames and in what is
printed at MicroPython's prompt. A frame comes as a whole, with the piece that completed it. What is no frame, and was
not asked for at the prompt, may be half of one: nothing of it is kept but its length and MicroPython's `>>> `.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random, SystemRandom

from firmware import messages, wire
from firmware.rc522 import crc_a

_FIFO_WRITE = 0x09 << 1
_ERROR, _FIFO_DATA, _FIFO_LEVEL, _COLL = 0x06, 0x09, 0x0A, 0x0E
_SELECT = (0x93, 0x95, 0x97)
_PART_BYTES = 5


class TagMask:
    """The secret of one tape, and which frame its chip was last given."""

    def __init__(self, random: Random | None = None) -> None:
        random = random or SystemRandom()
        self._secrets = []
        for _ in _SELECT:
            first, second, third = random.randbytes(3)
            self._secrets.append(int.from_bytes((0, first, second, third, first ^ second ^ third), "little"))
        self._asked: tuple[int, int] | None = None  # cascade level and known bits of the anticollision under way

    def uid(self, uid: bytes) -> bytes:
        """Return the number that a tag of this number has on the tape."""
        # Of a longer one each part but the last begins with the mark of a cascade (ISO/IEC 14443-3, 6.5.4).
        heads = (uid[at : at + 3] for at in range(0, len(uid) - 4, 3))
        parts = [*(b"\x88" + head for head in heads), uid[-4:]]
        exchanged = [
            (int.from_bytes(part, "little") ^ secret & 0xFFFFFFFF).to_bytes(4, "little")
            for part, secret in zip(parts, self._secrets, strict=False)
        ]
        return b"".join(part[1:] for part in exchanged[:-1]) + exchanged[-1]

    def learn(self, out: bytes, into: bytes) -> None:
        """Take note of where tags collided: there the secret changes nothing."""
        if out[:1] == bytes((_FIFO_WRITE,)):
            self._frame(out[1:])
        elif out[:1] >= b"\x80" and self._asked is not None:
            level, known = self._asked
            held = dict(zip((address >> 1 & 0x3F for address in out[:-1]), into[1:], strict=False))
            if held.get(_ERROR, 0) & 0x08 and not held.get(_COLL, 0x20) & 0x20:
                self._leave(level, max(known, (known & ~7) + (held[_COLL] & 0x1F or 32) - 1))
            elif held.get(_ERROR, 0) & 0x08:
                self._leave(level, known)

    def _leave(self, level: int, bit: int) -> None:
        secret = bytearray((self._secrets[level] & ~(1 << bit)).to_bytes(_PART_BYTES, "little"))
        secret[4] = secret[1] ^ secret[2] ^ secret[3]
        self._secrets[level] = int.from_bytes(secret, "little")

    def transfer(self, out: bytes, into: bytes) -> tuple[bytes, bytes]:
        """Exchange the UIDs in one transfer."""
        if out[:1] == bytes((_FIFO_WRITE,)):
            return out[:1] + self._frame(out[1:]), into
        if out[:1] >= b"\x80":
            return out, self._look([address >> 1 & 0x3F for address in out[:-1]], into)
        return out, into

    def _frame(self, frame: bytes) -> bytes:
        self._asked = None
        if len(frame) < 2 or frame[0] not in _SELECT:
            return frame
        level = _SELECT.index(frame[0])
        known = (frame[1] >> 4) * 8 + (frame[1] & 7) - 16
        part = int.from_bytes(frame[2:7], "little") ^ self._secrets[level] & (1 << max(known, 0)) - 1
        if frame[1] != 0x70:
            self._asked = level, known
            return frame[:2] + part.to_bytes(_PART_BYTES, "little")[: len(frame) - 2]
        selected = frame[:2] + part.to_bytes(_PART_BYTES, "little")
        return selected + crc_a(selected).to_bytes(2, "little")

    def _look(self, registers: list[int], into: bytes) -> bytes:
        """Replace the tag's number in what was read of an answer, and no bit beyond: that would reveal the secret."""
        if self._asked is None or _FIFO_DATA not in registers:
            return into
        level, known = self._asked
        held = dict(zip(registers, into[1:], strict=False))
        start = registers.index(_FIFO_DATA) + 1
        count = min(held.get(_FIFO_LEVEL, 0), len(into) - start, _PART_BYTES - known // 8)
        bits = 8 * count
        if held.get(_ERROR, 0) & 0x08:
            # Where they collide, bits read as one, and as zero from there on.
            coll = held.get(_COLL, 0x20)
            bits = min(bits, 0 if coll & 0x20 else (coll & 0x1F or 32) - 1)
        secret = self._secrets[level] >> (known & ~7) & (1 << bits) - 1 & ~((1 << known % 8) - 1)
        answer = int.from_bytes(into[start : start + count], "little") ^ secret
        return into[:start] + answer.to_bytes(count, "little") + into[start + count :]


_FLAG = bytes((wire.FLAG,))
_PROMPT = b">>> "
_RAW_PROMPT = b"\x01"  # Ctrl-A, which no frame carries: it asks for the prompt
_LONGEST = 600  # bytes of a frame, with all of them escaped
# Each on its own behind a space; the time at the beginning of a line is none.
_PRINTED_UID = re.compile(rb"(?<= )(?:[0-9a-f]{20}|[0-9a-f]{14}|[0-9a-f]{8})(?![0-9a-f])")
_MAY_GO_ON = re.compile(rb" ?[0-9a-f]*\Z")
_MAY_BE_PROMPT = re.compile(rb">{1,3}\Z")


class LineMask:
    """One line, from its opening on."""

    def __init__(self, exchange: Callable[[bytes], bytes]) -> None:
        """Take what gives a UID its other number."""
        self._exchange = exchange
        self._rest = b""
        self._prompting = False
        self._broken = False  # what has come since the last flag is no frame

    def opened(self) -> None:
        """Begin again."""
        self._rest, self._prompting, self._broken = b"", False, False

    def sent(self, data: bytes) -> None:
        """Take note of what went out: nobody's number is in it."""
        if _RAW_PROMPT in data:
            self._prompting = True

    def came(self, data: bytes) -> bytes:
        """Return what may be kept of this piece, and of what was held back before it."""
        *whole, rest = (self._rest + data).split(_FLAG)
        kept = []
        for chunk in whole:
            kept.append(self._printed(chunk) if self._prompting else self._chunk(chunk))
            self._prompting = self._broken = False  # firmware speaks again
        self._rest = rest
        return b"".join(chunk + _FLAG for chunk in kept) + self._ready()

    def _ready(self) -> bytes:
        """Return what need not be held back of what has come since the last flag."""
        if self._prompting:
            ends = _MAY_GO_ON
        elif self._broken or any(byte < 0x20 for byte in self._rest) or len(self._rest) > _LONGEST:
            self._broken, ends = True, _MAY_BE_PROMPT
        else:
            return b""
        found = ends.search(self._rest)
        at = found.start() if found else len(self._rest)
        ready, self._rest = self._rest[:at], self._rest[at:]
        return self._printed(ready) if self._prompting else _covered(ready)

    def _printed(self, text: bytes) -> bytes:
        return _PRINTED_UID.sub(lambda found: self._exchange(bytes.fromhex(found[0].decode())).hex().encode(), text)

    def _chunk(self, chunk: bytes) -> bytes:
        frames = [] if self._broken else wire.Decoder().feed(chunk + _FLAG)
        if not frames:
            return _covered(chunk)
        ((kind, session, sequence, payload),) = frames
        return wire.format_frame(kind, session, sequence, self._payload(kind, payload))[1:-1]

    def _payload(self, kind: int, payload: bytes) -> bytes:
        try:
            if kind == wire.TAGS:
                index, flags, changes, uids, ailment = messages.parse_tags(payload)
                return messages.format_tags(index, flags, changes, [self._exchange(uid) for uid in uids], ailment)
            if kind == wire.HELLO:
                protocol, version, capabilities, board = messages.parse_hello(payload)
                return messages.format_hello(protocol, version, capabilities, "0" * len(board))
        except messages.Malformed:
            return b"\xff" * len(payload)  # still one that cannot be read
        return payload if kind in (wire.ACK, wire.PONG, wire.COMPLETE) else bytes(len(payload))


def _covered(chunk: bytes) -> bytes:
    return _PROMPT.join(bytes(len(part)) for part in chunk.split(_PROMPT))
