"""The bots of Hansa: a random and a simple one, who decide at once, and four levels of one who thinks."""

from __future__ import annotations

from random import Random

from companion.games.game import Json
from companion.games.hansa.players.characters import CHARACTERS
from companion.games.hansa.players.choosing import choose
from companion.games.hansa.players.search import LEVELS, plans
from companion.games.hansa.players.winning import winning_chances
from companion.games.hansa.rules.goods import COLOURS
from companion.games.hansa.rules.moves import Buy, End, Move, Place, Reveal, Sail
from companion.games.hansa.rules.position import Position
from companion.games.hansa.rules.setup import GOODS_IN_PLAY, PLAYER_COLOURS
from companion.games.hansa.table.names import SHIP, city_place
from companion.shelf.players import Gesture, Plan, Watch, unwatched
from companion.table.belief import PAD


def random_setup(players: int, random: Random) -> Json:
    """Seat players, choose who starts and which goods are in."""
    seats = list(PLAYER_COLOURS[:players])
    random.shuffle(seats)
    goods = [str(colour) for colour in random.sample(COLOURS, GOODS_IN_PLAY[players])]
    return {"players": seats, "start": random.choice(seats), "goods": goods}


class HansaPlayers:
    """Hansa's bots, and how a hand makes their moves."""

    skills = ("random", "simple")
    levels = tuple(LEVELS)
    characters = CHARACTERS

    def decide(self, position: Position, skill: str, random: Random) -> Move:
        """Choose a move for the player who decides."""
        return choose(position, skill, random)

    def plan(
        self, position: Position, level: str, random: Random, nodes: int | None = None, watch: Watch = unwatched
    ) -> Plan:
        """Return the best plan that a level finds; those who decide at once plan one move."""
        if level in self.skills:
            return Plan((self.decide(position, level, random),), 0.0, 1)
        *_, plan = plans(position, level, random, nodes, watch)
        return plan

    def winning_chances(self, position: Position) -> tuple[float, ...]:
        """Return how likely each seat is to win, between equal players who think."""
        return winning_chances(position)

    def gestures(self, position: Position, move: Move) -> tuple[Gesture, ...]:
        """Return how a hand makes a move: ship and booths are put down, markers touch the pad; buttons do the rest."""
        match move:
            case Sail(city):
                return (Gesture(SHIP, city_place(city)),)
            case Place(city):
                mover = position.mover
                assert mover is not None
                return (Gesture(f"booth.{position.setup.players[mover]}", city_place(city)),)
            case Buy(good) | Reveal(good):
                return (Gesture(f"marker.{good}", PAD),)
            case _:
                return ()

    def ends_turn(self, move: Move) -> bool:
        """Return whether a move ends a turn."""
        return isinstance(move, End)

    def ending(self, position: Position) -> str:
        """Return nothing: Hansa always ends with its supply."""
        del position
        return ""
