"""The bots of Hansa Teutonica: a random and a simple one, who decide at once, and four levels of one who thinks."""

from __future__ import annotations

from random import Random

from companion.games.game import Json
from companion.games.teutonica.players.characters import CHARACTERS
from companion.games.teutonica.players.greedy import greedy_move
from companion.games.teutonica.players.search import LEVELS, level_plans
from companion.games.teutonica.players.weighted import random_move
from companion.games.teutonica.players.winning import winning_chances
from companion.games.teutonica.rules.establish import CITY_LIMIT, PRESTIGE_LIMIT
from companion.games.teutonica.rules.moves import End, Move, Reveal
from companion.games.teutonica.rules.pieces import COLOURS
from companion.games.teutonica.rules.position import Cause, Position
from companion.shelf.players import Gesture, Plan, Watch, unwatched
from companion.table.belief import PAD

ENDS = {
    Cause.PRESTIGE: f"{PRESTIGE_LIMIT} prestige points",
    Cause.MARKERS: "the last marker",
    Cause.CITIES: f"{CITY_LIMIT} completed cities",
}


def random_setup(players: int, random: Random) -> Json:
    """Seat players of any colours, and choose who starts."""
    seats = random.sample(COLOURS, players)
    return {"players": seats, "start": random.choice(seats)}


class TeutonicaPlayers:
    """The bots of Hansa Teutonica, and how a hand makes their moves."""

    skills = ("random", "simple")
    levels = tuple(LEVELS)
    characters = CHARACTERS

    def decide(self, position: Position, skill: str, random: Random) -> Move:
        """Choose a move for the player who decides."""
        return random_move(position, random) if skill == "random" else greedy_move(position, random)

    def plan(
        self, position: Position, level: str, random: Random, nodes: int | None = None, watch: Watch = unwatched
    ) -> Plan:
        """Return the best plan that a level finds; those who decide at once plan one move."""
        if level in self.skills:
            return Plan((self.decide(position, level, random),), 0.0, 1)
        *_, plan = level_plans(position, level, random, nodes, watch)
        return plan

    def winning_chances(self, position: Position) -> tuple[float, ...]:
        """Return how likely each seat is to win, between equal players who think."""
        return winning_chances(position)

    def gestures(self, position: Position, move: Move) -> tuple[Gesture, ...]:
        """Return how a hand makes a move: a turned-up marker touches the pad; buttons make every other move."""
        del position
        return (Gesture(f"marker.{move.marker}", PAD),) if isinstance(move, Reveal) else ()

    def ends_turn(self, move: Move) -> bool:
        """Return whether a move ends a turn."""
        return isinstance(move, End)

    def ending(self, position: Position) -> str:
        """Return which of the three ends came about; one move can bring about more than one."""
        return " and ".join(ENDS[cause] for cause in position.ending)
