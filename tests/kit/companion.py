"""A companion on a simulated table in virtual time, without threads: what the tests of the composition share."""

from __future__ import annotations

from pathlib import Path
from random import Random

from companion.assembly.compose import Composed
from companion.assembly.game_parts import invented_pieces
from companion.assembly.loading import NEWEST, Sitting
from companion.assembly.service import Service
from companion.config.settings import Config
from companion.running.daemon import Daemon
from companion.running.devices import configured_kit, simulated_devices, simulated_table
from companion.running.posts import Reply
from companion.running.witness import Witness
from companion.table.dialog import Dialog
from companion.table.history import History
from companion.table.intents import Intent
from companion.table.owners import PROGRAM, By
from hardware.ports import Event, TagLeft, TagRested
from hardware.simulated.soft_table import SoftTable
from tests.kit import hansa
from tests.kit.hands import Hands
from tests.kit.lean import configured

PIECES = invented_pieces(hansa.BOX)
TAGS = {piece: tag for tag, piece in PIECES.items()}


class Companion(Hands):
    """A companion that has been started, laid out again whenever its players choose another game or board."""

    now = 10.0
    service: Service
    table: SoftTable

    def __init__(self, config: Config, sitting: Sitting = NEWEST, *, witnesses: tuple[Witness, ...] = ()) -> None:
        self.config = config
        self.sittings: list[Sitting] = []
        self._witnesses = witnesses
        self.sit(sitting)

    def sit(self, sitting: Sitting | None) -> None:
        """Sit down, and again as long as the table must be laid out for another game or board than it was."""
        while sitting is not None:
            self.sittings.append(sitting)
            self.table = simulated_table(configured_kit(self.config, sitting.laid_out_for))
            self.service = Service(
                self.config,
                simulated_devices(self.table),
                invents_pieces=True,
                sitting=sitting,
                asks=False,
                witnesses=self._witnesses,
                clock=lambda: 0.0,
                farewell_s=0.0,
            )
            try:
                self.service.start()
            except BaseException:
                self.service.close()
                raise
            sitting = self.service.following
            if sitting:
                self.service.close()

    @property
    def composed(self) -> Composed:
        composed = self.service.composed
        assert composed is not None, "it was stopped"
        return composed

    @property
    def daemon(self) -> Daemon:
        return self.composed.daemon

    @property
    def dialog(self) -> Dialog:
        return self.daemon.table.dialog

    @property
    def history(self) -> History:
        history = self.daemon.table.kept.history
        assert history is not None
        return history

    def tell(self, *events: Event) -> None:
        """Let devices report something."""
        for event in events:
            self.daemon.put(event)
            self.daemon.work()

    def post(self, intent: Intent, by: By = PROGRAM) -> Reply:
        """Want something of the table, as a page would, and sit down to whatever follows."""
        replies: list[Reply] = []
        self.daemon.post(intent, replies.append, by=by)
        self.daemon.work()
        if self.service.following:
            self.service.close()
            self.sit(self.service.following)
        assert len(replies) == 1
        return replies[0]

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
                    self.tell(TagRested(self.now, place, tag), TagLeft(self.now + 0.5, place, tag))

    def restart(self) -> None:
        """End, and start again with what was played last."""
        self.service.close()
        self.sit(NEWEST)

    def close(self) -> None:
        self.service.close()


def start(
    state: Path, *, witnesses: tuple[Witness, ...] = (), begins_anew: bool = False, **overrides: str
) -> Companion:
    """Start a companion on a simulated board kit."""
    config = configured(state, **{"kit": "board", **overrides})
    return Companion(config, Sitting(begins=begins_anew), witnesses=witnesses)
