"""The long form of the journal's faults: python -m tests.faults.journal --kills 10000 --cuts 3000 --redis-kills 200."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence

from companion.progress import Progress
from tests.faults.cutting import cut_power
from tests.faults.killing import kill_writers
from tests.faults.powercut import Loss
from tests.faults.redis_killing import kill_redis

Trial = Callable[[int, int, Callable[[], None]], list[str]]

TRIALS: dict[str, tuple[Trial, str, int]] = {
    "kills": (kill_writers, "SIGKILL of the process that writes to SQLite", 1),
    "cuts": (cut_power, "power cut under SQLite, unsynced writes dropped, whole and torn", len(Loss)),
    "redis-kills": (kill_redis, "SIGKILL of Redis with appendfsync always", 1),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what was asked for; 0 when nothing was lost, 1 otherwise."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.journal", description=__doc__)
    for name, (_, what, _) in TRIALS.items():
        parser.add_argument(f"--{name}", type=int, default=0, metavar="N", help=what)
    parser.add_argument("--seed", type=int, default=1, help="another seed, other points")
    parser.add_argument("--json", action="store_true", help="print the results for a program")
    options = parser.parse_args(arguments)
    results = []
    for name, (trial, what, variants) in TRIALS.items():
        count = getattr(options, name.replace("-", "_"))
        if not count:
            continue
        start = time.monotonic()
        with Progress(count, name, sys.stderr) as progress:
            found = trial(count, options.seed, progress.advance)
        seconds = time.monotonic() - start
        results.append({"fault": what, "trials": count * variants, "seconds": round(seconds, 1), "lost": found})
        if not options.json:
            print(f"{what}: {count * variants} trials in {seconds:.0f} s, {len(found)} faults")
            print("".join(f"  {fault}\n" for fault in found[:20]), end="")
    if options.json:
        json.dump(results, sys.stdout)
    return 1 if any(result["lost"] for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
