"""A screen whose plug is pulled in the midst of a trip, and put back; the real library writes to a simulated panel."""

from __future__ import annotations

from random import Random

from companion.display.draw import draw
from companion.games.hansa.rules.moves import Sail
from companion.scenario.stage import Stage, silicon_table
from companion.table.dialog import Do, Menu, Notice
from tests.lab.faults.tried import Advance, Tried
from tests.lab.faults.voyage import AWAY, Carry, until
from tests.lab.faults.witnessed import suffer


def pulled(stage: Stage, random: Random, city: str) -> None:
    """The screen is gone while the ship moves, and back before or after that is confirmed."""
    stage.wait(random.uniform(0.0, 0.3))
    stage.plug_screen(False)
    _travel(stage, city)
    stage.wait(random.uniform(0.0, 6.0))
    _plug(stage)


def loose(stage: Stage, random: Random, city: str) -> None:
    """The plug makes contact now and then."""
    _travel(stage, city)
    for _ in range(random.randint(1, 8)):
        stage.plug_screen(random.random() < 0.5)
        stage.wait(random.uniform(0.0, 0.4))
    _plug(stage)


def _travel(stage: Stage, city: str) -> None:
    """Make the trip by the buttons; what is told of the screen, which nobody can read, may come in between."""
    if city != AWAY:
        stage.hold("back")
        return
    while stage.state["ship"] != AWAY:
        dialog = stage.dialog
        chosen = isinstance(dialog, Menu) and dialog.choices[dialog.cursor].action == Do(Sail(AWAY))
        stage.press("ok" if chosen or isinstance(dialog, Notice) else "down")


def _plug(stage: Stage) -> None:
    """Put the plug in, and wait until the panel shows again what was described, pixel by pixel."""
    stage.plug_screen(True)
    until(stage, lambda: stage.table.frame() == draw(stage.scene.screen, stage.daemon.showing.translate))


CARRIES: dict[str, Carry] = {"pulled": pulled, "loose": loose}


def unplug(trials: int, seed: int, advance: Advance) -> Tried:
    """Pull the plug on every trip."""
    return suffer(CARRIES, trials, seed, advance, kit="tap", make_table=silicon_table)
