"""The simulated tables that scenarios are played on: with no library below, or down to chips and pins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial

from companion.running.devices import presence_of, simulated_buttons, usb_readers, wands
from hardware.kit.connections import Kit
from hardware.simulated.field import Stacking
from hardware.simulated.soft_table import SoftTable, Table

MakeTable = Callable[[Kit, Stacking], AbstractContextManager[Table]]


@contextmanager
def soft_table(kit: Kit, stacking: Stacking) -> Iterator[Table]:
    """Simulate a kit at the ports."""
    yield SoftTable(
        readers=kit.readers,
        usb=usb_readers(kit),
        wands=wands(kit),
        buttons=simulated_buttons(kit),
        lamps=kit.lamp_names,
        presence=partial(presence_of, kit.times, hides=False),  # no tag drowns out another, and hands take no time
        stacking=stacking,
        hold_s=kit.times.hold_ms / 1000,
    )


@contextmanager
def silicon_table(kit: Kit, stacking: Stacking) -> Iterator[Table]:
    """Simulate a kit down to chips and pins, all of them on the Pi.

    It has too few pins for a strip's many lamps: it gets only those of readers, seats and the end.
    """
    from hardware.simulated.silicon_table import SiliconTable

    strip = [name for pico in kit.picos for name in pico.strip.lamps]
    plain = [*kit.lamps, *(name for name in strip if name in kit.readers or name.startswith("seat.") or name == "end")]
    usb, pointed = usb_readers(kit), wands(kit)
    with SiliconTable(
        readers=[name for name in kit.readers if name not in usb],
        usb=usb,
        wands=pointed,
        buttons=simulated_buttons(kit),
        lamps=plain,
        # Where one tag is heard at a time, none drowns out another.
        presence=partial(presence_of, kit.times, hides=not (usb or pointed)),
        stacking=stacking,
        hold_s=kit.times.hold_ms / 1000,
    ) as table:
        yield table
