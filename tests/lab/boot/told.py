"""The table of what was tried: a row for each step, written when it is done."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable

from tests.lab.boot.commands import CommandFailed


class Told:
    """Tries steps, tells of each, and counts those that failed."""

    def __init__(self) -> None:
        self.failed = 0
        print("| system | what was tried | held | seconds |\n|---|---|---|---:|", flush=True)

    def step(self, where: str, what: str, do: Callable[[], object]) -> None:
        """Try one step; one that fails is told, and the next one is tried all the same."""
        began = time.monotonic()
        try:
            came = do()
        except Exception as error:
            self.failed += 1
            traceback.print_exc()
            if isinstance(error, CommandFailed):
                print("\n".join(error.said.splitlines()[-40:]), file=sys.stderr)
            lines = str(error).splitlines() or [type(error).__name__]
            verdict = f"FAILED: {lines[0][:200]}"
        else:
            verdict = came if isinstance(came, str) and came and "\n" not in came else "yes"
        print(f"| {where} | {what} | {verdict} | {time.monotonic() - began:.0f} |", flush=True)

    def end(self) -> int:
        """Sum up; return the exit code."""
        print(f"\n{self.failed} failed" if self.failed else "\nall held")
        return int(bool(self.failed))
