"""Tables to run one and the same test on, and the real parts where there are some."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from hardware.gpio_buttons import ButtonPin, GpioButtons
from hardware.gpio_lamps import GpioLamps
from hardware.nfc_pad import NfcPad
from hardware.oled import Oled
from hardware.ports import Buttons, Event, Lamps, Port, Readers, Screen
from hardware.simulated.field import Stacking
from hardware.simulated.silicon_table import SiliconTable
from hardware.simulated.table import SoftTable, Table

READERS = ("pad", "city.danzig", "city.riga")
BUTTONS = ("up", "down", "ok", "back", "end")
LAMPS = tuple(f"lamp.{number}" for number in range(14))

SHIP = "04a1b2c3d4e580"
BOOTHS = tuple(f"04{number:02x}b2c3d4e5{number:02x}" for number in range(1, 10))
CARD = "deadbeef"


def soft(stacking: Stacking) -> SoftTable:
    return SoftTable(readers=READERS, buttons=BUTTONS, lamps=LAMPS, stacking=stacking)


def silicon(stacking: Stacking) -> SiliconTable:
    return SiliconTable(readers=READERS, buttons=BUTTONS, lamps=LAMPS, stacking=stacking)


@contextmanager
def laid(kind: str) -> Iterator[Table]:
    """Lay the table of this kind: its name and how stacks behave, as in `soft-none`."""
    name, stacking = kind.split("-")
    if name == "soft":
        yield soft(Stacking(stacking))
    else:
        with silicon(Stacking(stacking)) as table:
            yield table


KINDS = tuple(f"{name}-{stacking}" for name in ("soft", "silicon") for stacking in Stacking)


@dataclass
class Opened:
    """A table with all ports open, and what came out of them."""

    table: Table
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        for port in ports(self.table):
            port.open(self.events.append)
        self.table.pass_time(0.2)

    def after(self, seconds: float) -> list[Event]:
        """Give what happens from now on in some seconds."""
        first = len(self.events)
        self.table.pass_time(seconds)
        return self.events[first:]


def ports(table: Table) -> tuple[Readers, Buttons, Lamps, Screen]:
    return table.readers, table.buttons, table.lamps, table.screen


@dataclass(frozen=True)
class Parts:
    """The four ports of a table or of a real box, and how its time passes."""

    readers: Readers
    buttons: Buttons
    lamps: Lamps
    screen: Screen
    pass_time: Callable[[float], None]

    @property
    def all(self) -> tuple[Port, ...]:
        return self.readers, self.buttons, self.lamps, self.screen


@contextmanager
def wired(kind: str) -> Iterator[Parts]:
    """Give the ports of a simulated table, or of the tap kit when the kind is `real`."""
    if kind == "real":
        buttons = [ButtonPin(name, pin) for name, pin in zip(BUTTONS, (5, 6, 13, 19, 26), strict=True)]
        lamps = {f"lamp.{pin}": pin for pin in (4, 7, 12, 14, 15, 16, 17, 18, 20, 21, 22, 23, 24, 27)}
        yield Parts(NfcPad(), GpioButtons(buttons), GpioLamps(lamps), Oled(), time.sleep)
    else:
        with laid(kind) as table:
            yield Parts(*ports(table), table.pass_time)


# Real parts are asked for by name, so that nothing is ever skipped.
PARTS = (*KINDS, "real") if os.environ.get("HANSA_REAL") == "1" else KINDS
