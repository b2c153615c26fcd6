"""Whole turns: every way in which a turn can end, each once, from any decision within it.

Nothing in a turn is left to chance once its warehouses are filled, so all of it can be listed. Others decide only which
marker they lose to a sale; they are taken to give up the one of the fewest barrels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from companion.games.hansa.rules.goods import COLOUR_MASKS, Goods, kinds_in, markers_in
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Discard, End, Lose, Move, Sail, Sell
from companion.games.hansa.rules.play import SALE_AT_LEAST, play
from companion.games.hansa.rules.position import Phase, Position

_LOSE, _DISCARD = Phase.LOSE, Phase.DISCARD
_ROOT = -1

Judge = Callable[[Position], float]


class Ends(NamedTuple):
    """How a turn can end: positions in which another player is next, or the game is over."""

    positions: Sequence[Position]
    nodes: int  # positions that were looked at
    places: Sequence[int]  # of the ends on the trail
    trail: Sequence[tuple[int, Move]]  # for each position looked at: after which other one, and by which move

    def moves(self, end: int) -> tuple[Move, ...]:
        """Return the moves that lead to one of the ends, others' losses included."""
        moves = []
        place = self.places[end]
        while place != _ROOT:
            place, move = self.trail[place]
            moves.append(move)
        return tuple(reversed(moves))


def turn_ends(position: Position, most: int, width: int = 0, judge: Judge | None = None) -> Ends:
    """List how a turn can end, from its actions or what is discarded after them, the shortest ways first.

    No more than `most` positions are looked at. Of the positions after each sailing, only this many go on (`width`),
    those that the judge likes best; 0 for all of them. Where there is more, some ends are missing; if `most` is 0, all.
    """
    trail: list[tuple[int, Move]] = []
    ends: list[Position] = []
    places: list[int] = []
    seen = {position[2:11]}
    stop = [(position, _ROOT)]  # all that can be done where the ship is
    while stop:
        next_stop: list[tuple[Position, int]] = []
        for at, place in stop:  # which grows
            for move in _sensible(at):
                if len(trail) >= most:
                    return Ends(ends, len(trail), places, trail)
                after = play(at, move).position
                trail.append((place, move))
                while after.phase is _LOSE:
                    if len(trail) >= most:
                        return Ends(ends, len(trail), places, trail)
                    loss = cheapest_loss(after)
                    trail.append((len(trail) - 1, loss))
                    after = play(after, loss).position
                key = after[2:11]
                if key in seen:
                    continue
                seen.add(key)
                verb = type(move)
                if verb is Sail:
                    next_stop.append((after, len(trail) - 1))
                elif (verb is End or verb is Discard) and after.phase is not _DISCARD:
                    ends.append(after)
                    places.append(len(trail) - 1)
                else:
                    stop.append((after, len(trail) - 1))
        if width and judge and len(next_stop) > width:
            next_stop.sort(key=lambda each: -judge(each[0]))
            del next_stop[width:]
        stop = next_stop
    return Ends(ends, len(trail), places, trail)


def cheapest_loss(position: Position) -> Lose:
    """Return the loss of the fewest barrels to whoever must lose a marker now."""
    seat, colour = position.course.losses[0]
    return Lose(min(kinds_in(position.hands[seat] & COLOUR_MASKS[colour]), key=lambda good: good.barrels))


def _sensible(position: Position) -> Sequence[Move]:
    """Return the legal moves without those of which another is never worse, or hardly ever.

    Who sells a colour sells all there is of it. Who gives up a marker gives up the cheapest of a colour first.
    """
    moves = legal_moves(position)
    if position.phase is _DISCARD:
        return _cheapest(position.hands[position.active])
    if type(moves[-1]) is not Sell:  # sales come last
        return moves
    return _with_whole_sales(position.hands[position.active], moves)


@lru_cache(4096)
def _cheapest(hand: Goods) -> tuple[Move, ...]:
    colours = (kinds_in(hand & mask) for mask in COLOUR_MASKS.values())
    return tuple(Discard(kinds[0]) for kinds in colours if kinds)


def _with_whole_sales(hand: Goods, moves: Sequence[Move]) -> list[Move]:
    return [*(move for move in moves if type(move) is not Sell), *_whole_sales(hand)]


@lru_cache(4096)
def _whole_sales(hand: Goods) -> tuple[Move, ...]:
    sets = [goods for mask in COLOUR_MASKS.values() if len(goods := markers_in(hand & mask)) >= SALE_AT_LEAST]
    chosen = (each for count in range(1, len(sets) + 1) for each in combinations(sets, count))
    return tuple(Sell(sum(each, ())) for each in chosen)
