"""Measures readers directly: raw polls at any gain, below ports and presence.

A probe needs exclusive use of its reader: the port that usually drives it must be closed. Readers of a Pico are
measured at MicroPython's prompt, with the driver that is on the Pico itself; afterwards the firmware runs again.

    Exception
    └── ProbeFault      the reader cannot be measured: what is wrong, and the remedy
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.check.measured import Fault, Look, Misreads
from firmware.rc522 import CLEAR, DEAF, SILENT, Reader
from hardware.kit.connections import Pico
from hardware.pico.usb_line import PortFault, find_port
from hardware.pico.way_in import HELLO_S, Prompt, WayIn
from hardware.ports import Clock
from hardware.simulated.field import Field

if TYPE_CHECKING:
    from firmware.chip import Port

FIELD_RISE_US = 5100
FIELD_OFF_US = 5100  # after this time tags have forgotten the last poll


class ProbeFault(Exception):
    """The reader cannot be measured."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.reason)
        self.fault = fault


class Probe(Protocol):
    """One reader."""

    def version(self) -> int:
        """Read the chip's version register."""

    def look(self, gain_db: int, polls: int, pace_ms: int) -> list[Look]:
        """Poll this often at this gain, once every `pace_ms`."""

    @property
    def misreads(self) -> Misreads:
        """How often its registers had wrong values, in all looks so far."""


# Opens the probes of the named readers that exist, for the duration of a `with`.
Probes = Callable[[], AbstractContextManager[Mapping[str, Probe | Fault]]]


class ChipProbe:
    """A reader whose registers this program can reach."""

    def __init__(self, port: Port, clock: Clock, sleep: Callable[[float], None]) -> None:
        self._port, self._clock, self._sleep = port, clock, sleep
        self.misreads = Misreads()

    def version(self) -> int:
        """Read the chip's version register."""
        return self._reader(33).version()

    def look(self, gain_db: int, polls: int, pace_ms: int) -> list[Look]:
        """Poll this often at this gain."""
        reader = self._reader(gain_db)
        reader.init()
        looks = []
        for _ in range(polls):
            began = self._clock()
            reader.field_on()
            self._wait_us(FIELD_RISE_US)
            outcome, uids = reader.poll()
            looks.append(Look(int(self._clock() * 1000), outcome, tuple(uid.hex() for uid in uids)))
            reader.field_off()
            self._sleep(max(FIELD_OFF_US / 1e6, pace_ms / 1000 - (self._clock() - began)))
        self.misreads = Misreads(self.misreads.registers + reader.mismatches, self.misreads.frames + reader.frames)
        return looks

    def _reader(self, gain_db: int) -> Reader:
        return Reader(self._port, self._wait_us, gain_db=gain_db)

    def _wait_us(self, microseconds: int) -> None:
        self._sleep(microseconds / 1e6)


class FieldProbe:
    """A reader simulated at its port: asks its field directly."""

    def __init__(self, field: Field, *, deaf: bool = False) -> None:
        self._field, self._deaf = field, deaf
        self.misreads = Misreads()
        self._now_ms = 0

    def version(self) -> int:
        """Return the version of a good chip, or of a line that nothing drives."""
        return 0x00 if self._deaf else 0x92

    def look(self, gain_db: int, polls: int, pace_ms: int) -> list[Look]:
        """Poll this often at this gain, without taking time."""
        looks = []
        for _ in range(polls):
            self._now_ms += pace_ms
            uids = () if self._deaf else tuple(uid.hex() for uid in self._field.audible(gain_db))
            outcome = DEAF if self._deaf else CLEAR if uids else SILENT
            looks.append(Look(self._now_ms, outcome, uids))
        return looks


# Runs on the Pico. Every select is driven high before the first transfer, so that no two chips answer.
_PRELUDE = """
import binascii
from firmware import rc522
from firmware.pico_board import PicoBoard
board = PicoBoard("/")
board.open_bus({bus})
chips = {{select: board.chip(select) for select in {selects}}}
board.reset_readers()
def version(select):
    print(rc522.Reader(chips[select], board.wait_us).version())
def look(select, gain, polls, pace_ms):
    reader = rc522.Reader(chips[select], board.wait_us, gain_db=gain)
    reader.init()
    for _ in range(polls):
        began = board.now_us()
        reader.field_on()
        board.wait_us(5100)
        outcome, uids = reader.poll()
        reader.field_off()
        print(board.now_ms(), outcome, *[binascii.hexlify(uid).decode() for uid in uids])
        board.wait_us(5100)
        board.wait_since(began, pace_ms * 1000)
    print(reader.mismatches, reader.frames)
"""
_SPARE_S = 20.0


class PromptProbe:
    """One reader behind the Pico."""

    def __init__(self, prompt: Prompt, select: int) -> None:
        self._prompt, self._select = prompt, select
        self.misreads = Misreads()

    def version(self) -> int:
        """Read the chip's version register."""
        return int(self._run(f"version({self._select})", 0.0))

    def look(self, gain_db: int, polls: int, pace_ms: int) -> list[Look]:
        """Poll this often at this gain."""
        printed = self._run(f"look({self._select}, {gain_db}, {polls}, {pace_ms})", polls * pace_ms / 1000)
        *rows, (misread, frames) = [line.split() for line in printed.splitlines()]
        self.misreads = Misreads(self.misreads.registers + int(misread), self.misreads.frames + int(frames))
        return [Look(int(at_ms), int(outcome), tuple(uids)) for at_ms, outcome, *uids in rows]

    def _run(self, code: str, takes_s: float) -> str:
        try:
            return self._prompt.execute(code, within_s=takes_s + _SPARE_S)
        except PortFault as fault:
            raise ProbeFault(Fault(str(fault), fault.remedy)) from fault
        except OSError as fault:  # SerialException is one
            remedy = "plug the Pico in again; if it was not unplugged, try another cable"
            raise ProbeFault(Fault(f"the line to the Pico broke: {fault}", remedy)) from fault


@contextmanager
def pico_probes(
    pico: Pico,
    *,
    port: Path | None = None,
    clock: Clock = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> Iterator[Mapping[str, Probe | Fault]]:
    """Bring the Pico to its prompt, yield its readers, and start its firmware again."""
    way: WayIn | None = None
    prompt: Prompt | None = None
    probes: dict[str, Probe | Fault]
    try:
        try:
            way = WayIn(port or find_port(pico.usb_id, pico.serial, pico.others), clock=clock, pause=pause)
            prompt = way.prompt()
            prompt.execute(_prelude(pico))
            probes = {name: PromptProbe(prompt, select) for name, select in pico.selects.items()}
        except (PortFault, OSError) as trouble:
            fault = Fault(str(trouble), getattr(trouble, "remedy", "plug the Pico in again"))
            probes = dict.fromkeys(pico.selects, fault)
        yield probes
    finally:
        if way is not None:
            if prompt is not None:
                way.restart(prompt)
                with suppress(PortFault):
                    way.await_hello(HELLO_S)
            way.close()


def _prelude(pico: Pico) -> str:
    spi = pico.spi
    bus = (pico.spi_block, spi.sck, spi.mosi, spi.miso, pico.reset, pico.clock_hz)
    return _PRELUDE.format(bus=", ".join(map(str, bus)), selects=sorted(pico.selects.values()))
