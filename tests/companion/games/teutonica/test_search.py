"""Bots that think: plans that are legal, the same for the same chance, within their nodes, better and better."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from companion.games.teutonica.game import RULES
from companion.games.teutonica.players import TeutonicaPlayers, random_setup, search
from companion.games.teutonica.players.features import shipped_weights
from companion.games.teutonica.players.greedy import Greedy, outcome
from companion.games.teutonica.players.search import LEVELS, Depth, lead, level_plans, plans
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import Establish
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import Phase, Position
from companion.games.teutonica.rules.scoring import score
from companion.shelf.players import deal
from tests.companion.games.teutonica.test_players import first_turn, with_pieces_on

BOTS = TeutonicaPlayers()
ONE_DECISION = 1_500  # positions that a bot may look at beyond its nodes, because it finishes what it has begun


def later(players: int, turns: int, seed: int = 0) -> Position:
    """A position some turns into a game of simple players."""
    random = Random(seed)
    position = RULES.new(random_setup(players, random))
    active = position.active
    while turns:
        by_chance = bool(RULES.chances(position))
        move = deal(RULES, position, random) if by_chance else BOTS.decide(position, "simple", random)
        position = play(position, move).position
        if position.active != active:
            turns, active = turns - 1, position.active
    return position


@pytest.mark.parametrize("level", BOTS.levels)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_plan_is_legal_and_goes_on_until_somebody_else_or_chance_decides(players: int, level: str) -> None:
    position = later(players, 3 * players)
    seat, turn = position.mover, position.active
    plan = BOTS.plan(position, level, Random(1), 3_000)
    for move in plan.moves:
        assert position.mover == seat
        assert move in legal_moves(position)
        position = play(position, move).position
    assert position.mover != seat or position.active != turn or RULES.chances(position)


def test_plan_depends_on_nothing_but_position_and_chance() -> None:
    position = later(3, 9)
    first = BOTS.plan(position, "best", Random(5), 6_000)
    BOTS.plan(later(3, 6, seed=1), "best", Random(6), 2_000)  # what is remembered of another game changes nothing
    assert BOTS.plan(position, "best", Random(5), 6_000) == first


@pytest.mark.parametrize("nodes", [1, 500, 4_000, 12_000])
def test_nodes_are_a_limit_for_the_whole_decision(nodes: int) -> None:
    for players in (2, 4):
        plan = BOTS.plan(later(players, 20), "best", Random(0), nodes)
        assert plan.moves
        assert plan.nodes <= nodes + ONE_DECISION


def test_plans_are_told_again_and_again_and_what_most_likely_wins_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    chances = [0.3, 0.2, 0.6, 0.6, 0.5, 0.1]
    assert len(chances) == LEVELS["best"].candidates
    position = later(3, 9)
    seat, ends = position.mover, []

    def judged(end: Position) -> tuple[float, ...]:
        ends.append(end)
        return tuple(chances[len(ends) - 1] if each == seat else 0.0 for each in end.seats)

    monkeypatch.setattr(search, "winning_chances", judged)
    monkeypatch.setattr(search, "lead", lambda _player, _position, _seat: float(len(ends)))  # two are alike but for it
    first, *told = level_plans(position, "best", Random(3), 60_000)
    assert [plan.value for plan in told] == [1, 1, 3, 4, 4, 4]
    assert first.moves == told[0].moves
    assert len({plan.moves for plan in told}) == 3
    assert all(one.nodes <= other.nodes for one, other in itertools.pairwise([first, *told]))


def test_skills_plan_one_move() -> None:
    position = later(3, 6)
    plan = BOTS.plan(position, "simple", Random(2))
    assert plan.moves == (BOTS.decide(position, "simple", Random(2)),)


def test_game_is_ended_by_who_wins_it_and_not_by_who_loses_it() -> None:
    """The route is filled, and establishing it takes the last marker: the game is over."""
    position = with_pieces_on(first_turn(["red", "blue", "green"]), "goslar-magdeburg", "r", "r")
    route = position.setup.side.route_number["goslar-magdeburg"]
    marker = position.bonus.on_routes[0][1]
    last = position._replace(bonus=position.bonus._replace(on_routes=((route, marker),), pile=0))
    for points, ends in ((10, True), (0, False)):
        red, blue, green = last.players
        position = last._replace(players=(red._replace(prestige=points), blue._replace(prestige=6), green))
        over = play(
            play(position, Establish("goslar-magdeburg")).position,
            legal_moves(play(position, Establish("goslar-magdeburg")).position)[0],
        ).position
        assert over.phase is Phase.OVER
        assert outcome(over, 0) == (1 if ends else -1)
        plan = BOTS.plan(position, "best", Random(0))
        assert (Establish("goslar-magdeburg") in plan.moves) == ends


def test_lead_is_exact_when_the_game_is_over() -> None:
    position = later(2, 8)._replace(phase=Phase.OVER)
    first, second = (score(position, seat).total for seat in position.seats)
    player = Greedy(shipped_weights("tuned"))
    assert lead(player, position, 0) == -lead(player, position, 1)
    assert abs(lead(player, position, 0)) == abs(first - second) + 15 * (first != second)


def test_who_overlooks_moves_makes_others() -> None:
    position, player = later(3, 9), Greedy(shipped_weights("tuned"))
    first = {next(plans(player, position, Depth(1, 0, 1_000, overlooked=0.6), Random(seed))).moves for seed in range(6)}
    assert len(first) > 2


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_best_players_end_their_games(players: int) -> None:
    random = Random(players)
    position, turns, active = RULES.new(random_setup(players, random)), 0, -1
    while position.mover is not None:
        if RULES.chances(position):
            moves = (deal(RULES, position, random),)
        else:
            moves = BOTS.plan(position, "hard", random, 1_500).moves
        for move in moves:
            position = play(position, move).position
        turns, active = turns + (position.active != active), position.active
        assert turns <= 60 * players
    assert BOTS.ending(position)
