"""Random whole games through the table, line by line of its menus: every position is the one the rules alone reach."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.teutonica.box import BOX
from companion.games.teutonica.rules.play import play
from companion.shelf.players import next_move
from companion.table.commands import BeginGame
from companion.table.dialog import Dialog, Do, Menu, Notice, Open
from companion.table.intents import Accepted, Choose, Intent
from companion.table.posting import post
from companion.table.proposals import Proposal
from companion.table.table import Table
from tests.companion.games.teutonica.table.walking import GAME, TABLE

MOVES = 250  # of each game; its end is played elsewhere


class Played:
    """A table whose proposals are kept at once."""

    def __init__(self, players: int, seed: int) -> None:
        self.random = Random(seed)
        self.table = Table(TABLE, {}, self.random)
        self.post(BeginGame(BOX.random_setup(players, self.random)))
        self.read()

    def post(self, intent: Intent) -> None:
        answer = post(self.table, intent)
        assert isinstance(answer, Accepted), answer
        outcome = answer.outcome
        while isinstance(outcome, Proposal):
            self.table.accept(outcome)
            outcome = self.table.decisions.next()

    def read(self) -> None:
        while isinstance(self.table.dialog, Notice):
            self.post(Choose("", 0))

    @property
    def position(self) -> Any:
        assert self.table.kept.history
        return self.table.kept.history.position

    def choose(self, move: Any) -> None:
        for line in lines_to(self.table.dialog, move) or ():
            self.post(Choose("", line))
        self.read()


def lines_to(dialog: Dialog, move: Any) -> list[int] | None:
    """Return the lines to choose, one after the other, for a move."""
    for line, choice in enumerate(dialog.choices if isinstance(dialog, Menu) else ()):
        match choice.action:
            case Do(entry) if entry == move:
                return [line]
            case Open(opened):
                rest = lines_to(opened() if callable(opened) else opened, move)
                if rest is not None:
                    return [line, *rest]
            case _:
                pass
    return None


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_positions_are_those_of_the_rules(players: int) -> None:
    played, bots = Played(players, players), BOX.players(GAME)
    for _ in range(MOVES):
        before = played.position
        if GAME.winners(before) is not None:
            break
        move = next_move(GAME, bots, before, bots.skills[0], played.random)
        played.choose(move)
        assert played.position == play(before, move).position, move


def test_companion_draws_what_chance_decides() -> None:
    played = Played(3, 7)
    for _ in range(2):
        played.post(Choose("", 0))
    assert len(played.position.bonus.on_routes) == 2
    played.post(Choose("", 0))  # the last one follows from the others
    assert not GAME.chances(played.position)
