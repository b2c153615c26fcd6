"""Gives tags other numbers in what a Pico says over its serial line, so that a tape can be given away.

In: what went out and what came, piece by piece. Out: the same with every UID exchanged, in frames and in what is
printed at MicroPython's prompt. A frame comes as a whole, with the piece that completed it. What is no frame, and was
not asked for at the prompt, may be half of one: nothing of it is kept but its length and MicroPython's `>>> `.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from firmware import messages, wire

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
