"""The readers that an owner has, instead of the kit's pad or besides it, each at its place.

In: lines of the configuration, such as `pad = "pn532 i2c"`. Out: the kit with these readers, or `Unfit`.

    Exception
    └── Unfit       a place or a connection that this kit has no room for: whose, what was given, what is allowed
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from hardware.formats.strict_toml import NAME, NAMES
from hardware.kit.connections import ON_I2C, ON_SPI, PCSC, PN532, Kit, OwnReader

READERS: Final = (
    '"pcsc", "pcsc " and part of a USB reader\'s name, "pn532 spi", "pn532 i2c", '
    'or "pn532 " and the path of a serial line'
)


class Unfit(Exception):
    """This kit has no room for the reader."""

    def __init__(self, place: str, given: str, allowed: str) -> None:
        super().__init__(given)
        self.place, self.given, self.allowed = place, given, allowed


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
            raise Unfit(place, f"{text!r} given", READERS)
        if not NAME.fullmatch(place):
            raise Unfit(place, f"{place!r} given as the name of a place", NAMES)
        if kit.pico_of(place):
            raise Unfit(place, "a reader behind the Pico is there", "a place that has none")
        twin = next((one.name for one in own.values() if (one.chip, one.at) == (reader.chip, reader.at)), "")
        if twin:
            raise Unfit(place, f"{text!r} given, as for {twin}", "one reader for each place")
        own[place] = reader
    kit = replace(
        kit,
        pad=None if kit.pad and kit.pad.name in own else kit.pad,
        usb_pad=None if kit.usb_pad and kit.usb_pad.name in own else kit.usb_pad,
        own_readers=tuple(own.values()),
    )
    taken: dict[int, str] = {}
    for use in kit.pi_pins():
        other = taken.setdefault(use.number, use.part)
        if other != use.part and {other, use.part} & own.keys():
            place, part = (use.part, other) if use.part in own else (other, use.part)
            raise Unfit(place, f"BCM {use.number} given, in use by {part}", "a connection whose pins are free")
    return kit
