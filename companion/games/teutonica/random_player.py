"""A player that mostly follows its nose, else chooses at random, and so brings a game to its end; chance is given."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import (
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
    Reveal,
    Ride,
    Walk,
)
from companion.games.teutonica.rules.pieces import EMPTY, Kind
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.table.names import PAD
from companion.shelf.players import Gesture

_WHIM = 0.12  # how often anything at all is done
_SCARCE = 2  # pieces in the supply: time for an income
_FIRST: tuple[type[Move], ...] = (Establish, Office, ExtraOffice, Coellen, Improve)


def random_move(position: Position, random: Random) -> Move:
    """Choose a legal move."""
    moves = legal_moves(position)
    if random.random() > _WHIM:
        for kind in _FIRST:
            if wanted := [move for move in moves if type(move) is kind]:
                return random.choice(wanted)
        if wanted := _filling(position, moves):
            return random.choice(wanted)
        if not position.actions_left and End() in moves:
            return End()
    kind = random.choice(
        list(dict.fromkeys(map(type, moves)))
    )  # there are more ways to move a piece than to end a turn
    return random.choice(_near_own(position, [move for move in moves if type(move) is kind]))


def _near_own(position: Position, moves: list[Move]) -> list[Move]:
    """Return of displacements those beside own pieces, if there are some: elsewhere there is nothing to gain."""
    own, number = set(position.setup.own[position.active].values()), position.setup.side.route_number
    near: list[Move] = [
        move for move in moves if type(move) is Displace and own & set(position.routes[number[move.route]])
    ]
    return near or moves


def _filling(position: Position, moves: Sequence[Move]) -> list[Move]:
    """Return what leads to a complete route: an income, or inserting where nobody else is, beside own pieces first."""
    incomes: list[Move] = [move for move in moves if type(move) is Income]
    if incomes and position.players[position.active].supply_size <= _SCARCE:
        return incomes
    own = "".join(position.setup.own[position.active].values())
    number = position.setup.side.route_number
    beside: list[Move] = []
    alone: list[Move] = []
    for move in moves:
        if type(move) is Insert and move.piece is Kind.TRADER:
            there = position.routes[number[move.route]].replace(EMPTY, "")
            if not there.strip(own):
                (beside if there else alone).append(move)
    return beside or _pawn_moves(position, moves, own) or alone


def _pawn_moves(position: Position, moves: Sequence[Move], own: str) -> list[Move]:
    """Return what brings the pawn to a route that is begun, with two players."""
    side = position.setup.side

    def is_begun(route: int) -> bool:
        there = position.routes[route].replace(EMPTY, "")
        return bool(there) and not there.strip(own)

    return [move for move in moves if isinstance(move, Walk | Ride) and any(map(is_begun, side.bordering[move.to]))]


class RandomPlayers:
    """Players that choose at random, by buttons."""

    skills = ("random",)

    def decide(self, position: Position, skill: str, random: Random) -> Move:
        """Choose a move for whoever decides."""
        del skill
        return random_move(position, random)

    def gestures(self, position: Position, move: Move) -> tuple[Gesture, ...]:
        """A marker that is turned up touches the pad; buttons make every other move."""
        del position
        return (Gesture(f"marker.{move.marker}", PAD),) if isinstance(move, Reveal) else ()

    def ends_turn(self, move: Move) -> bool:
        """Tell whether a move ends a turn."""
        return isinstance(move, End)

    def ending(self, position: Position) -> str:
        """Name what ended a game."""
        return ", ".join(position.ending)
