"""Too much at once, while the ship moves: presses and sightings by the thousand before the table comes to any."""

from __future__ import annotations

import logging
from random import Random

from companion.running.backlog import ROOM, ROOM_FOR_SIGHTINGS
from companion.scenario.stage import Stage
from hardware.ports import ButtonPressed, Crowded
from tests.lab.faults.tried import Advance, Tried
from tests.lab.faults.voyage import Carry
from tests.lab.faults.witnessed import suffer

SHIP = "ship"


def _move_unheard(stage: Stage, city: str) -> None:
    """Move the ship while the table is at something else."""
    stage.table.put(stage.box.uid(SHIP), f"city.{city}")
    stage.box.place(SHIP, f"city.{city}")
    stage.table.pass_time(2.0)
    stage.elapsed_s += 2.0


def presses(stage: Stage, random: Random, city: str) -> None:
    """Nothing but presses: what the readers see still finds room."""
    for _ in range(ROOM + random.randrange(2000)):
        stage.daemon.put(ButtonPressed(stage.elapsed_s, "unheard of"))
    _move_unheard(stage, city)
    stage.wait(0.5)


def everything(stage: Stage, random: Random, city: str) -> None:
    """Send so much that even what the readers see finds no room at some moment of the trip."""
    readers = [name for name in stage.kit.readers if name != "pad"]
    for _ in range(ROOM_FOR_SIGHTINGS - random.randrange(3)):
        stage.daemon.put(Crowded(stage.elapsed_s, random.choice(readers), crowded=False))
    _move_unheard(stage, city)
    stage.wait(0.5)


CARRIES: dict[str, Carry] = {"presses": presses, "everything": everything}


def flood(trials: int, seed: int, advance: Advance) -> Tried:
    """Flood the table on every trip."""
    logging.getLogger("companion.running.daemon").setLevel(logging.ERROR)  # it says each time what is wanted here
    return suffer(CARRIES, trials, seed, advance)
