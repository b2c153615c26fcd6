"""What each pin of a Raspberry Pi and of a Pico can do, and where it is on the header.

Facts only, from the Raspberry Pi GPIO documentation, the RP2040 datasheet (section 1.4.3, GPIO functions) and
the Pico datasheet (section 2.1, pinout): the same for every kit.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, NamedTuple

# BCM number -> pin of the 40-pin header. BCM 0 and 1 belong to the identity chip of a HAT.
# fmt: off
_PI_HEADER = (
    (2, 3), (3, 5), (4, 7), (5, 29), (6, 31), (7, 26), (8, 24), (9, 21), (10, 19), (11, 23),
    (12, 32), (13, 33), (14, 8), (15, 10), (16, 36), (17, 11), (18, 12), (19, 35), (20, 38),
    (21, 40), (22, 15), (23, 16), (24, 18), (25, 22), (26, 37), (27, 13),
)
# fmt: on
PI_HEADER: Final = MappingProxyType(dict(_PI_HEADER))
PI_3V3: Final = (1, 17)
PI_GROUND: Final = (6, 9, 14, 20, 25, 30, 34, 39)

PI_SPI0: Final = MappingProxyType({"sck": 11, "mosi": 10, "miso": 9})
PI_SPI0_CE0: Final = 8
PI_SPI0_CE1: Final = 7
PI_I2C1: Final = MappingProxyType({"sda": 2, "scl": 3})
PI_UART: Final = MappingProxyType({"tx": 14, "rx": 15})
PI_UART_FILES: Final = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")  # what is on those two pins, by model
# A serial console talks on 14 and listens on 15: a button there would short a driven pin to ground.
PI_CONSOLE: Final = frozenset({14, 15})

# GP number -> pin of the Pico's board.
# fmt: off
_PICO_BOARD = (
    (0, 1), (1, 2), (2, 4), (3, 5), (4, 6), (5, 7), (6, 9), (7, 10), (8, 11), (9, 12), (10, 14),
    (11, 15), (12, 16), (13, 17), (14, 19), (15, 20), (16, 21), (17, 22), (18, 24), (19, 25),
    (20, 26), (21, 27), (22, 29), (26, 31), (27, 32), (28, 34),
)
# fmt: on
PICO_BOARD: Final = MappingProxyType(dict(_PICO_BOARD))
PICO_GROUND: Final = (3, 8, 13, 18, 23, 28, 38)
# GP23 switches the regulator's mode, GP24 senses USB, GP25 drives the board's LED, GP29 measures the supply.
PICO_RESERVED: Final = frozenset({23, 24, 25, 29})


class SpiBlock(NamedTuple):
    """The pins that one SPI block of the RP2040 can be led out to."""

    sck: frozenset[int]
    mosi: frozenset[int]
    miso: frozenset[int]


PICO_SPI: Final = (
    SpiBlock(sck=frozenset({2, 6, 18, 22}), mosi=frozenset({3, 7, 19}), miso=frozenset({0, 4, 16, 20})),
    SpiBlock(sck=frozenset({10, 14, 26}), mosi=frozenset({11, 15, 27}), miso=frozenset({8, 12, 28})),
)
