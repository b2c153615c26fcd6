"""`hansa-companion hub`: what it is given and what it says; it ends when asked to."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from companion.cli import main
from companion.errors import BAD_CONFIGURATION, FAILED, USAGE
from tests.kit.own_log import own_log
from tests.kit.processes import running
from tests.kit.waiting import PATIENCE_S, until

__all__ = ["own_log"]


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Find no configuration of whoever runs the tests."""
    (tmp_path / "hansa.toml").write_text("format = 1\n")
    monkeypatch.setenv("HANSA_CONFIG", str(tmp_path / "hansa.toml"))


def said(capsys: pytest.CaptureFixture[str]) -> str:
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    return told


@pytest.mark.usefixtures("own_log")
def test_hub_without_a_server_says_how_to_name_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hub", "--no-browser"]) == USAGE
    assert "--server redis://server:6379/0" in (told := said(capsys))
    assert "--demo 20" in told


@pytest.mark.usefixtures("own_log")
def test_server_that_is_none_is_refused_without_its_password(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hub", "--server", "mysql://u:secret@server"]) == USAGE
    assert "secret" not in (told := said(capsys))
    assert "mysql://…@server: expected an address such as redis://server:6379/0" in told


def test_demonstration_with_a_server_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hub", "--demo", "3", "--server", "redis://server"]) == USAGE
    assert "--demo" in said(capsys)


@pytest.mark.parametrize(
    "words",
    [
        ("--demo", "0"),
        ("--demo", "201"),
        ("--demo", "many"),
        ("--port", "0"),
        ("--port", "65536"),
        ("--host", "everywhere"),
    ],
)
def test_word_that_cannot_be_is_refused(words: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["hub", *words])
    assert end.value.code == USAGE
    assert "expected" in capsys.readouterr().err


@pytest.mark.network
@pytest.mark.usefixtures("own_log")
def test_port_that_is_taken_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["hub", "--server", "unix:///nowhere.sock", "--port", str(port)]) == FAILED
    assert f"port {port} of 127.0.0.1 is taken; choose another one with --port" in said(capsys)


def test_configuration_that_is_wrong_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "hansa.toml").write_text('format = 1\n[hub]\nserver = "here"\n')
    assert main(["hub"]) == BAD_CONFIGURATION
    assert "hub.server: 'here' given; allowed: an address such as redis://server:6379/0" in said(capsys)


def _listening(path: str) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listening.bind(path)
    listening.settimeout(PATIENCE_S)
    return listening


def _said(systemd: socket.socket, wanted: str) -> list[str]:
    """Return the message with a word in it, and pass over those that only feed."""
    while wanted not in (said := systemd.recv(4096).decode().splitlines()):
        assert said == ["WATCHDOG=1"]
    return said


@pytest.mark.process
@pytest.mark.parametrize("words", [("--demo", "2"), ("--server", "unix:///nowhere.sock")])
def test_hub_serves_until_it_is_told_to_end(tmp_path: Path, words: tuple[str, str]) -> None:
    command = [sys.executable, "-m", "companion", "hub", *words, "--no-browser"]
    notified = str(tmp_path / "notify")
    environment = {**os.environ, "HANSA_CONFIG": str(tmp_path / "hansa.toml"), "NOTIFY_SOCKET": notified}
    with (
        _listening(notified) as systemd,
        running(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process,
    ):
        assert process.stdout
        found = re.search(r"The hub is at (http://(?:localhost|127\.0\.0\.1):\d+/)", told := process.stdout.readline())
        assert found, told
        assert _said(systemd, "READY=1") == ["READY=1", "WATCHDOG=1", f"STATUS=the hub is at {found[1]}"]
        with httpx.Client(base_url=found[1], timeout=PATIENCE_S) as client:
            if words[0] == "--demo":
                until(lambda: len(client.get("/api/hall").json()["tables"]) == 2)
            else:
                until(lambda: "nowhere.sock" in client.get("/api/hall").json()["link"]["trouble"])
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=PATIENCE_S)
        assert "STOPPING=1" in _said(systemd, "STOPPING=1")
    assert process.returncode == 0
    assert "Traceback" not in errors
