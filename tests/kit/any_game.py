"""A companion with whatever game of the shelf: on a simulated table in virtual time, without threads.

What hands and pages do to it goes through the seam: buttons and pieces of the simulated table, and posted intents.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any, NamedTuple

from companion.assembly.loading import Sitting
from companion.config.parsing import load_config
from companion.config.settings import Config
from companion.running.posts import Done
from companion.shelf.box import GameBox
from companion.shelf.players import next_move
from companion.table.dialog import Notice
from companion.table.intents import BeginGame, Choose, Play
from companion.table.owners import CARDBOARD
from companion.table.screen import Screen
from tests.kit.companion import Companion

REST_S = 1.0  # a piece that is left alone for this long has come to rest, or is gone


class AnyGame(Companion):
    """A companion that has been started, and a game that bots play at it."""

    def __init__(
        self, box: GameBox, state: Path, *, kit: str = "board", seed: int = 1, sitting: Sitting | None = None
    ) -> None:
        super().__init__(configured(state, kit=kit), sitting or Sitting(box.id, begins=True))
        self.box, self.state = box, state
        self.game = self.composed.game_table.game
        self.random = Random(seed)
        self.players = box.players()
        self.tags = {piece: tag for tag, piece in self.composed.pieces.items()}

    @property
    def position(self) -> Any:
        return self.history.position

    @property
    def screen(self) -> Screen:
        assert self.daemon.showing.scene
        return self.daemon.showing.scene.screen

    def pass_time(self, seconds: float = REST_S) -> None:
        """Let pieces come to rest, or be gone."""
        self.table.pass_time(seconds)
        self.wait(seconds)
        self.daemon.work()

    def begin(self, players: int | None = None) -> None:
        """Begin a game in the shortest way, and read what is told at its beginning."""
        reply = self.post(BeginGame(self.box.quick_setup(players or self.box.seats[0])))
        assert isinstance(reply, Done), reply
        self.read_all()

    def read_all(self) -> None:
        while isinstance(self.dialog, Notice):
            assert isinstance(self.post(Choose("", 0)), Done)

    def next_move(self, skill: str = "") -> Any:
        return next_move(self.game, self.players, self.position, skill or self.players.skills[0], self.random)

    @property
    def goes_on(self) -> bool:
        return self.game.winners(self.position) is None

    def play(self, moves: int = 1) -> None:
        """Let bots make this many moves, or as many as there are until the end."""
        for _ in range(moves):
            if not self.goes_on:
                return
            move, mover = self.next_move(), self.game.mover(self.position)
            view = self.daemon.table.view
            by = view.kept.people.owner(mover or "") if view.equipment.owners else CARDBOARD
            assert isinstance(self.post(Play(move), by), Done), move
            self.read_all()

    def follow(self, moves: Iterable[Any]) -> None:
        """Make these moves."""
        for move in moves:
            assert isinstance(self.post(Play(move)), Done), move
            self.read_all()

    def copy_after_a_cut(self, folder: Path) -> Path:
        """Copy the state folder as a power cut leaves it, while everything is still open."""
        return Path(copytree(self.state, folder, ignore=lambda *_: ["lock"]))


class Late(NamedTuple):
    """A companion with a game that nears its end, and the moves that end it."""

    rig: AnyGame
    moves: tuple[Any, ...]

    def end(self) -> AnyGame:
        """Play the game to its end."""
        self.rig.follow(self.moves)
        return self.rig


def configured(state: Path, **overrides: str) -> Config:
    """Return the default configuration, with a state folder of its own."""
    return load_config(None, {"state": str(state), **overrides}, environment={"HOME": str(state / "home")}, here=state)


@contextmanager
def any_game(
    box: GameBox, state: Path, *, kit: str = "board", seed: int = 1, sitting: Sitting | None = None
) -> Iterator[AnyGame]:
    """Start a companion that is laid out for a new game out of this box, or as told, and stop it afterwards."""
    rig = AnyGame(box, state, kit=kit, seed=seed, sitting=sitting)
    try:
        yield rig
    finally:
        rig.close()
