"""Plays one serial line of a tape back: what a Pico once said comes again, at its time, to the same drivers.

In: the line's entries, and what a driver sends. Out: what the Pico answered. A host never does anything at quite the
same moment twice. So each answer waits until the driver has sent what came before it on the tape. What the driver
sends is compared with the tape: the sequenced messages, the acknowledgements and the code for the prompt, each kind by
itself. Greetings and repeated messages depend on the clock and are not compared; only the answer to the first greeting
of a talk waits for the driver's greeting. The host draws the number of a talk, so answers get the new number.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from firmware import wire
from hardware.recording.tape import TapeFault, Transfer
from hardware.simulated.clock import VirtualClock

STALL_S = 5.0  # how much later than on the tape a driver may send something
_FLAG = bytes((wire.FLAG,))
PING_S = 0.5  # two of them are farther apart
_NOISE = b"\r"  # before a greeting that was not answered


class _Way(StrEnum):
    TEXT = "at the prompt"
    ANSWER = "in answer"
    MESSAGE = "as a message"
    PING = "to be answered"


class _Greeting(NamedTuple):
    talk: int


class _Sent(NamedTuple):
    way: _Way
    data: bytes  # of a frame all but the number of the talk

    def __str__(self) -> str:
        if self.way is _Way.TEXT:
            return repr(self.data[:60].decode("ascii", "replace"))
        return f"0x{self.data[0]:02x} number {self.data[1]} with {self.data[2:].hex() or 'nothing'} {self.way}"


class _Opened(NamedTuple):
    pass


class _Broken(NamedTuple):
    error: int


class _Entry(NamedTuple):
    line: int
    at: float
    what: _Greeting | _Sent | _Opened | _Broken | bytes  # bytes came


class PlayedLine:
    """What of `serial.Serial` the drivers use."""

    def __init__(
        self,
        bus: str,
        entries: Iterable[tuple[int, Transfer]],
        clock: VirtualClock,
        stop: Callable[[str], TapeFault],
    ) -> None:
        """Take the tape's entries with their lines; `stop` notes what does not fit."""
        self._bus, self._clock, self._stop = bus, clock, stop
        sends = _Sends()
        self._entries = deque(one for line, entry in entries for one in _taken_apart(line, entry, sends))
        self._awaited: deque[_Entry] = deque()  # sent on the tape, and not by the driver yet
        self._ready = bytearray()
        self._sends = _Sends()
        self._talk_then = self._talk_now = 0
        self._is_greeted = False  # by the driver, in a talk that has not begun on the tape yet
        self._left_out: list[_Entry] = []  # sent on the tape before the line was opened again, and not by the driver
        self.played = 0  # things that have come or were sent again

    @property
    def unsent(self) -> list[tuple[int, str]]:
        """What the driver did not send again, by line; without what depends on the clock or on the last answer."""
        return [
            (entry.line, str(entry.what))
            for entry in (*self._left_out, *self._awaited, *self._entries)
            if isinstance(entry.what, _Sent) and entry.what.way in (_Way.TEXT, _Way.MESSAGE)
        ]

    def next_at(self) -> float | None:
        """Return when something comes; nothing where the tape ends, or the driver must send something first."""
        self._pass_sent()
        return self._entries[0].at if self._entries and not self._awaited else None

    # --- what the drivers call ---

    def open(self) -> None:
        """Go to where the line is opened on the tape."""
        self._left_out += self._awaited
        while self._entries and not isinstance(self._entries[0].what, _Opened):
            self._left_out.append(self._entries.popleft())
        if not self._entries:
            raise FileNotFoundError(2, "not on the tape any more")
        self._go_to(self._entries.popleft().at)
        self._ready.clear()
        self._awaited.clear()

    @property
    def in_waiting(self) -> int:
        """How many bytes have come."""
        self._receive()
        return len(self._ready)

    def read(self, size: int = 1) -> bytes:
        """Take bytes that have come."""
        self._receive()
        data = bytes(self._ready[:size])
        del self._ready[:size]
        return data

    def write(self, data: bytes) -> int:
        """Compare what is sent with what was."""
        for sent in self._sends.of(data):
            if isinstance(sent, _Greeting):
                self._is_greeted = self._is_greeted or sent.talk != self._talk_now
                self._talk_now = sent.talk
            else:
                self._compare(sent)
        return len(data)

    def cancel_read(self) -> None:
        """Do nothing: nobody waits here."""

    def close(self) -> None:
        """Do nothing: nothing was opened."""

    # --- the tape ---

    def _compare(self, sent: _Sent) -> None:
        """Find what was sent this way at that time; the driver may be a little early or late."""
        for entries in (self._awaited, self._entries):
            for number, entry in enumerate(entries):
                if isinstance(entry.what, _Opened):
                    break
                if isinstance(entry.what, _Sent) and entry.what.way is sent.way:
                    if sent.way is _Way.PING and entry.at > self._clock() + PING_S:
                        return  # one more than on the tape
                    del entries[number]
                    self.played += 1
                    if entry.what != sent:
                        what = f"line {entry.line}: the driver sends {sent} on {self._bus}"
                        raise self._stop(f"{what}, and the tape has {entry.what}")
                    self._go_to(entry.at)
                    return
        if sent.way is not _Way.PING:
            raise self._stop(f"the tape ends on {self._bus}, and the driver sends {sent}")

    def _pass_sent(self) -> None:
        """Await from the driver what was sent by now."""
        while self._entries and self._entries[0].at <= self._clock():
            what = self._entries[0].what
            if isinstance(what, _Sent):
                self._awaited.append(self._entries.popleft())
            elif isinstance(what, _Greeting) and (self._is_greeted or what.talk == self._talk_then):
                if what.talk != self._talk_then:
                    self._talk_then, self._is_greeted = what.talk, False
                self._entries.popleft()
            else:
                break
        if self._awaited and self._awaited[0].at + STALL_S < self._clock():
            entry = self._awaited.popleft()
            raise self._stop(f"line {entry.line}: the tape has {entry.what!s}, and the driver does not send it")

    def _receive(self) -> None:
        """Let come what is due, up to what the driver must send first."""
        self._pass_sent()
        while self._entries and not self._awaited and self._entries[0].at <= self._clock():
            what = self._entries[0].what
            if isinstance(what, _Opened | _Greeting) or (isinstance(what, _Broken) and self._ready):
                return
            self._entries.popleft()
            if isinstance(what, _Broken):
                raise OSError(what.error, "as on the tape")
            if isinstance(what, bytes):
                self._ready += self._as_now(what)
                self.played += 1
            self._pass_sent()

    def _as_now(self, data: bytes) -> bytes:
        """Replace the number of the talk; a frame never comes in two pieces."""
        *whole, rest = data.split(_FLAG)
        pieces = []
        for chunk in whole:
            for kind, talk, sequence, payload in _frames(chunk):
                if talk == self._talk_then:
                    chunk = wire.format_frame(kind, self._talk_now, sequence, payload)[1:-1]
            pieces.append(chunk + _FLAG)
        return b"".join(pieces) + rest

    def _go_to(self, at: float) -> None:
        self._clock.sleep(max(0.0, at - self._clock()))


class _Sends:
    """What is sent over a line, without what is sent again."""

    def __init__(self) -> None:
        self._last: dict[_Way, _Sent] = {}

    def of(self, data: bytes) -> Iterator[_Greeting | _Sent]:
        """Take apart what is sent at once."""
        for chunk in filter(None, data.split(_FLAG)):
            frames = _frames(chunk)
            if not frames and chunk != _NOISE:
                yield _Sent(_Way.TEXT, chunk)
            for kind, talk, sequence, payload in frames:
                if kind == wire.HELLO:
                    yield _Greeting(talk)
                elif kind == wire.PING:
                    yield _Sent(_Way.PING, bytes((kind, sequence)))
                elif kind != wire.MAINTENANCE:
                    way = _Way.ANSWER if kind == wire.ACK else _Way.MESSAGE
                    sent = _Sent(way, bytes((kind, sequence)) + payload)
                    if sent != self._last.get(way):
                        yield sent
                    self._last[way] = sent


def _taken_apart(line: int, entry: Transfer, sends: _Sends) -> Iterator[_Entry]:
    if entry.opened:
        yield _Entry(line, entry.at, _Opened())
    for sent in sends.of(entry.out):
        yield _Entry(line, entry.at, sent)
    if entry.into:
        yield _Entry(line, entry.at, entry.into)
    if entry.error:
        yield _Entry(line, entry.at, _Broken(entry.error))


def _frames(chunk: bytes) -> list[tuple[int, int, int, bytes]]:
    return wire.Decoder().feed(chunk + _FLAG) if chunk else []
