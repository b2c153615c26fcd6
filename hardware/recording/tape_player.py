"""Plays a tape back: buses that say again what they once said, to the same drivers.

In: a tape. Out: stand-ins for `spidev`, `smbus2`, `serial` and `RPi.GPIO`, and a clock that goes by the tape. A driver
that sends something else than what is on the tape, or less, gets an error that names the line. Serial lines are known
by the names of their Picos; those without one, as on older tapes, by the order in which they are opened first.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType

from hardware.recording.line_player import PlayedLine
from hardware.recording.tape import Said, Tape, TapeFault, Transfer
from hardware.simulated.clock import VirtualClock
from hardware.simulated.pi_modules import I2cMessage, SimulatedPi

SLICE_S = 0.01
_NOP = b"\x00\xe3"  # asks a panel by the clock whether it is there, and is on a tape a little more or less often


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
