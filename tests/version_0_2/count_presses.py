"""Counts the presses of every scenario: `python -m tests.version_0_2.count_presses > tests/version_0_2/presses.toml`.

A press is one that the runner makes at the simulated table, short or held. Short cuts such as `new game` make none.
"""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from companion.cli import main as command

SCENARIOS = Path(__file__).parents[1] / "scenarios"


class Counted(NamedTuple):
    """What a scenario takes."""

    presses: int
    steps: int


def count(file: Path) -> Counted:
    """Run a scenario, and count; with stacks that are silent, for the presses are the same with others."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        code = command(["scenario", "--json", "--stacks", "silent", str(file)])
    (run,) = json.loads(out.getvalue())["runs"]
    assert code == 0, run["problem"]
    return Counted(run["presses"], run["steps"])


def main() -> None:
    """Print a line for each scenario."""
    print("# The presses and steps of every scenario, counted by version 0.2.0.\n")
    for file in sorted(SCENARIOS.glob("*.scenario"), key=lambda file: file.stem):
        counted = count(file)
        print(f"{file.stem} = {{ presses = {counted.presses}, steps = {counted.steps} }}")


if __name__ == "__main__":
    main()
