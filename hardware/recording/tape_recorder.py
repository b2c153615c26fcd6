"""Records what drivers and buses say to each other, by standing between them.

In: a clock, and the libraries `spidev`, `smbus2` and `serial`, as far as they are there. Out: a tape.
Buses that are opened within `recording` are recorded until they are closed; UIDs are exchanged when the tape is saved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from importlib import import_module
from threading import Lock
from typing import IO, Any

from hardware.ports import Clock
from hardware.recording.mask import TagMask
from hardware.recording.tape import Said, Transfer, format_entry, format_head

_HEXADECIMAL = re.compile(rb"[0-9a-f]{8,20}")  # UIDs, as a Pico prints them at its prompt


class Recorder:
    """Keeps what is said until it is saved; buses may speak from several threads."""

    def __init__(self, kit: str, clock: Clock) -> None:
        self._kit, self._clock = kit, clock
        self._began = clock()
        self._lock = Lock()
        self._entries: list[tuple[Transfer | Said, bool]] = []  # each with whether a reader's UIDs may be in it

    def note(self, bus: str, out: bytes = b"", into: bytes = b"", error: int = 0, *, reader: bool = False) -> None:
        """Keep a transfer."""
        with self._lock:
            self._entries.append((Transfer(self._clock() - self._began, bus, out, into, error), reader))

    def said(self, asked: str, answer: str) -> None:
        """Keep an answer of the person."""
        with self._lock:
            self._entries.append((Said(self._clock() - self._began, asked, answer), False))

    def save(self, file: IO[str]) -> None:
        """Write the tape, with other UIDs."""
        with self._lock:
            mask = TagMask()
            for entry, reader in self._entries:
                if reader and isinstance(entry, Transfer):
                    mask.learn(entry.out, entry.into)
            file.write(format_head(self._kit) + "\n")
            for entry, reader in self._entries:
                if reader and isinstance(entry, Transfer):
                    out, into = mask.transfer(entry.out, entry.into)
                    entry = replace(entry, out=out, into=into)
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
                continue  # whoever needs it will say so
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
    """A serial line; of frames that carry UIDs only the length is kept, as they cannot be taken apart here."""

    def __init__(self, recorder: Recorder, real: Any, *_: object) -> None:
        super().__init__(recorder, real)

    def write(self, data: bytes) -> int | None:
        written: int | None = self._real.write(data)
        self._recorder.note("serial", out=_covered(bytes(data)))
        return written

    def read(self, size: int = 1) -> bytes:
        data: bytes = self._real.read(size)
        if data:
            self._recorder.note("serial", into=_covered(data))
        return data


def _covered(data: bytes) -> bytes:
    """Return a piece of a serial line without the UIDs in it."""
    if b"~" in data or not data.isascii():
        return bytes(len(data))
    return _HEXADECIMAL.sub(lambda found: b"0" * len(found[0]), data)
