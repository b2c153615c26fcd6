"""Cut the power under whoever exchanges files, with names dropped whose folders were not synced.

Each deed is done once and recorded; then the disk is laid out as it is after a cut between any two changes, with each
kind of loss. Then somebody may open the journal. What the next start finds must be all old or all new, with the old
games whole somewhere; and all new once the deed had said that it is done. Run as a program, under the shim, it prints
what went wrong as JSON.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

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


def cut_exchanges(cuts: int, seed: int, advance: Advance) -> Tried:
    """Cut in the middle of exchanges; tell what went wrong, and how many entries were looked for."""
    with tempfile.TemporaryDirectory(dir=memory()) as name, tempfile.TemporaryDirectory() as shim_folder:
        log = Path(name) / "log"
        environment = powercut.environment(powercut.build_shim(Path(shim_folder)), _trial(Path(name)), log=log)
        try:
            return Tried(
                *led("tests.lab.faults.exchange_cuts", (name, str(log), str(cuts), str(seed)), environment, advance)
            )
        except KillerFailed as failed:
            return Tried([str(failed)])


class _Recorded(NamedTuple):
    deed: Deed
    before: powercut.Disk
    changes: list[powercut.Change]


def _trial(root: Path) -> Path:
    return root / "trial"  # always the same: a marker may name a path


def _record(deed: Deed, root: Path, log: Path) -> _Recorded:
    """Do it once, and keep what the shim has written down."""
    folder = _trial(root)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(deed.templates, folder, symlinks=True)
    before = powercut.Disk(folder)
    os.truncate(log, 0)
    with redirect_stdout(StringIO()):
        deed.do(folder)
    changes = list(powercut.read_log(log))
    if len(changes) < 5:
        raise RuntimeError("the shim is not in place: nothing would be lost")
    return _Recorded(deed, before, changes)


def _cut(root: Path, log: Path, cuts: int, chance: random.Random) -> Tried:
    recorded = []
    for kind in DEEDS:
        templates = root / kind.__name__
        templates.mkdir()
        recorded.append(_record(kind(templates), root, log))
    chosen = _points([len(each.changes) + 1 for each in recorded], cuts, chance)
    lost: list[str] = []
    looked = 0
    for (deed, disk, changes), points in zip(recorded, chosen, strict=True):
        for point in range(len(changes) + 1):
            for _ in range(points.count(point)):
                for loss in powercut.Loss:
                    name = f"{type(deed).__name__}, after change {point} of {len(changes)}, {loss}"
                    try:
                        looked += _look(deed, disk, _trial(root), loss, chance, is_over=point == len(changes))
                    except (AssertionError, JournalError, UserError, InstallError, OSError, ValueError) as error:
                        lost.append(f"{name}: {type(error).__name__}: {error}")
                os.truncate(log, 0)
                sys.stderr.write("killed\n")
                sys.stderr.flush()
            if point < len(changes):
                disk.replay(changes[point])
    return Tried(lost, looked)


def _points(sizes: list[int], cuts: int, chance: random.Random) -> list[list[int]]:
    """Choose where to cut each deed: at its end, then at every other point once, then at any of them."""
    chosen: list[list[int]] = []
    for number, size in enumerate(sizes):
        wanted = len(range(number, cuts, len(sizes)))
        once = [size - 1, *chance.sample(range(size - 1), size - 1)][:wanted]
        chosen.append([*once, *chance.choices(range(size), k=wanted - len(once))])
    return chosen


def _look(
    deed: Deed, disk: powercut.Disk, folder: Path, loss: powercut.Loss, chance: random.Random, *, is_over: bool
) -> int:
    shutil.rmtree(folder)
    folder.mkdir()
    disk.lay_out(folder, loss, chance)
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        story.look_in(folder / "state" / GAMES, chance)
        if is_over and not deed.is_done(folder):
            raise AssertionError("it was said to be done, and is not")
        return deed.look(folder)


if __name__ == "__main__":
    _, root, log, cuts, seed = sys.argv
    tried = _cut(Path(root), Path(log), int(cuts), random.Random(int(seed)))
    json.dump(tried, sys.stdout)
