"""How often the firmware looks at its readers on the emulated chip, in whose time Python costs what it costs.

Emulated is not real: the chip has no flash cache here, and nobody has measured a Pico. Loops whose times on a real one
have been published come out within -8 to +1 % of them, single short acts up to twice or half.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hardware.ports import Colour, Light, Pattern
from hardware.simulated.rp2040_node import EmulatedPico
from tests.kit.board import Rig

HOT = 4
BREATH = Light(Pattern.BREATHE, Colour(255, 200, 100))


class Rates(NamedTuple):
    """What one scene came to."""

    looks_per_s: tuple[float, ...]  # of each reader
    resting: tuple[int, ...]  # tags that rest on each, as the host knows

    @property
    def hot(self) -> float:
        """Return how often the hot reader was looked at that was looked at least."""
        return min(self.looks_per_s[:HOT])

    @property
    def others(self) -> float:
        """Return the same for the others, all together: a few seconds are too short for one."""
        return sum(self.looks_per_s[HOT:]) / len(self.looks_per_s[HOT:])


class Beginning(NamedTuple):
    """How long a start takes, in seconds of the chip."""

    hello_s: float
    live_s: float


def rates(tags: Sequence[int], *, lit: bool, seconds: float) -> Rates:
    """Count the looks at each reader with this many tags on each, every lamp breathing or dark."""
    dice = random.Random(3)
    with TemporaryDirectory() as folder, Rig(Path(folder), EmulatedPico) as rig:
        for field, count in zip(rig.world.fields.values(), tags, strict=True):
            for _ in range(count):
                field.put(b"\x04" + dice.randbytes(6))
        rig.host.readers.watch(rig.host.readers.names[:HOT])
        if lit:
            rig.host.lamps.show(dict.fromkeys(rig.host.lamps.names, BREATH))
        rig.go_live()
        rig.run(1.0)
        began, before = rig.world.clock(), Counter(rig.world.air.switched_on)
        rig.run(seconds)
        looks = rig.world.air.switched_on - before
        took_s = rig.world.clock() - began
        return Rates(
            tuple(looks[id(chip)] / took_s for chip in rig.world.chips.values()),
            tuple(len(rig.host.resting(name)) for name in rig.host.readers.names),
        )


def beginning() -> Beginning:
    """Measure how long a start takes, from power on."""
    with TemporaryDirectory() as folder, Rig(Path(folder), EmulatedPico) as rig:
        rig.run_until(lambda: rig.host.hello is not None)
        hello_s = rig.world.clock()
        rig.go_live()
        return Beginning(hello_s, rig.world.clock())
