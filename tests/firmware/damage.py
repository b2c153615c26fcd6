"""Every way in which a line can spoil a frame, and frames that are whole and make no sense."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from zlib import crc32

from firmware import messages, wire

FLAG = b"~"
_RESERVED = (*range(0x20), 0x7D, 0x7E, 0x7F)
# Written again, not taken from `wire`: it must be able to make what no sender makes.
_ON_THE_LINE = {byte: bytes((0x7D, byte ^ 0x20)) if byte in _RESERVED else bytes((byte,)) for byte in range(256)}

Dice = random.Random
Spoil = Callable[[Dice, bytes, bytes], bytes]


def framed(body: bytes) -> bytes:
    """Escape a body, its sum included, as a sender does; flags are not put around it."""
    return b"".join(map(_ON_THE_LINE.__getitem__, body))


def body_of(chunk: bytes) -> bytes:
    """Undo the escapes of a sound chunk."""
    first, *others = chunk.split(b"\x7d")
    return first + b"".join(bytes((piece[0] ^ 0x20,)) + piece[1:] for piece in others)


def _summed(content: bytes) -> bytes:
    return content + crc32(content).to_bytes(4, "little")


# --- damage: what stood between two flags goes in, and what arrives comes out ---


def flipped(dice: Dice, chunk: bytes, other: bytes) -> bytes:
    """Up to three bits are wrong."""
    data = bytearray(chunk)
    for _ in range(dice.randrange(1, 4)):
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    return bytes(data)


def burst(dice: Dice, chunk: bytes, other: bytes) -> bytes:
    """Some bytes in a row are noise."""
    at = dice.randrange(len(chunk))
    return chunk[:at] + dice.randbytes(dice.randrange(1, 5)) + chunk[at + dice.randrange(1, 5) :]


def lost(dice: Dice, chunk: bytes, other: bytes) -> bytes:
    """A piece is missing."""
    at = dice.randrange(len(chunk))
    return chunk[:at] + chunk[at + dice.randrange(1, 4) :]


def cut(dice: Dice, chunk: bytes, other: bytes) -> bytes:
    """The line broke off, or came back, in the middle."""
    at = dice.randrange(1, len(chunk))
    return chunk[:at] if dice.random() < 0.5 else chunk[at:]


def inserted(dice: Dice, chunk: bytes, other: bytes) -> bytes:
    """Noise came in between."""
    at = dice.randrange(len(chunk) + 1)
    return chunk[:at] + dice.randbytes(dice.randrange(1, 4)) + chunk[at:]


def doubled(dice: Dice, chunk: bytes, other: bytes) -> bytes:
    """A piece came twice."""
    at = dice.randrange(len(chunk))
    end = at + dice.randrange(1, 9)
    return chunk[:end] + chunk[at:]


def swapped(dice: Dice, chunk: bytes, other: bytes) -> bytes:
    """Two neighbours changed places."""
    at = dice.randrange(len(chunk) - 1)
    return chunk[:at] + chunk[at + 1 : at + 2] + chunk[at : at + 1] + chunk[at + 2 :]


def merged(dice: Dice, chunk: bytes, other: bytes) -> bytes:
    """The flags between two frames are gone."""
    return chunk + other


def crossed(dice: Dice, chunk: bytes, other: bytes) -> bytes:
    """The front of one frame is followed by the back of another."""
    return chunk[: dice.randrange(1, len(chunk))] + other[dice.randrange(1, len(other)) :]


def wrong_sum(dice: Dice, chunk: bytes, other: bytes) -> bytes:
    """Everything is right but the CRC."""
    body = body_of(chunk)
    return framed(body[:-4] + (int.from_bytes(body[-4:], "little") ^ dice.randrange(1, 1 << 32)).to_bytes(4, "little"))


def wrong_content(dice: Dice, chunk: bytes, other: bytes) -> bytes:
    """Everything is right but one byte under the CRC."""
    body = bytearray(body_of(chunk))
    body[dice.randrange(len(body) - 4)] ^= dice.randrange(1, 256)
    return framed(bytes(body))


def wrong_length(dice: Dice, chunk: bytes, other: bytes) -> bytes:
    """The CRC is right, but the frame is too short or too long."""
    if dice.random() < 0.9:
        return framed(_summed(body_of(chunk)[: dice.randrange(4)]))
    return framed(_summed(body_of(chunk) + dice.randbytes(wire.PAYLOAD_LIMIT)))


def wrong_escape(dice: Dice, chunk: bytes, other: bytes) -> bytes:
    """An escape stands where none is needed; undone, everything is right."""
    body = body_of(chunk)
    plain = [at for at, byte in enumerate(body) if byte not in _RESERVED]
    at = dice.choice(plain) if plain else 0
    return framed(body[:at]) + bytes((0x7D, body[at] ^ 0x20)) + framed(body[at + 1 :])


DAMAGES: tuple[Spoil, ...] = (
    *(flipped, burst, lost, cut, inserted, doubled, swapped, merged, crossed),
    *(wrong_sum, wrong_content, wrong_length, wrong_escape),
)


class Spoiler:
    """Spoils the frames it has seen, in every way in turn."""

    def __init__(self, seed: int, *, recent: int = 64) -> None:
        self._dice = random.Random(seed)
        self._recent = recent
        self._seen: list[bytes] = []
        self._sound: set[bytes] = set()
        self._turn = 0

    def see(self, chunk: bytes) -> None:
        """Take a sound frame, without its flags, as one to spoil; only the latest are kept for that."""
        if chunk not in self._sound:
            self._sound.add(chunk)
            self._seen.append(chunk)
            del self._seen[: -self._recent]

    def spoil(self) -> bytes:
        """Return what is left of one frame, between two flags."""
        while True:
            self._turn = (self._turn + 1) % len(DAMAGES)
            seen = self._seen
            data = DAMAGES[self._turn](self._dice, self._dice.choice(seen), self._dice.choice(seen))
            # A burst may put back what was there, a new flag may stand just before the frame, and two halves may
            # make a whole: that is no damage.
            if data.strip(FLAG) and self._sound.isdisjoint(data.split(FLAG)):
                return FLAG + data + FLAG


def damaged(intact: Sequence[bytes], seed: int, count: int) -> Iterator[bytes]:
    """Yield damaged frames, made from these, flags around them."""
    spoiler = Spoiler(seed, recent=len(intact))
    for frame in intact:
        spoiler.see(frame[1:-1])
    for _ in range(count):
        yield spoiler.spoil()


def bad_line(seed: int, share: float = 0.33) -> Callable[[bytes], bytes]:
    """A line that cuts, doubles, flips and adds noise to a share of what goes over it."""
    dice = random.Random(seed)

    def fault(data: bytes) -> bytes:
        if not data or dice.random() > share:
            return data
        at = dice.randrange(len(data))
        match dice.randrange(5):
            case 0:
                return data[:at]
            case 1:
                return data + data
            case 2:
                return data[:at] + bytes((data[at] ^ 1 << dice.randrange(8),)) + data[at + 1 :]
            case 3:
                return data[:at] + dice.randbytes(20) + data[at:]
            case _:
                return b""

    return fault


# --- nonsense: whole frames that must be counted as strays, and change nothing ---

OUT_OF_TURN = 100  # sequence numbers from here on are far from what either end has come to meanwhile


def nonsense_for_firmware(dice: Dice, session: int, sequence: int) -> bytes:
    """Make a whole frame that the firmware must not obey, after a host's message of this session and sequence."""
    payload = dice.randbytes(dice.randrange(12))
    away = sequence + OUT_OF_TURN + dice.randrange(50) & 0xFF
    match dice.randrange(4):
        case 0:
            return wire.format_frame(dice.choice((0, 4, *range(6, 16))), session, 0, payload)
        case 1:
            return wire.format_frame(dice.randrange(wire.FIRST_SEQUENCED, 256), session, away, payload)
        case 2:
            kind = dice.choice((wire.PING, wire.ACK, wire.COMMIT, wire.SCENE, wire.HOT, 0x7E))
            return wire.format_frame(kind, session ^ dice.randrange(1, 1 << 16), away, payload)
        case _:
            return wire.format_frame(wire.HELLO, session, 0, dice.choice((payload[:3], b"\1\0\0\xff\xfe")))


def nonsense_for_host(dice: Dice, session: int, sequence: int) -> bytes:
    """Make a whole frame that the host must not believe, after the firmware's message of this session and sequence."""
    payload = dice.randbytes(dice.randrange(12))
    match dice.randrange(4):
        case 0:
            kind = dice.choice((0, 3, *range(5, 32), *range(0x22, 256)))
            return wire.format_frame(kind, session, dice.randrange(256), payload)
        case 1:
            tags = messages.format_tags(dice.randrange(9), 0, 1, [dice.randbytes(7)])
            return wire.format_frame(wire.TAGS, session ^ dice.randrange(1, 1 << 16), sequence + 1 & 0xFF, tags)
        case 2:
            return wire.format_frame(wire.PONG, session, 0, payload)
        case _:
            return wire.format_frame(wire.HELLO, session, 0, dice.choice((payload[:3], messages.format_hello(1))))
