"""Hands that know what they want: from a move of Hansa Teutonica to the lines of a scenario that make it."""

from __future__ import annotations

from enum import StrEnum
from itertools import groupby
from random import Random
from typing import Any

from companion.games.teutonica.box import BOX
from companion.games.teutonica.rules.markers import Marker
from companion.games.teutonica.rules.moves import Insert, Reveal, Use, UseImprove, UseSwap
from companion.games.teutonica.table.marker_menu import kind_of
from companion.games.teutonica.tagged import card_names, spot_names
from companion.scenario.grammar import parse_scenario
from companion.scenario.runner import vocabulary_of
from companion.scenario.stage import Stage
from companion.shelf.players import next_move
from companion.table.dialog import Dialog, Do, Menu, Notice, Open
from companion.table.history import History
from tests.kit.teutonica_touches import make_move
from wiring.kits import load_kit

TURNS_MOST = 4000  # moves; a game that goes on for longer is a mistake
SAID = {spot: spot.split(".", 2)[-1] for spot in spot_names()} | {
    spot: " ".join(spot.split(".")[1:]).replace("_", " ") for spot in card_names()
}


class Way(StrEnum):
    """How the players enter their moves."""

    BUTTONS = "buttons"  # alone
    TAP = "tap"  # markers carry tags
    WAND = "wand"

    @property
    def kit(self) -> str:
        """The kit that is played with."""
        return "chart" if self is Way.WAND else "tap"


def open_stage(way: Way = Way.BUTTONS) -> Stage:
    """Return a stage for a way of playing, to be used in a `with` statement."""
    return Stage(load_kit(way.kit), BOX, board="1")


def path(dialog: Dialog, wanted: Any) -> list[str] | None:
    """Return the fewest presses that lead from a dialog to a move, or nothing if it is not there."""
    if not isinstance(dialog, Menu):
        return None
    ways = []
    count = len(dialog.choices)
    for line, choice in enumerate(dialog.choices):
        rest: list[str] | None = None
        match choice.action:
            case Do(entry) if entry == wanted:
                rest = []
            case Open(opened):
                rest = path(opened() if callable(opened) else opened, wanted)
            case _:
                pass
        if rest is not None:
            down, up = (line - dialog.cursor) % count, (dialog.cursor - line) % count
            ways.append([*(["down"] * down if down <= up else ["up"] * up), "ok", *rest])
    return min(ways, key=len, default=None)


class Hands:
    """Makes moves with buttons alone, each by lines of a scenario that it carries out and keeps.

    It counts the presses: those of the menus, and those that confirm reading.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.lines: list[str] = []
        self.read = 0

    def do(self, line: str) -> None:
        """Carry out one line and keep it; whatever is then shown fits the screen and is drawn as described."""
        (step,) = parse_scenario(f"game teutonica\n{line}", "hands", vocabulary_of).steps
        step.form.act(self.stage, **step.slots)
        self.stage.look()
        self.lines.append(line)

    def press(self, *buttons: str) -> None:
        """Press buttons."""
        for button, run in groupby(buttons):
            times = len(list(run))
            self.do(f"press {button}" if times == 1 else f"press {button} {times}")

    def read_notices(self) -> None:
        """Confirm what is to be read."""
        while isinstance(self.stage.dialog, Notice):
            self.read += 1
            self.press("ok")

    def seat(self, players: int) -> None:
        """Begin a game of this many: always the first colour that is left, then that is all, then the first starts."""
        for _ in range(players):
            assert isinstance(self.stage.dialog, Menu)
            labels = [choice.label.in_language() for choice in self.stage.dialog.choices]
            self.press(*["down"] * (labels[0] == "That is all"), "ok")
        if players < max(BOX.seats):
            self.press("ok")
        self.press("ok")
        self.read_notices()

    def make(self, move: Any) -> int:
        """Make a move, and return the presses that it took."""
        presses = path(self.stage.dialog, move)
        assert presses is not None, f"{move} is not offered by {self.stage.dialog}"
        steps = len(self.stage.history.steps)
        self.press(*presses)
        assert self.stage.history.entries[steps:] == (move,)
        self.read_notices()
        return len(presses)


class Taps(Hands):
    """Touches the pad with tagged markers, where one is turned up or played, and presses buttons for the rest."""

    def make(self, move: Any) -> int:
        """Make a move, and return the presses that it took."""
        kind = _marker(move)
        if kind is None:
            return super().make(move)
        steps = len(self.stage.history.steps)
        self.do(f"tap {kind} on pad")
        presses = [] if len(self.stage.history.steps) > steps else path(self.stage.dialog, move)
        assert presses is not None, f"{move} is not offered by {self.stage.dialog}"
        self.press(*presses)
        assert self.stage.history.entries[steps:] == (move,)
        self.read_notices()
        return len(presses)


def _marker(move: Any) -> Marker | None:
    if isinstance(move, Reveal):
        return move.marker
    return kind_of(move) if isinstance(move, Use | UseImprove | UseSwap) else None


class Pointer(Hands):
    """Makes moves with the wand alone, what must be read included."""

    def touch(self, *spots: str) -> None:
        """Touch spots, one after the other; those of one move are one line."""
        for spot in spots:
            before = self.lines[-1] if self.lines and self.lines[-1].startswith("touch ") else ""
            self.do(f"touch {SAID[spot]}")
            if before:
                self.lines[-2:] = [f"{before}, {SAID[spot]}"]

    @property
    def dialog(self) -> Dialog:
        """What is shown."""
        return self.stage.dialog

    @property
    def dialogs(self) -> tuple[Dialog, ...]:
        """All that is open, the lowest first."""
        return self.stage.daemon.table.dialogs.stack.opened

    @property
    def history(self) -> History:
        """The game so far."""
        return self.stage.history

    def seat(self, players: int) -> None:
        """Begin a game of this many with their colours; the first starts."""
        self.touch(*(f"card.colour.{colour}" for colour in BOX.colours[:players]))
        if players < max(BOX.seats):
            self.touch("card.ok")
        self.touch(f"card.colour.{BOX.colours[0]}")
        self.read_notices()

    def read_notices(self) -> None:
        """Confirm what is to be read."""
        while isinstance(self.stage.dialog, Notice):
            self.read += 1
            self.touch("card.ok")

    def make(self, move: Any) -> int:
        """Make a move, and return the touches that it took."""
        mover = self.history.position.mover
        touched = make_move(self, move, arms=isinstance(move, Insert))
        if self.history.position.mover != mover:
            self.do("wait 1 s")  # whoever decides next takes the wand
        self.read_notices()
        return len(touched)


HANDS: dict[Way, type[Hands]] = {Way.BUTTONS: Hands, Way.TAP: Taps, Way.WAND: Pointer}


def play_game(hands: Hands, random: Random, moves: int = TURNS_MOST) -> list[tuple[Any, int]]:
    """Let bots play with buttons alone, to the end or for this many moves; return each move and its presses."""
    stage = hands.stage
    made: list[tuple[Any, int]] = []
    bots = BOX.players(stage.game)
    while stage.game.winners(stage.history.position) is None and len(made) < moves:
        move = next_move(stage.game, bots, stage.history.position, bots.skills[-1], random)
        made.append((move, hands.make(move)))
    return made
