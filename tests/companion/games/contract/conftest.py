"""Every box on the shelf, and Pearls: each is the game of a table of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.assembly.loading import NEWEST
from companion.shelf.box import GameBox
from companion.shelf.shelf import open_box
from tests.kit.any_game import AnyGame, Late, any_game
from tests.kit.kept_games import keep_beginning, late_game
from tests.kit.shelf import GAMES, shelved

LAST_MOVES = 10


@pytest.fixture(params=GAMES)
def box(request: pytest.FixtureRequest) -> Iterator[GameBox]:
    """One box of a shelf that holds them all."""
    with shelved():
        yield open_box(request.param)


@pytest.fixture
def rig(box: GameBox, folder: Path) -> Iterator[AnyGame]:
    """A companion with this game, and no game begun."""
    with any_game(box, folder / "state") as started:
        yield started


@pytest.fixture
def late(box: GameBox, folder: Path) -> Iterator[Late]:
    """A game of as many as can play, not long before its end."""
    first, moves = late_game(box, LAST_MOVES)
    keep_beginning(folder / "state", box, first, "2026-11-16-late")
    with any_game(box, folder / "state", sitting=NEWEST) as started:
        started.press("ok")  # go on with the game
        started.read_all()
        yield Late(started, moves)


@pytest.fixture(autouse=True)
def _nothing_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("HANSA_CONFIG", "XDG_STATE_HOME", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
