"""Stand-ins for `spidev`, `smbus2` and `RPi.GPIO`, on which the real mfrc522 and luma.oled run.

`SimulatedPi` holds what is wired to the header: chips on SPI selects and their reset lines, panels on I2C or
SPI, and a PN532 on either or on a serial line, which `serial.Serial` then opens. Within `installed()` the modules
are there to be imported, and packages that had bound others are loaded afresh.

Buttons and LEDs are on gpiozero's mock pins: contacts that bounce or stick, and lamps to look at.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NamedTuple

from hardware.simulated.panel import COMMANDS, DATA, Panel
from hardware.simulated.pn532_chip import Pn532Chip, Pn532Line
from hardware.simulated.reader_chip import ReaderChip

BOARD, BCM = 10, 11
_OUT, _IN = 0, 1


class _SpiPanel(NamedTuple):
    panel: Panel
    dc_pin: int


class SimulatedPi:
    """The header of a Raspberry Pi with simulated parts on it."""

    def __init__(self) -> None:
        self.chips: dict[tuple[int, int], ReaderChip | Pn532Chip] = {}
        self.i2c_readers: dict[tuple[int, int], Pn532Chip] = {}  # by port and address
        self.lines: dict[str, Pn532Chip] = {}  # by the path of the serial line
        self.reset_lines: dict[int, list[ReaderChip]] = {}  # by BCM number
        self.i2c_panels: dict[tuple[int, int], Panel] = {}  # by port and address
        self.spi_panels: dict[tuple[int, int], _SpiPanel] = {}
        self.denied = False  # the user may not use the buses
        self.i2c_ports = {1}
        self.pin_mode: int | None = None
        self.outputs: dict[int, int] = {}
        self.open_buses = 0

    def connect(self, chip: ReaderChip, *, bus: int = 0, device: int = 0, reset_pin: int = 25) -> ReaderChip:
        """Wire a chip to a select and a reset pin."""
        self.chips[bus, device] = chip
        self.reset_lines.setdefault(reset_pin, []).append(chip)
        return chip

    def connect_panel(self, panel: Panel, *, port: int = 1, address: int = 0x3C) -> Panel:
        """Wire a panel to an I2C port."""
        self.i2c_panels[port, address] = panel
        return panel

    def connect_spi_panel(self, panel: Panel, *, bus: int, device: int, dc_pin: int) -> Panel:
        """Wire a panel to an SPI select and a pin that separates data from commands."""
        self.spi_panels[bus, device] = _SpiPanel(panel, dc_pin)
        return panel

    def connect_pn532(self, chip: Pn532Chip, at: str, *, device: int = 0) -> Pn532Chip:
        """Wire a PN532 to SPI with this select, to I2C, or to a serial line with this path."""
        if at == "spi":
            self.chips[0, device] = chip
        elif at == "i2c":
            self.i2c_readers[1, 0x24] = chip
        else:
            self.lines[at] = chip
        return chip

    @contextmanager
    def installed(self) -> Iterator[SimulatedPi]:
        """Let the stand-ins be imported, and the packages bind to them."""
        gpio = _gpio_module(self)
        package = ModuleType("RPi")
        package.__dict__.update(__path__=[], GPIO=gpio)
        spidev = ModuleType("spidev")
        spidev.__dict__["SpiDev"] = lambda: _SpiDev(self)
        smbus2 = ModuleType("smbus2")
        smbus2.__dict__.update(SMBus=lambda port: _SmBus(self, port), i2c_msg=I2cMessage)
        stand_ins = {"spidev": spidev, "smbus2": smbus2, "RPi": package, "RPi.GPIO": gpio}
        before = {name: module for name, module in sys.modules.items() if _binds(name)}
        _forget()
        sys.modules.update(stand_ins)
        try:
            with _lines(self):
                yield self
        finally:
            _forget()
            sys.modules.update(before)


def _binds(name: str) -> bool:
    return name.partition(".")[0] in ("spidev", "smbus2", "RPi", "mfrc522")


def _forget() -> None:
    for name in [name for name in sys.modules if _binds(name)]:
        del sys.modules[name]


class _SpiDev:
    """What of `spidev.SpiDev` the packages use."""

    def __init__(self, pi: SimulatedPi) -> None:
        self._pi = pi
        self._wired: ReaderChip | Pn532Chip | _SpiPanel | None = None
        self.max_speed_hz = 500_000

    def open(self, bus: int, device: int) -> None:
        if self._pi.denied:
            raise PermissionError(13, "Permission denied")
        select = bus, device
        self._wired = self._pi.chips.get(select) or self._pi.spi_panels.get(select)
        if self._wired is None:
            raise FileNotFoundError(2, "No such file or directory")
        self._pi.open_buses += 1

    def xfer2(self, values: Sequence[int]) -> list[int]:
        if not isinstance(self._wired, ReaderChip | Pn532Chip):
            raise OSError(9, "Bad file descriptor")
        return list(self._wired.transfer(bytes(values), self.max_speed_hz))

    def writebytes(self, values: Sequence[int]) -> None:
        if not isinstance(self._wired, _SpiPanel):
            raise OSError(9, "Bad file descriptor")
        level = self._pi.outputs[self._wired.dc_pin]
        self._wired.panel.spi_write(DATA if level else COMMANDS, bytes(values))

    def close(self) -> None:
        if self._wired is not None:
            self._pi.open_buses -= 1
        self._wired = None


class I2cMessage:
    """The part of `smbus2.i2c_msg` that is used: an address, and the bytes, or how many are read."""

    def __init__(self, addr: int, data: bytes, count: int = 0) -> None:
        self.addr, self.data, self.count = addr, data, count

    def __iter__(self) -> Iterator[int]:
        return iter(self.data)

    @classmethod
    def write(cls, address: int, data: Sequence[int]) -> I2cMessage:
        """Make a message that is written."""
        return cls(address, bytes(data))

    @classmethod
    def read(cls, address: int, count: int) -> I2cMessage:
        """Make a message that is read."""
        return cls(address, b"", count)


class _SmBus:
    """What of `smbus2.SMBus` the packages use."""

    def __init__(self, pi: SimulatedPi, port: int) -> None:
        if pi.denied:
            raise PermissionError(13, "Permission denied", f"/dev/i2c-{port}")
        if port not in pi.i2c_ports:
            raise FileNotFoundError(2, "No such file or directory", f"/dev/i2c-{port}")
        self._pi = pi
        self._port = port
        pi.open_buses += 1

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        if len(data) > 32:
            raise ValueError("Data length cannot exceed 32 bytes")
        self._send(address, bytes((register, *data)))

    def i2c_rdwr(self, *messages: I2cMessage) -> None:
        for message in messages:
            reader = self._pi.i2c_readers.get((self._port, message.addr))
            if reader is None:
                self._send(message.addr, message.data)
            elif message.count:
                message.data = reader.i2c_read(message.count)
            else:
                reader.i2c_write(message.data)

    def close(self) -> None:
        self._pi.open_buses -= 1

    def _send(self, address: int, data: bytes) -> None:
        panel = self._pi.i2c_panels.get((self._port, address))
        if panel is None:
            raise OSError(121, "Remote I/O error")
        panel.i2c_write(data)


@contextmanager
def _lines(pi: SimulatedPi) -> Iterator[None]:
    """Let `serial.Serial` open the simulated lines, too, if there are any."""
    if not pi.lines:
        yield
        return
    import serial

    opens = serial.Serial

    def open_line(path: str, baud: int, **options: object) -> object:
        if path not in pi.lines:
            return opens(path, baud, **options)
        if pi.denied:
            raise PermissionError(13, "Permission denied", path)
        if pi.lines[path].is_unplugged:
            raise FileNotFoundError(2, "No such file or directory", path)
        return Pn532Line(pi.lines[path], baud)

    serial.Serial = open_line
    try:
        yield
    finally:
        serial.Serial = opens


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

    def cleanup(pins: int | Sequence[int] | None = None) -> None:
        if pins is None:
            pi.outputs.clear()
            pi.pin_mode = None
        for pin in (pins,) if isinstance(pins, int) else pins or ():
            pi.outputs.pop(pin, None)

    gpio = ModuleType("RPi.GPIO")
    gpio.__dict__.update(
        BOARD=BOARD, BCM=BCM, OUT=_OUT, IN=_IN, LOW=0, HIGH=1,
        getmode=lambda: pi.pin_mode, setmode=setmode, setup=setup, output=output, cleanup=cleanup,
    )  # fmt: skip
    return gpio


class HeaderPins:
    """The pins of a simulated Pi, by BCM number; buttons lie between pin and ground."""

    def __init__(self, sleep: Callable[[float], None]) -> None:
        """Take how time passes while a contact bounces."""
        self._sleep = sleep
        self._factory: Any = None
        self._stuck: set[int] = set()

    @contextmanager
    def installed(self) -> Iterator[HeaderPins]:
        """Put gpiozero onto the mock pins."""
        from gpiozero import Device
        from gpiozero.pins.mock import MockFactory, MockPin

        stuck = self._stuck

        class Contact(MockPin):  # type: ignore[misc]  # gpiozero has no types
            """A pin that no pull-up lifts while its button is jammed."""

            def drive_high(self) -> None:
                if any(self.info.name == f"GPIO{pin}" for pin in stuck):
                    self.drive_low()
                else:
                    super().drive_high()

        before = Device.pin_factory
        Device.pin_factory = self._factory = MockFactory(pin_class=Contact)
        try:
            yield self
        finally:
            self._factory.reset()
            Device.pin_factory = before

    def press(self, pin: int, *, bounces: int = 0, bounce_s: float = 0.001) -> None:
        """Push the button on this pin down, with this many bounces before it stays."""
        self._bounce(pin, True, bounces, bounce_s)

    def release(self, pin: int, *, bounces: int = 0, bounce_s: float = 0.001) -> None:
        """Let the button go; a stuck one stays down."""
        self._bounce(pin, False, bounces, bounce_s)

    def stick(self, pin: int) -> None:
        """Jam the button in its lower position."""
        self._stuck.add(pin)
        self._drive(pin, True)

    def free(self, pin: int) -> None:
        """Un-jam the button, which comes up."""
        self._stuck.discard(pin)
        self._drive(pin, False)

    def is_lit(self, pin: int) -> bool:
        """Return whether the LED on this pin shines."""
        mock = self._factory.pin(pin)
        return mock.function == "output" and bool(mock.state)

    def _bounce(self, pin: int, down: bool, bounces: int, bounce_s: float) -> None:
        for _ in range(bounces):
            self._drive(pin, down)
            self._sleep(bounce_s)
            self._drive(pin, not down)
            self._sleep(bounce_s)
        self._drive(pin, down)

    def _drive(self, pin: int, down: bool) -> None:
        mock = self._factory.pin(pin)
        if down:
            mock.drive_low()
        else:
            mock.drive_high()
