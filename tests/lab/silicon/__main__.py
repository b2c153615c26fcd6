"""The firmware on an emulated RP2040: python -m tests.lab.silicon [PART …]; 1 if anything was wrong.

Parts: `rates`, how often readers are looked at, and `start`, both in the chip's time; `faults`, the tests of faults
with this chip in place of MicroPython under Node; `trials`, flashing, hangs, failed starts, a wand, minutes of play.
Without one, all of them: more than an hour.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tests.firmware.rates import DISTRIBUTIONS
from tests.lab.silicon.rates import beginning, rates

ROOT: Final = Path(__file__).parents[3]
SECONDS: Final = 5.0
SPREADS: Final = ((0,) * 9, (2, 1, 0, 0, 1, 0, 0, 0, 0), *DISTRIBUTIONS)
# Nothing is ended for being slow here: a second of the chip takes two of a processor, and often has to wait for one.
PYTEST: Final = (sys.executable, "-m", "pytest", "-q", "--no-cov", "-p", "no:randomly", "-p", "no:cacheprovider")
PATIENT: Final = ("-o", "timeout=0")


def tell_rates() -> int:
    """Print a row for every spread of tags, with every lamp breathing and dark."""
    print("| tags on each reader | lamps | hot readers, looks a second | the others |\n|---|---|---|---|", flush=True)
    wrong = 0
    for tags in SPREADS:
        for lit in (True, False):
            found = rates(tags, lit=lit, seconds=SECONDS)
            wrong += found.resting != tags
            lamps = "breathe" if lit else "dark"
            print(f"| {'/'.join(map(str, tags))} | {lamps} | {found.hot:.1f} | {found.others:.1f} |", flush=True)
    return wrong


def tell_start() -> int:
    """Print how long a start takes."""
    found = beginning()
    print(f"hello after {found.hello_s:.2f} s, every reader trusted after {found.live_s:.2f} s", flush=True)
    return 0


def _tested(*arguments: str) -> Callable[[], int]:
    return lambda: subprocess.run([*PYTEST, *PATIENT, *arguments], cwd=ROOT, check=False).returncode


PARTS: Final[dict[str, Callable[[], int]]] = {
    "rates": tell_rates,
    "start": tell_start,
    "faults": _tested("-p", "tests.lab.silicon.in_place", "-k", "micropython", "tests/firmware/test_faults.py"),
    "trials": _tested("tests/lab/silicon/trials.py"),
}


def main(names: Sequence[str]) -> int:
    """Run parts; return 0 if nothing was wrong."""
    unknown = sorted({*names} - {*PARTS})
    if unknown:
        print(f"unknown part {unknown[0]}: expected one of {', '.join(PARTS)}", file=sys.stderr)
        return 2
    return 1 if sum([PARTS[name]() for name in names or PARTS]) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
