"""Kill the companion with SIGKILL in the midst of games, every other time between two given writes to the disk.

Run as a program, under the shim, it prints what went wrong as JSON and, for each kill, a line to standard error.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from tests.lab.faults import powercut
from tests.lab.faults.killing import KillerFailed, led
from tests.lab.faults.tried import Advance, Tried
from tests.lab.soak.kills import kill_players


def kill(kills: int, seed: int, advance: Advance) -> Tried:
    """Kill this many companions; every confirmation that was shown before must be in the journal after."""
    with tempfile.TemporaryDirectory(prefix="kills-") as name, tempfile.TemporaryDirectory() as shim_folder:
        control = powercut.Control(Path(shim_folder) / "control")
        environment = powercut.environment(powercut.build_shim(Path(shim_folder)), Path(name), control=control)
        arguments = (name, str(control.path), str(kills), str(seed))
        try:
            return Tried(*led("tests.lab.faults.daemon_kills", arguments, environment, advance))
        except KillerFailed as failed:
            return Tried([str(failed)])


def _main(folder: str, control: str, kills: str, seed: str) -> None:
    disk = powercut.Control(Path(control))
    (Path(folder) / "probe").write_text("x")
    if not disk.changes:
        raise RuntimeError("the shim is not in place: nobody would die at a given point")
    lost, notes = kill_players(
        int(kills), int(seed), lambda: print("killed", file=sys.stderr), folder=Path(folder), disk=disk
    )
    json.dump([lost, notes.confirmed], sys.stdout)


if __name__ == "__main__":
    _main(*sys.argv[1:])
