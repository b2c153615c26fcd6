"""Tags that flap, that no reader hears, that lie on one another, and two where one belongs."""

from __future__ import annotations

from random import Random

from companion.scenario.stage import Stage
from tests.lab.faults.tried import Advance, Tried
from tests.lab.faults.voyage import Carry
from tests.lab.faults.witnessed import suffer

SHIP, ANOTHER = "ship", "booth.gray.01"


def flapping(stage: Stage, random: Random, city: str) -> None:
    """The ship's tag is heard now and then only, for some seconds."""
    place = f"city.{city}"
    stage.put(SHIP, place, rest_s=random.uniform(0.0, 0.4))
    uid = bytes.fromhex(stage.box.uid(SHIP))
    stage.table.field(place).flap(uid, odds=random.uniform(0.1, 0.9))
    stage.wait(random.uniform(0.5, 5.0))
    stage.table.field(place).flap(uid, odds=1.0)


def noisy(stage: Stage, random: Random, city: str) -> None:
    """Answers arrive with errors."""
    field = stage.table.field(f"city.{city}")
    field.noise = random.uniform(0.1, 0.9)
    stage.put(SHIP, f"city.{city}", rest_s=random.uniform(0.5, 5.0))
    field.noise = 0.0


def deaf(stage: Stage, random: Random, city: str) -> None:
    """The reader does not work when the ship comes, or fails under it."""
    place = f"city.{city}"
    if random.random() < 0.5:
        stage.table.deafen(place)
    stage.put(SHIP, place, rest_s=random.uniform(0.0, 1.0))
    stage.table.deafen(place)
    stage.wait(random.uniform(0.2, 5.0))
    stage.table.mend(place)


def stacked(stage: Stage, random: Random, city: str) -> None:
    """Another tag lies exactly on or under the ship's, so that neither is heard."""
    place = f"city.{city}"
    if random.random() < 0.5:
        stage.put(SHIP, place, rest_s=random.uniform(0.0, 0.2))
        stage.put(ANOTHER, place, on=SHIP, rest_s=0.0)
    else:
        stage.put(ANOTHER, place, rest_s=random.uniform(0.0, 0.2))
        stage.put(SHIP, place, on=ANOTHER, rest_s=0.0)
    stage.wait(random.uniform(0.2, 4.0))
    stage.lift(ANOTHER, rest_s=0.2)


def double(stage: Stage, random: Random, city: str) -> None:
    """A stranger's tag lies next to the ship's, or the two cannot be told apart."""
    place, stranger = f"city.{city}", f"stranger.{random.randrange(4)}"
    field = stage.table.field(place)
    stage.put(stranger, place, rest_s=random.uniform(0.0, 1.0))
    field.jammed = random.random() < 0.5
    stage.put(SHIP, place, rest_s=random.uniform(0.2, 4.0))
    field.jammed = False
    stage.lift(stranger, rest_s=0.2)


CARRIES: dict[str, Carry] = {
    "flapping": flapping,
    "noisy": noisy,
    "deaf": deaf,
    "stacked": stacked,
    "double": double,
}


def disturb(trials: int, seed: int, advance: Advance) -> Tried:
    """Disturb the tag at the end of every trip."""
    return suffer(CARRIES, trials, seed, advance)
