"""A test that starts a process says so by a marker, and is stopped where it does not; none sees whoever runs it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.config.parsing import load_config
from tests.starts import KINDS, Watch

ROOT = Path(__file__).parent.parent


def test_no_test_sees_the_games_of_whoever_runs_it() -> None:
    assert not load_config(None).state.is_relative_to(Path.home())


def told(event: str, given: tuple[Any, ...], *markers: str) -> str:
    """Return what a test with these markers is told when it starts something."""
    watch, failure = Watch(), ""
    with watch.over("test_sea", markers):
        try:
            watch.hear(event, given)
        except pytest.fail.Exception as failed:
            failure = str(failed)
    assert watch.stopped == [failure] * bool(failure)
    return failure


@pytest.mark.parametrize(
    ("program", "marker"),
    [
        ("/usr/bin/python3", "process"),
        (b"/usr/bin/make", "process"),
        ("/usr/bin/redis-server", "redis"),
        ("node", "micropython"),
        ("/lib/python3/playwright/driver/node", "browser"),
        (b"/usr/bin/chromium", "browser"),
    ],
)
def test_process_of_each_kind_needs_its_own_marker(program: str | bytes, marker: str) -> None:
    given = (program, [program], None, None)
    others = [kind for kind in KINDS if kind != marker]
    assert f": mark it with @pytest.mark.{marker}" in told("subprocess.Popen", given, *others)
    assert told("subprocess.Popen", given, marker) == ""
    assert told("subprocess.Popen", given, "fault") == ""


def test_fork_is_a_process_too_and_opening_a_file_is_none() -> None:
    assert told("os.fork", ()) == "test_sea starts os.fork: mark it with @pytest.mark.process"
    assert told("open", ("/dev/null", "r", 0)) == ""


def test_port_needs_its_marker_and_a_socket_in_a_folder_none() -> None:
    given = (None, ("127.0.0.1", 0))
    assert told("socket.bind", given) == "test_sea starts socket.bind: mark it with @pytest.mark.network"
    assert told("socket.bind", given, "network") == ""
    assert told("socket.bind", (None, "/run/notify")) == ""


def test_nobody_is_stopped_between_tests() -> None:
    Watch().hear("os.fork", ())


TESTS = """
import subprocess, sys, pytest

def start():
    subprocess.run([sys.executable, "-c", ""])

def test_bare():
    start()

def test_quiet():
    try:
        start()
    except BaseException:
        pass

@pytest.mark.process
def test_marked():
    start()
"""


@pytest.mark.process
def test_run_fails_tests_that_start_processes_unmarked(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "-p", "no:cacheprovider", "-c"]
    done = subprocess.run(
        [*command, ROOT / "pyproject.toml", tmp_path], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "2 failed, 1 passed" in done.stdout.splitlines()[-1], done.stdout + done.stderr
    for name in ("test_bare", "test_quiet"):
        assert f"::{name} starts {sys.executable}: mark it with @pytest.mark.process" in done.stdout
