"""A disk that is full or read-only, and comes back: no move is accepted, none is lost."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.processes import running
from tests.lab.faults import powercut, story
from tests.lab.faults.steered import Steered, steered


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Steered]:
    with steered(tmp_path) as journal:
        assert journal.ask("open") is None
        for number in range(9):
            assert "error" not in journal.ask("step", number)
        yield journal


def _all(journal: Steered) -> dict[str, int]:
    """Read everything, see that it tells the story, and count."""
    said = journal.ask("read")
    assert said["damage"] == []
    for game_id, payloads in said["games"].items():
        assert payloads == [story.draft(game_id, number).payload for number in range(1, len(payloads) + 1)]
    return {game_id: len(payloads) for game_id, payloads in said["games"].items()}


def _refused(answer: Any, words: str) -> None:
    assert isinstance(answer, dict), answer
    assert answer["error"] == "Unavailable"
    assert words in answer["says"]


def test_full_disk_takes_no_entry_and_loses_none(journal: Steered) -> None:
    chance = random.Random(5)
    refusals = 0
    for number in range(40):
        before = _all(journal)
        journal.disk.set(space=chance.randrange(20_000))
        answer = journal.ask("step", number)
        if isinstance(answer, dict):
            refusals += 1
            _refused(answer, "the disk is full")
            assert _all(journal) == before
        else:
            game_id, revision = answer
            assert _all(journal) == {**before, game_id: revision}
        journal.disk.set()
    assert 10 <= refusals < 40
    assert "error" not in journal.ask("step", 0)


def test_disk_full_at_the_start_is_said_so_and_loses_none(journal: Steered) -> None:
    before = _all(journal)
    journal.ask("close")
    journal.disk.set(space=0)
    _refused(journal.ask("open"), "the disk is full")
    journal.disk.set()
    assert journal.ask("open") is None
    assert _all(journal) == before


def test_disk_turned_read_only_takes_no_entry_and_loses_none(journal: Steered) -> None:
    before = _all(journal)
    journal.disk.set(read_only=True)
    for number in range(5):
        _refused(journal.ask("step", number), "the disk gives errors")
    assert _all(journal) == before
    journal.disk.set()
    game_id, revision = journal.ask("step", 1)
    assert _all(journal) == {**before, game_id: revision}


def test_disk_read_only_at_the_start_is_said_so(journal: Steered, tmp_path: Path) -> None:
    before = _all(journal)
    journal.ask("close")
    journal.disk.set(read_only=True)
    _refused(journal.ask("open"), "journal.sqlite")
    journal.disk.set()
    assert journal.ask("open") is None
    assert _all(journal) == before


def test_new_file_on_a_full_disk_is_said_so_and_made_later(tmp_path: Path) -> None:
    with steered(tmp_path) as journal:
        journal.disk.set(space=0)
        _refused(journal.ask("open"), "the disk is full")
        journal.disk.set(space=5000)
        _refused(journal.ask("open"), "the disk is full")
        journal.disk.set()
        assert journal.ask("open") is None
        assert journal.ask("step", 0) == ["one", 0]


TRACER = """
import json, sys
from pathlib import Path
from companion.trace.files import Traces
traces = Traces(Path(sys.argv[1]))
for number in range(100):
    traces.append([("one", {"number": number})])
traces.read("one")
print("waiting", flush=True)
sys.stdin.readline()
for number in range(100, 110):
    traces.append([("one", {"number": number})])
print(json.dumps(traces.read("one")))
"""


def test_trace_on_a_full_disk_loses_lines_and_goes_on_later(tmp_path: Path) -> None:
    root = tmp_path / "disk"
    root.mkdir()
    disk = powercut.Control(tmp_path / "control")
    disk.set(space=1000)
    environment = powercut.environment(powercut.build_shim(tmp_path), root, control=disk)
    with running(
        [sys.executable, "-c", TRACER, str(root)],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "waiting\n"
        disk.set()
        answer, _ = process.communicate("go on\n")
    events, is_whole = json.loads(answer)
    numbers = [event["number"] for event in events]
    assert not is_whole
    assert 40 < len(numbers) < 100
    assert numbers == [*range(len(numbers) - 10), *range(100, 110)]
