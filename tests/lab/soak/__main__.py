"""Random whole games through the simulated table: python -m tests.lab.soak --games 1000 --silicon 50 --seed 1."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from companion.words.progress import Progress
from tests.lab.soak.game import Soaked, soak


def one(on_silicon: bool, seed: str) -> Soaked | str:
    """Play one game; return what went wrong as text, so that the others go on."""
    try:
        return soak(seed, on_silicon=on_silicon)
    except Exception:
        return f"seed {seed}:\n{traceback.format_exc()}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what was asked for; 0 when no game went wrong, 1 otherwise."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=20, metavar="N", help="games at port level")
    parser.add_argument("--silicon", type=int, default=1, metavar="N", help="games through full silicon")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="how many at the same time")
    options = parser.parse_args(arguments)
    wrong = 0
    with ProcessPoolExecutor(options.processes) as pool:
        for count, on_silicon, where in (
            (options.games, False, "at port level"),
            (options.silicon, True, "through full silicon"),
        ):
            seeds = [f"{options.seed}/{number}" for number in range(1, count + 1)]
            began, played = time.monotonic(), []
            with Progress(count, f"games {where}", sys.stderr) as progress:
                for result in pool.map(partial(one, on_silicon), seeds):
                    progress.advance()
                    if isinstance(result, Soaked):
                        played.append(result)
                    else:
                        wrong += 1
                        print(result, file=sys.stderr)
            if seeds:
                print(_summed_up(played, where, time.monotonic() - began))
    print(f"{wrong} games went wrong")
    return 1 if wrong else 0


def _summed_up(played: Sequence[Soaked], where: str, seconds: float) -> str:
    def in_all(field: str) -> int:
        return sum(int(getattr(game, field)) for game in played)

    hours = in_all("virtual_s") / 3600
    return (
        f"{len(played)} games {where} in {seconds:.0f} s: {in_all('acts')} acts, {in_all('entries')} entries, "
        f"{in_all('scenes')} scenes compared, {in_all('power_cuts')} power cuts, {hours:.0f} h at the table"
    )


if __name__ == "__main__":
    sys.exit(main())
