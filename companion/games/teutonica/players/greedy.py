"""A bot that is greedy for one action with all its steps; pure, with randomness injected.

It tries every legal move, then makes the seat's own following steps as well as possible, and values the resulting
position. The decisions of others are left open. Weights make its character: the simple player is one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from companion.games.teutonica.players.differences import Differences
from companion.games.teutonica.players.evaluation import Evaluation, Outlooks
from companion.games.teutonica.players.features import Weights, shipped_weights
from companion.games.teutonica.rules.bonus import REMOVED_AT_MOST
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import Displace, End, Establish, Income, Insert, Lift, Move, Put, Remove
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import Establishing, Moving, Paying, Phase, Position, Removing
from companion.games.teutonica.rules.scoring import score


class Greedy:
    """A player with these weights; remembers what it has worked out, and counts the positions that it has valued."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._outlooks = Outlooks(weights)
        self.nodes = 0

    def move(self, position: Position, random: Random, overlooked: float = 0.0) -> Move:
        """Choose the best move for the player who decides; among equals, any; a part of the moves is overlooked."""
        moves = noticed(considered(position), overlooked, random)
        if len(moves) == 1:
            return moves[0]
        worths = self.worths(position, moves)
        chances = [random.random() for _ in moves]
        return moves[max(range(len(moves)), key=lambda place: (worths[place], chances[place]))]

    def worths(self, position: Position, moves: Sequence[Move]) -> list[float]:
        """Return what the position is worth to who decides after each of these moves and the steps that it takes."""
        seat = position.mover
        assert seat is not None
        decision = _Decision(self._outlooks, position, seat)
        worths = [decision.worth_of(move) for move in moves]
        self.nodes += decision.nodes
        return worths

    def standing(self, position: Position, seat: int) -> float:
        """Return what a position is worth to a seat, others' points left out."""
        self.nodes += 1
        evaluation = Evaluation(self._outlooks, position, seat)
        _, rivals, _ = evaluation.lasting(position, position.players[seat])
        return evaluation.worth(position) + rivals


@cache
def simple_player() -> Greedy:
    """Return the simple player, which stays what it is: others are measured by it."""
    return Greedy(shipped_weights("simple"))


def greedy_move(position: Position, random: Random) -> Move:
    """Choose as the simple player does."""
    return simple_player().move(position, random)


def considered(position: Position) -> Sequence[Move]:
    """Return the legal moves; with pieces in hand, those that put them down first."""
    moves = legal_moves(position)
    if type(position.step) is Moving and position.step.hand:
        return [move for move in moves if type(move) is not Lift]
    return moves


def noticed(moves: Sequence[Move], overlooked: float, random: Random) -> Sequence[Move]:
    """Return the moves that somebody sees who overlooks a part of them; of one move, that one."""
    if not overlooked:
        return moves
    return [move for move in moves if random.random() >= overlooked] or [random.choice(moves)]


class _Decision:
    """One decision of one seat."""

    def __init__(self, outlooks: Outlooks, position: Position, seat: int) -> None:
        self._position, self._seat = position, seat
        self._evaluation = Evaluation(outlooks, position, seat)
        self._weights = outlooks.weights
        self._differences = Differences(self._evaluation, position)
        self._made = 0
        step = position.step
        known = not position.left  # who has left does not decide where a displaced piece goes
        if known and position.phase is Phase.ACTIONS:
            self._kinds: _Kinds = _ACTIONS
            left = position.actions_left - 1
        elif known and type(step) is Moving and len(step.hand) <= 1:
            self._kinds, left = _MOVING, position.actions_left
        elif known and type(step) is Removing:
            self._kinds, left = _REMOVING, position.actions_left
        else:
            self._kinds, left = {}, 0
        self._left = self._weights.action * left

    @property
    def nodes(self) -> int:
        """Count the positions that were valued."""
        return self._differences.nodes + self._made

    def worth_of(self, move: Move) -> float:
        """Return what the position is worth after a move and the steps that it takes."""
        kind = type(move)
        by_difference = self._kinds.get(kind)
        if by_difference:
            return by_difference(self._differences, move) + self._left
        if kind is End:  # no worse than an action that changes nothing
            left = max(self._position.actions_left - 1, 0)
            return self._differences.unchanged() + self._weights.action * left + self._weights.effort
        pace = self._weights.pace if kind is Establish else 0.0
        return self._in_the_end(play(self._position, move).position) + pace

    def _in_the_end(self, position: Position) -> float:
        """Return the worth after the best following steps."""
        step, seat = position.step, self._seat
        must = type(step) in (Paying, Establishing) or (type(step) is Moving and bool(step.hand))
        if must and position.mover == seat:
            return max([self._in_the_end(play(position, move).position) for move in considered(position)])
        if type(step) is Removing and step.left == REMOVED_AT_MOST:
            return self._after_removing(position)
        self._made += 1
        worth = self._evaluation.worth(position)
        if position.phase is Phase.OVER and self._weights.finish:
            worth += self._weights.finish * outcome(position, seat)
        left = position.actions_left if position.active == seat else 0
        return worth + self._weights.action * left

    def _after_removing(self, position: Position) -> float:
        """Return the worth after the best first piece was removed."""
        near = Differences(self._evaluation, position)
        worths = [near.removed(move) for move in legal_moves(position) if type(move) is Remove]
        worth = max([near.unchanged(), *worths])
        self._made += near.nodes
        return worth


_Kinds = Mapping[type[Any], Callable[[Differences, Any], float]]
_ACTIONS: _Kinds = {
    Income: Differences.income,
    Insert: Differences.inserted,
    Displace: Differences.displaced,
    Lift: Differences.moved,
}
_MOVING: _Kinds = {Lift: Differences.moved, Put: Differences.put}
_REMOVING: _Kinds = {Remove: Differences.removed}


def outcome(position: Position, seat: int) -> int:
    """Return 1 if a seat is ahead of all others, 0 if it is as good as the best of them, otherwise -1."""
    points = [score(position, each).total for each in position.seats]
    own = points.pop(seat)
    best = max(points)
    return (own > best) - (own < best)
