"""A process ends with the test that started it, and a test ends whatever it waits for."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.processes import running

ROOT = Path(__file__).parents[2]
ENDLESS = [sys.executable, "-c", "print('up', flush=True); import time; time.sleep(3600)"]
# Which have a start and an end of their own.
OWN_END = {
    "tests/kit/virtual_reader.py",
    "tests/kit/processes.py",
    "tests/kit/redis_server.py",
    "tests/lab/bench/page.py",
    "tests/lab/boot/booted.py",  # a system is shut down before it is killed
    "tests/lab/tab/killable.py",  # a browser with all that belongs to it
}


@pytest.mark.process
def test_process_of_a_block_that_fails_is_killed() -> None:
    with pytest.raises(LookupError), running(ENDLESS, stdout=subprocess.PIPE, text=True) as process:
        raise LookupError
    assert process.returncode == -9


@pytest.mark.process
def test_process_of_a_block_that_ends_well_is_waited_for() -> None:
    with running([sys.executable, "-c", "input(); raise SystemExit(7)"], stdin=subprocess.PIPE, text=True) as process:
        pass
    assert process.returncode == 1, "its input was closed, which ended it"


def test_nobody_starts_a_process_that_nobody_ends() -> None:
    files = {path.relative_to(ROOT).as_posix(): path for path in (ROOT / "tests").rglob("*.py")}
    found = {name for name, path in files.items() if "node_modules" not in name and _starts_one(path.read_text())}
    assert found == OWN_END, "use tests.kit.processes.running"


def _starts_one(source: str) -> bool:
    """Return whether a module calls Popen; what it says in a text, such as a script for another process, is no call."""
    if "Popen(" not in source:
        return False
    calls = (node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return any(ast.unparse(func).split(".")[-1] == "Popen" for func in calls)


TESTS = f"""
import subprocess, sys, time, pytest
from tests.kit.processes import running

@pytest.mark.process
@pytest.mark.timeout(3)
def test_hangs():
    with running({ENDLESS!r}, stdout=subprocess.PIPE, text=True) as process:
        print("started", process.pid)
        process.stdout.readline()

@pytest.mark.timeout(3)
@pytest.mark.process
def test_hangs_at_the_end():
    with running({ENDLESS!r}) as process:
        print("started", process.pid)

def test_comes_after():
    pass
"""


@pytest.mark.process
def test_test_that_hangs_fails_by_name_ends_its_process_and_the_next_one_runs(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(TESTS)
    options = ["-p", "tests.conftest", "-p", "no:randomly", "-p", "no:cacheprovider", "-n", "1"]
    command = [sys.executable, "-m", "pytest", "-q", *options, "-c", str(ROOT / "pyproject.toml"), str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "2 failed, 1 passed" in done.stdout.splitlines()[-1], done.stdout + done.stderr
    for name in ("test_hangs", "test_hangs_at_the_end"):
        assert re.search(rf"^FAILED .*::{name} - Failed: Timeout", done.stdout, re.MULTILINE), done.stdout
    started = re.findall(r"^started (\d+)", done.stdout, re.MULTILINE)
    assert len(started) == 2
    assert not any(Path(f"/proc/{number}").exists() for number in started)
