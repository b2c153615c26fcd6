"""Random whole games through the table, line by line of its menus: every position is the one the rules alone reach."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.teutonica.box import BOX
from companion.games.teutonica.rules.play import play
from companion.shelf.players import next_move
from companion.table.dialog import Menu
from companion.table.intents import Choose
from tests.companion.games.teutonica.table.walking import GAME, TABLE
from tests.kit.menus import line_to
from tests.kit.wand import Wand

MOVES = 250  # of each game; its end is played elsewhere


def begun(players: int, seed: int) -> Wand:
    return Wand(TABLE, (), BOX.random_setup(players, Random(seed)), seed=seed)


def choose(wand: Wand, move: Any) -> None:
    """Make a move line by line, and read what comes of it."""
    before = wand.history
    while wand.history is before:
        assert isinstance(wand.dialog, Menu)
        line = line_to(wand.dialog, move)
        assert line is not None, f"{move} is not offered by {wand.dialog}"
        wand.post(Choose("", line))
    wand.read()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_positions_are_those_of_the_rules(players: int) -> None:
    wand, bots = begun(players, players), BOX.players()
    for _ in range(MOVES):
        before = wand.history.position
        if GAME.winners(before) is not None:
            break
        move = next_move(GAME, bots, before, bots.skills[0], wand.random)
        choose(wand, move)
        assert wand.history.position == play(before, move).position, move


def test_companion_draws_what_chance_decides() -> None:
    wand = begun(3, 7)
    for _ in range(2):
        wand.post(Choose("", 0))
    assert len(wand.history.position.bonus.on_routes) == 2
    wand.post(Choose("", 0))  # the last one follows from the others
    assert not GAME.chances(wand.history.position)
