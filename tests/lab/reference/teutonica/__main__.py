"""The engine against the second implementation, and the harness against itself: soak, breaks, or both.

``python -m tests.lab.reference.teutonica [soak] [breaks] [--moves N] [--seed N]``; 1 if anything differs, if something
worth seeing was not reached, or if a break stays unnoticed.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from tests.lab.reference.teutonica.breaks import BREAKS, noticed
from tests.lab.reference.teutonica.duel import Difference
from tests.lab.reference.teutonica.features import WANTED
from tests.lab.reference.teutonica.soak import shipped_engine, soak

MOVES = 300_000
LONGEST_BREAK = 20_000  # moves that a break may stay unnoticed
CAUSES = ("prestige", "markers", "cities")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.lab.reference.teutonica", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join(PARTS)}; without: all of them")
    parser.add_argument("--moves", type=int, default=MOVES, help=f"moves of the soak (default: {MOVES})")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game; the next ones count up")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.parts if name not in PARTS]:
        parser.error(f"unknown part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    return max(PARTS[name](options.moves, options.seed) for name in options.parts or PARTS)


# --- the soak ---


def run_soak(moves: int, seed: int) -> int:
    from companion.words.progress import Progress

    begin_s = time.monotonic()
    with Progress(moves, "moves", sys.stderr) as progress:
        try:
            seen = soak(shipped_engine, moves, seed, advance=progress.advance)
        except Difference as difference:
            print(f"soak: {difference}", *getattr(difference, "__notes__", ()), sep="\n  ")
            return 1
    print(*soak_report(seen), sep="\n")
    minutes = (time.monotonic() - begin_s) / 60
    print(f"\n{seen['plies']:,} moves of {seen['games']:,} games agree, in {minutes:.0f} minutes", flush=True)
    return 1 if any(not seen[name] for name in WANTED) else 0


def soak_report(seen: Counter[str]) -> Iterator[str]:
    """Yield the counts by number of players, and of all that a soak should reach."""
    yield "| players | games | moves | displaced | on a crowded board | ends: prestige | markers | cities |"
    yield "|---:|---:|---:|---:|---:|---:|---:|---:|"
    columns = ["games with", "moves with", "displace with", "displace on a crowded board with"]
    columns += [f"over by {cause} with" for cause in CAUSES]
    for players in (2, 3, 4, 5):
        counts = (seen[f"{name} {players} players"] for name in columns)
        yield f"| {players} | {' | '.join(f'{count:,}' for count in counts)} |"
    yield "\n| reached | times |\n|---|---:|"
    yield from (f"| {name} | {seen[name]:,} |" for name in WANTED)
    refusals = [name for name in seen if name.startswith("refusal ") and name.count(" ") == 1]
    yield f"| refusals compared, of {len(refusals)} codes | {sum(seen[name] for name in refusals):,} |"
    yield f"| moves taken back and played again | {seen['take-backs']:,} |"
    yield f"| records saved and loaded | {seen['reloads'] + seen['games']:,} |"
    yield f"\nnot reached: {', '.join(name for name in WANTED if not seen[name]) or 'nothing'}"


# --- the breaks ---


def run_breaks(_: int, seed: int) -> int:
    from companion.words.progress import Progress

    missed = []
    with Progress(len(BREAKS), "breaks", sys.stderr) as progress:
        for name in BREAKS:
            shown = noticed(name, LONGEST_BREAK, seed)
            print(f"{name}: {shown or 'NOT NOTICED'}"[:160], flush=True)
            if shown is None:
                missed.append(name)
            progress.advance()
    print(f"\n{len(BREAKS) - len(missed)} of {len(BREAKS)} breaks noticed", flush=True)
    return 1 if missed else 0


PARTS: dict[str, Callable[[int, int], int]] = {"soak": run_soak, "breaks": run_breaks}

if __name__ == "__main__":
    sys.exit(main())
