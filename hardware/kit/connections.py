"""What is connected to which pin: the frozen values that a kit file is read into.

In: nothing; `hardware.kit.kit` makes these values, checked.
Out: what drivers, diagrams, parts list and self-test need: names, pins, and the boot settings for those pins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from hardware.kit.pins import PI_CONSOLE, PI_I2C1, PI_SPI0, PI_SPI0_CE0, PI_SPI0_CE1, PI_UART, PI_UART_FILES


class PinUse(NamedTuple):
    """One pin and what it is for."""

    number: int  # BCM on the Pi, GP on the Pico
    part: str  # "pad", "screen", "button.ok", "lamp.led.1", "readers", "reader.reader.1", "strip", "buzzer" and so on
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
class UsbPad:
    """The ready-made tag reader on any USB port; the PC/SC service drives it."""

    name: str
    part: str = ""  # of the reader's name, where there are several


PCSC: Final = "pcsc"
PN532: Final = "pn532"
ON_SPI: Final = "spi"
ON_I2C: Final = "i2c"


@dataclass(frozen=True, slots=True)
class OwnReader:
    """A reader that does the work itself and is only asked, at one place; no kit file knows of it."""

    name: str  # the place
    chip: str  # PCSC or PN532
    at: str  # behind PC/SC, part of its name; else ON_SPI, ON_I2C or the path of a serial line

    @property
    def is_on_pins(self) -> bool:
        """Whether it is a serial line on the Pi's header."""
        return self.at in PI_UART_FILES

    def pins(self) -> tuple[PinUse, ...]:
        """List the pins of the Pi that it is on."""
        lines: Mapping[str, int] = PI_UART if self.is_on_pins else {}
        if self.chip == PN532 and self.at == ON_SPI:
            lines = {**PI_SPI0, "select": PI_SPI0_CE0}
        elif self.chip == PN532 and self.at == ON_I2C:
            lines = PI_I2C1
        return tuple(PinUse(number, self.name, signal) for signal, number in lines.items())


@dataclass(frozen=True, slots=True)
class I2cBus:
    """A screen's connection on I2C bus 1."""

    sda: int
    scl: int
    address: int
    clock_hz: int
    reset: int | None = None  # most modules have no such pin


@dataclass(frozen=True, slots=True)
class SpiBus:
    """A screen's connection on SPI bus 0, second select."""

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
    """How long a state must last before it counts."""

    debounce_ms: int  # a button must be steady for this long
    hold_ms: int  # a button down for this long is held
    poll_ms: int  # how often the pad is polled
    settle_ms: int  # a tag seen for this long is at rest
    leave_ms: int  # a tag not answering for this long has left,
    leave_polls: int  # if this many clean polls in a row missed it
    lapse_ms: int  # a tag that is not yet at rest may be missed for this long
    crowd_ms: int  # tags that cannot be told apart for this long are a crowd


@dataclass(frozen=True, slots=True)
class Strip:
    """The addressable RGB LEDs, in the order of the data line: each is a lamp, or stays dark."""

    pin: int
    lamps: tuple[str, ...]
    colour_order: str
    channel_ma: float  # one colour of one LED, full on
    idle_ma: float  # one LED, dark
    cap_ma: int  # the firmware dims the whole strip to stay below this
    leds: tuple[int, ...] = ()  # the LED number of each lamp on an uncut strip; empty: consecutive

    @property
    def pixels(self) -> tuple[str, ...]:
        """The lamp of each LED, up to the last one in use; an empty name for those that stay dark."""
        if not self.leds:
            return self.lamps
        names = dict(zip(self.leds, self.lamps, strict=True))
        return tuple(names.get(number, "") for number in range(1, max(self.leds) + 1))


@dataclass(frozen=True, slots=True)
class Handle:
    """The feedback of a wand: its only reader points, and reads the nearest of two tags."""

    buzzer: int | None  # its pin, or None
    light: str | None  # the strip's lamp in the handle


# For a Pico without lamps, or without readers: never sent or drawn.
NO_STRIP: Final = Strip(pin=-1, lamps=(), colour_order="grb", channel_ma=1, idle_ma=0, cap_ma=1)
NO_SPI: Final = SpiPins(-1, -1, -1)
USUAL_GAIN_DB: Final = 33
PAGE_SIZE: Final = (128, 64)  # what is drawn for the page if there is no panel
ONLY_PICO: Final = "pico"  # the name of the one in `[pico]`


@dataclass(frozen=True, slots=True)
class Pico:
    """A microcontroller on USB, with readers on one bus, a strip of lamps, a buzzer, or some of them."""

    name: str  # in messages, and in the kit file if there are several
    usb_id: str  # vendor:product in hex
    serial: str  # its USB serial number; empty: the only Pico that is not another of the kit
    maintenance: int  # connected to ground at the start, it keeps the firmware from starting
    spi: SpiPins  # the readers' bus, as are the next three; unused without readers
    spi_block: int
    clock_hz: int
    reset: int
    selects: Mapping[str, int]  # reader -> GP
    gains_db: Mapping[str, int]  # reader -> gain, for every reader
    strip: Strip  # without lamps, there is no strip
    handle: Handle | None = None  # for a Pico that is not a wand
    table_buzzer: int | None = None  # the pin of a buzzer that is in nobody's hand, and calls players
    is_optional: bool = False  # it need not exist: only if its serial number is known
    others: tuple[str, ...] = ()  # serial numbers of the kit's other Picos, to exclude them

    @property
    def key(self) -> str:
        """Its key in the kit file."""
        return "pico" if self.name == ONLY_PICO else f"picos.{self.name}"

    @property
    def is_handheld(self) -> bool:
        """Whether it is a wand: with a single reader it powers the reader itself and needs no buffers."""
        return len(self.selects) == 1

    @property
    def has_lamps_only(self) -> bool:
        """Whether it has no readers, but lamps."""
        return bool(self.strip.lamps) and not self.selects

    @property
    def buzzer(self) -> int | None:
        """The pin of its buzzer, in a hand or not; None if there is none."""
        return self.table_buzzer if self.handle is None else self.handle.buzzer

    def pins(self) -> tuple[PinUse, ...]:
        """List every pin in use."""
        uses: list[PinUse] = []
        if self.selects:
            uses += [PinUse(getattr(self.spi, line), "readers", line) for line in ("sck", "mosi", "miso")]
            uses.append(PinUse(self.reset, "readers", "reset"))
        uses += [PinUse(gp, f"reader.{name}", "select") for name, gp in self.selects.items()]
        if self.strip.lamps:
            uses.append(PinUse(self.strip.pin, "strip", "out"))
        if self.buzzer is not None:
            uses.append(PinUse(self.buzzer, "buzzer", "out"))
        return (*uses, PinUse(self.maintenance, "maintenance", "in"))


@dataclass(frozen=True, slots=True)
class Kit:
    """Everything that is connected, and where."""

    name: str
    title: str
    pad: Pad | None  # None: tags are read behind a Pico or on USB only
    screen: Panel | None  # None: there is only the page, which everybody at this machine may use
    buttons: Mapping[str, int]  # name -> BCM; each connects its pin to ground
    lamps: Mapping[str, int]  # name -> BCM; plain LEDs of one colour
    times: Times
    picos: tuple[Pico, ...]
    usb_pad: UsbPad | None = None
    own_readers: tuple[OwnReader, ...] = ()  # of the configuration, not of the kit file
    positions: Mapping[str, str] = field(default_factory=dict)  # of readers that a layout renamed: what the file says

    @property
    def pico(self) -> Pico | None:
        """The Pico of a kit that has one, the first of several."""
        return self.picos[0] if self.picos else None

    @property
    def panel(self) -> Panel:
        """The screen of a kit that has one; ValueError for any other."""
        if self.screen is None:
            raise ValueError(f"the kit {self.name!r} has no screen")
        return self.screen

    @property
    def is_page_only(self) -> bool:
        """Whether screen, lamps and buttons are those of the page."""
        return self.screen is None

    @property
    def bus(self) -> I2cBus | SpiBus | None:
        """The screen's connection to the Pi, if there is one."""
        return self.screen.bus if self.screen else None

    @property
    def screen_size(self) -> tuple[int, int]:
        """Width and height in pixels of the drawing, for a panel or only for the page."""
        return (self.screen.width, self.screen.height) if self.screen else PAGE_SIZE

    @property
    def built(self) -> Kit:
        """The kit without optional Picos that have no serial number, and so were not built."""
        return replace(self, picos=tuple(pico for pico in self.picos if pico.serial or not pico.is_optional))

    def with_serials(self, serials: Mapping[str, str]) -> Kit:
        """Return the kit with serial numbers for some of its Picos, by their names."""
        picos = [replace(pico, serial=serials.get(pico.name, pico.serial)) for pico in self.picos]
        known = [pico.serial for pico in picos if pico.serial]
        return replace(
            self, picos=tuple(replace(one, others=tuple(n for n in known if n != one.serial)) for one in picos)
        )

    def pico_of(self, part: str) -> Pico | None:
        """Return the Pico that a reader or a lamp is connected to; None for those of the Pi."""
        return next((pico for pico in self.picos if part in pico.selects or part in pico.strip.lamps), None)

    @property
    def pad_name(self) -> str:
        """The reader for a single tag: the pad, otherwise the first reader; empty if there is none."""
        return self.readers[0] if self.readers else ""

    def gain_db(self, reader: str) -> int:
        """Return the gain that the kit gives a reader."""
        if self.pad is not None and reader == self.pad.name:
            return self.pad.gain_db
        return next((pico.gains_db[reader] for pico in self.picos if reader in pico.selects), USUAL_GAIN_DB)

    @property
    def pad_gain_db(self) -> int:
        """The gain of that reader, or a common default if there is none."""
        return self.gain_db(self.pad_name) if self.readers else USUAL_GAIN_DB

    @property
    def readers(self) -> tuple[str, ...]:
        """Return every tag reader: the pad, the owner's own, then those behind Picos."""
        pads = (*((self.pad.name,) if self.pad else ()), *(one.name for one in self.asked))
        return (*pads, *(name for pico in self.picos for name in pico.selects))

    @property
    def asked(self) -> tuple[OwnReader, ...]:
        """The readers that are only asked what lies there."""
        usb = (OwnReader(self.usb_pad.name, PCSC, self.usb_pad.part),) if self.usb_pad else ()
        return (*usb, *self.own_readers)

    @property
    def lamp_names(self) -> tuple[str, ...]:
        """Return every lamp: plain ones, then those of the strips."""
        return (*self.lamps, *(name for pico in self.picos for name in pico.strip.lamps))

    def missing(self, wanted: Iterable[str]) -> tuple[str, ...]:
        """Return which of the wanted readers and lamps this kit lacks; the others still work."""
        have = {*self.readers, *self.lamp_names}
        return tuple(name for name in wanted if name not in have)

    def unused(self, wanted: Iterable[str]) -> tuple[str, ...]:
        """Return which lamps and board readers of this kit are unused, often because of a misspelt name."""
        known = {*wanted, self.pad_name}
        return tuple(dict.fromkeys(name for name in (*self.readers, *self.lamp_names) if name not in known))

    def pi_pins(self) -> tuple[PinUse, ...]:
        """Return every pin of the Pi in use; lines that are shared are listed once."""
        pad, bus = self.pad, self.bus
        uses: list[PinUse] = []
        if pad is not None:
            uses += [PinUse(getattr(pad.spi, line), pad.name, line) for line in ("sck", "mosi", "miso")]
            uses += [PinUse(pad.select, pad.name, "select"), PinUse(pad.reset, pad.name, "reset")]
        elif isinstance(bus, SpiBus):
            uses += [PinUse(bus.sck, "screen", "sck"), PinUse(bus.mosi, "screen", "mosi")]
        if bus is not None:
            own = ("sda", "scl", "reset") if isinstance(bus, I2cBus) else ("select", "dc", "reset")
            uses += [PinUse(pin, "screen", line) for line in own if (pin := getattr(bus, line)) is not None]
        shared = {use.number for use in uses if use.part == "screen" and use.signal in ("sck", "mosi", "sda", "scl")}
        uses += [use for own in self.own_readers for use in own.pins() if use.number not in shared]
        uses += [PinUse(bcm, f"button.{name}", "in") for name, bcm in self.buttons.items()]
        uses += [PinUse(bcm, f"lamp.{name}", "out") for name, bcm in self.lamps.items()]
        return tuple(uses)

    def boot_settings(self) -> tuple[BootSetting, ...]:
        """Return what the Pi's boot files must contain for these pins."""
        used = {use.number: use.part for use in self.pi_pins()}
        own = {one.at: one.name for one in self.own_readers if one.chip == PN532}
        on_spi = self.pad.name if self.pad else "the screen" if isinstance(self.bus, SpiBus) else own.get(ON_SPI, "")
        on_uart = next((one.name for one in self.own_readers if one.is_on_pins), "")
        settings: list[BootSetting] = []
        if on_spi:
            settings.append(BootSetting("config.txt", "dtparam=spi=on", True, f"{on_spi} is on the SPI bus"))
        if isinstance(self.bus, I2cBus):
            rate = self.bus.clock_hz
            settings += [
                BootSetting("config.txt", "dtparam=i2c_arm=on", True, "the screen is on the I2C bus"),
                BootSetting("config.txt", f"dtparam=i2c_arm_baudrate={rate}", True, "the screen's own pace"),
            ]
            if PI_SPI0_CE1 in used:
                why = f"frees BCM {PI_SPI0_CE1} for {used[PI_SPI0_CE1]}"
                settings.append(BootSetting("config.txt", "dtoverlay=spi0-1cs", True, why))
        elif ON_I2C in own:
            settings.append(BootSetting("config.txt", "dtparam=i2c_arm=on", True, f"{own[ON_I2C]} is on the I2C bus"))
        console = [used[bcm] for bcm in sorted(PI_CONSOLE) if bcm in used]
        if on_uart:
            settings += [
                BootSetting("config.txt", "enable_uart=1", True, f"{on_uart} is on the serial pins"),
                BootSetting("cmdline.txt", "console=serial0,115200", False, f"the console would talk to {on_uart}"),
            ]
        elif console:
            why = f"the serial console would talk over {' and '.join(console)}"
            settings += [
                BootSetting("config.txt", "enable_uart=1", False, why),
                BootSetting("cmdline.txt", "console=serial0,115200", False, why),
            ]
        return tuple(settings)
