"""Whole turns: every end once, the moves to it legal, and never more looked at than was allowed."""

from __future__ import annotations

from random import Random

from companion.games.hansa.boards import named_board
from companion.games.hansa.players.choosing import choose
from companion.games.hansa.players.whole_turns import cheapest_loss, turn_ends
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Build, Discard, End, Lose, Sell
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Phase, Position
from tests.companion.games.hansa.rules.table import said, situation
from tests.kit.hansa import random_setup

PLENTY = 1_000_000


def positions(players: int, seed: int) -> list[Position]:
    """Positions before an action or a discard, from a game of simple players."""
    random = Random(seed)
    position, found = random_setup(named_board("0.1"), players, random), []
    while position.phase is not Phase.OVER:
        if position.phase in (Phase.ACTIONS, Phase.DISCARD):
            found.append(position)
        position = play(position, choose(position, "simple", random)).position
    return found


def every_end(position: Position) -> set[Position]:
    """The ends of a turn by the plainest way: every legal move of every position, others losing their cheapest."""
    ends, seen, waiting = set(), {position}, [position]
    while waiting:
        at = waiting.pop()
        moves = [cheapest_loss(at)] if at.phase is Phase.LOSE else legal_moves(at)
        for move in moves:
            after = play(at, move).position
            if isinstance(move, End | Discard) and after.phase is not Phase.DISCARD:
                ends.add(after)
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    return ends


def test_moves_lead_to_their_end() -> None:
    for position in positions(3, seed=1)[::9]:
        ends = turn_ends(position, 3_000)
        for number, end in list(enumerate(ends.positions))[::37]:
            at = position
            for move in ends.moves(number):
                assert move in legal_moves(at)
                at = play(at, move).position
            assert at == end


def test_ends_are_all_there_are_where_nothing_can_be_sold_or_discarded() -> None:
    checked = 0
    for position in positions(2, seed=2):
        ends = turn_ends(position, 400)
        moves = [ends.moves(number) for number in range(len(ends.positions))]
        if ends.nodes < 400 and not any(isinstance(move, Sell | Discard) for path in moves for move in path):
            assert sorted(ends.positions) == sorted(set(ends.positions))
            assert set(ends.positions) == every_end(position)
            checked += 1
    assert checked > 20


def test_whole_colours_are_sold_and_the_cheapest_discarded() -> None:
    table = situation(
        "gray yellow",
        ship="danzig",
        talers={"gray": 0},
        booths={"gray": {"danzig": 2}},
        hands={"gray": "blue1 blue2 blue3 pink2 pink3"},
    )
    ends = turn_ends(table.position, PLENTY)
    sales = {move for number in range(len(ends.positions)) for move in ends.moves(number) if isinstance(move, Sell)}
    assert sales == {
        said("sell blue1 blue2 blue3"),
        said("sell pink2 pink3"),
        said("sell blue1 blue2 blue3 pink2 pink3"),
    }
    paths = [ends.moves(number) for number in range(len(ends.positions))]
    given_up = [
        [str(move.good) for move in path if isinstance(move, Discard)]
        for path in paths
        if not any(isinstance(move, Build) for move in path)
    ]
    assert ["blue1", "blue2"] in given_up
    assert not any(each and each[0] in ("blue3", "pink3") for each in given_up)


def test_no_more_is_looked_at_than_allowed() -> None:
    position = max(positions(2, seed=3), key=lambda each: turn_ends(each, 2_000).nodes)
    for most in (0, 1, 7, 500):
        ends = turn_ends(position, most)
        assert ends.nodes == most
        assert len(ends.positions) <= most
    assert not turn_ends(position, 0).positions


def test_narrow_search_looks_at_less_and_keeps_what_the_judge_likes() -> None:
    position = max(positions(2, seed=3), key=lambda each: turn_ends(each, 2_000).nodes)

    def judge(each: Position) -> float:
        return each.bank  # whoever likes a full bank sails and pays

    wide, narrow = turn_ends(position, 2_000), turn_ends(position, 2_000, 2, judge)
    assert narrow.nodes < wide.nodes
    assert max(map(judge, narrow.positions)) == max(map(judge, wide.positions))


def test_others_lose_their_cheapest_marker() -> None:
    table = situation(
        "gray yellow",
        ship="danzig",
        talers={"gray": 0},
        booths={"gray": {"danzig": 2}},
        hands={"gray": "blue1 blue2", "yellow": "blue3 blue1"},
    )
    ends = turn_ends(table.position, PLENTY)
    paths = [ends.moves(number) for number in range(len(ends.positions))]
    losses = [move for path in paths for move in path if isinstance(move, Lose)]
    assert losses
    assert {str(loss.good) for loss in losses} == {"blue1"}
