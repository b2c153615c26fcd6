"""Carriers who use pieces and a wand: they understand the sentences of one game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from companion.games.teutonica.table.spots import all_spots, place_of
from companion.scenario.stage import Stage
from companion.shelf.shelf import open_box
from companion.table.belief import PAD, group_of
from companion.table.screen import WRONG
from tests.kit.carrier import Carrier, Read
from wiring.kits import load_kit


class PieceCarrier(Carrier):
    """Moves ship, booths and markers where a reader can see them."""

    def do(self, step: Read) -> None:
        text = " / ".join((step.what, *step.hands))
        readers = self.stage.kit.readers
        if step.place in readers and "Move the ship" in text:
            self._put("ship", step.place)
        elif step.place in readers and (found := re.search(r"(\d+) booths? (?:there|to)|Put (\d+) booth", text)):
            self._put_booths(step, int(found[1] or found[2]))
        elif PAD in readers and (found := re.match(r"Buy (\w+) (\d)", text)):
            self._touch(f"marker.{found[1]}{found[2]}")
        elif PAD in readers and (found := re.search(r"Sell \d+ / (?:Take.* / )?(\w+) (\d)\+(\d)", text)):
            self._touch(f"marker.{found[1]}{found[2]}", f"marker.{found[1]}{found[3]}")
            if booths := self.stage.box.at(step.place, f"booth.{step.player.lower()}"):
                self.stage.lift(booths[0])
        elif PAD in readers and (found := re.match(r"Build: (\w+) (\d)", text)):
            self._touch(f"marker.{found[1]}{found[2]}", f"token.{step.player.lower()}")

    def _put(self, piece: str, place: str) -> None:
        if place not in self.stage.box.at(place, piece):
            self.stage.put(piece, place)

    def _put_booths(self, step: Read, count: int) -> None:
        for _ in range(count):
            self.stage.put(self._booth(f"booth.{step.player.lower()}"), step.place)

    def _booth(self, group: str) -> str:
        """Return a booth in hand; once all are on the board, one that the lamps say does not belong there."""
        box, lamps = self.stage.box, self.stage.scene.lamps
        if all(piece in box.everywhere(group) for piece in box.tags.values() if group_of(piece) == group):
            wrong = (place for place, light in lamps.items() if light == WRONG)
            self.stage.lift(next(piece for place in wrong for piece in box.at(place, group)))
        return box.in_hand(group)

    def _touch(self, *kinds: str) -> None:
        """Touch the pad with one after the other."""
        for kind in kinds:
            piece = self.stage.box.another(kind)
            self.stage.put(piece, PAD)
            self.stage.lift(piece)

    def tidy(self) -> None:
        """Bring the ship to where it sails."""
        ship = f"city.{self.stage.history.position.ship}"
        if ship in self.stage.kit.readers and "ship" not in self.stage.box.at(ship):
            self.stage.put("ship", ship)


class WandCarrier(Carrier):
    """Touches the place on the chart whose lamp leads there."""

    def do(self, step: Read) -> None:
        spots = {place_of(spot): name for name, spot in all_spots().items()}
        if step.place and step.place in spots:
            self.stage.put(spots[step.place], PAD, rest_s=0.3)
            self.stage.lift(spots[step.place], rest_s=0.3)


CARRIERS: Final[Mapping[str, Mapping[str, type[Carrier]]]] = {  # by game and kit
    "hansa": {"tap": PieceCarrier, "board": PieceCarrier, "usb": PieceCarrier, "chart": PieceCarrier},
    "teutonica": {"tap": Carrier, "board": Carrier, "usb": Carrier, "chart": WandCarrier},
}


@contextmanager
def carrying(
    game: str = "hansa",
    kit: str = "board",
    make: Callable[..., Carrier] = PieceCarrier,
    *,
    companions: int = 2,
    skill: str = "simple",
    **given: Any,
) -> Iterator[Carrier]:
    """Sit down with the companion at a game of three."""
    with Stage(load_kit(kit), open_box(game)) as stage:
        stage.boot()
        hands = make(stage, **given)
        hands.begin(3, companions, skill)
        yield hands


def come_to(hands: Carrier, begins: str, other: str = "") -> Read:
    """Carry out steps until one begins like this."""
    for _ in range(500):
        hands.think()
        step = hands.read()
        if step and step.what.startswith(begins) and step.what != other:
            return step
        hands.act()
    raise AssertionError(f"no {begins}")
