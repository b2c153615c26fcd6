"""Cut the power under a journal in SQLite: one recorded writer, thousands of cuts.

Run as a program, under the shim, it is the writer.
"""

from __future__ import annotations

import ctypes
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from companion.journal.journal import JournalError
from companion.journal.sqlite import SqliteJournal
from tests.kit.folders import memory
from tests.lab.faults import powercut, story
from tests.lab.faults.tried import Tried

FILE = "journal.sqlite"
VERSION_1 = Path(__file__).parents[2] / "companion" / "journal" / "version-1.sqlite"
STEPS = 420  # enough for the log to fill and be checkpointed in the midst of appends
STEPS_A_SITTING = 350


def cut_power(cuts: int, seed: int, progress: Callable[[], None]) -> Tried:
    """Cut at random points of the story, each with every kind of loss; tell what went wrong."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(dir=memory()) as name:
        changes = _record(Path(name), "story")
        points = range(len(changes) + 1)
        if len(points) < cuts:
            return Tried([f"only {len(points)} points to cut at, {cuts} wanted: let the story be longer"])
        lost = _cut(Path(name), changes, set(chance.sample(points, cuts)), chance, _faults_of_story, progress)
        return Tried(lost, sum(change.what == "C" for change in changes))


def cut_migration(seed: int) -> list[str]:
    """Cut at every point of bringing an old file to the present version, and list what went wrong."""
    with tempfile.TemporaryDirectory(dir=memory()) as name:
        changes = _record(Path(name), "migration")
        everywhere = set(range(len(changes) + 1))
        return _cut(Path(name), changes, everywhere, random.Random(seed), _faults_of_migration, lambda: None)


def _record(folder: Path, program: str) -> list[powercut.Change]:
    root, log = folder / "disk", folder / "log"
    root.mkdir()
    with tempfile.TemporaryDirectory() as name:  # apart: a folder in memory may forbid programs
        environment = powercut.environment(powercut.build_shim(Path(name)), root, log=log)
        subprocess.run(
            [sys.executable, "-m", "tests.lab.faults.cutting", program, str(root)], env=environment, check=True
        )
    return list(powercut.read_log(log))


def _cut(
    folder: Path,
    changes: list[powercut.Change],
    chosen: set[int],
    chance: random.Random,
    faults: Callable[[Path, list[bytes]], list[str]],
    progress: Callable[[], None],
) -> list[str]:
    """Replay the changes and, at the chosen points, look at what each kind of loss leaves."""
    found: list[str] = []
    disk = powercut.Disk()
    after = folder / "after"
    for index in range(len(changes) + 1):
        if index in chosen:
            for loss in powercut.Loss:
                shutil.rmtree(after, ignore_errors=True)
                after.mkdir()
                for name, content in disk.after_cut(loss, chance).items():
                    (after / name).write_bytes(content)
                try:
                    said = faults(after / FILE, disk.confirmed)
                except JournalError as error:
                    said = [f"{type(error).__name__}: {error}"]
                found += [f"cut after change {index}, {loss}: {fault}" for fault in said]
            progress()
        if index < len(changes):
            disk.replay(changes[index])
    return found


def _faults_of_story(path: Path, said: list[bytes]) -> list[str]:
    confirmed = {game_id: int(revision) for game_id, revision in (line.decode().split() for line in said)}
    with closing(SqliteJournal(path)) as journal:
        journal.open()
        found = story.faults(journal, confirmed) + [str(damage) for damage in journal.integrity()]
        for number in range(len(story.GAMES)):
            story.step(journal, number)
        return found


def _faults_of_migration(path: Path, said: list[bytes]) -> list[str]:
    if not said:
        return []  # the old file was not there for certain yet
    with closing(SqliteJournal(path)) as journal:
        journal.open()
        lengths = [(info.id, len(journal.read(info.id))) for info in journal.games()]
        found = [str(damage) for damage in journal.integrity()]
    return found + ([] if lengths == [("zeta", 8), ("alpha", 3), ("empty", 0)] else [f"games: {lengths}"])


def _confirm(said: str) -> None:
    ctypes.CDLL(os.environ["LD_PRELOAD"]).powercut_confirm(said.encode(), ctypes.c_uint64(len(said)))


def _tell_story(root: Path) -> None:
    """Tell the story, with a restart now and then, each step confirmed to the shim."""
    journal = SqliteJournal(root / FILE)
    for number in range(STEPS):
        if number % STEPS_A_SITTING == 0:
            journal.close()
        journal.open()
        game_id, revision = story.step(journal, number)
        _confirm(f"{game_id} {revision}")
    journal.close()


def _migrate(root: Path) -> None:
    """Put an old file down safely, confirm that, and open it."""
    file, folder = os.open(root / FILE, os.O_WRONLY | os.O_CREAT), os.open(root, os.O_RDONLY)
    os.write(file, VERSION_1.read_bytes())
    for descriptor in (file, folder):
        os.fsync(descriptor)
        os.close(descriptor)
    _confirm("old")
    journal = SqliteJournal(root / FILE)
    journal.open()
    journal.close()


if __name__ == "__main__":
    {"story": _tell_story, "migration": _migrate}[sys.argv[1]](Path(sys.argv[2]))
