"""Plays a tape back: buses that say again what they once said, to the same drivers.

In: a tape. Out: stand-ins for `spidev`, `smbus2`, `serial` and `RPi.GPIO`, and a clock that goes by the tape. A driver
that sends something else than what is on the tape, or less, gets an error that names the line. Serial lines are known
by the names of their Picos; those without one, as on older tapes, by the order in which they are opened first.

A Pico's serial line is played as what the Pico once said, at its time. A host never does anything at quite the same
moment twice. So each answer waits until the driver has sent what came before it on the tape. What the driver sends is
compared with the tape: the sequenced messages, the acknowledgements and the code for the prompt, each kind by itself.
Greetings and repeated messages depend on the clock and are not compared; only the answer to the first greeting of a
talk waits for the driver's greeting. The host draws the number of a talk, so answers get the new number.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from types import ModuleType
from typing import NamedTuple

from firmware import wire
from hardware.recording.tape import Said, Tape, TapeFault, Transfer
from hardware.simulated.clock import VirtualClock
from hardware.simulated.pi_modules import I2cMessage, SimulatedPi

SLICE_S = 0.01
_NOP = b"\x00\xe3"  # asks a panel by the clock whether it is there, and is on a tape a little more or less often
STALL_S = 5.0  # how much later than on the tape a driver may send something
_FLAG = bytes((wire.FLAG,))
PING_S = 0.5  # two of them are farther apart
_NOISE = b"\r"  # before a greeting that was not answered


class Player:
    """The buses of a tape."""

    def __init__(self, tape: Tape) -> None:
        self.clock = VirtualClock()
        self.fault: TapeFault | None = None  # the first: drivers take it for one of their own
        self.steps: list[Callable[[], object]] = []  # of the drivers that work while time passes
        self._buses: dict[str, deque[tuple[int, Transfer]]] = {}
        self._answers: dict[str, deque[Said]] = {}
        for line, entry in tape.entries:
            if isinstance(entry, Said):
                self._answers.setdefault(entry.asked, deque()).append(entry)
            else:
                self._buses.setdefault(entry.bus, deque()).append((line, entry))
        self._lines = {
            bus: PlayedLine(bus, self._buses.pop(bus), self.clock, self._stop)
            for bus in sorted(self._buses)
            if bus.startswith("serial")
        }
        self._opened: list[str] = []  # paths of serial lines that are not on the tape by their names

    @property
    def unsent(self) -> list[tuple[int, str, str]]:
        """What is on the tape and was not sent again: line, bus and what."""
        sent = ((bus, line, entry.out) for bus, entries in self._buses.items() for line, entry in entries)
        told = [(line, bus, out.hex()) for bus, line, out in sent if out[1:] != _NOP]
        return sorted(told + [(line, bus, what) for bus, played in self._lines.items() for line, what in played.unsent])

    def see_all_sent(self) -> None:
        """Raise `TapeFault` if the drivers are done, and have sent less than what is on the tape."""
        if unsent := self.unsent:
            line, bus, what = unsent[0]
            more = f", nor {len(unsent) - 1} more" if unsent[1:] else ""
            raise self._stop(f"line {line}: the tape has {what} on {bus}, and the driver does not send it{more}")

    def has(self, bus: str) -> bool:
        """Return whether a bus is on the tape."""
        return bus in self._buses

    def transfer(self, bus: str, out: bytes) -> bytes:
        """Return the answer that was given before; raise what went wrong then."""
        entries = self._buses.get(bus)
        if not entries:
            raise self._stop(f"the tape ends on {bus}, and the driver sends {out.hex()}")
        line, entry = entries.popleft()
        if out[1:] == _NOP and entry.out != out:
            entries.appendleft((line, entry))
            return b""
        while entry.out != out and entry.out[1:] == _NOP and not entry.error and entries:
            line, entry = entries.popleft()
        if entry.out != out:
            raise self._stop(f"line {line}: the driver sends {out.hex()} on {bus}, and the tape has {entry.out.hex()}")
        self._go_to(entry.at)
        if entry.error:
            raise OSError(entry.error, "as on the tape")
        return entry.into

    def answer(self, asked: str) -> str:
        """Return the person's next answer to this."""
        answers = self._answers.get(asked)
        if not answers:
            raise self._stop(f"the person is asked to {asked}, and the tape has no answer")
        said = answers.popleft()
        self.pass_time(max(0.0, said.at - self.clock()))
        return said.answer

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and the drivers do what is due in it, as often as the tape has something for them."""
        until = self.clock() + seconds
        self._step()
        while (now := self.clock()) < until:
            coming = [at for line in self._lines.values() if (at := line.next_at()) is not None and at > now]
            self.clock.sleep(min(until, now + SLICE_S, *coming) - now)
            self._step()

    def _step(self) -> None:
        """Let the drivers do what is due, and what follows from that at once."""
        before = -1
        while (played := sum(line.played for line in self._lines.values())) != before:
            before = played
            for step in self.steps:
                step()

    def line(self, path: str) -> PlayedLine:
        """Open a serial line."""
        bus = f"serial.{path}"
        if bus not in self._lines:
            if path not in self._opened:
                self._opened.append(path)
            bus = f"serial{self._opened.index(path)}"
        line = self._lines.get(bus)
        if line is None:
            raise FileNotFoundError(2, "not on the tape")
        line.open()
        return line

    def _stop(self, what: str) -> TapeFault:
        self.fault = self.fault or TapeFault(what)
        return self.fault

    def _go_to(self, at: float) -> None:
        self.clock.sleep(max(0.0, at - self.clock()))

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Let the stand-ins be imported, and the packages bind to them."""
        with SimulatedPi().installed():
            spidev, smbus2 = ModuleType("spidev"), ModuleType("smbus2")
            spidev.__dict__["SpiDev"] = lambda: _Spi(self)
            smbus2.__dict__.update(SMBus=lambda port: _I2c(self, port), i2c_msg=I2cMessage)
            sys.modules.update(spidev=spidev, smbus2=smbus2)  # what was there comes back with the simulated Pi's end
            serial = ModuleType("serial")
            serial.__dict__["Serial"] = lambda path, *_, **__: self.line(path)
            before = sys.modules.get("serial")
            sys.modules["serial"] = serial
            try:
                yield
            finally:
                del sys.modules["serial"]
                if before is not None:
                    sys.modules["serial"] = before


class _Spi:
    def __init__(self, player: Player) -> None:
        self._player = player
        self._bus = ""
        self.max_speed_hz = 0

    def open(self, bus: int, device: int) -> None:
        self._bus = f"spi{bus}.{device}"
        if not self._player.has(self._bus):
            raise FileNotFoundError(2, "not on the tape")

    def xfer2(self, values: Sequence[int]) -> list[int]:
        return list(self._player.transfer(self._bus, bytes(values)))

    def writebytes(self, values: Sequence[int]) -> None:
        self._player.transfer(self._bus, bytes(values))

    def close(self) -> None:
        """Do nothing: nothing was opened."""


class _I2c:
    def __init__(self, player: Player, port: int) -> None:
        self._player, self._bus = player, f"i2c{port}"
        if not player.has(self._bus):
            raise FileNotFoundError(2, "not on the tape", f"/dev/i2c-{port}")

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        self._player.transfer(self._bus, bytes((address, register, *data)))

    def i2c_rdwr(self, *messages: I2cMessage) -> None:
        self._player.transfer(self._bus, b"".join(bytes((message.addr, *message.data)) for message in messages))

    def close(self) -> None:
        """Do nothing: nothing was opened."""


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
