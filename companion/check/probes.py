"""Measures readers directly: raw polls at any gain, below ports and presence.

A probe needs exclusive use of its reader: the port that usually drives it must be closed.

    Exception
    └── ProbeFault      the reader cannot be measured: what is wrong, and the remedy
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

from companion.check.measured import Fault, Look, Misreads
from firmware.rc522 import CLEAR, DEAF, SILENT, Reader
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
