"""What is connected to which pin: the frozen values that a kit file is read into.

In: nothing; `hardware.kit.kit` makes these values, checked.
Out: what drivers, diagrams, parts list and self-test ask: names, pins, and the boot settings those pins need.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from hardware.kit.pins import PI_CONSOLE, PI_SPI0_CE1


class PinUse(NamedTuple):
    """One pin and what it is for."""

    number: int  # BCM on the Pi, GP on the Pico
    part: str  # "pad", "screen", "button.ok", "lamp.led.1", "readers", "reader.reader.1", "strip" and so on
    signal: str  # "sck", "mosi", "miso", "select", "reset", "sda", "scl", "dc", "in", "out"


class BootSetting(NamedTuple):
    """A line that a file of the Pi's boot folder must have, or must not have, for this kit to work."""

    file: str  # "config.txt" or "cmdline.txt"
    line: str
    present: bool
    why: str


@dataclass(frozen=True, slots=True)
class SpiPins:
    """The three shared lines of an SPI bus."""

    sck: int
    mosi: int
    miso: int


@dataclass(frozen=True, slots=True)
class Pad:
    """The tag reader on the Pi's own SPI bus."""

    name: str
    spi: SpiPins
    select: int
    reset: int
    clock_hz: int
    gain_db: int


@dataclass(frozen=True, slots=True)
class I2cBus:
    """How a screen hangs on I2C bus 1."""

    sda: int
    scl: int
    address: int
    clock_hz: int


@dataclass(frozen=True, slots=True)
class SpiBus:
    """How a screen hangs on SPI bus 0, second select."""

    sck: int
    mosi: int
    select: int
    dc: int
    reset: int
    clock_hz: int


@dataclass(frozen=True, slots=True)
class Panel:
    """The screen."""

    driver: str  # one of SCREEN_DRIVERS
    bus: I2cBus | SpiBus
    width: int
    height: int
    upside_down: bool


@dataclass(frozen=True, slots=True)
class Times:
    """How long things take to be believed."""

    debounce_ms: int  # a button must be steady for so long
    hold_ms: int  # a button down for so long is held
    poll_ms: int  # the pad is asked so often
    settle_ms: int  # a tag seen for so long is at rest
    leave_ms: int  # a tag not answering for so long has left,
    leave_polls: int  # if so many clean polls in a row missed it
    lapse_ms: int  # a tag that does not rest yet may be missed for so long
    crowd_ms: int  # tags that cannot be told apart for so long are a crowd


@dataclass(frozen=True, slots=True)
class Strip:
    """The addressable RGB LEDs, one lamp each, in the order in which the data runs through them."""

    pin: int
    lamps: tuple[str, ...]
    colour_order: str
    channel_ma: float  # one colour of one LED, full on
    idle_ma: float  # one LED, dark
    cap_ma: int  # the firmware dims the whole strip to stay below


@dataclass(frozen=True, slots=True)
class Pico:
    """The microcontroller on USB, with the readers under the board and the strip."""

    usb_id: str  # vendor:product in hex
    serial: str  # its USB serial number; empty: the only one there
    maintenance: int  # joined to ground at start, the Pico stays out of the game
    spi: SpiPins
    spi_block: int
    clock_hz: int
    reset: int
    selects: Mapping[str, int]  # reader -> GP
    gains_db: Mapping[str, int]  # reader -> gain, for every reader
    strip: Strip


@dataclass(frozen=True, slots=True)
class Kit:
    """Everything that is connected, and where."""

    name: str
    title: str
    pad: Pad
    screen: Panel
    buttons: Mapping[str, int]  # name -> BCM; each connects its pin to ground
    lamps: Mapping[str, int]  # name -> BCM; plain LEDs of one colour
    times: Times
    pico: Pico | None
    positions: Mapping[str, str] = field(default_factory=dict)  # of readers that a layout renamed: what the file says

    @property
    def readers(self) -> tuple[str, ...]:
        """Name every tag reader: the pad, then those under the board."""
        return (self.pad.name, *(self.pico.selects if self.pico else ()))

    @property
    def lamp_names(self) -> tuple[str, ...]:
        """Name every lamp: plain ones, then those of the strip."""
        return (*self.lamps, *(self.pico.strip.lamps if self.pico else ()))

    def missing(self, wanted: Iterable[str]) -> tuple[str, ...]:
        """Tell which of the wanted readers and lamps this kit does not have; only those lights are lost."""
        have = {*self.readers, *self.lamp_names}
        return tuple(name for name in wanted if name not in have)

    def unused(self, wanted: Iterable[str]) -> tuple[str, ...]:
        """Tell which lamps and board readers of this kit nobody wants: often a misspelt name."""
        known = {*wanted, self.pad.name}
        return tuple(dict.fromkeys(name for name in (*self.readers, *self.lamp_names) if name not in known))

    def pi_pins(self) -> tuple[PinUse, ...]:
        """List every pin of the Pi in use; lines that two devices share come once, with the pad."""
        pad, bus = self.pad, self.screen.bus
        uses = [PinUse(getattr(pad.spi, line), pad.name, line) for line in ("sck", "mosi", "miso")]
        uses += [PinUse(pad.select, pad.name, "select"), PinUse(pad.reset, pad.name, "reset")]
        own = ("sda", "scl") if isinstance(bus, I2cBus) else ("select", "dc", "reset")
        uses += [PinUse(getattr(bus, line), "screen", line) for line in own]
        uses += [PinUse(bcm, f"button.{name}", "in") for name, bcm in self.buttons.items()]
        uses += [PinUse(bcm, f"lamp.{name}", "out") for name, bcm in self.lamps.items()]
        return tuple(uses)

    def pico_pins(self) -> tuple[PinUse, ...]:
        """List every pin of the Pico in use; none without a Pico."""
        if self.pico is None:
            return ()
        pico = self.pico
        uses = [PinUse(getattr(pico.spi, line), "readers", line) for line in ("sck", "mosi", "miso")]
        uses.append(PinUse(pico.reset, "readers", "reset"))
        uses += [PinUse(gp, f"reader.{name}", "select") for name, gp in pico.selects.items()]
        uses += [PinUse(pico.strip.pin, "strip", "out"), PinUse(pico.maintenance, "maintenance", "in")]
        return tuple(uses)

    def boot_settings(self) -> tuple[BootSetting, ...]:
        """List what the Pi's boot files must say for these pins."""
        used = {use.number: use.part for use in self.pi_pins()}
        settings = [BootSetting("config.txt", "dtparam=spi=on", True, f"{self.pad.name} is on the SPI bus")]
        if isinstance(self.screen.bus, I2cBus):
            rate = self.screen.bus.clock_hz
            settings += [
                BootSetting("config.txt", "dtparam=i2c_arm=on", True, "the screen is on the I2C bus"),
                BootSetting("config.txt", f"dtparam=i2c_arm_baudrate={rate}", True, "the screen's own pace"),
            ]
            if PI_SPI0_CE1 in used:
                why = f"frees BCM {PI_SPI0_CE1} for {used[PI_SPI0_CE1]}"
                settings.append(BootSetting("config.txt", "dtoverlay=spi0-1cs", True, why))
        console = [used[bcm] for bcm in sorted(PI_CONSOLE) if bcm in used]
        if console:
            why = f"the serial console would talk over {' and '.join(console)}"
            settings += [
                BootSetting("config.txt", "enable_uart=1", False, why),
                BootSetting("cmdline.txt", "console=serial0,115200", False, why),
            ]
        return tuple(settings)
