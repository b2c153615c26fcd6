"""One trip of the ship and its taking back, as often as wanted, so that any fault in between shows in the count.

A trip that is made once must be one entry of the journal, and its taking back one more: neither none nor two.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.games.hansa.rules.moves import Place, Reveal, Sail
from companion.scenario.grammar import parse_scenario
from companion.scenario.runner import vocabulary_of
from companion.scenario.stage import DOWN_S, REST_S, Stage
from companion.table.dialog import Do, Menu, Notice
from tests.kit import hansa
from tests.lab.soak.shadow import Shadow

HOME, AWAY = "copenhagen", "danzig"
PATIENCE_S = 60.0  # of virtual time
_BEGINNING = """
new game gray white start gray without pink yellow
stock with orange2 blue1 blue2 green1 green2 green3 brown1 brown2 brown3 blue3 orange1 orange3 blue1 blue2
place gray danzig
place white riga
place gray kalmar
place white danzig
place gray riga
place white lubeck
"""

Press = Callable[[str, float], None]  # a button, and for how long
Carry = Callable[[Stage, Random, str], None]  # brings the ship to a city while something goes wrong


class Lost(AssertionError):
    """Something was lost, doubled or invented."""


def beginning() -> list[Reveal | Place]:
    """Return the moves of the set-up."""
    slots = [step.slots for step in parse_scenario(_BEGINNING, "voyage", vocabulary_of).steps]
    reveals = [Reveal(marker) for given in slots for marker in given.get("markers", ())]
    return [*reveals, *(Place(city) for given in slots for city in given.get("cities", ()))]


def set_out(stage: Stage) -> None:
    """Begin a game in which gray may sail."""
    scenario = parse_scenario(_BEGINNING, "voyage", vocabulary_of)
    for step in scenario.steps:
        step.form.act(stage, **step.slots)


class Voyage:
    """There and back at a stage whose game has set out, watched by a shadow."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._shadow = Shadow(hansa.game_table(), stage.config.journal)

    def close(self) -> None:
        """Let the shadow go."""
        self._shadow.close()

    def trip(self, carry: Carry, random: Random) -> None:
        """Sail there and take it back; raise Lost or Differs where the table did not follow."""
        stage = self._stage
        before = stage.daemon.revision
        carry(stage, random, AWAY)
        until(stage, lambda: stage.state["ship"] == AWAY)
        self._expect(before + 1)
        if not isinstance(stage.history.entries[-1], Sail):
            raise Lost(f"a trip was made, and {stage.history.entries[-1]} was kept")
        stage.wait(REST_S)  # as hands do: what is back within half a second was never seen to leave
        carry(stage, random, HOME)
        until(stage, lambda: stage.state["ship"] == HOME)
        self._expect(before + 2)
        until(stage, lambda: stage.dialog.name == "home")
        stage.wait(REST_S)
        self._shadow.compare(stage.daemon, stage.table)

    def _expect(self, revision: int) -> None:
        if self._stage.daemon.revision != revision:
            raise Lost(
                f"{self._stage.daemon.revision} entries where {revision} belong: {self._stage.history.entries[-3:]}"
            )


def until(stage: Stage, holds: Callable[[], bool]) -> None:
    """Read what is told and say yes to the taking back, until something holds."""
    deadline = stage.elapsed_s + PATIENCE_S
    while isinstance(stage.dialog, Notice) or not holds():
        if stage.elapsed_s > deadline:
            troubles = list(stage.daemon.table.view.faults.values())
            raise Lost(f"nothing came of it; the table shows {stage.dialog.name}, troubles: {troubles}")
        if isinstance(stage.dialog, Notice) or (isinstance(stage.dialog, Menu) and stage.dialog.name != "home"):
            stage.press("ok")
        else:
            stage.wait(0.1)


def travel(stage: Stage, key: str, city: str, press: Press) -> None:
    """Choose the trip in the menu, or hold the button that takes it back; each time with the presses it takes."""
    if city != AWAY:
        press("back", stage.kit.times.hold_ms / 1000 + 0.1)
        return
    menu = stage.dialog
    assert isinstance(menu, Menu)
    (wanted,) = (index for index, choice in enumerate(menu.choices) if choice.action == Do(Sail(AWAY)))
    steps = wanted - menu.cursor if key == "down" else menu.cursor - wanted
    for _ in range(steps % len(menu.choices)):
        press(key, DOWN_S)
    press("ok", DOWN_S)
