"""Kill the writer of a journal in SQLite with SIGKILL, again and again, while this process notes what it confirmed.

Every other writer dies at an exact point, before its n-th change to the disk, so that no point between two writes is
left out; the others die whenever the clock says. Each has the journal open as a table has it, with second names, and
before the next start somebody else may open it. Run as a program, under the shim, it prints what went wrong as JSON
and, for each kill, a line to standard error.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from companion.journal import second_names
from companion.journal.journal import JournalError, UnknownGame
from companion.journal.sqlite import SqliteJournal
from tests.kit.folders import memory
from tests.kit.processes import running
from tests.lab.faults import powercut, story
from tests.lab.faults.tried import Tried

MOST_CHANGES = 150  # the opening and some ten appends
LONGEST_LIFE_S = 0.02


def kill_writers(kills: int, seed: int, progress: Callable[[], None]) -> Tried:
    """Kill writers; tell what went wrong, and how much they had confirmed."""
    # The shim apart: a folder in memory may forbid programs.
    with tempfile.TemporaryDirectory(dir=memory()) as name, tempfile.TemporaryDirectory() as shim_folder:
        root = Path(name)
        control = powercut.Control(Path(shim_folder) / "control")
        environment = powercut.environment(powercut.build_shim(Path(shim_folder)), root, control=control)
        arguments = (str(root), str(control.path), str(kills), str(seed))
        try:
            return Tried(*led("tests.lab.faults.killing", arguments, environment, progress))
        except KillerFailed as failed:
            return Tried([str(failed)])


class KillerFailed(Exception):
    """The process that kills others has died itself."""


def led(module: str, arguments: Sequence[str], environment: Mapping[str, str], progress: Callable[[], None]) -> Any:
    """Let a killer do its work in a process of its own, and return what it tells at its end."""
    with running(
        [sys.executable, "-m", module, *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stderr
        said = []
        for line in process.stderr:
            if line == "killed\n":
                progress()
            else:
                said.append(line)
        answer = process.stdout.read()
    if process.returncode:
        raise KillerFailed(f"the killer itself failed: {''.join(said)}")
    return json.loads(answer)


def _kill(root: Path, control: powercut.Control, kills: int, chance: random.Random) -> Tried:
    (root / "probe").write_text("x")
    if not control.changes:
        raise RuntimeError("the shim is not in place: nobody would die")
    path = root / "journal.sqlite"
    found: list[str] = []
    confirmed: dict[str, int] = {}
    noted = 0
    for number in range(kills):
        is_exact = number % 2 == 0
        before = dict(confirmed)
        if is_exact:
            control.set(life=chance.randrange(MOST_CHANGES))
        said = _one_life(path, number, None if is_exact else chance.uniform(0, LONGEST_LIFE_S))
        confirmed |= said
        noted += len(said)
        control.set()
        sys.stderr.write("killed\n")
        try:
            story.look_in(path, chance)
            second_names.bring_back(path)
            with closing(SqliteJournal(path, keeps_names=True)) as journal:
                journal.open()
                found += [f"kill {number}: {fault}" for fault in story.faults(journal, confirmed, since=before)]
                for game_id in story.GAMES:
                    with suppress(UnknownGame):
                        confirmed[game_id] = journal.info(game_id).revision
                if number % 1000 == 999 or number == kills - 1:
                    found += [f"kill {number}: {damage}" for damage in journal.integrity()]
        except (JournalError, OSError) as error:
            found.append(f"kill {number}: {type(error).__name__}: {error}")
    if noted < kills // 2:
        found.append(f"only {noted} confirmations in {kills} lives: the writers never came to write")
    return Tried(found, noted)


def _one_life(path: Path, number: int, life_s: float | None) -> list[tuple[str, int]]:
    """Fork a writer that is warm already, let it die, and return what it confirmed, in order."""
    reading, writing = os.pipe()
    writer = os.fork()
    if writer == 0:
        os.close(reading)
        _write(path, number, writing)
    os.close(writing)
    if life_s is not None:
        time.sleep(life_s)
        os.kill(writer, signal.SIGKILL)
    with os.fdopen(reading) as pipe:
        said = pipe.read()
    _, status = os.waitpid(writer, 0)
    if not os.WIFSIGNALED(status):
        raise RuntimeError(f"the writer ended by itself with {status}")
    return [(game_id, int(revision)) for game_id, revision in map(str.split, said.splitlines())]


def _write(path: Path, number: int, confirmations: int) -> None:
    """Tell the story until killed, with a restart now and then; never returns."""
    try:
        journal = SqliteJournal(path, keeps_names=True)
        while True:
            if number % 11 == 0:
                journal.close()
            journal.open()
            game_id, revision = story.step(journal, number)
            os.write(confirmations, f"{game_id} {revision}\n".encode())
            number += 1
    except BaseException as error:
        os.write(2, f"{error!r}\n".encode())
    finally:
        os._exit(1)


if __name__ == "__main__":
    _, root, control, kills, seed = sys.argv
    tried = _kill(Path(root), powercut.Control(Path(control)), int(kills), random.Random(int(seed)))
    json.dump(tried, sys.stdout)
