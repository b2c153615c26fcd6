"""Measures how often the firmware looks at each reader, in virtual time: 500 kHz, 100 us a transfer, 5.1 ms a field.

What a transfer costs MicroPython is an estimate, above what it costs an emulated Pico (`tests.lab.silicon.rates`).
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

from firmware.loop import Firmware
from hardware.ports import Colour, Light, Pattern
from hardware.simulated.micropython_cpython import InProcessPico
from tests.kit.board import Rig

# Twenty seven-byte tags: spread out, all on the hot readers, crowded on one, and mostly on the cold ones.
DISTRIBUTIONS = (
    (3, 3, 2, 2, 2, 2, 2, 2, 2),
    (5, 5, 5, 5, 0, 0, 0, 0, 0),
    (8, 4, 4, 4, 0, 0, 0, 0, 0),
    (1, 1, 1, 1, 4, 4, 4, 4, 0),
)


class Rates(NamedTuple):
    polls_per_s: tuple[float, ...]
    resting: tuple[int, ...]
    transfers_per_poll: float
    most_fields_on: int


def poll_rates(folder: Path, tags: tuple[int, ...], *, hot: int, seconds: float) -> Rates:
    """Run the whole firmware, with a lively scene on the strip, and count the looks at each reader."""
    dice = random.Random(3)
    with Rig(folder, InProcessPico) as rig:
        for field, count in zip(rig.world.fields.values(), tags, strict=True):
            for _ in range(count):
                field.put(b"\x04" + dice.randbytes(6))
        rig.host.readers.watch(rig.host.readers.names[:hot])
        breath = Light(Pattern.BREATHE, Colour(255, 200, 100))
        rig.host.lamps.show(dict.fromkeys(rig.host.lamps.names, breath))
        rig.go_live()
        rig.run(1.0)
        firmware = firmware_of(rig.pico)
        assert firmware.readers is not None
        stations = firmware.readers.stations
        looks = [station.looks for station in stations]
        began, transfers = rig.world.clock(), rig.world.air.transfers
        rig.run(seconds)
        took_s = rig.world.clock() - began
        done = [station.looks - before for station, before in zip(stations, looks, strict=True)]
        return Rates(
            polls_per_s=tuple(count / took_s for count in done),
            resting=tuple(len(rig.host.resting(name)) for name in rig.host.readers.names),
            transfers_per_poll=(rig.world.air.transfers - transfers) / sum(done),
            most_fields_on=rig.world.air.most_fields_on,
        )


def firmware_of(pico: object) -> Firmware:
    """Return the firmware that runs in this process."""
    assert isinstance(pico, InProcessPico)
    firmware = getattr(pico.step, "__self__", None)
    assert isinstance(firmware, Firmware)
    return firmware
