"""A companion on a simulated table in virtual time, without threads: what the tests of the composition share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.assembly.compose import Composed
from companion.assembly.game_parts import invented_pieces
from companion.assembly.service import Service
from companion.assembly.sitting import Sitting
from companion.config.settings import Config
from companion.running.daemon import Daemon, Witness
from companion.running.devices import configured_kit, simulated_devices, simulated_table
from hardware.ports import ButtonHeld, ButtonPressed, ButtonReleased, Event, TagLeft, TagRested
from tests.kit import hansa
from tests.kit.lean import configured

PIECES = invented_pieces(hansa.BOX)
TAGS = {piece: tag for tag, piece in PIECES.items()}


@dataclass
class Companion:
    """A companion that has been started."""

    config: Config
    service: Service
    composed: Composed
    at_s: float = 10.0  # when the last button was pressed

    @property
    def daemon(self) -> Daemon:
        return self.composed.daemon

    def press(self, *buttons: str) -> None:
        """Press buttons shortly, one after the other."""
        for button in buttons:
            self.at_s += 1.0
            self.tell(ButtonPressed(self.at_s, button), ButtonReleased(self.at_s, button))

    def hold(self, button: str) -> None:
        self.at_s += 1.0
        at = self.at_s
        self.tell(ButtonPressed(at, button), ButtonHeld(at + 0.8, button), ButtonReleased(at + 0.8, button))

    def tell(self, *events: Event) -> None:
        """Let devices report something."""
        for event in events:
            self.daemon.put(event)
            self.daemon.work()

    def begin_game(self) -> None:
        """Begin a game of two in the shortest way: gray, yellow, that is all, gray starts, goods by chance."""
        self.press("ok", "ok", "ok", "ok", "ok")
        assert self.daemon.game_id

    def wander(self, seed: int, events: int) -> None:
        """Do whatever comes to mind at a table."""
        random = Random(seed)
        for _ in range(events):
            match random.randrange(12):
                case 0 | 1 | 2 | 3 | 4:
                    self.press("ok")
                case 5 | 6 | 7:
                    self.press("down")
                case 8:
                    self.press(random.choice(("up", "back", "end")))
                case 9:
                    self.hold(random.choice(("end", "end", "back")))
                case _:
                    piece = random.choice(("ship", "booth.gray.01", "booth.yellow.02", "marker.blue1.1", "nobody's"))
                    place = random.choice(("pad", "pad", "city.danzig", "city.riga", "city.copenhagen"))
                    tag = TAGS.get(piece, "04ffffffffffff")
                    self.tell(TagRested(self.at_s, place, tag), TagLeft(self.at_s + 0.5, place, tag))

    def close(self) -> None:
        self.service.close()


def start(
    state: Path,
    *,
    witnesses: tuple[Witness, ...] = (),
    begins_anew: bool = False,
    **overrides: str,
) -> Companion:
    """Start a companion on a simulated board kit."""
    config = configured(state, **{"kit": "board", **overrides})
    sitting: Sitting | None = Sitting(begins=begins_anew)
    while sitting is not None:
        devices = simulated_devices(simulated_table(configured_kit(config, sitting.laid_out_for)))
        service = Service(
            config,
            devices,
            invents_pieces=True,
            sitting=sitting,
            asks=False,
            witnesses=witnesses,
            clock=lambda: 0.0,
        )
        try:
            composed = service.start()
        except BaseException:
            service.close()
            raise
        if composed:
            return Companion(config, service, composed)
        service.close()
        sitting = service.following  # the table was laid out for another game, or for another board
    raise AssertionError("it was stopped")
