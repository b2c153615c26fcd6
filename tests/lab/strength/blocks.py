"""Blocks: one seed names set-up and supply, and the player who is measured sits on every seat of it in turn."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from companion.shelf.box import GameBox
from companion.shelf.players import deal
from tests.lab.strength.entrants import Entrant, Seat, Thinker, parse_entrant
from tests.lab.strength.rows import Row, own_entrants

MOST_ROUNDS = 1_000  # a game that takes longer than this does not end
UNFINISHED = "nothing"  # what ended a game that did not end


class Outcome(NamedTuple):
    """How one game went for the player who is measured."""

    share: float  # of the win: 1 alone, a half with another, 0 lost
    points: int
    best_other: int
    rounds: float
    ending: str
    seconds: list[float]  # of the processor's time, for each of its decisions
    nodes: list[int]


def play_block(
    box: GameBox, row: Row, seeds: str, number: int, own: Mapping[str, Thinker] | None = None
) -> list[Outcome]:
    """Play every seating of one seed; it depends on nothing but the row's players, the seeds and the number."""
    return [play_game(box, row, f"{seeds}/{row.players}/{number}", seat, own) for seat in range(row.players)]


def play_game(box: GameBox, row: Row, seed: str, seat: int, own: Mapping[str, Thinker] | None = None) -> Outcome:
    """Play one game, the measured player on this seat; `own` are players besides the game's bots, by name."""
    rules = box.rules(None)
    bots = box.players()
    chance = Random(f"{seed}/chance")
    position = rules.new(box.random_setup(row.players, Random(f"{seed}/setup")))
    measured, others = parse_entrant(row.measured), parse_entrant(row.others)
    others_too = own_entrants(box.id) if own is None else own

    def sit(place: int, entrant: Entrant) -> Seat:
        return Seat(rules, bots, entrant, others_too, Random(f"{seed}/{seat}/{place}"))

    players = rules.players(position)
    seats = {player: sit(place, measured if place == seat else others) for place, player in enumerate(players)}
    turns = 0
    while (mover := rules.mover(position)) is not None and turns < MOST_ROUNDS * row.players:
        by_chance = bool(rules.chances(position))
        move = deal(rules, position, chance) if by_chance else seats[mover].decide(position)
        turns += bots.ends_turn(move)
        position = rules.play(position, move).position
    player = players[seat]
    totals = {each: score.total for each, score in rules.scores(position).items()}
    winners = rules.winners(position)
    return Outcome(
        share=1 / len(winners) if winners and player in winners else 0.0,
        points=totals.pop(player),
        best_other=max(totals.values()),
        rounds=turns / row.players,
        ending=UNFINISHED if winners is None else bots.ending(position),
        seconds=[round(each, 5) for each in seats[player].seconds],
        nodes=seats[player].nodes,
    )
