"""What a bench does to radio, wires and chips, at a board kit whose readers are simulated register by register.

Each is one fault of the chip model, by its name; `test_radio_faults.py` sees that none is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from companion.scenario.stage import Stage
from hardware.simulated.field import Field, Sticker
from hardware.simulated.reader_chip import ReaderChip
from tests.lab.faults.pico_table import PicoTable, pico_table
from tests.lab.faults.tried import Advance, Tried
from tests.lab.faults.voyage import Carry
from tests.lab.faults.witnessed import suffer

SHIP, ANOTHER = "ship", "booth.gray.01"
REGISTERS = 0x11, 0x13, 0x15, 0x16, 0x17, 0x18, 0x26, 0x2A, 0x2B, 0x2D  # without which frames or answers go wrong
TX_CONTROL, FIELD_ON = 0x14, 0x83
SILENCE_S = 65.0  # after which a reader that hears nobody has been set up again


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


# --- radio ---


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


def garbled(stage: Stage, random: Random, city: str) -> None:
    """Answers come with errors, for longer than it takes to tell of it."""
    _, field = _place(stage, city)
    field.noise = random.choice((0.5, 1.0))
    stage.put(SHIP, f"city.{city}", rest_s=random.uniform(0.5, 6.0))
    field.noise = 0.0


def leaking(stage: Stage, random: Random, city: str) -> None:
    """The ship is heard by the neighbour, too, through its coil, but more weakly."""
    _, field = _place(stage, city)
    other = _place(stage, "riga")[1]
    other.leak(field, random.uniform(31.0, 40.0))
    _carry(stage, random, city)
    other.seal()


def two_fields(stage: Stage, random: Random, city: str) -> None:
    """A neighbour's field stays on, as by a lost register, and drowns every answer until that one is looked at."""
    chip, _ = _place(stage, city)
    other, _ = _place(stage, "riga")
    chip.neighbours = [other]
    stage.put(SHIP, f"city.{city}", rest_s=0.0)
    for _ in range(random.randrange(1, 5)):
        other.lose(TX_CONTROL, FIELD_ON)
        stage.wait(random.uniform(0.05, 1.0))
    chip.neighbours = []


def jammed(stage: Stage, random: Random, city: str) -> None:
    """Something answers that no anticollision can tell apart."""
    _, field = _place(stage, city)
    field.jammed = True
    stage.put(SHIP, f"city.{city}", rest_s=random.uniform(0.2, 4.0))
    field.jammed = False


def flapping(stage: Stage, random: Random, city: str) -> None:
    """The ship's tag is heard now and then only, for some seconds."""
    _, field = _place(stage, city)
    stage.put(SHIP, f"city.{city}", rest_s=random.uniform(0.0, 0.4))
    uid = bytes.fromhex(stage.box.uid(SHIP))
    field.flap(uid, odds=random.uniform(0.1, 0.9))
    stage.wait(random.uniform(0.5, 5.0))
    field.flap(uid, odds=1.0)


def stacked(stage: Stage, random: Random, city: str) -> None:
    """A booth lies exactly on the ship, so that neither is heard."""
    place = f"city.{city}"
    stage.put(SHIP, place, rest_s=random.uniform(0.0, 0.2))
    stage.put(ANOTHER, place, on=SHIP, rest_s=random.uniform(0.2, 4.0))
    stage.lift(ANOTHER, rest_s=0.2)


# --- wires ---


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


def stuck(stage: Stage, random: Random, city: str) -> None:
    """The wire from the chip is broken, and reads as low or as high."""
    chip, _ = _place(stage, city)
    chip.miso_stuck = random.choice((0x00, 0xFF))
    _carry(stage, random, city)
    chip.miso_stuck = None


# --- chips ---


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


def odd_copies(stage: Stage, random: Random, city: str) -> None:
    """The chip is a copy of a version that nobody knows, and reads bits that mean nothing as ones."""
    chip, _ = _place(stage, city)
    chip.version, chip.reserved_high = random.choice((0x15, 0x80, 0x92)), random.random() < 0.5
    chip.brown_out()  # as when it is exchanged: from here on it is another one
    _carry(stage, random, city)


def hung(stage: Stage, random: Random, city: str) -> None:
    """The chip starts no command until its reset line is pulled."""
    chip, _ = _place(stage, city)
    stage.put(SHIP, f"city.{city}", rest_s=random.choice((0.0, 1.0)))
    chip.hung = True
    stage.wait(random.uniform(0.2, 4.0))


def numb(stage: Stage, random: Random, city: str) -> None:
    """The chip hears nobody, though all its registers are right, from before the ship comes."""
    _place(stage, city)[0].numb = True
    stage.put(SHIP, f"city.{city}", rest_s=SILENCE_S + random.uniform(0.0, 2.0))


FAULTS: dict[str, Carry] = {
    "captured": captured,
    "loaded": loaded,
    "humming": humming,
    "garbled": garbled,
    "leaking": leaking,
    "two-fields": two_fields,
    "jammed": jammed,
    "flapping": flapping,
    "stacked": stacked,
    "flipping": flipping,
    "doubling": doubling,
    "stuck": stuck,
    "starting-slowly": starting_slowly,
    "powered-down": powered_down,
    "forgetful": forgetful,
    "odd-copies": odd_copies,
    "hung": hung,
    "numb": numb,
}


def suffering(trials: int, seed: int, advance: Advance, fault: str) -> Tried:
    """Make every trip under one fault of the chip model."""
    return suffer({fault: FAULTS[fault]}, trials, seed, advance, make_table=pico_table)
