"""Take the files of a journal away while it is open, or let its syncs fail; then kill it and see what is left.

Every other life whose files vanish ends there and then: nobody has come to look for them. Between the fault and the
end, where files vanish, and between the end and the next start, somebody else may open the journal.

Run as a program, under the shim, it prints what went wrong as JSON.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from companion.journal import second_names
from companion.journal.journal import JournalError, Unavailable
from companion.journal.sqlite import SqliteJournal
from tests.kit.folders import memory
from tests.lab.faults import powercut, story
from tests.lab.faults.killing import KillerFailed, led
from tests.lab.faults.tried import Advance, Tried

STEPS = 12  # in one life
STRANGE = "elsewhere-strange.sqlite"


def take_away(trials: int, seed: int, advance: Advance) -> Tried:
    """Remove, rename and replace files under a running journal, while others open it."""
    return _led("vanish", trials, seed, advance)


def fail_syncs(trials: int, seed: int, advance: Advance) -> Tried:
    """Let one to three syncs in a row fail: what was refused must not come back."""
    return _led("syncs", trials, seed, advance)


def _led(what: str, trials: int, seed: int, advance: Advance) -> Tried:
    with tempfile.TemporaryDirectory(dir=memory()) as name, tempfile.TemporaryDirectory() as shim_folder:
        control = powercut.Control(Path(shim_folder) / "control")
        environment = powercut.environment(powercut.build_shim(Path(shim_folder)), Path(name), control=control)
        arguments = (what, name, str(control.path), str(trials), str(seed))
        try:
            return Tried(*led("tests.lab.faults.vanishing", arguments, environment, advance))
        except KillerFailed as failed:
            return Tried([str(failed)])


def _try(what: str, root: Path, control: powercut.Control, trials: int, chance: random.Random) -> Tried:
    found: list[str] = []
    confirmed: dict[str, int] = {}
    noted = refused = 0
    path = root / "journal.sqlite"
    for number in range(trials):
        before = dict(confirmed)
        said, refusals = _one_life(what, path, control, number, chance.getrandbits(32))
        control.set()
        confirmed |= said
        noted, refused = noted + len(said), refused + refusals
        sys.stderr.write("killed\n")
        try:
            # With another journal's log in place, SQLite itself would write that journal into this file.
            is_foreign = (root / STRANGE).exists()
            story.look_in(path, chance, ["nobody", "command", *["program"] * (not is_foreign)])
            second_names.bring_back(path)
            with closing(SqliteJournal(path, keeps_names=True)) as journal:
                journal.open()
                found += [f"trial {number}: {fault}" for fault in story.faults(journal, confirmed, since=before)]
                if what == "syncs":
                    found += [
                        f"trial {number}: {game}: {journal.info(game).revision} there, {last} confirmed: it came back"
                        for game, last in confirmed.items()
                        if journal.info(game).revision != last
                    ]
                for game in journal.ids():
                    confirmed[game] = journal.info(game).revision
        except JournalError as error:
            found.append(f"trial {number}: {type(error).__name__}: {error}")
        for stray in root.glob("elsewhere*"):
            stray.unlink()
        shutil.rmtree(root / second_names.SET_ASIDE, ignore_errors=True)
    if noted < trials:
        found.append(f"only {noted} confirmations in {trials} trials")
    if what == "syncs" and refused < trials // 4:
        found.append(f"only {refused} of {trials} were refused: no sync has failed")
    return Tried(found, noted)


def _one_life(
    what: str, path: Path, control: powercut.Control, number: int, seed: int
) -> tuple[list[tuple[str, int]], int]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _live(what, path, control, number, random.Random(seed), writing)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        lines = pipe.read().splitlines()
    os.waitpid(child, 0)
    said = [(game, int(revision)) for game, revision in (line.split() for line in lines if line != "refused")]
    return said, lines.count("refused")


def _live(
    what: str, path: Path, control: powercut.Control, number: int, chance: random.Random, confirmations: int
) -> None:
    """Tell the story with something bad in the middle, then die; never returns."""
    somebody = _somebody(path, random.Random(chance.random()))
    try:
        journal = SqliteJournal(path, keeps_names=True)
        journal.open()
        bad, known = chance.randrange(1, STEPS - 1), dict[str, int]()
        for step in range(STEPS if what == "vanish" else bad + 1):
            if step == bad and what == "vanish":
                _take(path, chance)
                somebody()
                if number % 2:
                    break
            if step == bad and what == "syncs":
                control.set(syncs=chance.randint(1, 3))
            try:
                game, revision = story.step(journal, number * STEPS + step, known)
            except Unavailable:
                os.write(confirmations, b"refused\n")
            else:
                os.write(confirmations, f"{game} {revision}\n".encode())
        os.kill(os.getpid(), signal.SIGKILL)
    except BaseException as error:
        os.write(2, f"{error!r}\n".encode())
    finally:
        os._exit(1)


def _somebody(path: Path, chance: random.Random) -> Callable[[], None]:
    """Fork a process that may open the journal when it is called; before this one has it open."""
    (asked, asking), (done, doing) = os.pipe(), os.pipe()
    if os.fork() == 0:
        os.close(asking)
        while os.read(asked, 1):
            story.look_in(path, chance)
            os.write(doing, b"x")
        os._exit(0)
    os.close(asked)

    def look_in() -> None:
        os.write(asking, b"x")
        os.read(done, 1)

    return look_in


def _take(path: Path, chance: random.Random) -> None:
    ends = chance.choice([("",), ("-wal",), ("-shm",), ("", "-wal"), ("", "-wal", "-shm")])
    for end in ends:
        file = path.with_name(f"{path.name}{end}")
        with suppress(FileNotFoundError):
            if chance.random() < 0.5:
                file.unlink()
            else:
                file.rename(path.with_name(f"elsewhere{end}"))
            if chance.random() < 0.5:  # somebody puts another one there
                file.write_bytes(chance.choice([b"", chance.randbytes(4096), _strange(path.parent, end)]))


def _strange(folder: Path, end: str) -> bytes:
    """Return a file of another journal that is open."""
    with closing(SqliteJournal(folder / STRANGE)) as other:
        other.open()
        if not other.ids():
            other.create("strange", "hansa", "", "19:00")
        return (folder / f"{STRANGE}{end}").read_bytes()


if __name__ == "__main__":
    _, what, root, control, trials, seed = sys.argv
    tried = _try(what, Path(root), powercut.Control(Path(control)), int(trials), random.Random(int(seed)))
    json.dump(tried, sys.stdout)
