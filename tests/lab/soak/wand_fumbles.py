"""What a hand with a wand does and nobody meant, kind by kind, and counted.

A fumble that must not change the game is held to that at once; what the others lead to is compared like any move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from companion.games.teutonica.box import BOX
from companion.games.teutonica.rules.moves import Ride, Walk
from companion.games.teutonica.rules.position import Phase, Position
from companion.scenario.stage import STRANGER
from companion.table.belief import PAD
from companion.table.dialog import About, Menu
from hardware.ports import TagLeft, TagRested
from hardware.simulated.field import FULL_DRIVE
from tests.kit.teutonica_touches import armed_at, on
from tests.lab.soak.wand import OFF_S, ON_S, Wand

_PIECES = BOX.pieces().all
_MARKERS = tuple(name for name in _PIECES if name.startswith("marker."))
_CHART = tuple(name for name in _PIECES if name.startswith("spot."))
_CARD = tuple(name for name in _PIECES if name.startswith("card."))
_SPOTS = (*_CHART, *_CARD)
_ROUTE = "spot.route."
# Two touches of the others may lead into the table menu and shut the table down.
_HARMLESS = tuple(spot for spot in _SPOTS if spot not in ("card.ok", "card.back"))
# What means nothing while nothing is asked, by the first words of its name.
_MEANINGLESS: dict[Phase, tuple[str, ...]] = {
    Phase.TAVERNS: ("spot.", "card.colour.", "card.ability.", "card.income"),
    Phase.PAWN: ("spot.city.", "card.colour.", "card.marker.", "card.no_more"),
    Phase.ACTIONS: ("spot.city.", "card.ability.", "card.table.", "card.no_more"),
    Phase.PAY: ("spot.", "card.colour.", "card.no_more", "card.move"),
    Phase.RELOCATE: ("spot.city.", "card.colour.", "card.marker.", "card.pawn"),
    Phase.MOVE: ("spot.city.", "card.colour.", "card.table.", "card.income"),
    Phase.ESTABLISH: ("spot.route.", "card.colour.", "card.trader", "card.merchant"),
    Phase.REMOVE: ("spot.city.", "card.ability.", "card.trader", "card.pawn"),
    Phase.REVEAL: ("spot.", "card.colour.", "card.no_more", "card.income"),
    Phase.REPLACE: ("spot.city.", "card.marker.", "card.trader", "card.no_more"),
    Phase.WALK: ("spot.city.", "card.colour.", "card.income", "card.pawn"),
}


class Fumbles:
    """Fumble with a wand by chance."""

    def __init__(self, wand: Wand, random: Random) -> None:
        self._wand, self._stage, self._random = wand, wand.stage, random
        self._kinds: dict[str, Callable[[], bool]] = {
            "wrong spots": self._wrong,
            "commands in any step": self._command,
            "spots without a meaning": self._meaningless,
            "touched twice": self._twice,
            "told twice": self._told_twice,
            "two at once": self._two_at_once,
            "one beyond another": self._beyond,
            "too late": self._late,
            "out of the pawn's reach": self._out_of_reach,
            "markers": self._marker,
            "strangers": self._stranger,
            "dead stickers": self._dead,
            "buttons": self._button,
            "wand unplugged": self._unplugged,
            "taken back": self._taken_back,
        }
        self.made: Counter[str] = Counter(dict.fromkeys(self._kinds, 0))

    def fumble(self) -> None:
        """Do one thing that nobody meant, of a kind that is possible now."""
        kinds = list(self._kinds)
        self._random.shuffle(kinds)
        self.made[next(kind for kind in kinds if self._kinds[kind]())] += 1

    @property
    def _position(self) -> Position:
        position: Position = self._wand.history.position
        return position

    # --- spots ---

    def _wrong(self) -> bool:
        self._wand.touch(self._random.choice(_CHART))
        return True

    def _command(self) -> bool:
        self._wand.touch(self._random.choice(_CARD))
        return True

    def _meaningless(self) -> bool:
        """Touch what cannot be meant: a line says so, and nothing else happens."""
        if self._position.phase is Phase.OVER:
            return False
        self._wand.settle()
        if armed_at(self._wand.table) is not None:
            return False  # what is listed for an armed piece may have a line for anything
        position = self._position
        before, names = self._stage.daemon.table.kept, _MEANINGLESS[position.phase]
        spot = self._random.choice([spot for spot in _SPOTS if spot.startswith(names)])
        self._wand.touch(spot)
        topic = self._wand.dialog.topic
        told = (topic.about, topic.code)
        assert told == (About.REFUSED, "means_nothing"), f"{spot} in {position.phase}: {self._wand.dialog}"
        assert self._stage.daemon.table.kept is before, f"{spot} did something in {position.phase}"
        return True

    def _twice(self) -> bool:
        spot = self._random.choice(_HARMLESS)
        self._wand.touch(spot, spot)
        return True

    def _told_twice(self) -> bool:
        """A reader tells the same touch again and again."""
        spot, stage = self._random.choice(_HARMLESS), self._stage
        uid = stage.box.uid(spot)
        for _ in range(self._random.randint(2, 4)):
            stage.daemon.handle(TagRested(stage.elapsed_s, PAD, uid))
        stage.wait(ON_S)
        stage.daemon.handle(TagLeft(stage.elapsed_s, PAD, uid))
        stage.wait(OFF_S)
        return True

    def _two_at_once(self) -> bool:
        first, second = self._random.sample(_HARMLESS, 2)
        stage = self._stage
        stage.put(first, PAD, rest_s=0)
        stage.put(second, PAD, rest_s=ON_S)
        stage.lift(first, rest_s=0)
        stage.lift(second, rest_s=OFF_S)
        return True

    def _beyond(self) -> bool:
        """Touch a spot so that another one is heard further away, most of the time two of the chart."""
        near, far = self._random.sample(_CHART if self._random.random() < 0.7 else _HARMLESS, 2)
        is_asked_afresh = self._random.random() < 0.5 and self._position.phase is Phase.ACTIONS
        if is_asked_afresh:
            self._wand.settle()
        stage, before = self._stage, self._wand.history
        stage.put(near, PAD, rest_s=0)
        stage.table.field(PAD).put_beside(bytes.fromhex(stage.box.uid(far)), drive=FULL_DRIVE)
        stage.wait(ON_S)
        stage.lift(near, rest_s=0)
        stage.lift(far, rest_s=OFF_S)
        if is_asked_afresh and {near, far} <= {*_CHART} and armed_at(self._wand.table) is None:
            self._check_nearest(near, far)
            assert self._wand.history is before, f"{near} with {far} beyond it was a move"
        return True

    def _check_nearest(self, near: str, far: str) -> None:
        """Between actions only routes can be meant: the nearer one is asked about or refused, if either is a route."""
        is_far = far.startswith(_ROUTE) and not near.startswith(_ROUTE)
        counts = far if is_far else near
        topic = self._wand.dialog.topic
        told = topic.code if topic.about is About.ASKED else f"spot.{topic.place}"
        assert told == counts, f"{near} with {far} beyond it: {self._wand.dialog}"

    def _late(self) -> bool:
        """Touch on when the turn has gone to somebody else already."""
        position = self._position
        if position.phase is not Phase.ACTIONS:
            return False
        self._wand.settle()
        self._wand.touch("card.end_turn")
        if self._position.phase is Phase.ACTIONS and self._position.active == position.active:
            self._wand.touch("card.end_turn")
        before = self._wand.history
        if before.position.mover == position.mover:
            return False
        self._wand.touch(self._random.choice(_HARMLESS))
        assert self._wand.history is before, "what came too late was done"
        return True

    def _out_of_reach(self) -> bool:
        """Touch a route that the pawn does not stand at: its move is offered, and sometimes taken."""
        if self._position.phase is not Phase.ACTIONS or not self._position.pawn:
            return False
        self._wand.settle()
        position, side = self._position, self._position.setup.side
        own = position.setup.own[position.active].values()
        routes = [
            route.id
            for number, route in enumerate(side.routes)
            if position.pawn and number not in side.bordering[position.pawn] and not {*position.routes[number]} & {*own}
        ]
        if not (position.actions_left and routes):
            return False
        before, route = self._wand.history, self._random.choice(routes)
        self._wand.touch(on(route))
        topic = self._wand.dialog.topic
        assert (topic.about, topic.code) == (About.REFUSED, "pawn_elsewhere"), f"{route}: {self._wand.dialog}"
        assert isinstance(self._wand.dialog, Menu), "the pawn can always go there"
        assert self._wand.history is before
        is_taken = self._random.random() < 0.5
        self._wand.touch("card.ok" if is_taken else "card.back")
        made: Sequence[object] = self._wand.history.entries[len(before.steps) :]
        if not is_taken:
            assert not made, f"{route} was put away, and {made} made"
            return True
        (move,) = made
        assert isinstance(move, Walk | Ride)
        assert side.route_number[route] in side.bordering[move.to]
        return True

    # --- tags, buttons, plugs ---

    def _marker(self) -> bool:
        self._wand.touch(self._random.choice(_MARKERS))
        return True

    def _stranger(self) -> bool:
        before = self._stage.daemon.table.kept
        self._wand.touch(f"{STRANGER}.{self._random.randrange(4)}")
        assert self._stage.daemon.table.kept is before
        return True

    def _dead(self) -> bool:
        spot, before = self._random.choice(_SPOTS), self._stage.daemon.table.kept
        self._stage.box.dead.add(spot)
        self._wand.touch(spot)
        self._stage.box.dead.discard(spot)
        assert self._stage.daemon.table.kept is before
        return True

    def _button(self) -> bool:
        self._stage.press(self._random.choice(("up", "down", "back")))
        return True

    def _unplugged(self) -> bool:
        """Pull the wand's plug, on a spot or off it, and put it back."""
        spot, stage = self._random.choice(_HARMLESS), self._stage
        is_on = self._random.random() < 0.5
        if is_on:
            stage.put(spot, PAD, rest_s=ON_S)
        stage.table.deafen(PAD)
        stage.wait(self._random.uniform(0.5, 5.0))
        stage.table.mend(PAD)
        stage.wait(10.0)
        if is_on:
            stage.lift(spot, rest_s=OFF_S)
        return True

    def _taken_back(self) -> bool:
        self._wand.touch("card.take_back")
        return True
