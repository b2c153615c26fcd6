"""Search and levels: legal plans within their nodes, the same for the same chance, exact at the end of the game."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.hansa.boards import named_board
from companion.games.hansa.game import Hansa
from companion.games.hansa.players import HansaPlayers
from companion.games.hansa.players.search import LEVELS, plans
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Lose, Replenish, Sell
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase, Position
from companion.games.hansa.rules.scoring import score
from companion.shelf.players import deal
from tests.companion.games.hansa.players.test_whole_turns import every_end
from tests.companion.games.hansa.rules.table import situation
from tests.kit.hansa import random_setup

BOTS = HansaPlayers()
RULES = Hansa()


def decisions(players: int, level: str, nodes: int, seed: int) -> list[Position]:
    """Play a game by plans, each checked; return the positions that were planned for."""
    random = Random(seed)
    position, found = random_setup(named_board("0.2"), players, random), []
    while position.phase is not Phase.OVER:
        if position.phase is Phase.FILL:
            position = play(position, deal(RULES, position, random)).position
            continue
        found.append(position)
        mover = position.mover
        plan = BOTS.plan(position, level, random, nodes)
        assert plan.moves
        assert plan.nodes <= nodes
        for move in plan.moves:
            assert position.mover == mover
            assert move in legal_moves(position)
            position = play(position, move).position
    return found


@pytest.mark.parametrize("nodes", [1, 2, 40, 400])
def test_plans_are_legal_and_keep_to_their_nodes(nodes: int) -> None:
    found = decisions(3, "best", nodes, seed=nodes)
    assert {position.phase for position in found} >= {Phase.PLACE, Phase.REPLENISH, Phase.ACTIONS}


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_a_game_to_its_end(level: str) -> None:
    assert decisions(2, level, 150, seed=5)
    assert BOTS.levels == tuple(LEVELS) == ("beginner", "easy", "medium", "hard", "expert", "best")


def test_plan_depends_on_nothing_but_position_chance_and_nodes() -> None:
    position = situation("gray yellow", talers={"gray": 5}).position
    for level in LEVELS:
        assert BOTS.plan(position, level, Random(1), 700) == BOTS.plan(position, level, Random(1), 700)
    noisy = {BOTS.plan(position, "easy", Random(seed)).moves for seed in range(9)}
    assert len(noisy) > 1


def test_plans_come_again_and_again_the_last_with_the_most_nodes() -> None:
    position = situation("gray yellow", talers={"gray": 5}).position
    found = list(plans(position, "best", Random(1), 5_000))
    assert len(found) >= 3
    assert [plan.nodes for plan in found] == sorted(plan.nodes for plan in found)
    assert BOTS.plan(position, "best", Random(1), 5_000) == found[-1]


def last_turn(hands: dict[str, str]) -> Position:
    """Yellow's, in Danzig, after which the game is over."""
    position = situation(
        "gray yellow",
        start="gray",
        turn="yellow",
        ship="danzig",
        talers={"yellow": 3},
        booths={"gray": {"riga": 3}, "yellow": {"danzig": 2, "reval": 1}},
        hands=hands,
        stock={"reval": "pink1", "riga": "blue3 brown1"},
        piles=(0, 0, 0, 0, 0),
    ).position
    return position._replace(course=position.course._replace(last_round=True))


def test_plan_ends_where_others_decide() -> None:
    """Gray must choose what it loses to the sale, which is the best that yellow can do."""
    position = last_turn({"yellow": "blue3 blue2 blue2", "gray": "blue3 blue1"})
    plan = BOTS.plan(position, "best", Random(1))
    assert any(isinstance(move, Sell) for move in plan.moves)
    for move in plan.moves:
        position = play(position, move).position
    assert position.phase is Phase.LOSE
    assert legal_moves(position).count() == 2
    (loss,) = BOTS.plan(position, "best", Random(1)).moves
    assert isinstance(loss, Lose)


def test_last_turn_of_a_game_is_played_exactly() -> None:
    position = last_turn({"yellow": "blue1 blue2 pink3"})

    def ahead(end: Position) -> int:
        return score(end, 1).total - score(end, 0).total

    best = max(map(ahead, every_end(position)))
    plan = BOTS.plan(position, "best", Random(2))
    for move in plan.moves:
        position = play(position, move).position
    assert position.phase is Phase.OVER
    assert ahead(position) == best
    assert plan.value == pytest.approx(best, abs=0.2)


def test_warehouses_that_are_all_empty_are_replenished() -> None:
    table = situation("gray yellow", turn="gray", stock={})
    table.play("end")
    assert table.phase is Phase.REPLENISH
    assert BOTS.plan(table.position, "best", Random(1), 500).moves == (Replenish(),)


def test_those_who_decide_at_once_plan_one_move() -> None:
    position = situation("gray yellow").position
    plan = BOTS.plan(position, "simple", Random(1))
    assert plan.moves == (BOTS.decide(position, "simple", Random(1)),)
    assert (plan.value, plan.nodes) == (0.0, 1)
