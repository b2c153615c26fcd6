"""What a bench does to radio, wires and chips, at a board kit whose readers are simulated register by register."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from companion.scenario.stage import Stage
from hardware.simulated.coupling import Sticker
from hardware.simulated.field import Field
from hardware.simulated.reader_chip import ReaderChip
from tests.lab.faults.pico_table import PicoTable, pico_table
from tests.lab.faults.tried import Advance, Tried
from tests.lab.faults.voyage import Carry
from tests.lab.faults.witnessed import suffer

SHIP = "ship"
REGISTERS = 0x11, 0x13, 0x15, 0x16, 0x17, 0x18, 0x26, 0x2A, 0x2B, 0x2D  # without which frames or answers go wrong


def _place(stage: Stage, city: str) -> tuple[ReaderChip, Field]:
    assert isinstance(stage.table, PicoTable)
    world = stage.table.rig.world
    return world.chips[f"city.{city}"], world.fields[f"city.{city}"]


def _chips(stage: Stage) -> list[ReaderChip]:
    assert isinstance(stage.table, PicoTable)
    return list(stage.table.rig.world.chips.values())


def _carry(stage: Stage, random: Random, city: str, sticker: Sticker | None = None) -> None:
    stage.put(SHIP, f"city.{city}", rest_s=0.0)
    if sticker is not None:
        _place(stage, city)[1].resize(bytes.fromhex(stage.box.uid(SHIP)), sticker)
    stage.wait(random.uniform(0.2, 4.0))


@contextmanager
def _stranger(stage: Stage, random: Random, city: str, sticker: Sticker) -> Iterator[None]:
    """Let a small tag lie there that is none of the game's."""
    stranger = f"stranger.{random.randrange(4)}"
    stage.put(stranger, f"city.{city}", rest_s=0.0)
    _place(stage, city)[1].resize(bytes.fromhex(stage.box.uid(stranger)), sticker)
    stage.wait(random.uniform(0.0, 1.0))
    yield
    stage.lift(stranger, rest_s=0.2)


def captured(stage: Stage, random: Random, city: str) -> None:
    """The ship drowns a small tag, or comes to one that lies there."""
    with _stranger(stage, random, city, Sticker(15.0, random.uniform(0.0, 5.0))):
        _carry(stage, random, city, Sticker(25.0, random.uniform(10.0, 14.0)))


def loaded(stage: Stage, random: Random, city: str) -> None:
    """The ship takes so much from a small tag that it is not heard any more, or is itself far from the coil."""
    with _stranger(stage, random, city, Sticker(10.0, random.uniform(0.0, 3.0))):
        _carry(stage, random, city, Sticker(25.0, random.uniform(0.0, 6.0), random.uniform(0.0, 12.0)))


def humming(stage: Stage, random: Random, city: str) -> None:
    """Noise comes up to where the receiver takes it for answers."""
    _, field = _place(stage, city)
    field.hum_db = random.uniform(-30.0, -10.0)
    _carry(stage, random, city)
    field.hum_db = None


def leaking(stage: Stage, random: Random, city: str) -> None:
    """The ship is heard by the neighbour, too, through its coil, but more weakly."""
    _, field = _place(stage, city)
    other = _place(stage, "riga")[1]
    other.leak(field, random.uniform(31.0, 40.0))
    _carry(stage, random, city)
    other.seal()


def flipping(stage: Stage, random: Random, city: str) -> None:
    """Wires that are too long change bits, until the clock is lowered."""
    for chip in _chips(stage):
        chip.flips = random.choice((1e-4, 1e-3))
    _carry(stage, random, city)
    for chip in _chips(stage):
        chip.flips = 0.0


def doubling(stage: Stage, random: Random, city: str) -> None:
    """Wires without resistors lose their step now and then, at any clock."""
    for chip in _chips(stage):
        chip.double_clocks = random.choice((1e-4, 1e-3))
    _carry(stage, random, city)
    for chip in _chips(stage):
        chip.double_clocks = 0.0


def starting_slowly(stage: Stage, random: Random, city: str) -> None:
    """The supply dips, and the crystal takes its time afterwards."""
    chip, _ = _place(stage, city)
    chip.start_up_s = random.uniform(0.001, 0.045)
    chip.brown_out()
    _carry(stage, random, city)


def powered_down(stage: Stage, random: Random, city: str) -> None:
    """The chip is put to sleep."""
    stage.put(SHIP, f"city.{city}", rest_s=random.uniform(0.0, 0.5))
    _place(stage, city)[0].transfer(bytes((0x01 << 1, 0x10)))
    stage.wait(random.uniform(0.2, 2.0))


def forgetful(stage: Stage, random: Random, city: str) -> None:
    """One register loses what was written."""
    chip, _ = _place(stage, city)
    stage.put(SHIP, f"city.{city}", rest_s=random.choice((0.0, 1.0)))
    chip.lose(random.choice(REGISTERS), random.choice((None, 0x00, 0xFF)))
    stage.wait(random.uniform(0.2, 4.0))


def hung(stage: Stage, random: Random, city: str) -> None:
    """The chip starts no command until its reset line is pulled."""
    chip, _ = _place(stage, city)
    stage.put(SHIP, f"city.{city}", rest_s=random.choice((0.0, 1.0)))
    chip.hung = True
    stage.wait(random.uniform(0.2, 4.0))


AIR: dict[str, Carry] = {"captured": captured, "loaded": loaded, "humming": humming, "leaking": leaking}
CHIPS: dict[str, Carry] = {
    "flipping": flipping,
    "doubling": doubling,
    "starting slowly": starting_slowly,
    "powered down": powered_down,
    "forgetful": forgetful,
    "hung": hung,
}


def air(trials: int, seed: int, advance: Advance) -> Tried:
    """Make every trip under one of the troubles of radio."""
    return suffer(AIR, trials, seed, advance, make_table=pico_table)


def chips(trials: int, seed: int, advance: Advance) -> Tried:
    """Make every trip under one of the troubles of wires and chips."""
    return suffer(CHIPS, trials, seed, advance, make_table=pico_table)
