"""Hands that play Hansa Teutonica: from a move to the lines of a scenario that make it."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import Any

from companion.games.teutonica.box import BOX
from companion.games.teutonica.rules.moves import Insert, Reveal, Use, UseImprove, UseSwap
from companion.games.teutonica.rules.pieces import Marker
from companion.games.teutonica.table.actions_menu import kind_of
from companion.games.teutonica.tagged import card_names, spot_names
from companion.scenario.stage import Stage
from companion.shelf.players import next_move
from companion.table.dialog import Menu
from companion.table.table import Table
from tests.kit.scene_hands import SceneHands
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


class Presses(SceneHands):
    """Makes moves with buttons alone."""

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


class Taps(Presses):
    """Touches the pad with tagged markers, where one is turned up or played, and presses buttons for the rest."""

    def _make(self, move: Any) -> int:
        kind = _marker(move)
        if kind is not None:
            before = self.stage.history
            self.do(f"tap {kind} on pad")
            if self.stage.history is not before:
                return 0
        return self.choose(move)


def _marker(move: Any) -> Marker | None:
    if isinstance(move, Reveal):
        return move.marker
    return kind_of(move) if isinstance(move, Use | UseImprove | UseSwap) else None


class Pointer(Presses):
    """Makes moves with the wand alone, what must be read included."""

    def touch(self, *spots: str) -> None:
        """Touch spots, one after the other; those of one move are one line."""
        for spot in spots:
            before = self.lines[-1] if self.lines and self.lines[-1].startswith("touch ") else ""
            self.do(f"touch {SAID[spot]}")
            if before:
                self.lines[-2:] = [f"{before}, {SAID[spot]}"]

    @property
    def table(self) -> Table:
        """The table that is played at."""
        return self.stage.daemon.table

    def seat(self, players: int) -> None:
        """Begin a game of this many with their colours; the first starts."""
        self.touch(*(f"card.colour.{colour}" for colour in BOX.colours[:players]))
        if players < max(BOX.seats):
            self.touch("card.ok")
        self.touch(f"card.colour.{BOX.colours[0]}")
        self.read_notices()

    def confirm(self) -> None:
        """Confirm a notice."""
        self.touch("card.ok")

    def _make(self, move: Any) -> int:
        mover = self.stage.history.position.mover
        touched = make_move(self, move, arms=isinstance(move, Insert))
        if self.stage.history.position.mover != mover:
            self.do("wait 1 s")  # whoever decides next takes the wand
        return len(touched)


HANDS: dict[Way, type[Presses]] = {Way.BUTTONS: Presses, Way.TAP: Taps, Way.WAND: Pointer}


def play_game(hands: Presses, random: Random, moves: int = TURNS_MOST) -> list[tuple[Any, int]]:
    """Let bots play, to the end or for this many moves; return each move and its presses."""
    stage = hands.stage
    made: list[tuple[Any, int]] = []
    bots = BOX.players()
    while stage.game.winners(stage.history.position) is None and len(made) < moves:
        move = next_move(stage.game, bots, stage.history.position, bots.skills[-1], random)
        made.append((move, hands.make(move)))
    return made
