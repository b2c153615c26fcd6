"""Tables to run one and the same test on, and the real parts where there are some."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.config.parsing import load_config
from companion.running.devices import real_devices
from hardware.ports import Buttons, Event, Lamps, Port, Readers, Screen
from hardware.simulated.field import Stacking
from hardware.simulated.micropython_cpython import InProcessPico
from hardware.simulated.silicon_table import SiliconTable
from hardware.simulated.soft_table import SoftTable, Table
from tests.kit.board import Rig
from wiring.kits import load_kit

READERS = ("pad", "city.danzig", "city.riga")
BUTTONS = ("up", "down", "ok", "back", "end")
LAMPS = tuple(f"lamp.{number}" for number in range(14))

SHIP = "04a1b2c3d4e580"
BOOTHS = tuple(f"04{number:02x}b2c3d4e5{number:02x}" for number in range(1, 10))
CARD = "deadbeef"

PICO_KITS = {"pico": "board", "wand": "chart"}  # what the Pico is called in each kit that has one


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

PN532S = {"pn532-spi": "spi", "pn532-i2c": "i2c", "pn532-line": "/dev/ttyUSB0"}  # and how each is connected


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
        """Return what happens from now on in some seconds."""
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
    wake_s: float = 0.3  # until all of them say how they are

    @property
    def all(self) -> tuple[Port, ...]:
        return self.readers, self.buttons, self.lamps, self.screen


@contextmanager
def wired(kind: str) -> Iterator[Parts]:
    """Yield the ports of a simulated table, with or without a Pico, or those of a box, whose kit HANSA_KIT names."""
    if kind == "real":
        kit = load_kit(os.environ.get("HANSA_KIT", "tap"))
        yield Parts(*real_devices(kit, load_config()), time.sleep, wake_s=20.0 if kit.pico else 2.0)
    elif kind == "usb":
        with SiliconTable(readers=(), usb=("pad",), buttons=BUTTONS, lamps=LAMPS) as behind_pcsc:
            yield Parts(*ports(behind_pcsc), behind_pcsc.pass_time)
    elif kind in PN532S:
        with SiliconTable(readers=(), pn532={"pad": PN532S[kind]}, buttons=BUTTONS, lamps=LAMPS) as with_pn532:
            yield Parts(*ports(with_pn532), with_pn532.pass_time)
    elif kind in PICO_KITS:
        rest = soft(Stacking.NONE)
        with TemporaryDirectory() as folder, Rig(Path(folder), InProcessPico, kit=PICO_KITS[kind]) as rig:
            rig.host.readers.close()
            rig.host.lamps.close()

            def pass_time(seconds: float) -> None:
                rest.pass_time(seconds)
                rig.run(seconds)

            yield Parts(rig.host.readers, rest.buttons, rig.host.lamps, rest.screen, pass_time, wake_s=5.0)
    else:
        with laid(kind) as table:
            yield Parts(*ports(table), table.pass_time)


# Real parts are asked for by name, so that nothing is ever skipped.
PARTS = (*KINDS, *PICO_KITS, *PN532S, "usb", *(["real"] if os.environ.get("HANSA_REAL") == "1" else []))
