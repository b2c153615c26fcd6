"""`make lab PART=duels`: how often the best player of a game wins against the weakest ones, and how long that takes."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from multiprocessing import Pool
from statistics import mean, median

from companion.shelf.shelf import open_box
from companion.words.progress import Progress
from tests.lab.duels.duel import Outcome, play_duel

ROUNDS = 80  # within which a game should end


def play_numbered(game: str, players: int, seed: int, number: int) -> Outcome:
    """Play one game in a process of its own choice."""
    return play_duel(open_box(game), players, seed, number)


def row(players: int, outcomes: Sequence[Outcome]) -> str:
    """Sum up the games of one number of players."""
    longest = max(outcomes, key=lambda each: each.rounds)
    lost = sorted(each.number for each in outcomes if not each.won)
    endings = Counter(each.ending for each in outcomes if each.ending).most_common()
    cells = (
        players,
        len(outcomes),
        f"{len(outcomes) - len(lost)}{f' (not {lost[:8]})' if lost else ''}",
        f"{mean(each.points for each in outcomes):.1f}",
        f"{mean(each.best_other for each in outcomes):.1f}",
        f"{median(each.rounds for each in outcomes):.1f}",
        sum(each.rounds <= ROUNDS for each in outcomes),
        f"{longest.rounds:.1f} (number {longest.number})",
        ", ".join(f"{ending} {count}" for ending, count in endings),
    )
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(prog="make lab PART=duels", description=__doc__)
    parser.add_argument("--game", default="teutonica")
    parser.add_argument("--games", type=int, default=1_000, help="for each number of players")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    seats = open_box(options.game).seats
    print(f"| players | games | won alone | points | best other | rounds | within {ROUNDS} | longest | ended by |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|---|", flush=True)
    with Pool(options.processes) as pool, Progress(options.games * len(seats), "games", sys.stderr) as progress:
        for players in seats:
            play = partial(play_numbered, options.game, players, options.seed)
            outcomes = []
            for outcome in pool.imap_unordered(play, range(options.games), chunksize=4):
                outcomes.append(outcome)
                progress.advance(doing=f"of {players} players")
            print(row(players, outcomes), flush=True)


if __name__ == "__main__":
    main()
