"""Buttons that bounce, and buttons that jam, on mock pins under the real library: a press is one press."""

from __future__ import annotations

from random import Random

from companion.scenario.stage import UP_S, Stage, silicon_table
from hardware.simulated.silicon_table import SiliconTable
from tests.lab.faults.tried import Advance, Tried
from tests.lab.faults.voyage import Carry, Lost, travel, until
from tests.lab.faults.witnessed import suffer

LONGEST_BOUNCE_S = 0.004  # between two edges; contacts that chatter for longer are worn out
JAMMED_S = 31.0  # after half a minute a button counts as stuck


def bouncing(stage: Stage, random: Random, city: str) -> None:
    """Every press and release chatters."""
    table = stage.table
    assert isinstance(table, SiliconTable)

    def press(button: str, seconds: float) -> None:
        pin = table.button_pins[button]
        for move in (table.header.press, table.header.release):
            move(pin, bounces=random.randint(1, 20), bounce_s=random.uniform(0.0001, LONGEST_BOUNCE_S))
            stage.wait(seconds if move == table.header.press else UP_S)

    travel(stage, random.choice(("up", "down")), city, press)


def jammed(stage: Stage, random: Random, city: str) -> None:
    """A button sticks while the others are used, and comes free again."""
    stuck, other = random.sample(("up", "down"), 2)
    before = stage.daemon.revision
    stage.table.stick(stuck)
    stage.wait(random.uniform(0.1, 1.0) + random.choice((0.0, JAMMED_S)))
    if stage.daemon.revision != before:
        raise Lost(f"the button {stuck} stuck, and something was decided")
    until(stage, lambda: stage.dialog.name == "home")
    travel(stage, other, city, lambda button, seconds: stage.hold(button) if seconds > 1.0 else stage.press(button))
    stage.table.free(stuck)
    stage.wait(UP_S)


CARRIES: dict[str, Carry] = {"bouncing": bouncing, "jammed": jammed}


def misuse(trials: int, seed: int, advance: Advance) -> Tried:
    """Make every trip with buttons that are past their best."""
    return suffer(CARRIES, trials, seed, advance, kit="tap", make_table=silicon_table)
