"""The current that each supply of a kit has to provide, computed from the kit and the catalogue."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from hardware.kit.kit import Kit, Pico
from wiring.catalogue import Catalogue, Electric


class Load(NamedTuple):
    """This many of one thing on a supply."""

    what: str
    quantity: int
    each_ma: float

    @property
    def total_ma(self) -> float:
        """Return what they take together."""
        return self.quantity * self.each_ma


@dataclass(frozen=True, slots=True)
class Rail:
    """One supply, what hangs on it, and what it can give."""

    name: str
    loads: tuple[Load, ...]
    limit_ma: float

    @property
    def total_ma(self) -> float:
        """Return what all its loads take together."""
        return sum(load.total_ma for load in self.loads)

    @property
    def fits(self) -> bool:
        """Return whether the supply can carry that."""
        return self.total_ma <= self.limit_ma


def budget(kit: Kit, catalogue: Catalogue) -> tuple[Rail, ...]:
    """Sum up every supply of the kit at its greatest regular load."""
    if kit.is_page_only:
        return ()
    electric = catalogue.electric
    leds = Load("plain LEDs, all lit", len(kit.lamps), electric.led_ma)
    pad = Load("pad, field on", 1, electric.reader_idle_ma + electric.reader_field_ma)
    screen = Load("screen, every pixel lit", 1, electric.screen_ma[kit.panel.driver])
    rails = []
    if kit.lamps:
        rails.append(Rail("outputs of the Pi", (leds,), electric.gpio_limit_ma))
    loads = (*((pad,) if kit.pad else ()), screen, *((leds,) if kit.lamps else ()))
    rails.append(Rail("3.3 V pins of the Pi", loads, electric.pi_3v3_limit_ma))
    for pico in kit.picos:
        if pico.is_handheld:
            rails.append(budget_of_handheld(pico, electric))
        elif pico.selects:
            rails += budget_of_pico(pico, electric)
        else:
            rails += budget_of_string(pico, electric)
    return tuple(rails)


def budget_of_handheld(pico: Pico, electric: Electric) -> Rail:
    """Sum up what a Pico with one reader takes from the Pi's USB, its reader, light and buzzer included."""
    reader = Load("reader, field on", 1, electric.reader_idle_ma + electric.reader_field_ma)
    light = (Load("light, capped by the firmware", 1, float(pico.strip.cap_ma)),) if pico.strip.lamps else ()
    loads = (Load("RP2040 board", 1, electric.pico_ma), reader, *light, *_buzzer(pico, electric))
    return Rail(f"USB of the Pi, {pico.name}", loads, electric.pi_usb_limit_ma)


def budget_of_string(pico: Pico, electric: Electric) -> tuple[Rail, ...]:
    """Sum up what a Pico without readers takes from the Pi's USB, and its lamps from a supply of their own."""
    loads = (Load("Pico", 1, electric.pico_ma), *_buzzer(pico, electric))
    usb = Rail(f"USB of the Pi, {pico.name}", loads, electric.pi_usb_limit_ma)
    if not pico.strip.lamps:
        return (usb,)
    string = Load("lamps, capped by the firmware", 1, float(pico.strip.cap_ma))
    return usb, Rail(f"5 V supply, {pico.name}", (string,), electric.supply_limit_ma)


def _buzzer(pico: Pico, electric: Electric) -> tuple[Load, ...]:
    return () if pico.buzzer is None else (Load("buzzer, sounding", 1, electric.buzzer_ma),)


def regulator_heat_w(current_ma: float, electric: Electric) -> float:
    """Return the heat of a linear regulator at this current."""
    return (electric.supply_v - electric.regulator_v) * current_ma / 1000


def all_fields_ma(pico: Pico, electric: Electric) -> float:
    """Return what the readers would take with every field on at once, which the firmware never does."""
    return len(pico.selects) * (electric.reader_idle_ma + electric.reader_field_ma)


def uncapped_ma(pico: Pico) -> float:
    """Return what the strip would take with every LED white, were it not capped."""
    return len(pico.strip.lamps) * 3 * pico.strip.channel_ma


def as_markdown(rails: Iterable[Rail]) -> str:
    """Write the budget as a table for the guide."""
    rows = ["| supply | load | each | together |", "|---|---|---:|---:|"]
    for rail in rails:
        rows += [
            f"| {rail.name} | {load.quantity} × {load.what} | {_ma(load.each_ma)} | {_ma(load.total_ma)} |"
            for load in rail.loads
        ]
        rows.append(f"| | **sum; it can give {_ma(rail.limit_ma)}** | | **{_ma(rail.total_ma)}** |")
    return "\n".join(rows) + "\n"


def budget_of_pico(pico: Pico, electric: Electric) -> tuple[Rail, ...]:
    """Sum up the supplies of the readers under the board and of the strip."""
    readers = len(pico.selects)
    buffers = ceil(readers / electric.buffer_gates)
    regulated = Rail(
        "readers' own 3.3 V",
        (
            Load("readers, field off", readers - 1, electric.reader_idle_ma),
            Load("reader, field on", 1, electric.reader_idle_ma + electric.reader_field_ma),
            Load("buffer chips", buffers, electric.buffer_ma),
        ),
        electric.regulator_limit_ma,
    )
    strip = Load("strip, capped by the firmware", 1, float(pico.strip.cap_ma))
    return (
        Rail("USB of the Pi", (Load("Pico", 1, electric.pico_ma), *_buzzer(pico, electric)), electric.pi_usb_limit_ma),
        regulated,
        Rail("5 V supply", (strip, Load("regulator", 1, regulated.total_ma)), electric.supply_limit_ma),
    )


def _ma(current_ma: float) -> str:
    return f"{current_ma:.1f} mA" if current_ma < 10 else f"{current_ma:.0f} mA"
