"""Divers that decide by themselves: one at random, and one that wants the most points."""

from __future__ import annotations

from random import Random

from companion.games.game import Json
from companion.shelf.players import Character, Gesture, Plan, Watch, unwatched
from companion.shelf.winning import chances
from companion.table.belief import PAD
from tests.toygame.rules import COLOURS, Answer, Lay, Move, Position, moves_of
from tests.toygame.tagged import PEARL, net


def random_setup(players: int, random: Random) -> Json:
    """Seat divers by chance."""
    return {"players": random.sample(COLOURS, players), "pearls": random.randint(1, 3)}


class PearlsPlayers:
    """The bots, and how a hand makes their moves."""

    skills = ("random", "greedy")
    levels: tuple[str, ...] = ()
    characters: tuple[Character, ...] = ()

    def decide(self, position: Position, skill: str, random: Random) -> Move:
        moves = moves_of(position)
        if skill == "greedy":
            return Answer(True) if position.place else Lay(position.board.double[0])
        return random.choice(moves)

    def plan(
        self, position: Position, level: str, random: Random, nodes: int | None = None, watch: Watch = unwatched
    ) -> Plan:
        del nodes, watch
        return Plan((self.decide(position, level, random),), 0.0, 1)

    def winning_chances(self, position: Position) -> tuple[float, ...]:
        lead = [[float(points)] for points in position.points]
        return chances([(9.0 if position.over else 1.0,) * 3], lead, 0.0)

    def gestures(self, position: Position, move: Move) -> tuple[Gesture, ...]:
        match move:
            case Lay(place):
                return (Gesture(PEARL, place),)
            case Answer(True) if position.mover is not None:
                return (Gesture(net(position.players[position.mover]), PAD),)
            case _:
                return ()

    def ends_turn(self, move: Move) -> bool:
        return isinstance(move, Answer)

    def ending(self, position: Position) -> str:
        return ""
