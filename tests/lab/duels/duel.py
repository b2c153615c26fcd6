"""One of the best players of a game against the weakest ones: a game of them, and what to remember of it."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from companion.shelf.box import GameBox
from companion.shelf.players import next_move

MOST_ROUNDS = 1_000  # a game that takes longer than this does not end


class Outcome(NamedTuple):
    """How a game between them ended."""

    number: int
    won: bool  # by the best player, alone
    points: int
    best_other: int
    rounds: float
    ending: str  # empty where the game did not end, or knows only one way


def play_duel(box: GameBox, players: int, seed: int, number: int) -> Outcome:
    """Play one game; it depends on nothing but the seed, the number of players and its own number."""
    random = Random(f"{seed}/{players}/{number}")
    rules = box.rules(None)
    bots = box.players(rules)
    position = rules.new(box.random_setup(players, random))
    best = random.choice(rules.players(position))
    turns = 0
    while (mover := rules.mover(position)) is not None and turns < MOST_ROUNDS * players:
        move = next_move(rules, bots, position, bots.skills[-1 if mover == best else 0], random)
        turns += bots.ends_turn(move)
        position = rules.play(position, move).position
    totals = {player: score.total for player, score in rules.scores(position).items()}
    return Outcome(
        number=number,
        won=rules.winners(position) == (best,),
        points=totals.pop(best),
        best_other=max(totals.values()),
        rounds=turns / players,
        ending=bots.ending(position),
    )
