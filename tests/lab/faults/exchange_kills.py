"""Kill whoever exchanges files at every write, rename, link and sync: restore, an upgrade's copy, repair, backup.

Each deed is done once unharmed to count its changes to the disk; then a child is killed before the first, the second
and so on, in turn. After each kill somebody may open the journal, and the next start must find everything old or
everything new, and the old games must be somewhere, whole. Run as a program, under the shim, it prints what went wrong
as JSON.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

from companion.archive.backup_file import GAMES
from companion.errors import UserError
from companion.journal.journal import JournalError
from systemd.machine import InstallError
from tests.kit.folders import memory
from tests.lab.faults import powercut, story
from tests.lab.faults.deeds import Deed
from tests.lab.faults.exchanges import DEEDS
from tests.lab.faults.killing import KillerFailed, led
from tests.lab.faults.tried import Advance, Tried


def kill_exchanges(kills: int, seed: int, advance: Advance) -> Tried:
    """Kill in the middle of exchanges; tell what went wrong, and how many entries were looked for."""
    with tempfile.TemporaryDirectory(dir=memory()) as name, tempfile.TemporaryDirectory() as shim_folder:
        control = powercut.Control(Path(shim_folder) / "control")
        environment = powercut.environment(powercut.build_shim(Path(shim_folder)), Path(name), control=control)
        arguments = (name, str(control.path), str(kills), str(seed))
        try:
            return Tried(*led("tests.lab.faults.exchange_kills", arguments, environment, advance))
        except KillerFailed as failed:
            return Tried([str(failed)])


def _kill(root: Path, control: powercut.Control, kills: int, chance: random.Random) -> Tried:
    lost: list[str] = []
    looked = 0
    deeds: list[tuple[Deed, int]] = []
    for kind in DEEDS:
        templates = root / kind.__name__
        templates.mkdir()
        deed = kind(templates)
        deeds.append((deed, _changes(deed, root, control)))
    if min(changes for _, changes in deeds) < 5:
        raise RuntimeError("the shim is not in place: nobody would die")
    for number in range(kills):
        deed, changes = deeds[number % len(deeds)]
        turn = number // len(deeds)
        # Every point in turn; once all have been, any of them again.
        life = turn if turn < changes else chance.randrange(changes)
        folder = _fresh(deed, root)
        status = _one_life(deed, folder, control, life)
        sys.stderr.write("killed\n")
        name = f"{type(deed).__name__}, before change {life + 1} of {changes}"
        if not os.WIFSIGNALED(status):
            lost.append(f"{name}: it ended by itself with {status}")
            continue
        try:
            with redirect_stdout(sys.stderr):
                story.look_in(folder / "state" / GAMES, chance)
                looked += deed.look(folder)
        except (AssertionError, JournalError, UserError, InstallError, OSError, ValueError, RuntimeError) as error:
            lost.append(f"{name}: {type(error).__name__}: {error}")
    return Tried(lost, looked)


def _fresh(deed: Deed, root: Path) -> Path:
    folder = root / "trial"
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(deed.templates, folder, symlinks=True)
    return folder


def _changes(deed: Deed, root: Path, control: powercut.Control) -> int:
    """Count the changes of a deed that nobody disturbs."""
    folder = _fresh(deed, root)
    before = control.changes
    status = _one_life(deed, folder, control, -1)
    if status:
        raise RuntimeError(f"{type(deed).__name__}: ends with {status}, unharmed")
    return control.changes - before


def _one_life(deed: Deed, folder: Path, control: powercut.Control, life: int) -> int:
    child = os.fork()
    if child == 0:
        try:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            control.set(life=life)
            deed.do(folder)
            os._exit(0)
        except BaseException as error:
            os.write(2, f"{error!r}\n".encode())
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    control.set()
    return status


if __name__ == "__main__":
    _, root, control, kills, seed = sys.argv
    tried = _kill(Path(root), powercut.Control(Path(control)), int(kills), random.Random(int(seed)))
    json.dump(tried, sys.stdout)
