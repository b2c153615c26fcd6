"""Hours of play at the error rates that people have reported: python -m tests.lab.radio [--hours H]; 1 if wrong."""

from __future__ import annotations

import argparse
import sys
import time

from tests.lab.radio.hours import play


def main() -> int:
    """Play, tell what came of it, and return 0 when nothing was seen wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.radio", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hours", type=float, default=10.0, help="of virtual time")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other errors")
    options = parser.parse_args()
    began = time.monotonic()
    done = play(options.hours, options.seed)
    print(
        f"{options.hours:g} simulated hours, {done.polls:,} polls, {done.moves:,} moves, {done.dropouts:,} dropouts, "
        f"{done.ills} ill chips, {done.resets} resets, in {(time.monotonic() - began) / 60:.1f} minutes: "
        f"{len(done.wrong) or 'nothing'} wrong"
    )
    for what in done.wrong:
        print(what)
    return 1 if done.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
