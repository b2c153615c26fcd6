"""How fast the rules are, in one run side by side with other games' engines.

Every side does the same: list the legal moves, choose one at random, apply it, until the game is over. Every applied
move counts, chance included. Ours goes through the public door: a view of immutable positions, play checked, with its
events. The sides take short turns, so that a machine that is busy for a while is busy for all of them, and only the
processor's time is counted; a ratio is taken within each round, and the median of the rounds counts.
"""

from __future__ import annotations

import gc
import platform
import time
import tracemalloc
from collections.abc import Callable
from random import Random
from statistics import median, quantiles
from typing import NamedTuple

from companion.games.hansa.boards import named_board
from companion.games.hansa.rules.goods import COLOURS
from companion.games.hansa.rules.legal import legal_moves
from companion.games.hansa.rules.moves import Reveal
from companion.games.hansa.rules.play import play
from companion.games.hansa.rules.position import Position
from companion.games.hansa.rules.setup import PLAYER_COLOURS, new_game

ROUNDS = 7
TURNS = 10  # of each side in each round
SECONDS = 0.15  # of processor time in each turn


class Run(NamedTuple):
    """So many moves in so many seconds of processor time."""

    moves: int
    seconds: float

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds


def first_position() -> Position:
    """A game for four, as it begins."""
    return new_game(named_board("0.1"), PLAYER_COLOURS, start="gray", goods=COLOURS)


def hansa(random: Random) -> int:
    """Play one game of Hansa; give the number of moves."""
    choice, moves = random.choice, 0
    position = first_position()
    while legal := legal_moves(position):
        position = play(position, choice(legal)).position
        moves += 1
    return moves


def hansa_without_reveals(random: Random) -> int:
    """Play one game of Hansa; give the number of moves that are somebody's decision."""
    choice, moves = random.choice, 0
    position = first_position()
    while legal := legal_moves(position):
        move = choice(legal)
        position, _ = play(position, move)
        moves += type(move) is not Reveal
    return moves


def python_chess(random: Random) -> int:
    """Play one game of chess with python-chess, at most 400 plies."""
    import chess

    choice, moves = random.choice, 0
    board = chess.Board()
    while moves < 400 and (legal := list(board.legal_moves)):
        board.push(choice(legal))
        moves += 1
    return moves


def catanatron(random: Random) -> int:
    """Play one game of Catan with catanatron, at most 1,000 moves."""
    from catanatron import Color, Game, RandomPlayer

    choice, moves = random.choice, 0
    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    game = Game([RandomPlayer(colour) for colour in colours], seed=random.randrange(1 << 30))
    while moves < 1000 and game.winning_color() is None:
        game.execute(choice(game.state.playable_actions))
        moves += 1
    return moves


def openspiel_backgammon(random: Random) -> int:
    """Play one game of backgammon with OpenSpiel; dice are chosen from the listed outcomes, as markers are here."""
    import pyspiel

    choice, moves = random.choice, 0
    state = pyspiel.load_game("backgammon").new_initial_state()
    while legal := state.legal_actions():
        state.apply_action(choice(legal))
        moves += 1
    return moves


SIDES: dict[str, Callable[[Random], int]] = {
    "Hansa": hansa,
    "Hansa, reveals not counted": hansa_without_reveals,
    "python-chess": python_chess,
    "catanatron": catanatron,
    "OpenSpiel backgammon": openspiel_backgammon,
}


def measure(side: Callable[[Random], int], random: Random, seconds: float) -> Run:
    """Play whole games for so long; what other sides left in memory is not this one's to clear up."""
    gc.collect()
    gc.freeze()
    began, moves = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds:
        moves += side(random)
    return Run(moves, spent)


def side_by_side() -> dict[str, list[Run]]:
    """Let the sides take turns."""
    runs: dict[str, list[Run]] = {name: [] for name in SIDES}
    for side in SIDES.values():
        side(Random(0))  # imports and first games are not what is measured
    for number in range(ROUNDS):
        randoms = {name: Random(number) for name in SIDES}
        turns = [{name: measure(side, randoms[name], SECONDS) for name, side in SIDES.items()} for _ in range(TURNS)]
        for name, those in runs.items():
            moves, seconds = zip(*(turn[name] for turn in turns), strict=True)
            those.append(Run(sum(moves), sum(seconds)))
    return runs


class Latency(NamedTuple):
    """Microseconds for one call."""

    median_us: float
    p99_us: float


def latencies(games: int = 20) -> tuple[Latency, Latency]:
    """Measure listing the legal moves, and playing one, over whole random games."""
    listing: list[float] = []
    playing: list[float] = []
    random, clock = Random(5), time.perf_counter
    for _ in range(games):
        position = first_position()
        while True:
            began = clock()
            legal = legal_moves(position)
            listed = clock()
            if not legal:
                break
            move = random.choice(legal)
            chosen = clock()
            position, _ = play(position, move)
            playing.append(clock() - chosen)
            listing.append(listed - began)
    return _latency(listing), _latency(playing)


def _latency(seconds: list[float]) -> Latency:
    return Latency(1e6 * median(seconds), 1e6 * quantiles(seconds, n=100)[98])


def bytes_per_position(games: int = 5) -> float:
    """Keep every position of some games, and see what they take together."""
    random = Random(6)
    kept = []
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(games):
        position = first_position()
        while legal := legal_moves(position):
            position, _ = play(position, random.choice(legal))
            kept.append(position)
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return taken / len(kept)


def main() -> None:
    """Print the figures as a table."""
    runs = side_by_side()
    ours = runs["Hansa"]
    build = " ".join(platform.python_build())
    print(f"{platform.python_implementation()} {platform.python_version()} ({build}), {platform.machine()}")
    print(f"median of {ROUNDS} rounds of {TURNS} turns of {SECONDS} s a side, processor time\n")
    print("| random playouts | moves a second | Hansa is |")
    print("|---|---:|---:|")
    for name, those in runs.items():
        ratio = median(our.rate / their.rate for our, their in zip(ours, those, strict=True))
        print(f"| {name} | {median(run.rate for run in those):,.0f} | {ratio:.2f} times |")
    listing, playing = latencies()
    print("\n| one call | median | p99 |")
    print("|---|---:|---:|")
    print(f"| list the legal moves | {listing.median_us:.2f} µs | {listing.p99_us:.2f} µs |")
    print(f"| play a move, checked, with events | {playing.median_us:.2f} µs | {playing.p99_us:.2f} µs |")
    print(f"\n{bytes_per_position():.0f} bytes a position, all positions of a game kept")


if __name__ == "__main__":
    main()
