"""Tests whose programs are not there are left out, and fail where nothing may be left out."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import Missing, need

ROOT = Path(__file__).parent.parent
NEEDY = (
    "tests/wiring/test_diagrams.py::test_drawing_names_its_description_and_no_other",
    "tests/companion/journal/test_redis.py::test_server_that_takes_no_writes_is_unavailable",
    "tests/firmware/test_micropython.py::test_memory_does_not_grow_over_100_000_messages",
)


@pytest.mark.process
@pytest.mark.parametrize(("ci", "code", "outcome"), [("", 0, "3 skipped"), ("true", 1, "1 failed, 2 errors")])
def test_test_without_its_program_is_left_out_and_fails_in_ci(ci: str, code: int, outcome: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *NEEDY]
    nothing = {**os.environ, "PATH": "", "CI": ci}
    done = subprocess.run(command, cwd=ROOT, env=nothing, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    assert outcome in done.stdout.splitlines()[-1]
    for missing in ("dot is not installed; `make system` installs it", "redis-server is not", "no MicroPython"):
        assert missing in done.stdout


def test_localhost_that_leads_nowhere_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nowhere)
    with pytest.raises(Missing, match=r"^localhost leads nowhere .*; /etc/hosts lacks: 127\.0\.0\.1 localhost$"):
        need("localhost")


def test_whoever_is_not_root_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(Missing, match="only root can play another user"):
        need("root")
