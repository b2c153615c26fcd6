"""How likely each seat is to win a game of Hansa: what is counted of it, and the weights that ship; pure.

The weights are those of `make lab PART=winning`, from games of equal players who think.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from companion.games.hansa.players.evaluation import counts_of_hand, rest_of, shipped_evaluation
from companion.games.hansa.rules.position import BOOTHS, CITY_MASK, CITY_SHIFT, STACK_MASK, STACK_SHIFT, Phase, Position
from companion.games.hansa.rules.scoring import score, winning_players
from companion.games.hansa.rules.setup import GOODS_IN_PLAY
from companion.shelf.winning import Weights, chances, decided, parse_weights

FEATURES: Final = (
    "points",  # as if the game were over
    "value",  # points at the end, as those who think see it
    "talers",
    "markers",  # face up
    "set_barrels",  # on markers of colours that can be sold
    "lone_barrels",  # on the others
    "booths",  # on the board
    "cities",  # with a booth
    "monopolies",  # without another's
    "majorities",  # cities whose buyers pay this player
    "turns",  # by how many others come before
    "last",  # this seat plays last of all
)
_FILE: Final = "winning.toml"


def count(position: Position) -> list[list[float]]:
    """Return a row of what is counted for each seat."""
    values = shipped_evaluation().values(position)
    seats = position.seats
    return [
        [
            score(position, seat).total,
            values[seat],
            position.purse(seat),
            *_goods(position, seat),
            *_booths(position, seat),
            (seat - position.active) % len(seats),
            (seat + 1 - position.setup.start) % len(seats) == 0,
        ]
        for seat in seats
    ]


def _goods(position: Position, seat: int) -> tuple[int, int, int]:
    markers, set_barrels, _, lone = counts_of_hand(position.hands[seat])
    return markers, set_barrels, lone


def _booths(position: Position, seat: int) -> tuple[int, int, int, int]:
    cities = monopolies = majorities = 0
    for city in CITY_SHIFT.values():
        there = position.booths >> city & CITY_MASK
        stacks = [there >> shift & STACK_MASK for shift in STACK_SHIFT]
        own = stacks.pop(seat)
        if own:
            cities += 1
            monopolies += not any(stacks)
            majorities += own > max(stacks)
    return BOOTHS - position.booths_left(seat), cities, monopolies, majorities


def progress(position: Position) -> float:
    """Return how far the game is, from 0 to 1, by the supply."""
    return 1.0 - rest_of(position)


@cache
def shipped_weights() -> Weights:
    """Return the weights that ship."""
    return parse_weights(files(__package__).joinpath(_FILE).read_text(encoding="utf-8"), FEATURES, GOODS_IN_PLAY, _FILE)


def winning_chances(position: Position) -> tuple[float, ...]:
    """Return how likely each seat is to win."""
    if position.phase is Phase.OVER:
        return decided(winning_players(position), position.setup.players)
    return chances(shipped_weights()[len(position.seats)], count(position), progress(position))
