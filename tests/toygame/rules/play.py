"""Legal moves, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from companion.games.game import IllegalMove, Played, Refusal
from tests.toygame.rules import refusals
from tests.toygame.rules.moves import Answer, Draw, GivePoints, Lay, Move, Rinse
from tests.toygame.rules.position import MOST_RINSED, PLACES, WORTH, Position


@cache
def moves_of(position: Position) -> tuple[Move, ...]:
    """List the legal moves."""
    if position.over:
        return ()
    if not position.pearl:
        return tuple(Draw(pearl) for pearl, left in zip(WORTH, position.bag, strict=True) if left)
    if position.place:
        return (Answer(False), Answer(True))
    return (*map(Lay, PLACES), *((Rinse(),) if position.rinsed < MOST_RINSED else ()))


class Moves:
    """The legal moves, as a view."""

    def __init__(self, position: Position) -> None:
        self._moves = moves_of(position)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __contains__(self, move: object) -> bool:
        return move in self._moves

    def __len__(self) -> int:
        return len(self._moves)

    def count(self) -> int:
        """Count them."""
        return len(self._moves)


def refusal_of(position: Position, entry: Move | GivePoints) -> Refusal | None:
    """Say why something is not allowed."""
    if isinstance(entry, GivePoints):
        if entry.player in position.players:
            return None
        return refusals.refusal_of("nobody", player=entry.player)
    if entry in Moves(position):
        return None
    return refusals.refusal_of("not_now", move=type(entry).__name__)


def play(position: Position, move: Move) -> Played[Position]:
    """Play a move, or raise IllegalMove."""
    if refusal := refusal_of(position, move):
        raise IllegalMove(refusal)
    match move:
        case Draw(pearl):
            white, black = (left - (kind == pearl) for kind, left in zip(WORTH, position.bag, strict=True))
            return Played(position._replace(bag=(white, black), pearl=pearl), ())
        case Rinse():
            return Played(position._replace(rinsed=position.rinsed + 1), ())
        case Lay(place):
            return Played(position._replace(place=place), ())
        case Answer(snatch):
            taker = position.next if snatch else position.active
            worth = (WORTH[position.pearl] + position.rinsed) * (2 if position.place in position.board.double else 1)
            points = tuple(have + worth * (seat == taker) for seat, have in enumerate(position.points))
            after = position._replace(points=points, active=position.next, pearl="", place="", rinsed=0)
            return Played(after, (("kept", position.players[taker], worth),))


def correct(position: Position, correction: GivePoints) -> Played[Position]:
    """Carry a correction out, or raise IllegalMove."""
    if refusal := refusal_of(position, correction):
        raise IllegalMove(refusal)
    points = list(position.points)
    points[position.players.index(correction.player)] += correction.points
    return Played(position._replace(points=tuple(points)), ())
