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
from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import median, quantiles
from typing import Any, NamedTuple

from companion.games.game import Played
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


Side = Callable[[Random], int]  # plays one game, and gives the number of moves


class Rules(NamedTuple):
    """What is measured of a game of ours: how it begins, and its two public doors."""

    first: Callable[[], Any]
    legal_moves: Callable[[Any], Sequence[Any]]
    play: Callable[[Any, Any], Played[Any]]
    most_moves: int = 1_000_000  # where a game may not end by itself


class Run(NamedTuple):
    """This many moves in this many seconds of processor time."""

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
    """Play one game of Hansa; return the number of moves."""
    choice, moves = random.choice, 0
    position = first_position()
    while legal := legal_moves(position):
        position = play(position, choice(legal)).position
        moves += 1
    return moves


def hansa_without_reveals(random: Random) -> int:
    """Play one game of Hansa; return the number of moves that are somebody's decision."""
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


SIDES: dict[str, Side] = {
    "Hansa": hansa,
    "Hansa, reveals not counted": hansa_without_reveals,
    "python-chess": python_chess,
    "catanatron": catanatron,
    "OpenSpiel backgammon": openspiel_backgammon,
}


def measure(side: Side, random: Random, seconds: float) -> Run:
    """Play whole games for this long; what other sides left in memory is not this one's to clear up."""
    gc.collect()
    gc.freeze()
    began, moves = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds:
        moves += side(random)
    return Run(moves, spent)


def side_by_side(sides: Mapping[str, Side]) -> dict[str, list[Run]]:
    """Let the sides take turns."""
    runs: dict[str, list[Run]] = {name: [] for name in sides}
    for side in sides.values():
        side(Random(0))  # imports and first games are not what is measured
    for number in range(ROUNDS):
        randoms = {name: Random(number) for name in sides}
        turns = [{name: measure(side, randoms[name], SECONDS) for name, side in sides.items()} for _ in range(TURNS)]
        for name, those in runs.items():
            moves, seconds = zip(*(turn[name] for turn in turns), strict=True)
            those.append(Run(sum(moves), sum(seconds)))
    return runs


class Latency(NamedTuple):
    """Microseconds for one call."""

    median_us: float
    p99_us: float


def latencies(rules: Rules, games: int = 20) -> tuple[Latency, Latency]:
    """Measure listing the legal moves, and playing one, over random games."""
    listing: list[float] = []
    playing: list[float] = []
    random, clock = Random(5), time.perf_counter
    legal_moves, play = rules.legal_moves, rules.play
    for _ in range(games):
        position = rules.first()
        for _ in range(rules.most_moves):
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


def bytes_per_position(rules: Rules, games: int = 5) -> float:
    """Keep every position of some games, and see what they take together."""
    random = Random(6)
    kept: list[Any] = []
    for _ in range(2):  # what the rules remember for themselves is not the positions': it is there the second time
        kept.clear()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        random.seed(6)
        for _ in range(games):
            position = rules.first()
            for _ in range(rules.most_moves):
                legal = rules.legal_moves(position)
                if not legal:
                    break
                position, _ = rules.play(position, random.choice(legal))
                kept.append(position)
        taken = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
    return taken / len(kept)


def print_playouts(runs: Mapping[str, list[Run]], ours: Mapping[str, str]) -> None:
    """Print a table of moves a second, with a column for each of ours that says how much faster it is."""
    print(f"| random playouts | moves a second |{''.join(f' {title} is |' for title in ours.values())}")
    print(f"|---|---:|{'---:|' * len(ours)}")
    for name, those in runs.items():
        ratios = [median(our.rate / their.rate for our, their in zip(runs[our], those, strict=True)) for our in ours]
        cells = "".join(f" {ratio:.2f} times |" for ratio in ratios)
        print(f"| {name} | {median(run.rate for run in those):,.0f} |{cells}")


def print_machine() -> None:
    """Return what was measured on, and how."""
    build = " ".join(platform.python_build())
    print(f"{platform.python_implementation()} {platform.python_version()} ({build}), {platform.machine()}")
    print(f"median of {ROUNDS} rounds of {TURNS} turns of {SECONDS} s a side, processor time\n")


def print_calls(rules: Rules) -> None:
    """Print what the two doors take, and how large a position is."""
    listing, playing = latencies(rules)
    print("\n| one call | median | p99 |")
    print("|---|---:|---:|")
    print(f"| list the legal moves | {listing.median_us:.2f} µs | {listing.p99_us:.2f} µs |")
    print(f"| play a move, checked, with events | {playing.median_us:.2f} µs | {playing.p99_us:.2f} µs |")
    print(f"\n{bytes_per_position(rules):.0f} bytes a position, all positions of a game kept")


HANSA = Rules(first_position, legal_moves, play)


def main() -> None:
    """Print the figures as a table."""
    print_machine()
    print_playouts(side_by_side(SIDES), {"Hansa": "Hansa"})
    print_calls(HANSA)


if __name__ == "__main__":
    main()
