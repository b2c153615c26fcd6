"""What an owner changes in a kit without writing a kit file: readers of one's own, and the panel's bus.

In: values of the configuration, such as `pad = "pn532 i2c"`. Out: the kit with them, or `Unfit`.

    Exception
    └── Unfit       something that this kit has no room for: which key, what was given, what is allowed
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from hardware.formats.strict_toml import NAME, NAMES
from hardware.kit.connections import ON_I2C, ON_SPI, PCSC, PN532, I2cBus, Kit, OwnReader, SpiBus
from hardware.kit.pins import PI_I2C1, PI_SPI0, PI_SPI0_CE1

READERS: Final = (
    '"pcsc", "pcsc " and part of a USB reader\'s name, "pn532 spi", "pn532 i2c", '
    'or "pn532 " and the path of a serial line'
)


# The panel's usual pins, by the bus that the configuration names.
I2C_PANEL: Final = I2cBus(sda=PI_I2C1["sda"], scl=PI_I2C1["scl"], address=0x3C, clock_hz=400_000)
SPI_PANEL: Final = SpiBus(
    sck=PI_SPI0["sck"], mosi=PI_SPI0["mosi"], select=PI_SPI0_CE1, dc=24, reset=23, clock_hz=8_000_000
)


class Unfit(Exception):
    """This kit has no room for it."""

    def __init__(self, key: str, given: str, allowed: str) -> None:
        super().__init__(given)
        self.key, self.given, self.allowed = key, given, allowed


def with_panel_on(kit: Kit, bus: str) -> Kit:
    """Return the kit with its panel on this bus, `i2c` or `spi`, at its usual pins there; raise `Unfit`."""
    wanted = I2C_PANEL if bus == ON_I2C else SPI_PANEL
    if kit.screen is None or isinstance(kit.screen.bus, type(wanted)):
        return kit
    changed = replace(kit, screen=replace(kit.screen, bus=wanted))
    for number, parts in _parts_of_pins(changed).items():
        other = next((part for part in parts if part != "screen"), "")
        if "screen" in parts and other:
            raise Unfit("screen.bus", f"{bus!r} given, and BCM {number} in use by {other}", "the kit's own bus")
    return changed


def parse_reader(place: str, text: str) -> OwnReader | None:
    """Read what a reader is and how it is connected; None if it cannot be read.

    >>> parse_reader("pad", "pn532 /dev/serial0")
    OwnReader(name='pad', chip='pn532', at='/dev/serial0')
    """
    chip, _, at = text.partition(" ")
    at = at.strip()
    if chip == PCSC or (chip == PN532 and (at in (ON_SPI, ON_I2C) or at.startswith("/dev/"))):
        return OwnReader(place, chip, at)
    return None


def with_own_readers(kit: Kit, readers: Mapping[str, str]) -> Kit:
    """Return the kit with these readers; one at the place of the kit's own pad replaces it. Raise `Unfit`."""
    own: dict[str, OwnReader] = {}
    for place, text in readers.items():
        reader = parse_reader(place, text)
        if reader is None:
            raise Unfit(f"readers.{place}", f"{text!r} given", READERS)
        if not NAME.fullmatch(place):
            raise Unfit(f"readers.{place}", f"{place!r} given as the name of a place", NAMES)
        if kit.pico_of(place):
            raise Unfit(f"readers.{place}", "a reader behind the Pico is there", "a place that has none")
        twin = next((one.name for one in own.values() if (one.chip, one.at) == (reader.chip, reader.at)), "")
        if twin:
            raise Unfit(f"readers.{place}", f"{text!r} given, as for {twin}", "one reader for each place")
        own[place] = reader
    kit = replace(
        kit,
        pad=None if kit.pad and kit.pad.name in own else kit.pad,
        usb_pad=None if kit.usb_pad and kit.usb_pad.name in own else kit.usb_pad,
        own_readers=tuple(own.values()),
    )
    for number, parts in _parts_of_pins(kit).items():
        place = next((part for part in parts if part in own), "")
        if place and len(parts) > 1:
            other = next(part for part in parts if part != place)
            given = f"BCM {number} given, in use by {other}"
            raise Unfit(f"readers.{place}", given, "a connection whose pins are free")
    return kit


def _parts_of_pins(kit: Kit) -> dict[int, list[str]]:
    """Return what is on each pin of the Pi; lines that may be shared are listed once."""
    parts: dict[int, list[str]] = {}
    for use in kit.pi_pins():
        parts.setdefault(use.number, []).append(use.part)
    return parts
