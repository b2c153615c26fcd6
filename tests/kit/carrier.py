"""Hands that carry out the companion's turns: they know screen and lamps, and nothing of what it means to do.

Each game's own carrier reads the sentences of that game; this one presses `ok` for every step. People at the other
seats are bots that post their moves, and turn over what chance decides.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from companion.scenario.stage import Stage
from companion.shelf.players import deal
from companion.table.carrying import Carried
from companion.table.dialog import Menu
from companion.table.history import Kept
from companion.table.intents import BeginGame, Play
from companion.table.screen import CHOSEN, Look, Row
from companion.thinking.own_seats import Seats
from companion.thinking.thinker import Thinker

COMPANION, DONE, THINKS, NEXT = "companion", "Done", "thinks…", "Next step"
LEADERS = COMPANION, "lesson"  # who asks hands for a step


class Read(NamedTuple):
    """A step as it can be read: whose it is, what it is, what hands do, and the place whose lamp leads there."""

    player: str
    what: str
    right: str
    hands: tuple[str, ...]
    place: str


class Carrier:
    """Plays at a stage on which the companion has seats."""

    def __init__(self, stage: Stage, *, seed: int = 1, thinker: Thinker | None = None) -> None:
        self.stage, self.random = stage, Random(seed)
        self.bots = stage.game_box.players()
        self._thinker = thinker or Thinker(stage.game, is_off=True)
        self.steps = self.unread = 0  # steps of the companion; those that pieces or touches did not confirm
        self.sit()

    def sit(self, thinker: Thinker | None = None) -> None:
        """Let the companion take its seats, as after each start; think in another way from now on, if one is given."""
        stage, self._thinker = self.stage, thinker or self._thinker
        self.seats = Seats(
            stage.daemon, stage.game, self.bots, Random(self.random.random()), self._thinker, lambda: stage.elapsed_s
        )
        self.seats.offer()
        stage.daemon.work()

    def begin(self, players: int, companions: int, skill: str = "simple") -> None:
        """Begin a game in which the last seats are the companion's."""
        setup = self.stage.game_box.random_setup(players, self.random)
        seated = list(setup["players"])[players - companions :]
        self.stage.post(BeginGame(setup, robots=tuple((player, skill) for player in seated)))
        self.stage.say_ok_to_notices()

    def cut(self) -> None:
        """Cut the power, and switch it on again."""
        self.stage.cut_power()
        self.stage.boot()
        self.sit()
        self.press("ok")  # go on with the game

    # --- what can be known ---

    @property
    def kept(self) -> Kept:
        return self.stage.daemon.table.kept

    @property
    def is_over(self) -> bool:
        history = self.kept.history
        return bool(history and self.stage.game.winners(history.position) is not None)

    @property
    def plan(self) -> Carried | None:
        """What the companion means to do, for tests that look whether it was done."""
        return self.stage.daemon.view.carried

    def read(self) -> Read | None:
        """Read the step that the screen asks for, if it asks for one."""
        screen, lamps = self.stage.scene.screen, self.stage.scene.lamps
        title, rows = screen.title, [row for row in screen.rows if isinstance(row, Row)]
        while rows and rows[0].look is Look.PLAIN:
            rows.pop(0)  # a remark about the step before, such as what was taken back
        texts = [(row.left.in_language(), row.right.in_language()) for row in rows]
        if title.right.in_language() not in LEADERS or (DONE, "") not in texts or rows[0].look is not Look.LARGE:
            return None
        place = next((place for place, light in lamps.items() if light == CHOSEN), "")
        hands = tuple(left for left, _ in texts[1 : texts.index((DONE, ""))])
        return Read(title.left.in_language(), *texts[0], hands, place)

    @property
    def is_paused(self) -> bool:
        """Whether the next step waits for `ok`."""
        rows = self.stage.scene.screen.rows
        return any(isinstance(row, Row) and row.left.in_language() == NEXT for row in rows) and not (
            self.stage.daemon.view.opened
        )

    # --- what is done ---

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.stage.press(button)

    def choose_in_table_menu(self, *labels: str) -> None:
        """Choose a line of the table menu, and then of those that it opens."""
        self.press("back")
        for label in labels:
            dialog = self.stage.dialog
            assert isinstance(dialog, Menu)
            lines = [choice.label.in_language() for choice in dialog.choices]
            self.press(*["down"] * lines.index(label), "ok")

    def think(self) -> None:
        """Let the companion think to its end."""
        while self.seats.step():
            self.stage.daemon.work()

    def act(self) -> None:
        """Do the next thing: let it think, read what is told, carry out a step, or play for the people."""
        self.think()
        self.stage.look()
        if self.stage.scene.screen.hint or self.is_paused:
            self.press("ok")
        elif step := self.read():
            self.carry_out(step)
        else:
            self.play()

    def carry_out(self, step: Read) -> None:
        """Do what the screen says; press `ok` where no reader has noticed."""
        plan, before = self.plan, len(self.stage.history.steps)
        self.steps += 1
        self.do(step)
        if len(self.stage.history.steps) == before:
            self.unread += 1
            assert self.read() == step, f"{step} was done, and answered by {self.stage.dialog}"
            self.press("ok")
        made = self.stage.history.entries[before:]
        assert plan
        assert made == plan.moves[: len(made)] != (), f"{step} was read, {made} was made, {plan.moves} was meant"

    def do(self, step: Read) -> None:
        """Move pieces, or touch spots."""

    def play(self) -> None:
        """Make a move for somebody else."""
        move = self.other_move()
        before = len(self.stage.history.steps)
        self.stage.post(Play(move))
        assert len(self.stage.history.steps) > before, f"{move} was not taken: {self.stage.dialog}"
        self.tidy()

    def other_move(self) -> Any:
        """Choose a move for somebody else, or what chance brings."""
        position = self.stage.history.position
        if self.stage.game.chances(position):
            return deal(self.stage.game, position, self.random)
        return self.bots.decide(position, self.bots.skills[-1], self.random)

    def tidy(self) -> None:
        """Move the pieces that a move of the others has moved."""

    def play_on(self, acts: int = 100_000) -> None:
        """Go on to the end, or for so many acts."""
        for _ in range(acts):
            if self.is_over:
                return
            self.act()
