"""Every fault, many times: python -m tests.lab.faults [PART…] [--short]; 1 if anything was lost.

The table grows by one row with each part that is done. A part that breaks off is told as a loss, and the next one is
tried all the same: a run of an hour is not to be had twice.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections.abc import Sequence
from typing import NamedTuple

from companion.words.progress import Progress
from tests.lab.faults.parts import PARTS
from tests.lab.faults.tried import Tried

TOLD = 20  # losses of one part that are printed


class Done(NamedTuple):
    """What came of one part."""

    part: str
    trials: int
    seconds: float
    tried: Tried


def main(arguments: Sequence[str] | None = None) -> int:
    """Try what was asked for, print a table, and return 0 when nothing was lost, 1 otherwise."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.faults", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join(PARTS)}; without: all of them")
    parser.add_argument("--short", action="store_true", help="as few as the tests of every day")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other points")
    parser.add_argument("--json", action="store_true", help="print the results for a program")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.parts if name not in PARTS]:
        parser.error(f"unknown part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    if not options.json:
        print("| fault | trials | what the players see | confirmations written down | lost | seconds |")
        print("|---|---:|---|---:|---|---:|", flush=True)
    results = []
    names = options.parts or list(PARTS)
    for number, name in enumerate(names, 1):
        part = PARTS[name]
        count = part.short if options.short else part.full
        print(f"{time.strftime('%H:%M:%S')} {number}/{len(names)} {name}: {count * part.each:,}", file=sys.stderr)
        results.append(_try(name, count, options.seed))
        if not options.json:
            _print_row(results[-1])
    if options.json:
        told = [{**each._asdict(), "seconds": round(each.seconds, 1), **each.tried._asdict()} for each in results]
        json.dump([{key: value for key, value in each.items() if key != "tried"} for each in told], sys.stdout)
    else:
        _print_sum(results)
    return 1 if any(each.tried.lost for each in results) else 0


def _try(name: str, count: int, seed: int) -> Done:
    start = time.monotonic()
    with Progress(count, name, sys.stderr) as progress:
        try:
            tried = PARTS[name].run(count, seed, progress.advance)
        except Exception as error:  # whatever it is: the parts after it can still be tried
            traceback.print_exc()
            tried = Tried([f"broke off: {type(error).__name__}: {error}"])
    return Done(name, count * PARTS[name].each, time.monotonic() - start, tried)


def _print_row(done: Done) -> None:
    part, tried = PARTS[done.part], done.tried
    confirmed = f"{tried.confirmed:,}" if tried.confirmed else ""
    lost = len(tried.lost) or "nothing"
    print(f"| {part.fault} | {done.trials:,} | {part.seen} | {confirmed} | {lost} | {done.seconds:.0f} |", flush=True)


def _print_sum(results: Sequence[Done]) -> None:
    """Report after the table what was lost, and of how much."""
    print()
    for done in results:
        for each in done.tried.lost[:TOLD]:
            print(f"{done.part}: {each}")
    lost = sum(len(done.tried.lost) for done in results)
    trials, confirmed = sum(done.trials for done in results), sum(done.tried.confirmed for done in results)
    minutes = sum(done.seconds for done in results) / 60
    print(
        f"{len(results)} faults, {trials:,} trials, {confirmed:,} confirmations, {minutes:.1f} minutes:"
        f" lost {lost or 'nothing'}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
