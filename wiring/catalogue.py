"""The parts that a kit can be built from, read from `parts.toml` and checked, with their estimated prices.

DataError (hardware.formats.strict_toml)
└── PlanError             a maker's file (parts, tray, map) that cannot be used
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType
from typing import Final, NamedTuple

from hardware.formats.strict_toml import DataError, Table
from hardware.kit.kit import SCREEN_DRIVERS


class Price(NamedTuple):
    """What something costs in EUR: at least, and at most."""

    low: float
    high: float

    def times(self, quantity: int) -> Price:
        """Return what this many cost."""
        return Price(self.low * quantity, self.high * quantity)


def total(prices: Iterable[Price]) -> Price:
    """Add prices up.

    >>> total([Price(3, 5), Price(0.5, 1)])
    Price(low=3.5, high=6)
    """
    all_of_them = tuple(prices)
    return Price(sum(one.low for one in all_of_them), sum(one.high for one in all_of_them))


def as_words(price: Price) -> str:
    """Write a price; cents only where they matter.

    >>> as_words(Price(0.02, 0.1)), as_words(Price(0.8, 1.5)), as_words(Price(18.4, 36.0))
    ('0.02 to 0.10', '0.80 to 1.50', '18 to 36')
    """
    decimals = 2 if price.low < 5 and price != (int(price.low), int(price.high)) else 0
    return f"{price.low:.{decimals}f} to {price.high:.{decimals}f}"


def as_round_sum(price: Price) -> str:
    """Write the sum of many estimates, which is no better than to the next five.

    >>> as_round_sum(Price(103.2, 171.9))
    '105 to 170'
    """
    return f"{5 * round(price.low / 5)} to {5 * round(price.high / 5)}"


PART_KEYS: Final = ("id", "name", "look_for", "search", "eur", "optional")


class PlanError(DataError):
    """A maker's file that cannot be used."""


class Part(NamedTuple):
    """One thing to buy."""

    id: str
    name: str
    look_for: str
    search: str  # what to type into a shop's search; of several either will do
    eur: Price  # estimated, for one
    is_optional: bool = False


class Size(NamedTuple):
    """Width and height in millimetres."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Electric:
    """The electrical facts; currents in mA."""

    gpio_v: float
    gpio_limit_ma: float
    pi_3v3_limit_ma: float
    led_forward_v: float
    led_resistor_ohm: float
    reader_idle_ma: float
    reader_field_ma: float
    buffer_ma: float
    pico_ma: float
    pi_usb_limit_ma: float
    buzzer_ma: float
    supply_v: float
    supply_limit_ma: float
    regulator_v: float
    regulator_limit_ma: float
    buffer_gates: int
    screen_ma: Mapping[str, float]

    @property
    def led_ma(self) -> float:
        """Return what one plain LED takes through its resistor."""
        return (self.gpio_v - self.led_forward_v) / self.led_resistor_ohm * 1000


@dataclass(frozen=True, slots=True)
class Sizes:
    """What the drawings need to know of the parts, in millimetres."""

    led_hole: float
    button_hole: float
    button_nut: float
    reader: Size
    antenna_from_end: float
    strip_pitch: float
    neighbour_gap: float
    cable: float
    reader_depth: float
    window: Mapping[str, Size]
    panel: Mapping[str, Size]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All of `parts.toml`."""

    prices: str  # when they were estimated
    electric: Electric
    sizes: Sizes
    parts: Mapping[str, Part]


def read_text(file: str) -> str:
    """Read a data file of this package."""
    return resources.files("wiring").joinpath(file).read_text(encoding="utf-8")


def load_catalogue(text: str | None = None, file: str = "parts.toml") -> Catalogue:
    """Read the parts, the shipped ones unless another text is given."""
    top = Table.parse(read_text(file) if text is None else text, file, error=PlanError)
    top.choice("format", (1,), int)
    catalogue = Catalogue(top.text("prices"), _electric(top.table("electric")), _sizes(top.table("sizes")), _parts(top))
    top.done("format", "prices", "electric", "sizes", "part")
    return catalogue


def take_pair(table: Table, key: str, low: float, high: float) -> tuple[float, float]:
    """Take two numbers, such as a position or a size."""
    allowed = f"two numbers from {low:g} to {high:g}"
    values: list[object] = table.take(key, list, allowed)
    numbers = [float(value) for value in values if isinstance(value, int | float)]
    if len(values) != 2 or len(numbers) != 2 or not all(low <= number <= high for number in numbers):
        raise table.refuse(key, values, allowed)
    return numbers[0], numbers[1]


def take_part(table: Table) -> Part:
    """Take what a file says of one part."""
    low, high = take_pair(table, "eur", 0.01, 1000)
    if low > high:
        raise table.refuse("eur", [low, high], "the lower price first")
    return Part(
        id=table.text("id"),
        name=table.text("name"),
        look_for=table.text("look_for"),
        search=table.text("search"),
        eur=Price(low, high),
        is_optional=table.take("optional", bool, "true or false", False),
    )


def _electric(table: Table) -> Electric:
    screens = table.table("screen_ma")
    fields = [name for name in Electric.__slots__ if name not in ("screen_ma", "buffer_gates")]
    electric = Electric(
        **{name: table.number(name, 0.1, 100_000) for name in fields},
        buffer_gates=table.integer("buffer_gates", 1, 8),
        screen_ma=MappingProxyType({name: screens.number(name, 1, 1000) for name in SCREEN_DRIVERS}),
    )
    screens.done(*SCREEN_DRIVERS)
    table.done(*Electric.__slots__)
    return electric


def _sizes(table: Table) -> Sizes:
    windows, panels = table.table("window"), table.table("panel")
    fields = [name for name in Sizes.__slots__ if name not in ("reader", "window", "panel")]
    sizes = Sizes(
        **{name: table.number(name, 1, 1000) for name in fields},
        reader=Size(*take_pair(table, "reader", 10, 200)),
        window=MappingProxyType({name: Size(*take_pair(windows, name, 5, 200)) for name in SCREEN_DRIVERS}),
        panel=MappingProxyType({name: Size(*take_pair(panels, name, 5, 200)) for name in SCREEN_DRIVERS}),
    )
    windows.done(*SCREEN_DRIVERS)
    panels.done(*SCREEN_DRIVERS)
    table.done(*Sizes.__slots__)
    return sizes


def _parts(top: Table) -> Mapping[str, Part]:
    parts: dict[str, Part] = {}
    for table in top.tables("part"):
        part = take_part(table)
        table.done(*PART_KEYS)
        if part.id in parts:
            raise table.refuse("id", part.id, "each part once")
        parts[part.id] = part
    return MappingProxyType(parts)
