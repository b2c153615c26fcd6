"""Records what drivers and buses say to each other, by standing between them.

In: a clock, and the libraries `spidev`, `smbus2` and `serial`, as far as they are there. Out: a tape.
Buses that are opened within `recording` are recorded until they are closed; UIDs are exchanged when the tape is saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from importlib import import_module
from threading import Lock
from typing import IO, Any

from hardware.ports import Clock
from hardware.recording.mask import LineMask, TagMask
from hardware.recording.tape import Said, Tape, Transfer, format_entry, format_head


class Recorder:
    """Keeps every transfer until it is saved; buses may be used from several threads."""

    def __init__(self, about: Tape, clock: Clock, name_line: Callable[[str], str] = lambda _: "") -> None:
        """Take what the tape is about, as yet without entries, the time, and what names the Pico at a path, if any."""
        self._about, self._clock, self._name_line = about, clock, name_line
        self._began = clock()
        self._lock = Lock()
        self._entries: list[tuple[Transfer | Said, bool]] = []  # each with whether a reader's UIDs may be in it
        self._unnamed: list[str] = []  # paths of serial lines, in the order in which they were first opened

    def note(self, bus: str, out: bytes = b"", into: bytes = b"", error: int = 0, *, reader: bool = False) -> None:
        """Keep a transfer."""
        with self._lock:
            self._entries.append((Transfer(self._clock() - self._began, bus, out, into, error), reader))

    def said(self, asked: str, answer: str) -> None:
        """Keep an answer of the person."""
        with self._lock:
            self._entries.append((Said(self._clock() - self._began, asked, answer), False))

    def line_opened(self, path: str) -> str:
        """Keep that a serial line was opened, and return its name on the tape: its path holds the Pico's own number."""
        name = self._name_line(path)
        with self._lock:
            if not name and path not in self._unnamed:
                self._unnamed.append(path)
            bus = f"serial.{name}" if name else f"serial{self._unnamed.index(path)}"
            self._entries.append((Transfer(self._clock() - self._began, bus, opened=True), False))
        return bus

    def save(self, file: IO[str]) -> None:
        """Write the tape, with other UIDs."""
        with self._lock:
            mask = TagMask()
            for entry, reader in self._entries:
                if reader and isinstance(entry, Transfer):
                    mask.learn(entry.out, entry.into)
            opened = {entry.bus for entry, _ in self._entries if isinstance(entry, Transfer) and entry.opened}
            lines = {bus: LineMask(mask.uid) for bus in opened}
            file.write(format_head(self._about) + "\n")
            for entry, reader in self._entries:
                if reader and isinstance(entry, Transfer):
                    out, into = mask.transfer(entry.out, entry.into)
                    entry = replace(entry, out=out, into=into)
                elif isinstance(entry, Transfer) and entry.bus in lines:
                    entry = _masked(entry, lines[entry.bus])
                    if entry == Transfer(entry.at, entry.bus):
                        continue  # held back until the rest of it has come
                file.write(format_entry(entry) + "\n")

    def watch(self, bus: str, out: bytes, transfer: Callable[[], Any], *, reader: bool = False) -> Any:
        """Do a transfer, and write down what came of it."""
        try:
            answer = transfer()
        except OSError as error:
            self.note(bus, out, error=error.errno or 5, reader=reader)
            raise
        self.note(bus, out, bytes(answer) if isinstance(answer, list | tuple | bytes) else b"", reader=reader)
        return answer


@contextmanager
def recording(recorder: Recorder) -> Iterator[None]:
    """Stand between the drivers and their buses."""
    with ExitStack() as stack:
        for module, name, wrap in (("spidev", "SpiDev", _Spi), ("smbus2", "SMBus", _I2c), ("serial", "Serial", _Line)):
            try:
                library = import_module(module)
            except ImportError:
                continue  # the caller that needs it will say so
            real = getattr(library, name)
            setattr(library, name, _maker(wrap, recorder, real))
            stack.callback(setattr, library, name, real)
        yield


def _maker(wrap: Callable[..., Any], recorder: Recorder, real: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *arguments, **options: wrap(recorder, real(*arguments, **options), *arguments)


class _Through:
    """Something real, of which only some things are watched."""

    def __init__(self, recorder: Recorder, real: Any) -> None:
        self.__dict__.update(_recorder=recorder, _real=real)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._real, name, value)


class _Spi(_Through):
    def open(self, bus: int, device: int) -> None:
        self.__dict__["_bus"] = f"spi{bus}.{device}"
        self._real.open(bus, device)

    def xfer2(self, values: Sequence[int]) -> list[int]:
        out = bytes(values)
        answer: list[int] = self._recorder.watch(self._bus, out, lambda: self._real.xfer2(list(out)), reader=True)
        return answer

    def writebytes(self, values: Sequence[int]) -> None:
        self._recorder.watch(self._bus, bytes(values), lambda: self._real.writebytes(values))


class _I2c(_Through):
    def __init__(self, recorder: Recorder, real: Any, port: int = 1) -> None:
        super().__init__(recorder, real)
        self.__dict__["_bus"] = f"i2c{port}"

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        out = bytes((address, register, *data))
        self._recorder.watch(self._bus, out, lambda: self._real.write_i2c_block_data(address, register, data))

    def i2c_rdwr(self, *messages: Any) -> None:
        out = b"".join(bytes((message.addr, *message)) for message in messages)
        self._recorder.watch(self._bus, out, lambda: self._real.i2c_rdwr(*messages))


class _Line(_Through):
    """A serial line."""

    def __init__(self, recorder: Recorder, real: Any, path: str, *_: object) -> None:
        super().__init__(recorder, real)
        self.__dict__["_bus"] = recorder.line_opened(path)

    @property
    def in_waiting(self) -> int:
        """How many bytes have come; raises, as reading does, when the line has gone."""
        waiting: int = self._watched(lambda: self._real.in_waiting)
        return waiting

    def write(self, data: bytes) -> int | None:
        # Before it is done: what answers it comes later on the tape, too.
        self._recorder.note(self._bus, out=bytes(data))
        written: int | None = self._watched(lambda: self._real.write(data))
        return written

    def read(self, size: int = 1) -> bytes:
        data: bytes = self._watched(lambda: self._real.read(size))
        if data:
            self._recorder.note(self._bus, into=data)
        return data

    def _watched(self, do: Callable[[], Any]) -> Any:
        try:
            return do()
        except OSError as error:  # SerialException is one
            self._recorder.note(self._bus, error=error.errno or 5)
            raise


def _masked(entry: Transfer, line: LineMask) -> Transfer:
    if entry.opened:
        line.opened()
    if entry.out:
        line.sent(entry.out)
    return replace(entry, into=line.came(entry.into)) if entry.into else entry
