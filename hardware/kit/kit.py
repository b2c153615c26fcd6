"""A kit: what is connected to which pin, read from a data file and checked before any device is opened.

In: a kit file (format 1), shipped in `wiring/` or written by the maker of a box of another shape.
Out: a `Kit` (hardware.kit.connections), in which every pin can do its job and is used once.

The file decides how many readers and lamps there are. It names them by position (`led.1`, `reader.1`), and a layout of
the game says what each stands for (hardware.kit.layout). A file may also use the game's names directly, as in version
0.1.

    DataError (hardware.formats.strict_toml)
    └── KitError              unknown key, wrong pin, pin used twice: file, key, given, allowed
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from hardware.formats.strict_toml import NAME, NAMES, DataError, Table, expand, unreadable
from hardware.kit.connections import (
    NO_SPI,
    NO_STRIP,
    ONLY_PICO,
    BootSetting,
    Handle,
    I2cBus,
    Kit,
    Pad,
    Panel,
    Pico,
    PinUse,
    SpiBus,
    SpiPins,
    Strip,
    Times,
    UsbPad,
)
from hardware.kit.pins import (
    PI_CONSOLE,
    PI_HEADER,
    PI_I2C1,
    PI_SPI0,
    PI_SPI0_CE0,
    PI_SPI0_CE1,
    PICO_BOARD,
    PICO_SPI,
)

__all__ = [
    "BootSetting",
    "Handle",
    "I2cBus",
    "Kit",
    "KitError",
    "Pad",
    "Panel",
    "Pico",
    "PinUse",
    "SpiBus",
    "SpiPins",
    "Strip",
    "Times",
    "UsbPad",
    "parse_kit",
    "read_kit",
]

FORMAT: Final = 1
GAINS_DB: Final = (18, 23, 33, 38, 43, 48)  # MFRC522 datasheet, RFCfgReg, RxGain
LARGEST_STRIP: Final = 255  # a lamp's number is one byte on the line
SCREEN_DRIVERS: Final = ("ssd1306", "sh1106", "ssd1309", "ssd1315", "ch1115")
# luma's speeds that the panels support (SSD1306 datasheet, 4-wire serial timing: 10 MHz).
SPI_SCREEN_HZ: Final = (500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000)
COLOUR_ORDERS: Final = ("grb", "rgb")


class KitError(DataError):
    """A kit file that cannot be used."""


def read_kit(path: Path, expected: str = "a kit file") -> Kit:
    """Read a kit file; `expected` says in messages what else could have been given."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as mistake:
        raise KitError(str(path), "", unreadable(mistake), expected) from mistake
    return parse_kit(text, str(path))


def parse_kit(text: str, file: str) -> Kit:
    """Read a kit from its text; `file` is for the messages."""
    top = Table.parse(text, file, error=KitError)
    top.choice("format", (FORMAT,), int)
    name, title = top.text("name"), top.text("title")
    pi_taken = _Taken("BCM")
    # A USB reader may be the only part: then screen, lamps and buttons are on the page.
    is_page_only = top.has("usb_pad") and not any(map(top.has, ("screen", "buttons", "lamps")))
    kit = Kit(
        name=name,
        title=title,
        pad=_pad(top.table("pad"), pi_taken) if top.has("pad") else None,
        screen=None if is_page_only else _screen(top.table("screen"), pi_taken),
        buttons={} if is_page_only else _pi_pins(top.table("buttons"), pi_taken, set(PI_HEADER) - PI_CONSOLE),
        # The I2C pins have a resistor of 1.8 kΩ to 3.3 V on the Pi's own board: an LED there never goes dark.
        lamps={} if is_page_only else _pi_pins(top.table("lamps"), pi_taken, set(PI_HEADER) - set(PI_I2C1.values())),
        times=_times(top.table("times")),
        picos=_picos(top),
        usb_pad=_usb_pad(top.table("usb_pad")) if top.has("usb_pad") else None,
    )
    top.done("format", "name", "title", "pad", "screen", "buttons", "lamps", "times", "pico", "picos", "usb_pad")
    _refuse_doubles(file, kit)
    return kit.with_serials({})


class _Taken:
    """The pins of one board in use so far, and by which key."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._keys: dict[int, str] = {}

    def pin(self, table: Table, key: str, able: Iterable[int], *, shared: bool = False) -> int:
        able = sorted(able)
        allowed = f"{self._prefix} {', '.join(map(str, able))}"
        pin = table.take(key, int, allowed)
        if pin not in able:
            raise table.refuse(key, pin, allowed)
        if pin in self._keys and not shared:
            what = f"{self._prefix} {pin} given, in use by {self._keys[pin]}"
            raise table.complain(key, what, "a pin of its own")
        self._keys.setdefault(pin, table.path_of(key))
        return pin


def _pad(table: Table, taken: _Taken) -> Pad:
    pad = Pad(
        name=_name(table, "name"),
        spi=SpiPins(**{line: taken.pin(table, line, {bcm}) for line, bcm in PI_SPI0.items()}),
        select=taken.pin(table, "select", {PI_SPI0_CE0}),
        reset=taken.pin(table, "reset", PI_HEADER),
        clock_hz=table.integer("clock_hz", 100_000, 10_000_000),
        gain_db=table.choice("gain_db", GAINS_DB, int),
    )
    table.done("name", *PI_SPI0, "select", "reset", "clock_hz", "gain_db")
    return pad


def _usb_pad(table: Table) -> UsbPad:
    pad = UsbPad(name=_name(table, "name"))
    table.done("name")
    return pad


def _screen(table: Table, taken: _Taken) -> Panel:
    driver = table.choice("driver", SCREEN_DRIVERS, str)
    kind = table.choice("bus", ("i2c", "spi"), str)
    bus: I2cBus | SpiBus
    if kind == "i2c":
        bus = I2cBus(
            **{line: taken.pin(table, line, {bcm}) for line, bcm in PI_I2C1.items()},
            address=_address(table),
            clock_hz=table.choice("clock_hz", (100_000, 400_000), int),
            reset=taken.pin(table, "reset", PI_HEADER) if table.has("reset") else None,
        )
    else:
        bus = SpiBus(
            **{line: taken.pin(table, line, {PI_SPI0[line]}, shared=True) for line in ("sck", "mosi")},
            select=taken.pin(table, "select", {PI_SPI0_CE1}),
            dc=taken.pin(table, "dc", PI_HEADER),
            reset=taken.pin(table, "reset", PI_HEADER),
            clock_hz=table.choice("clock_hz", SPI_SCREEN_HZ, int),
        )
    panel = Panel(
        driver=driver,
        bus=bus,
        width=table.choice("width", (128,), int),
        height=table.choice("height", (32, 64), int),
        upside_down=table.take("upside_down", bool, "true or false", False),
    )
    table.done("driver", "bus", *type(bus).__slots__, "width", "height", "upside_down")
    return panel


def _address(table: Table) -> int:
    allowed = "0x3C or 0x3D; on many modules twice that is printed, 0x78 or 0x7A"
    address = table.take("address", int, allowed)
    if address not in (0x3C, 0x3D):
        raise table.complain("address", f"{address:#x} given", allowed)
    return address


def _times(table: Table) -> Times:
    times = Times(
        debounce_ms=table.integer("debounce_ms", 1, 200),
        hold_ms=table.integer("hold_ms", 200, 5000),
        poll_ms=table.integer("poll_ms", 10, 500),
        settle_ms=table.integer("settle_ms", 0, 2000),
        leave_ms=table.integer("leave_ms", 100, 2000),
        leave_polls=table.integer("leave_polls", 1, 20),
        lapse_ms=table.integer("lapse_ms", 0, 1000),
        crowd_ms=table.integer("crowd_ms", 0, 2000),
    )
    table.done(*Times.__slots__)
    return times


def _picos(top: Table) -> tuple[Pico, ...]:
    """Read one Pico (`[pico]`), or several by name (`[picos.wand]`), distinguished by their serial numbers."""
    if not top.has("picos"):
        return (_pico(top.table("pico"), ONLY_PICO),) if top.has("pico") else ()
    if top.has("pico"):
        raise top.complain("picos", "[pico] given, too", "one of the two")
    tables = top.table("picos")
    picos: dict[str, Pico] = {}
    names = tables.names()
    for name in names:
        if not NAME.fullmatch(name):
            raise tables.refuse(name, name, NAMES)
        table = tables.table(name)
        pico = _pico(table, name)
        # Optional ones get theirs in the configuration; one of the others may have none.
        twin = next((other for other in picos.values() if other.serial == pico.serial and not other.is_optional), None)
        if twin is not None and not pico.is_optional:
            if not pico.serial:
                raise table.complain(
                    "serial", "nothing given", "the serial number on USB, where there are several Picos"
                )
            raise table.complain("serial", f"{pico.serial!r} given, that of {twin.name}", "one of its own")
        picos[name] = pico
    return tuple(picos.values())


def _pico(table: Table, name: str) -> Pico:
    taken = _Taken("GP")
    usb_id = table.text("usb_id")
    if not re.fullmatch(r"[0-9a-f]{4}:[0-9a-f]{4}", usb_id):
        raise table.refuse("usb_id", usb_id, 'vendor and product in hex, such as "2e8a:0005"')
    serial = table.text("serial", "")
    maintenance = taken.pin(table, "maintenance", PICO_BOARD)
    pico = Pico(
        name=name,
        usb_id=usb_id,
        serial=serial,
        maintenance=maintenance,
        spi=NO_SPI,
        spi_block=0,
        clock_hz=0,
        reset=-1,
        selects=MappingProxyType({}),
        gains_db=MappingProxyType({}),
        strip=NO_STRIP,
        is_optional=table.take("optional", bool, "true or false", False),
    )
    if table.has("spi") or table.has("selects") or not (table.has("strip") or table.has("buzzer")):
        pico = _with_readers(pico, table, taken)
    if table.has("strip"):
        pico = replace(pico, strip=_strip(table.table("strip"), taken))
    if table.has("handle"):
        pico = replace(pico, handle=_handle(table.table("handle"), pico, taken))
    if table.has("buzzer"):
        if pico.handle is not None:
            raise table.complain("buzzer", "a handle given, too", "one of the two: the handle has a buzzer of its own")
        pico = replace(pico, table_buzzer=taken.pin(table, "buzzer", PICO_BOARD))
    table.done("usb_id", "serial", "maintenance", "optional", "spi", "selects", "gains", "strip", "handle", "buzzer")
    return pico


def _handle(table: Table, pico: Pico, taken: _Taken) -> Handle:
    if len(pico.selects) != 1:
        given = f"handle given, and {len(pico.selects)} readers"
        raise table.complain("buzzer", given, "a handle only where there is one reader")
    light = table.text("light") if table.has("light") else None
    if light is not None and light not in pico.strip.lamps:
        raise table.refuse("light", light, f"one of {', '.join(pico.strip.lamps) or 'no lamps, as there is no strip'}")
    handle = Handle(buzzer=taken.pin(table, "buzzer", PICO_BOARD) if table.has("buzzer") else None, light=light)
    table.done(*Handle.__slots__)
    return handle


def _with_readers(pico: Pico, table: Table, taken: _Taken) -> Pico:
    bus = table.table("spi")
    spi, block = _pico_spi(bus, taken)
    clock_hz = bus.integer("clock_hz", 100_000, 10_000_000)
    reset = taken.pin(bus, "reset", PICO_BOARD)
    default_db = bus.choice("gain_db", GAINS_DB, int)
    bus.done(*PI_SPI0, "clock_hz", "reset", "gain_db")
    selects = _named(table.table("selects"), lambda part, key: taken.pin(part, key, PICO_BOARD))
    if not selects:
        raise table.complain("selects", "no reader given", "at least one")
    gains = table.table("gains") if table.has("gains") else Table("", {}, error=KitError)
    for key in gains.names():
        if key not in selects:
            raise gains.complain(key, "unknown reader", f"one of {', '.join(selects)}")
    return replace(
        pico,
        spi=spi,
        spi_block=block,
        clock_hz=clock_hz,
        reset=reset,
        selects=selects,
        gains_db=MappingProxyType({one: gains.choice(one, GAINS_DB, int, default_db) for one in selects}),
    )


def _pico_spi(table: Table, taken: _Taken) -> tuple[SpiPins, int]:
    sck = taken.pin(table, "sck", PICO_SPI[0].sck | PICO_SPI[1].sck)
    block = 0 if sck in PICO_SPI[0].sck else 1
    able = PICO_SPI[block]
    return SpiPins(sck, taken.pin(table, "mosi", able.mosi), taken.pin(table, "miso", able.miso)), block


def _strip(table: Table, taken: _Taken) -> Strip:
    lamps = tuple(name for given in table.texts("lamps") for name in _expanded(table, given))
    if not 1 <= len(lamps) <= LARGEST_STRIP:
        raise table.complain("lamps", f"{len(lamps)} lamps given", f"from 1 to {LARGEST_STRIP}")
    leds = _leds(table, lamps) if table.has("leds") else ()
    idle_ma = table.number("idle_ma", 0, 10)
    least_ma = int(max(leds, default=len(lamps)) * idle_ma) + 1
    strip = Strip(
        pin=taken.pin(table, "pin", PICO_BOARD),
        lamps=lamps,
        colour_order=table.choice("colour_order", COLOUR_ORDERS, str),
        channel_ma=table.number("channel_ma", 1, 60),
        idle_ma=idle_ma,
        cap_ma=table.integer("cap_ma", least_ma, 10_000),
        leds=leds,
    )
    table.done(*Strip.__slots__)
    return strip


def _leds(table: Table, lamps: tuple[str, ...]) -> tuple[int, ...]:
    """Return the LED number of each lamp on an uncut strip."""
    allowed = f"a number from 1 to {LARGEST_STRIP} for each of the {len(lamps)} lamps, each larger than the one before"
    given: list[object] = table.take("leds", list, allowed)
    leds = [one for one in given if type(one) is int and 1 <= one <= LARGEST_STRIP]
    if not len(leds) == len(given) == len(lamps) or leds != sorted(set(leds)):
        raise table.refuse("leds", given, allowed)
    return tuple(leds)


def _pi_pins(table: Table, taken: _Taken, able: Iterable[int]) -> Mapping[str, int]:
    able = tuple(able)
    return _named(table, lambda part, key: taken.pin(part, key, able))


def _named(table: Table, take: Callable[[Table, str], int]) -> Mapping[str, int]:
    names = table.names()
    for name in names:
        if not NAME.fullmatch(name):
            raise table.refuse(name, name, NAMES)
    return MappingProxyType({name: take(table, name) for name in names})


def _name(table: Table, key: str) -> str:
    name = table.text(key)
    if not NAME.fullmatch(name):
        raise table.refuse(key, name, NAMES)
    return name


def _expanded(table: Table, given: str) -> tuple[str, ...]:
    """Return the five names of `led.1..5`; a plain name stands for itself."""
    names = expand(given)
    if not names or not all(NAME.fullmatch(name) for name in names):
        raise table.refuse("lamps", given, 'names such as "led.1", or a rising range such as "led.1..5"')
    return names


def _refuse_doubles(file: str, kit: Kit) -> None:
    for key, names in (("pico.selects", kit.readers), ("pico.strip.lamps", kit.lamp_names)):
        seen: set[str] = set()
        for name in names:
            if name in seen:
                raise KitError(file, key, f"{name!r} given twice", "each name once")
            seen.add(name)
