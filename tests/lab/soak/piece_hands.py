"""Hands at a table that know the rules and do not always keep to them.

What they do mostly leads somewhere: a legal move, by buttons or by pieces. In between they fumble: pieces in wrong
cities, strange tags, presses of no sense, buttons held, readers that go deaf, and reports that come twice, late, or
from nowhere.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.games.hansa.rules.corrections import MoveShip, MoveTalers
from companion.games.hansa.rules.goods import ALL_MARKERS, markers_in
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Build, Buy, Discard, End, Lose, Place, Reveal, Sail, Sell
from companion.games.hansa.rules.position import Phase, Position
from companion.scenario.stage import STRANGER, Stage
from companion.table.dialog import Checklist, Menu, Notice
from companion.table.intents import Button, GiveUp, Play, ShutDown
from hardware.ports import (
    ButtonHeld,
    ButtonPressed,
    ButtonReleased,
    Crowded,
    Event,
    Health,
    HealthChanged,
    TagLeft,
    TagRested,
)
from hardware.trouble import quoted
from tests.kit.menus import walk

BUTTONS = tuple(map(str, Button))
BRIEFLY_S = 0.5  # long enough for a piece to settle
_UNWANTED = (GiveUp(), ShutDown())


class PieceHands:
    """Play at a stage by chance."""

    def __init__(self, stage: Stage, random: Random, *, fumbles: float = 0.1) -> None:
        self._stage, self._random = stage, random
        self._fumbles = fumbles
        self._last: list[Event] = []
        # The likelier ones stand there more often.
        self._odd: tuple[Callable[[], None], ...] = (
            self._press_anything,
            self._press_anything,
            self._press_twice,
            self._hold_anything,
            self._misplace,
            self._misplace,
            self._stray_tag,
            self._flap,
            self._clear_away,
            self._clear_away,
            self._sweep,
            self._inject,
            self._inject,
            self._repeat,
            self._break_reader,
            self._stale_post,
        )

    def act(self) -> None:
        """Do the next thing."""
        if self._random.random() < self._fumbles:
            self._random.choice(self._odd)()
            return
        match self._stage.dialog:
            case Notice():
                self._press("ok" if self._random.random() < 0.9 else "back")
            case Checklist() as checklist:
                self._tick(checklist)
            case Menu() as menu:
                position = self._position
                if menu.name == "home" and position and self._random.random() < 0.4:
                    self._by_piece(position)
                else:
                    self._choose(menu)

    @property
    def _position(self) -> Position | None:
        history = self._stage.daemon.table.kept.history
        return history.position if history else None

    # --- what makes sense ---

    def _press(self, button: str) -> None:
        self._stage.press(button)

    def _choose(self, menu: Menu) -> None:
        """Bring the cursor to a line and press ok; the way out is taken now and then."""
        wanted = [index for index, choice in enumerate(menu.choices) if choice.action not in _UNWANTED]
        if not wanted or (menu.name != "home" and self._random.random() < 0.05):
            self._press("back")
            return
        for button in (*walk(menu.cursor, self._random.choice(wanted), menu.lines), "ok"):
            self._press(button)

    def _tick(self, checklist: Checklist) -> None:
        lines = len(checklist.items) + 1
        for _ in range(self._random.choice((0, 0, 1, 2))):
            for _ in range(self._random.randrange(lines)):
                self._press("down")
            self._press("ok")
            if self._stage.dialog.name != checklist.name:
                return
        dialog = self._stage.dialog
        for _ in range(dialog.cursor if isinstance(dialog, Checklist) else 0):
            self._press("up")
        self._press("ok")

    def _by_piece(self, position: Position) -> None:
        """Make a legal move with the pieces, as the kit understands them."""
        moves = list(legal_moves(position))
        if not moves:
            return
        seat = position.mover
        assert seat is not None
        booth = f"booth.{position.setup.players[seat]}"
        match self._random.choice(moves):
            case Sail(city):
                self._rest("ship", f"city.{city}")
            case Place(city):
                self._stack(booth, f"city.{city}", 2)
            case Build(good):
                self._stack(booth, f"city.{position.ship}", good.barrels)
            case Buy(good) | Reveal(good) | Lose(good) | Discard(good):
                self._tap(f"marker.{good}.{self._random.randint(1, 4)}")
            case Sell(goods):
                self._lay_on_pad([f"marker.{good}.{number}" for number, good in enumerate(goods[:2], 1)])
            case End():
                self._stage.hold("end")
            case _:
                self._press("ok")

    def _rest(self, piece: str, place: str) -> None:
        if place in self._stage.kit.readers:
            self._stage.put(piece, place, rest_s=BRIEFLY_S)
        else:
            self._tap(piece)

    def _tap(self, piece: str) -> None:
        self._stage.put(piece, "pad", rest_s=BRIEFLY_S)
        self._stage.lift(piece, rest_s=BRIEFLY_S)

    def _stack(self, group: str, place: str, count: int) -> None:
        """Put booths on top of one another, or side by side; at the pad, tap one."""
        if place not in self._stage.kit.readers:
            self._tap(f"{group}.01")
            return
        below: str | None = None
        side_by_side = self._random.random() < 0.5
        for _ in range(count):
            lying = self._stage.box.everywhere(group)
            if len(lying) >= 12:
                lifted = self._random.choice(lying)
                self._stage.lift(lifted, rest_s=BRIEFLY_S)
                below = None if lifted == below else below
            piece = self._stage.box.in_hand(group)
            self._stage.put(piece, place, on=None if side_by_side else below, rest_s=BRIEFLY_S)
            below = piece

    def _lay_on_pad(self, pieces: list[str]) -> None:
        for piece in pieces:
            self._stage.put(piece, "pad", rest_s=BRIEFLY_S)
        for piece in pieces:
            self._stage.lift(piece, rest_s=0.1)
        self._stage.wait(BRIEFLY_S)

    # --- what does not ---

    def _any_piece(self) -> str:
        position = self._position
        group = self._random.choice(("ship", "booth", "booth", "marker"))
        if group == "booth":
            owner = self._random.choice(position.setup.players if position else ("gray", "white"))
            return f"booth.{owner}.{self._random.randint(1, 15):02}"
        if group == "marker":
            hands = markers_in(sum(position.hands)) if position else ()
            return f"marker.{self._random.choice(hands or ALL_MARKERS)}.{self._random.randint(1, 4)}"
        return group

    def _any_place(self) -> str:
        return self._random.choice(tuple(self._stage.kit.readers))

    def _press_anything(self) -> None:
        self._press(self._random.choice(BUTTONS))

    def _press_twice(self) -> None:
        button = self._random.choice(BUTTONS)
        self._press(button)
        self._press(button)

    def _hold_anything(self) -> None:
        self._stage.hold(self._random.choice(BUTTONS))

    def _misplace(self) -> None:
        self._stage.put(self._any_piece(), self._any_place(), rest_s=BRIEFLY_S)

    def _stray_tag(self) -> None:
        stray = f"{STRANGER}.{self._random.randrange(4)}"
        self._stage.put(stray, self._any_place(), rest_s=BRIEFLY_S)
        if self._random.random() < 0.7:
            self._stage.lift(stray, rest_s=BRIEFLY_S)

    def _flap(self) -> None:
        """Let a piece be heard now and then only, for a while."""
        piece, place = self._any_piece(), self._any_place()
        self._stage.put(piece, place, rest_s=0.1)
        uid = bytes.fromhex(self._stage.box.uid(piece))
        self._stage.table.field(place).flap(uid, odds=0.4)
        self._stage.wait(1.5)
        self._stage.table.field(place).flap(uid, odds=1.0)

    def _clear_away(self) -> None:
        for piece in self._stage.box.everywhere()[: self._random.randint(1, 6)]:
            self._stage.lift(piece, rest_s=0.0)
        self._stage.wait(BRIEFLY_S)

    def _sweep(self) -> None:
        for piece in self._stage.box.everywhere():
            self._stage.lift(piece, rest_s=0.0)
        self._stage.wait(1.0)

    def _break_reader(self) -> None:
        place = self._any_place()
        self._stage.table.deafen(place)
        self._stage.wait(self._random.choice((0.2, 2.0)))
        self._stage.table.mend(place)
        self._stage.wait(0.2)

    def _put_event(self, event: Event) -> None:
        self._last = [*self._last[-20:], event]
        self._stage.daemon.put(event)
        self._stage.daemon.work()

    def _inject(self) -> None:
        """Report something that never happened."""
        at = self._stage.elapsed_s
        place, uid = self._any_place(), self._stage.box.uid(self._any_piece())
        button = self._random.choice(BUTTONS)
        self._put_event(
            self._random.choice(
                (
                    TagRested(at, place, uid),
                    TagRested(at, place, uid),
                    TagLeft(at, place, uid),
                    TagLeft(at, place, "04ffffffffffff"),
                    Crowded(at, place, True),
                    Crowded(at, place, False),
                    ButtonPressed(at, button),
                    ButtonHeld(at, button),
                    ButtonReleased(at, button),
                    HealthChanged(at, place, Health.DEGRADED, quoted("no answer"), quoted("check the cable")),
                    HealthChanged(at, place, Health.GOOD),
                    HealthChanged(at, f"button.{button}", Health.DEGRADED, quoted("down for 30 s"), quoted("free it")),
                )
            )
        )

    def _repeat(self) -> None:
        """Report earlier things again, in another order."""
        events = self._last[:]
        self._random.shuffle(events)
        for event in events[:4]:
            self._put_event(event)

    def _stale_post(self) -> None:
        """Ask over a page for something that was legal a while ago, or overrule the record."""
        history = self._stage.daemon.table.kept.history
        if history is None:
            return
        stale = self._random.choice(history.steps).entry if history.steps else End()
        position: Position = history.position
        player = self._random.choice(position.setup.players)
        city = self._random.choice(tuple(position.setup.board.city))
        entry = self._random.choice((stale, stale, MoveShip(city), MoveTalers(1, "bank", player)))
        if isinstance(entry, Reveal) and position.phase is Phase.FILL:
            return
        self._stage.post(Play(entry, is_shown=True))
