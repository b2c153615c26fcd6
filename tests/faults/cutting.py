"""Cut the power under a journal in SQLite: one recorded writer, thousands of cuts.

Run as a program, under the shim, it is the writer.
"""

from __future__ import annotations

import ctypes
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from companion.journal.journal import JournalError
from companion.journal.sqlite import SqliteJournal
from tests.faults import powercut, story

FILE = "journal.sqlite"
STEPS = 420  # enough for the log to fill and be checkpointed in the midst of appends
STEPS_A_SITTING = 350


def cut_power(cuts: int, seed: int, progress: Callable[[], None]) -> list[str]:
    """Cut at random points, each with every kind of loss, and list what went wrong."""
    chance = random.Random(seed)
    found: list[str] = []
    with tempfile.TemporaryDirectory(dir=powercut.memory()) as name:
        folder = Path(name)
        log = _record(folder)
        changes = list(powercut.read_log(log))
        chosen = set(chance.sample(range(len(changes) + 1), min(cuts, len(changes) + 1)))
        disk = powercut.Disk()
        for index in range(len(changes) + 1):
            if index in chosen:
                for loss in powercut.Loss:
                    said = _after_cut(folder / "after", disk, loss, chance)
                    found += [f"cut after change {index}, {loss}: {fault}" for fault in said]
                progress()
            if index < len(changes):
                disk.replay(changes[index])
    return found


def _record(folder: Path) -> Path:
    root, log = folder / "disk", folder / "log"
    root.mkdir()
    with tempfile.TemporaryDirectory() as name:  # apart: a folder in memory may forbid programs
        environment = powercut.environment(powercut.build_shim(Path(name)), root, log=log)
        subprocess.run([sys.executable, "-m", "tests.faults.cutting", str(root)], env=environment, check=True)
    return log


def _after_cut(folder: Path, disk: powercut.Disk, loss: powercut.Loss, chance: random.Random) -> list[str]:
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, content in disk.after_cut(loss, chance).items():
        (folder / name).write_bytes(content)
    confirmed: dict[str, int] = {}
    for said in disk.confirmed:
        game_id, revision = said.decode().split()
        confirmed[game_id] = int(revision)
    try:
        with closing(SqliteJournal(folder / FILE)) as journal:
            journal.open()
            found = story.faults(journal, confirmed) + [str(damage) for damage in journal.integrity()]
            for number in range(len(story.GAMES)):
                story.step(journal, number)
            return found
    except JournalError as error:
        return [f"{type(error).__name__}: {error}"]


def _write(root: Path) -> None:
    """Tell the story, with a restart now and then, each step confirmed to the shim."""
    shim = ctypes.CDLL(os.environ["LD_PRELOAD"])
    journal = SqliteJournal(root / FILE)
    for number in range(STEPS):
        if number % STEPS_A_SITTING == 0:
            journal.close()
        journal.open()
        game_id, revision = story.step(journal, number)
        said = f"{game_id} {revision}".encode()
        shim.powercut_confirm(said, ctypes.c_uint64(len(said)))
    journal.close()


if __name__ == "__main__":
    _write(Path(sys.argv[1]))
