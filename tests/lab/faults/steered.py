"""A journal in a process of its own, on a disk whose faults the test steers while it runs.

Run as a program, under the shim, it answers each line (open, close, step N, read) with one line of JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from companion.journal.journal import JournalError
from companion.journal.sqlite import SqliteJournal
from tests.kit.processes import running
from tests.lab.faults import powercut, story


@dataclass(frozen=True)
class Steered:
    """The test's end of it."""

    disk: powercut.Control
    _requests: IO[str]
    _answers: IO[str]

    def ask(self, *words: object) -> Any:
        """Return the answer; an error is told by its name and what it says."""
        self._requests.write(" ".join(map(str, words)) + "\n")
        self._requests.flush()
        return json.loads(self._answers.readline())


@contextmanager
def steered(folder: Path) -> Iterator[Steered]:
    """Start the process; its journal is not open yet."""
    root = folder / "disk"
    root.mkdir(exist_ok=True)
    control = powercut.Control(folder / "control")
    environment = powercut.environment(powercut.build_shim(folder), root, control=control)
    with running(
        [sys.executable, "-m", "tests.lab.faults.steered", str(root)],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        yield Steered(control, process.stdin, process.stdout)
        process.stdin.close()


def _answer(journal: SqliteJournal, request: list[str]) -> object:
    match request:
        case ["open"]:
            journal.open()
        case ["close"]:
            journal.close()
        case ["step", number]:
            return story.step(journal, int(number))
        case ["read"]:
            said = {game_id: [entry.payload for entry in journal.read(game_id)] for game_id in journal.ids()}
            return {"games": said, "damage": [str(damage) for damage in journal.integrity()]}
        case _:
            raise ValueError(f"request {request}: expected open, close, step N or read")
    return None


def _serve(journal: SqliteJournal) -> None:
    for line in sys.stdin:
        try:
            answer = _answer(journal, line.split())
        except JournalError as error:
            answer = {"error": type(error).__name__, "says": str(error)}
        print(json.dumps(answer), flush=True)
    journal.close()


if __name__ == "__main__":
    _serve(SqliteJournal(Path(sys.argv[1]) / "journal.sqlite"))
