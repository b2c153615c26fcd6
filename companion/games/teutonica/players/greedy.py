"""The simple player: greedy for one action with all its steps; pure, with randomness injected.

It tries every legal move, then makes the seat's own following steps as well as possible, and evaluates the resulting
position. The decisions of others are left open.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.games.teutonica.players.evaluation import Evaluation
from companion.games.teutonica.rules.bonus import REMOVED_AT_MOST
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import End, Establish, Lift, Move
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import Establishing, Moving, Paying, Position, Removing

ACTION_WORTH = 1.0  # of a benefit that is not taken
EFFORT = 0.05  # a turn goes on only for moves worth at least this
PACE = 2.5  # bonus for establishing: the pieces come back, and the game advances


def greedy_move(position: Position, random: Random) -> Move:
    """Choose the best move for the player who decides; among equals, any."""
    seat = position.mover
    assert seat is not None
    moves = _considered(position)
    if len(moves) == 1:
        return moves[0]
    evaluation = Evaluation(position, seat)
    return max(moves, key=lambda move: (_worth_of(position, move, seat, evaluation), random.random()))


def _considered(position: Position) -> Sequence[Move]:
    """Return the legal moves; with pieces in hand, those that put them down first."""
    moves = legal_moves(position)
    if type(position.step) is Moving and position.step.hand:
        return [move for move in moves if type(move) is not Lift]
    return moves


def _worth_of(position: Position, move: Move, seat: int, evaluation: Evaluation) -> float:
    """Return what a position is worth after a move and the steps that it takes."""
    if type(move) is End:  # no worse than an action that changes nothing
        return evaluation.worth(position) + ACTION_WORTH * max(position.actions_left - 1, 0) + EFFORT
    pace = PACE if type(move) is Establish else 0.0
    return _worth_in_the_end(play(position, move).position, seat, evaluation) + pace


def _worth_in_the_end(position: Position, seat: int, evaluation: Evaluation) -> float:
    """Return the worth after the best following steps."""
    step = position.step
    must = type(step) in (Paying, Establishing) or (type(step) is Moving and bool(step.hand))
    if must and position.mover == seat:
        after = (play(position, move).position for move in _considered(position))
        return max(_worth_in_the_end(each, seat, evaluation) for each in after)
    if type(step) is Removing and step.left == REMOVED_AT_MOST:
        return max(evaluation.worth(play(position, move).position) for move in legal_moves(position))
    left = position.actions_left if position.active == seat else 0
    return evaluation.worth(position) + ACTION_WORTH * left
