"""How many touches it takes, counted over whole games that are played with the wand alone."""

from __future__ import annotations

from functools import cache
from itertools import product
from statistics import mean
from typing import Any, NamedTuple

import pytest

from companion.games.teutonica.box import BOX
from companion.games.teutonica.rules.moves import (
    Add,
    Clear,
    Coellen,
    Displace,
    End,
    Establish,
    ExtraOffice,
    Improve,
    Income,
    Insert,
    Move,
    Office,
    Put,
    Replace,
)
from companion.games.teutonica.rules.position import Phase
from tests.companion.games.teutonica.table.walking import GAME, TABLE, whole_game
from tests.kit.teutonica_touches import armed_at, make_move
from tests.kit.wand import Wand

pytestmark = pytest.mark.slow  # the first of them plays eight whole games

SEEDS = (5, 6)  # as for the presses


class Made(NamedTuple):
    """A move, where it was made, and with how many touches."""

    players: int
    move: Any
    phase: Phase
    touches: int
    in_series: bool  # after another insertion of the same kind, by the same player


@cache
def made() -> tuple[Made, ...]:
    """Play some games again with the wand; they must be the very same games."""
    counted = []
    for players, seed in product((2, 3, 4, 5), SEEDS):
        game = whole_game(players, seed)
        setup = {"players": list(game.first.setup.players), "start": "red"}
        wand = Wand(TABLE, BOX.pieces().all, setup)
        for index, move in enumerate(game.entries):
            phase = wand.history.position.phase
            in_series = isinstance(move, Insert) and move.piece is armed_at(wand.table)
            touches = make_move(wand, move, arms=_goes_on(game.entries[index:]))
            counted.append(Made(players, move, phase, len(touches), in_series))
            wand.wait(2.0)  # whoever decides next takes the wand
        assert wand.history.position == game.position
        assert GAME.winners(wand.history.position) is not None
    return tuple(counted)


def _goes_on(moves: tuple[Any, ...]) -> bool:
    """Return whether more pieces of the same kind are inserted before anything but the chart is touched."""
    for move in moves[1:]:
        if isinstance(move, Insert):
            return move.piece is moves[0].piece if isinstance(moves[0], Insert) else False
        if not isinstance(move, Establish | Office | Improve | Coellen | ExtraOffice | Clear):
            return False
    return False


def of(*kinds: type[Move]) -> list[int]:
    return [each.touches for each in made() if isinstance(each.move, kinds)]


def test_insertion_takes_two_touches_and_one_in_a_series() -> None:
    assert len(of(Insert)) > 300
    assert max(of(Insert)) <= 2
    series = [each.touches for each in made() if each.in_series]
    assert len(series) > 50
    assert set(series) == {1}


def test_relocation_takes_one_touch_a_piece() -> None:
    moved = [each for each in made() if each.phase is Phase.RELOCATE and isinstance(each.move, Put | Add)]
    assert len(moved) > 10
    assert mean(each.touches for each in moved) <= 1.1
    assert max(each.touches for each in moved) <= 2


def test_other_moves_take_few() -> None:
    assert mean(of(Displace)) <= 2.5
    assert max(of(Displace)) <= 4
    assert set(of(Establish)) == {2}
    assert mean(of(Income)) <= 1.2
    assert set(of(Replace)) == {1}
    assert max(of(End)) <= 2


def a_turn(*players: int) -> float:
    """Return the touches a turn in the games of this many players, with what others do in it."""
    found = [each for each in made() if each.players in players]
    return sum(each.touches for each in found) / sum(isinstance(each.move, End) for each in found)


def test_turn_takes_about_seven() -> None:
    """Three players and more make 5.2 moves a turn; two make 6.6, for they have more actions, and the pawn."""
    assert a_turn(3, 4, 5) <= 7.4
    assert a_turn(2) <= 10
    assert sum(each.touches for each in made()) / len(made()) <= 1.42


def test_establishing_takes_hardly_more_than_the_route_twice_and_the_benefit() -> None:
    benefits = of(Office, Improve, Coellen, ExtraOffice, Clear)
    assert len(benefits) == len(of(Establish)) > 100
    assert mean(of(Establish)) + mean(benefits) <= 3.3
    assert max(of(Establish)) + max(benefits) <= 5
