"""Frames on the serial line: from a message to bytes, and from any bytes back to the messages they hold.

In: a kind, a session, a sequence number and a payload; or any bytes from the line.
Out: bytes without control characters; or the frames that arrived whole. `PROTOCOL.md` is the specification.

Used by the host and, on MicroPython, by the firmware. The framing is that of PPP on asynchronous lines (RFC 1662,
section 4) with every control character escaped: a REPL that happens to listen sees no Ctrl-C or Ctrl-D, and the flag
marks where the next frame begins after a damaged one.
"""

from binascii import crc32

PROTOCOL = 1  # raised whenever an older partner would misread something

# Unsequenced: losing one does no harm, it will be sent again.
HELLO = 0x01
ACK = 0x02
PING = 0x03
PONG = 0x04
MAINTENANCE = 0x05  # every protocol understands it, as it does the hello
# Sequenced, host to firmware.
BUS = 0x10
READER = 0x11
STRIP = 0x12
COMMIT = 0x13
SCENE = 0x14
HOT = 0x15
HANDLE = 0x16
SIGNAL = 0x17
# Sequenced, firmware to host.
TAGS = 0x20
COMPLETE = 0x21

FIRST_SEQUENCED = 0x10

FLAG = 0x7E
ESCAPE = 0x7D
_FLIP = 0x20

PAYLOAD_LIMIT = 240
_HEADER_BYTES = 4
_CRC_BYTES = 4
_BODY_LIMIT = _HEADER_BYTES + PAYLOAD_LIMIT + _CRC_BYTES


def format_frame(kind: int, session: int, sequence: int, payload: "bytes | bytearray" = b"") -> bytes:
    """Return the bytes of one frame, from flag to flag."""
    if len(payload) > PAYLOAD_LIMIT:
        raise ValueError(f"a payload of {len(payload)} bytes is above the limit of {PAYLOAD_LIMIT}")
    body = bytes((kind, session & 0xFF, session >> 8, sequence)) + payload
    frame = bytearray((FLAG,))
    for byte in body + crc32(body).to_bytes(_CRC_BYTES, "little"):
        if _reserved(byte):
            frame.append(ESCAPE)
            byte ^= _FLIP
        frame.append(byte)
    frame.append(FLAG)
    return bytes(frame)


def _reserved(byte: int) -> bool:
    """Return whether a byte must be escaped in a frame: control characters, escape, flag and delete."""
    return byte < 0x20 or ESCAPE <= byte <= 0x7F


def _unstuffed(chunk: bytes) -> bytes:
    """Return the bytes between two flags without escapes; empty if `format_frame` cannot have made them."""
    if ESCAPE not in chunk:
        return b"" if min(chunk) < 0x20 or 0x7F in chunk else chunk
    body = bytearray()
    escaped = False
    for byte in chunk:
        if escaped:
            byte ^= _FLIP
            if not _reserved(byte):
                return b""
            escaped = False
        elif byte == ESCAPE:
            escaped = True
            continue
        elif _reserved(byte):
            return b""
        body.append(byte)
    return b"" if escaped else bytes(body)


class Decoder:
    """Finds the whole frames in a stream of bytes that may be cut, repeated or damaged anywhere."""

    def __init__(self) -> None:
        self.damaged = 0  # chunks between flags that were not a frame
        self._rest = b""
        self._overlong = False

    def feed(self, data: bytes) -> "list[tuple[int, int, int, bytes]]":
        """Take the next bytes; return (kind, session, sequence, payload) of each frame that they complete."""
        chunks = data.split(b"\x7e")
        chunks[0] = self._rest + chunks[0]
        self._rest = chunks.pop()
        frames = []
        for chunk in chunks:
            if self._overlong:
                self._overlong = False
            elif chunk:
                frame = self._parse(chunk)
                if frame is None:
                    self.damaged += 1
                else:
                    frames.append(frame)
        if len(self._rest) > 2 * _BODY_LIMIT:
            # Noise without a flag must not fill the memory: count it once and wait for the next flag.
            if not self._overlong:
                self.damaged += 1
            self._overlong = True
            self._rest = b""
        return frames

    def _parse(self, chunk: bytes) -> "tuple[int, int, int, bytes] | None":
        body = _unstuffed(chunk)
        if not _HEADER_BYTES + _CRC_BYTES <= len(body) <= _BODY_LIMIT:
            return None
        if crc32(body[:-_CRC_BYTES]) != int.from_bytes(body[-_CRC_BYTES:], "little"):
            return None
        return body[0], body[1] | body[2] << 8, body[3], body[_HEADER_BYTES:-_CRC_BYTES]
