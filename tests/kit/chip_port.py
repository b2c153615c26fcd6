"""The shortest way from the chip driver to a simulated chip."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.rc522 import Reader
from hardware.simulated.clock import Air
from hardware.simulated.field import Field
from hardware.simulated.reader_chip import ReaderChip


class ChipPort:
    def __init__(self, chip: ReaderChip) -> None:
        self._chip = chip

    def write(self, transfers: Sequence[bytes]) -> None:
        for transfer in transfers:
            self._chip.transfer(transfer)

    def read(self, addresses: bytes) -> bytes:
        return self._chip.transfer(addresses)


class Station:
    """A driver on a chip, with the field on."""

    def __init__(
        self,
        *,
        counts_align: bool = True,
        gain_db: int = 33,
        version: int = 0x92,
        air: Air | None = None,
    ) -> None:
        self.air = air or Air()
        self.chip = ReaderChip(self.air, Field(), counts_align=counts_align, version=version)
        self.reader = Reader(ChipPort(self.chip), self.air.clock.sleep_us, gain_db=gain_db)
        assert self.reader.init(), self.reader.ailment()
        self.rise()

    def rise(self) -> None:
        self.reader.field_on()
        self.air.clock.sleep(0.0051)

    def poll(self) -> tuple[int, list[bytes]]:
        """Poll as everybody must: with a field that was off before."""
        self.reader.field_off()
        self.air.clock.sleep(0.0051)
        self.rise()
        return self.reader.poll()
