"""Stand-ins for `spidev` and `RPi.GPIO`, so that the real mfrc522 package runs on simulated chips.

`SimulatedPi` holds what is wired to the header: chips on SPI selects, and reset lines. Within `installed()`
the two modules are there to be imported, and packages that had bound others are loaded afresh.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType

from hardware.simulated.reader_chip import ReaderChip

BOARD, BCM = 10, 11
_OUT, _IN = 0, 1


class SimulatedPi:
    """The header of a Raspberry Pi with simulated parts on it."""

    def __init__(self) -> None:
        self.chips: dict[tuple[int, int], ReaderChip] = {}
        self.reset_lines: dict[int, list[ReaderChip]] = {}  # by BCM number
        self.denied = False  # the user may not use SPI
        self.pin_mode: int | None = None
        self.outputs: dict[int, int] = {}
        self.open_buses = 0

    def connect(self, chip: ReaderChip, *, bus: int = 0, device: int = 0, reset_pin: int = 25) -> ReaderChip:
        """Wire a chip to a select and a reset pin."""
        self.chips[bus, device] = chip
        self.reset_lines.setdefault(reset_pin, []).append(chip)
        return chip

    @contextmanager
    def installed(self) -> Iterator[SimulatedPi]:
        """Let `spidev` and `RPi.GPIO` be imported, and the mfrc522 package bind to them."""
        gpio = _gpio_module(self)
        package = ModuleType("RPi")
        package.__dict__.update(__path__=[], GPIO=gpio)
        spidev = ModuleType("spidev")
        spidev.__dict__["SpiDev"] = lambda: _SpiDev(self)
        stand_ins = {"spidev": spidev, "RPi": package, "RPi.GPIO": gpio}
        before = {name: module for name, module in sys.modules.items() if _binds(name)}
        _forget()
        sys.modules.update(stand_ins)
        try:
            yield self
        finally:
            _forget()
            sys.modules.update(before)


def _binds(name: str) -> bool:
    return name.partition(".")[0] in ("spidev", "RPi", "mfrc522")


def _forget() -> None:
    for name in [name for name in sys.modules if _binds(name)]:
        del sys.modules[name]


class _SpiDev:
    """What `spidev.SpiDev` offers and the package uses."""

    def __init__(self, pi: SimulatedPi) -> None:
        self._pi = pi
        self._chip: ReaderChip | None = None
        self.max_speed_hz = 500_000

    def open(self, bus: int, device: int) -> None:
        if self._pi.denied:
            raise PermissionError(13, "Permission denied")
        if (bus, device) not in self._pi.chips:
            raise FileNotFoundError(2, "No such file or directory")
        self._chip = self._pi.chips[bus, device]
        self._pi.open_buses += 1

    def xfer2(self, values: Sequence[int]) -> list[int]:
        if self._chip is None:
            raise OSError(9, "Bad file descriptor")
        return list(self._chip.transfer(bytes(values), self.max_speed_hz))

    def close(self) -> None:
        if self._chip is not None:
            self._pi.open_buses -= 1
        self._chip = None


def _gpio_module(pi: SimulatedPi) -> ModuleType:
    """Build `RPi.GPIO` as far as a reset pin needs it."""

    def setmode(mode: int) -> None:
        if pi.pin_mode not in (None, mode):
            raise ValueError("A different mode has already been set!")
        pi.pin_mode = mode

    def setup(pin: int, direction: int) -> None:
        if pi.pin_mode is None:
            raise RuntimeError("Please set pin numbering mode using GPIO.setmode(GPIO.BOARD)")
        if direction == _OUT:
            pi.outputs[pin] = 0

    def output(pin: int, level: int) -> None:
        pi.outputs[pin] = level
        for chip in pi.reset_lines.get(pin, ()):
            chip.set_reset(bool(level))

    def cleanup(pin: int | None = None) -> None:
        if pin is None:
            pi.outputs.clear()
            pi.pin_mode = None
        else:
            pi.outputs.pop(pin, None)

    gpio = ModuleType("RPi.GPIO")
    gpio.__dict__.update(
        BOARD=BOARD, BCM=BCM, OUT=_OUT, IN=_IN, LOW=0, HIGH=1,
        getmode=lambda: pi.pin_mode, setmode=setmode, setup=setup, output=output, cleanup=cleanup,
    )  # fmt: skip
    return gpio
