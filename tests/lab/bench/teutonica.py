"""How fast the rules of Hansa Teutonica are for each number of players, in one run with Hansa and other engines.

As in `rules`: uniformly random moves, the list built for every one, events made, through the public doors. A random
game hardly ever ends, so it is broken off after a thousand moves.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.games.teutonica.boards import shipped_board
from companion.games.teutonica.rules.legal import legal_moves
from companion.games.teutonica.rules.pieces import COLOURS
from companion.games.teutonica.rules.play import play
from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.rules.setup import new_game
from tests.lab.bench.rules import (
    Rules,
    Side,
    hansa,
    openspiel_backgammon,
    print_calls,
    print_machine,
    print_playouts,
    python_chess,
    side_by_side,
)

MOST_MOVES = 1_000
NUMBERS = (2, 3, 4, 5)


def first_position_of(players: int) -> Callable[[], Position]:
    """Return what begins a game."""
    return lambda: new_game(shipped_board(), COLOURS[:players], start=COLOURS[0])


def playout_of(players: int) -> Side:
    """Return what plays one game, and gives the number of moves."""
    first = first_position_of(players)

    def playout(random: Random) -> int:
        choice, moves, position = random.choice, 0, first()
        while moves < MOST_MOVES and (legal := legal_moves(position)):
            position = play(position, choice(legal)).position
            moves += 1
        return moves

    return playout


OURS = {f"Teutonica for {players}": f"for {players}" for players in NUMBERS}
SIDES: dict[str, Side] = {
    **{name: playout_of(players) for name, players in zip(OURS, NUMBERS, strict=True)},
    "Hansa": hansa,
    "python-chess": python_chess,
    "OpenSpiel backgammon": openspiel_backgammon,
}


def main() -> None:
    """Print the figures as tables."""
    print_machine()
    print_playouts(side_by_side(SIDES), OURS)
    for players in NUMBERS:
        print(f"\n{players} players:")
        print_calls(Rules(first_position_of(players), legal_moves, play, MOST_MOVES))


if __name__ == "__main__":
    main()
