"""`make lab PART=strength`: how strong a game's bots are against one another, and how long they think.

Every row is one player against others who are alike. A seed names set-up and supply; the player sits on every seat of
it in turn, and these games together are one block. The number of blocks is fixed before, and the intervals are over
blocks. `--seeds choosing` is for whoever tries something out; what is reported comes from other seeds. What was played
is kept in build/strength, and a run that was broken off goes on.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from companion.shelf.shelf import SHELF, open_box
from companion.words.progress import Progress
from tests.lab.strength.blocks import Outcome, play_block
from tests.lab.strength.kept import Kept, mark_of
from tests.lab.strength.report import HEAD, Result, line_of, plot_of, result_of, table_of, write_page
from tests.lab.strength.rows import Row, parse_row, rows_of

ROOT: Final = Path(__file__).parents[3]
PAGE: Final = ROOT / "docs" / "strength.md"
PARTS: Final = ("bar", "ladder", "character", "anchor", "mirror", "sanity", "own")


def play_numbered(game: str, row: Row, seeds: str, number: int) -> tuple[int, list[Outcome]]:
    """Play one block, in whichever process."""
    return number, play_block(open_box(game), row, seeds, number)


def play_blocks(
    game: str, row: Row, seeds: str, numbers: Sequence[int], processes: int
) -> Iterator[tuple[int, list[Outcome]]]:
    """Play blocks, each as soon as a process is free."""
    play = partial(play_numbered, game, row, seeds)
    if processes == 1 or len(numbers) < 2:
        yield from map(play, numbers)
        return
    with get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(play, numbers)


def measure(game: str, row: Row, seeds: str, kept: Kept, blocks: int, processes: int, progress: Progress) -> Result:
    """Play what is missing of a row, keep it, and sum it up."""
    missing = [number for number in range(blocks) if number not in kept.blocks(row.name)]
    progress.advance(blocks - len(missing), row.name)
    for number, outcomes in play_blocks(game, row, seeds, missing, processes):
        kept.add(row.name, number, outcomes)
        progress.advance(doing=row.name)
    return result_of(row, kept.blocks(row.name), blocks)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(prog="make lab PART=strength", description=__doc__)
    parser.add_argument("--game", choices=SHELF, default=next(iter(SHELF)))
    parser.add_argument("--part", choices=PARTS, action="append", help="only these rows (may be repeated)")
    parser.add_argument("--row", action="append", help="instead: a row, '2: best@500 v simple' (may be repeated)")
    parser.add_argument("--blocks", type=int, help="at most this many blocks a row, instead of the row's own number")
    parser.add_argument("--seeds", choices=("choosing", "reporting"), default="reporting")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--kept", type=Path, default=ROOT / "build" / "strength", help="where what was played is kept")
    parser.add_argument("--write", action="store_true", help="write docs/strength.md and its plot")
    parser.add_argument("--report", action="store_true", help="play nothing: only rows of which blocks are kept")
    options = parser.parse_args(arguments)
    try:
        rows = tuple(map(parse_row, options.row)) if options.row else rows_of(options.game)
    except ValueError as error:
        parser.error(str(error))
    rows = tuple(row for row in rows if not options.part or row.part in options.part)
    box = open_box(options.game)
    for row in rows:
        if row.players not in box.seats:
            parser.error(f"row {row.name}: expected {box.seats[0]} to {box.seats[-1]} players")
    mark = mark_of(box.catalogues.parent)
    kept = Kept(options.kept / f"{box.id}-{options.seeds}.jsonl", mark)
    planned = {row: min(row.blocks, options.blocks or row.blocks) for row in rows}
    results = []
    print(HEAD, flush=True)
    with Progress(sum(planned.values()), "blocks", sys.stderr) as progress:
        for row, blocks in planned.items():
            if options.report:
                if not kept.blocks(row.name):
                    continue
                results.append(result_of(row, kept.blocks(row.name), blocks))
            else:
                results.append(measure(box.id, row, options.seeds, kept, blocks, options.processes, progress))
            print(line_of(results[-1]), flush=True)
    if options.write:
        plot = PAGE.with_name(f"strength-{box.id}.svg")
        plot.write_text(plot_of(f"{box.title}: who wins how often", results), encoding="utf-8")
        picture = f"![Scores of the players of {box.title}, with intervals]({plot.name})"
        write_page(PAGE, box.id, f"{table_of(results)}\n\n{picture}\n\nMark of rules and players: `{mark}`.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
