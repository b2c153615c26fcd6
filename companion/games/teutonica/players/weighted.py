"""The random player: any legal move, but sooner one that establishes a route or leads to it.

If all moves were equally likely, hardly any route would be filled before another piece or the pawn blocks it, and the
game would not end. So moves are drawn by weight, as in `WEIGHTS`:

- `establish`: to establish a route, and to take a benefit of it;
- `fill`: to bring a piece, or the pawn, to a route where only own pieces stand, and to take an income when the supply
  is short: what leads to establishing;
- `waste`: to lift pieces, to take no benefit, and to end a turn, which with actions left gives them away;
- `other`: all the rest.
"""

from __future__ import annotations

from random import Random

from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.moves import (
    Add,
    Clear,
    Coellen,
    End,
    Establish,
    ExtraOffice,
    Improve,
    Income,
    Insert,
    Lift,
    Move,
    Office,
    Pawn,
    Put,
    Ride,
    Walk,
)
from companion.games.teutonica.rules.pieces import EMPTY
from companion.games.teutonica.rules.position import Position

WEIGHTS = {"establish": 50.0, "fill": 10.0, "other": 1.0, "waste": 0.1}
SHORT = 2  # pieces in the supply: with fewer, an income is due


def random_move(position: Position, random: Random) -> Move:
    """Choose a legal move for the player who decides, by weight."""
    moves = legal_moves(position)
    own_routes = routes_with_own_only(position)
    return random.choices(moves, [_weight(position, move, own_routes) for move in moves])[0]


def routes_with_own_only(position: Position) -> frozenset[str]:
    """Return the routes with pieces of the player who decides, and of nobody else."""
    assert position.mover is not None
    own = "".join(position.setup.own[position.mover].values())
    routes = zip(position.setup.side.routes, position.routes, strict=True)
    return frozenset(route.id for route, houses in routes if (there := houses.strip(EMPTY)) and not there.strip(own))


def _weight(position: Position, move: Move, own_routes: frozenset[str]) -> float:
    match move:
        case Establish() | Office() | ExtraOffice() | Coellen() | Improve():
            return WEIGHTS["establish"]
        case Insert(_, route) | Put(_, route) | Add(_, route):
            fills = route in own_routes
        case Walk(to) | Pawn(to):
            side = position.setup.side
            fills = any(side.routes[route].id in own_routes for route in side.bordering[to])
        case Income():
            fills = position.players[position.active].supply_size < SHORT
        case Lift(_, route):
            return WEIGHTS["waste" if route in own_routes else "other"]
        case Ride() | Clear() | End():
            return WEIGHTS["waste"]
        case _:
            return WEIGHTS["other"]
    return WEIGHTS["fill" if fills else "other"]
