"""Every fault, many times: python -m tests.faults [PART…] [--short]; 1 if anything was lost."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence

from companion.progress import Progress
from tests.faults.parts import PARTS
from tests.faults.tried import Tried

TOLD = 20  # losses of one part that are printed


def main(arguments: Sequence[str] | None = None) -> int:
    """Try what was asked for, print a table, and give 0 when nothing was lost, 1 otherwise."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join(PARTS)}; without: all of them")
    parser.add_argument("--short", action="store_true", help="as few as the tests of every day")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other points")
    parser.add_argument("--json", action="store_true", help="print the results for a program")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.parts if name not in PARTS]:
        parser.error(f"unknown part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    results = []
    if not options.json:
        print("| fault | trials | what the players see | confirmations written down | lost | seconds |")
        print("|---|---|---|---|---|---|", flush=True)
    for name in options.parts or PARTS:
        part = PARTS[name]
        count = part.short if options.short else part.full
        start = time.monotonic()
        with Progress(count, name, sys.stderr) as progress:
            tried = part.run(count, options.seed, progress.advance)
        seconds = time.monotonic() - start
        results.append({"part": name, "trials": count * part.each, "seconds": round(seconds, 1), **tried._asdict()})
        if not options.json:
            _print_row(name, count * part.each, tried, seconds)
    if options.json:
        json.dump(results, sys.stdout)
    return 1 if any(result["lost"] for result in results) else 0


def _print_row(name: str, trials: int, tried: Tried, seconds: float) -> None:
    part = PARTS[name]
    confirmed = f"{tried.confirmed:,}" if tried.confirmed else ""
    lost = len(tried.lost) or "nothing"
    print(f"| {part.fault} | {trials:,} | {part.seen} | {confirmed} | {lost} | {seconds:.0f} |", flush=True)
    for each in tried.lost[:TOLD]:
        print(f"  {name}: {each}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
