"""`make lab PART=tune`: look for better weights of a game's bots that think.

A child's fitness is by how many points it is ahead of the best other player, on average over fixed seeds and all their
seatings, against the weights that ship. What was found is checked on other seeds before it is printed: only if its
interval there is above nothing is it better. What was measured is kept in build/tune, and a run that was broken off
goes on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from statistics import mean
from typing import Final

from companion.shelf.shelf import open_box
from companion.words.progress import Progress
from tests.lab.strength.blocks import play_block
from tests.lab.strength.intervals import Interval, over_blocks
from tests.lab.strength.kept import mark_of
from tests.lab.strength.rows import Row
from tests.lab.tune.evolution import Generation, Kept, Vector, evolve

ROOT: Final = Path(__file__).parents[3]
GAMES: Final = tuple(sorted(path.stem for path in (Path(__file__).parent / "games").glob("[a-z]*.py")))
_MOST_POINTS: Final = 1_000.0


def leads(game: str, vector: Vector, players: int, nodes: int, seeds: str, blocks: int) -> list[float]:
    """Return by how many points a vector is ahead of those that ship, block by block."""
    parts = import_module(f"tests.lab.tune.games.{game}")
    own = {"child": parts.thinker(vector), "shipped": parts.thinker(parts.start())}
    row = Row(players, f"child@{nodes}", f"shipped@{nodes}")
    return [
        mean(each.points - each.best_other for each in play_block(open_box(game), row, seeds, number, own))
        for number in range(blocks)
    ]


def told(generation: Generation) -> str:
    """Say how far it has come, in one line."""
    return f"generation {generation.number}: {generation.fitness:+.2f} points, step {generation.step:.3f}"


def check(game: str, vector: Vector, players: int, nodes: int, blocks: int) -> Interval:
    """Measure what was found on seeds on which nothing was chosen."""
    found = leads(game, vector, players, nodes, "checking", blocks)
    return over_blocks(found, least=-_MOST_POINTS, most=_MOST_POINTS)


def main(arguments: Sequence[str] | None = None) -> int:
    """Let weights evolve, and print the best."""
    parser = argparse.ArgumentParser(prog="make lab PART=tune", description=__doc__)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=1_000, help="a decision")
    parser.add_argument("--blocks", type=int, default=12, help="for each child")
    parser.add_argument("--children", type=int, default=6)
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--checks", type=int, default=60, help="blocks on other seeds for what was found")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kept", type=Path, default=ROOT / "build" / "tune", help="where what was measured is kept")
    options = parser.parse_args(arguments)
    game, players, nodes = options.game, options.players, options.nodes
    parts = import_module(f"tests.lab.tune.games.{game}")
    mark = f"{mark_of(open_box(game).catalogues.parent)} {players} {nodes} {options.blocks}"
    kept = Kept(options.kept / f"{game}.jsonl", mark)
    with Progress(options.generations * options.children, "children", sys.stderr) as progress:

        def fitness(vector: Vector) -> float:
            return mean(leads(game, vector, players, nodes, "tuning", options.blocks))

        for generation in evolve(parts.start(), fitness, options.children, options.generations, options.seed, kept):
            if generation.number:
                progress.advance(options.children, told(generation))
            print(told(generation), flush=True)
    if generation.parent == parts.start():
        print("nothing better was found")
        return 0
    lead = check(game, generation.parent, players, nodes, options.checks)
    print(f"on other seeds {lead.mean:+.2f} points ({lead.low:+.2f} to {lead.high:+.2f}), {lead.blocks} blocks")
    print(parts.text_of(generation.parent), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
