"""Hands with a wand at a chart of Hansa Teutonica, that know what they want and do not always touch it.

Most of what they do is a move of players who play to win, made with touches alone. In between they fumble: wrong spots,
two at once, the same one told twice, touches that come too late, strange tags, buttons, the wand unplugged, steps taken
back. Whatever came of that, the next move is made as if nothing had been.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.games.teutonica.box import BOX
from companion.games.teutonica.rules.moves import Insert
from companion.games.teutonica.rules.position import Phase
from companion.scenario.piece_names import STRANGER
from companion.scenario.stage import Stage
from companion.shelf.players import next_move
from companion.table.belief import PAD
from companion.table.dialog import About, Notice, Open
from companion.table.table import Table
from hardware.ports import TagLeft, TagRested
from tests.kit.teutonica_touches import armed_at, make_move

ON_S, OFF_S = 0.15, 0.3
NEXT_S = 1.0  # whoever decides next takes the wand
WINS = 0.9  # how often a move is one to win with; the others are any
MOST_CLOSED = 30  # dialogs, until the menu of the game is there
_SPOTS = tuple(name for name in BOX.pieces().all if not name.startswith("marker."))
_KINDS = ("card.trader", "card.merchant")
_HARMLESS = tuple(spot for spot in _SPOTS if spot not in ("card.ok", "card.back"))  # they lead into the table menu


class WandHands:
    """Play at a stage by chance."""

    def __init__(self, stage: Stage, random: Random, *, fumbles: float = 0.15) -> None:
        self.stage, self._random, self._fumbles = stage, random, fumbles
        self.wrong = 0  # touches, presses and faults that nobody meant
        self._odd: tuple[Callable[[], None], ...] = (
            self._touch_anything,
            self._touch_anything,
            self._touch_anything,
            self._touch_both,
            self._touch_again,
            self._tell_twice,
            self._touch_late,
            self._touch_stranger,
            self._press_anything,
            self._unplug,
            self._take_back,
        )

    def act(self) -> None:
        """Do the next thing."""
        if self.table.kept.history is None:
            self._begin()
        elif self._random.random() < self._fumbles:
            self.wrong += 1
            self._random.choice(self._odd)()
        else:
            self._move()
        self._leave_table_menu()

    # --- as `make_move` wants it ---

    def touch(self, *spots: str) -> None:
        """Touch spots, one after the other."""
        for spot in spots:
            self.stage.put(spot, PAD, rest_s=ON_S)
            self.stage.lift(spot, rest_s=OFF_S)

    @property
    def table(self) -> Table:
        """The table that is played at."""
        return self.stage.daemon.table

    # --- what makes sense ---

    def _begin(self) -> None:
        self._settle()
        players = self._random.choice(BOX.seats)
        seats = self._random.sample(BOX.colours, players)
        self.touch(*(f"card.colour.{colour}" for colour in seats))
        if players < max(BOX.seats):
            self.touch("card.ok")
        self.touch(f"card.colour.{seats[0]}")
        self._settle()

    def _move(self) -> None:
        self._settle()
        game, position = self.stage.game, self.stage.history.position
        if position.phase is Phase.OVER:
            return
        bots = BOX.players(game)
        skill = bots.skills[-1] if self._random.random() < WINS else bots.skills[0]
        move = next_move(game, bots, position, skill, self._random)
        mover = position.mover
        make_move(self, move, arms=isinstance(move, Insert) and self._random.random() < 0.5)
        if self.stage.history.position.mover != mover and self._random.random() < 0.9:
            self.stage.wait(NEXT_S)

    def _settle(self) -> None:
        """Close what stands between the players and their next move; a piece that is armed stays so."""
        self.stage.wait(NEXT_S)
        for _ in range(MOST_CLOSED):
            table = self.table
            if isinstance(self.stage.dialog, Notice):
                self.touch("card.back" if isinstance(self.stage.dialog.action, Open) else "card.ok")
            elif (
                table.dialogs.is_at_home
                or self._is_armed
                or (table.kept.history is None and not self.table.dialogs.stack.opened)
            ):
                return
            else:
                self.touch("card.back")
        raise AssertionError(f"still open: {self.stage.dialog}")

    @property
    def _is_armed(self) -> bool:
        topic = self.stage.dialog.topic
        return armed_at(self.table) is not None and topic.about is About.ASKED and topic.code in ("", *_KINDS)

    def _leave_table_menu(self) -> None:
        """Nobody meant to shut down."""
        for _ in range(MOST_CLOSED):
            if not any(dialog.topic.about is About.TABLE for dialog in self.table.dialogs.stack.opened):
                return
            self.touch("card.back")

    # --- what does not ---

    def _touch_anything(self) -> None:
        self.touch(self._random.choice(_HARMLESS))

    def _touch_both(self) -> None:
        first, second = self._random.sample(_HARMLESS, 2)
        self.stage.put(first, PAD, rest_s=0)
        self.stage.put(second, PAD, rest_s=ON_S)
        self.stage.lift(first, rest_s=0)
        self.stage.lift(second, rest_s=OFF_S)

    def _touch_again(self) -> None:
        spot = self._random.choice(_HARMLESS)
        self.touch(spot, spot)

    def _tell_twice(self) -> None:
        """A reader tells the same touch again and again."""
        spot, stage = self._random.choice(_HARMLESS), self.stage
        uid = stage.box.uid(spot)
        for _ in range(self._random.randint(2, 4)):
            stage.daemon.handle(TagRested(stage.elapsed_s, PAD, uid))
        stage.wait(ON_S)
        stage.daemon.handle(TagLeft(stage.elapsed_s, PAD, uid))
        stage.wait(OFF_S)

    def _touch_late(self) -> None:
        """Touch on when the turn has gone to somebody else already."""
        position = self.stage.history.position
        if position.phase is not Phase.ACTIONS:
            return
        self._settle()
        self.touch("card.end_turn")
        if self.stage.history.position.phase is Phase.ACTIONS and self.stage.history.position.active == position.active:
            self.touch("card.end_turn")
        before = self.stage.history
        if before.position.mover != position.mover:
            self.touch(self._random.choice(_HARMLESS))
            assert self.stage.history is before, "what came too late was done"

    def _touch_stranger(self) -> None:
        stage = self.stage
        piece = f"{STRANGER}.{self._random.randrange(4)}"
        before = stage.daemon.table.kept
        stage.put(piece, PAD, rest_s=ON_S)
        stage.lift(piece, rest_s=OFF_S)
        assert stage.daemon.table.kept is before

    def _press_anything(self) -> None:
        self.stage.press(self._random.choice(("up", "down", "back")))

    def _unplug(self) -> None:
        """Pull the wand's plug, on a spot or off it, and put it back."""
        spot = self._random.choice(_HARMLESS)
        is_on = self._random.random() < 0.5
        if is_on:
            self.stage.put(spot, PAD, rest_s=ON_S)
        self.stage.table.deafen(PAD)
        self.stage.wait(self._random.uniform(0.5, 5.0))
        self.stage.table.mend(PAD)
        self.stage.wait(10.0)
        if is_on:
            self.stage.lift(spot, rest_s=OFF_S)

    def _take_back(self) -> None:
        self.touch("card.take_back")
