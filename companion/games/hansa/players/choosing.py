"""How a bot of Hansa chooses: at random, or looking a move or two ahead; pure, with randomness injected."""

from __future__ import annotations

from random import Random

from companion.games.hansa.rules.goods import markers_in, total
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import (
    Build,
    Discard,
    End,
    Lose,
    Move,
    Replenish,
    Reveal,
    Sail,
    Sell,
    Skip,
)
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import LIMIT, Phase, Position, unseen_counts
from companion.games.hansa.rules.scoring import score

TALER_WORTH = 0.7  # in victory points: three talers are a turn
MARKER_WORTH = 0.8  # beyond the point it scores: it can be sold or used to build
PAIR_WORTH = 1.5  # two of a colour can be sold
STOPS_AHEAD = 2


def random_move(position: Position, random: Random) -> Move:
    """Return a random legal move; chance by its probabilities."""
    if position.phase is Phase.FILL:
        counts = unseen_counts(position)
        return Reveal(random.choices(list(counts), weights=list(counts.values()))[0])
    return random.choice(list(legal_moves(position)))


def choose(position: Position, skill: str, random: Random) -> Move:
    """Choose a move for the player who decides."""
    if skill == "random" or position.phase is Phase.FILL:
        return random_move(position, random)
    seat = position.mover
    assert seat is not None
    return max(legal_moves(position), key=lambda move: (_worth_of(position, move, seat, STOPS_AHEAD), random.random()))


def _worth_of(position: Position, move: Move, seat: int, ahead: int) -> float:
    """Estimate what a move is worth to a seat, in victory points."""
    before = _worth(position, seat)
    match move:
        case Replenish():
            return 0.5 if position.warehouses.count(0) >= len(position.warehouses) // 2 else -0.5
        case Skip():
            return 0.0
        case Lose(good) | Discard(good):
            return -float(good.barrels)
        case End():
            over = max(0, total(position.hands[seat]) - LIMIT) + max(0, position.purse(seat) - LIMIT)
            return -0.5 * over
        case _:
            pass
    after = play(position, move).position
    gain = _worth(after, seat) - before
    if isinstance(move, Build):
        gain += 0.3 * move.good.barrels
    if isinstance(move, Sell):
        gain += 0.5
    if isinstance(move, Sail) and after.phase is Phase.ACTIONS and ahead:
        onward = (each for each in legal_moves(after) if not isinstance(each, End))
        gain += max([0.0, *(_worth_of(after, each, seat, ahead - 1) for each in onward)])
    return gain


def _worth(position: Position, seat: int) -> float:
    """Estimate what a position is worth to a seat."""
    hand = markers_in(position.hands[seat])
    colours = [good.colour for good in hand]
    pairs = sum(colours.count(colour) >= 2 for colour in set(colours))
    return (
        score(position, seat).total
        + TALER_WORTH * position.purse(seat)
        + MARKER_WORTH * len(hand)
        + PAIR_WORTH * pairs
        + 0.25 * (score(position, seat).booths)
    )
