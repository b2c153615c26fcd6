"""The companion as systemd sees it: a process with a socket to speak to, signals and an exit code."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.journal.sqlite import SqliteJournal
from tests.kit.companion import start
from tests.kit.processes import running
from tests.kit.waiting import PATIENCE_S
from tests.systemd.image import ROOT

pytestmark = pytest.mark.process


class Service:
    """A companion, and what it tells systemd."""

    def __init__(self, process: subprocess.Popen[str], line: socket.socket) -> None:
        self.process, self._line = process, line

    def hear(self, wanted: str) -> list[str]:
        """Listen until something is said; give all that was said before it, and that."""
        heard: list[str] = []
        while wanted not in heard:
            heard += self._line.recv(4096).decode().splitlines()
        return heard

    def end(self) -> tuple[int, str]:
        _, errors = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, errors


@contextmanager
def service(folder: Path, text: str) -> Iterator[Service]:
    config = folder / "config.toml"
    config.write_text(text)
    environment = {
        **os.environ,
        "NOTIFY_SOCKET": str(folder / "notify"),
        "WATCHDOG_USEC": "600000",
        "STATE_DIRECTORY": str(folder / "state"),
        "LG_WD": str(folder),
    }
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(folder / "notify"))
        line.settimeout(PATIENCE_S)
        with running(
            [sys.executable, "-m", "companion", "run", "--config", str(config)],
            cwd=ROOT,
            env=environment,
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        ) as process:
            yield Service(process, line)


@pytest.mark.parametrize("kit", ["tap", "board"])
def test_service_without_any_hardware_is_up_fed_and_stops_cleanly(tmp_path: Path, kit: str) -> None:
    companion = start(tmp_path / "state")
    companion.begin_game()
    kept = companion.daemon.game_id, companion.daemon.revision
    companion.close()
    with service(tmp_path, f'format = 1\nkit = "{kit}"\n[web]\nserve = false\n') as running:
        running.hear("READY=1")
        for _ in range(3):  # devices that are missing are tried again, and hold nothing up
            assert running.hear("WATCHDOG=1")[-1] != "STATUS=stuck"
        running.process.send_signal(signal.SIGTERM)
        running.hear("STOPPING=1")
        code, errors = running.end()
    assert code == 0, errors
    assert f"game {kept[0]} goes on after entry {kept[1]}" in errors
    assert "Traceback" not in errors
    journal = SqliteJournal(tmp_path / "state" / "games.sqlite")
    journal.open()
    assert len(journal.read(kept[0])) == kept[1]
    assert journal.integrity() == ()
    journal.close()


def test_service_with_a_wrong_configuration_ends_with_78_and_is_never_ready(tmp_path: Path) -> None:
    with service(tmp_path, 'format = 1\nkit = "nonsense"\n[web]\nport = 99999\n') as running:
        code, errors = running.end()
        running._line.settimeout(0.0)
        heard = b""
        try:
            while True:
                heard += running._line.recv(4096)
        except BlockingIOError:
            pass
    assert code == 78
    assert errors.count("\n") == 1
    assert b"READY" not in heard


def test_service_whose_journal_cannot_be_opened_is_up_and_tells_why(tmp_path: Path) -> None:
    (tmp_path / "state" / "games.sqlite").mkdir(parents=True)  # in the way of the file
    with service(tmp_path, "format = 1\n[web]\nserve = false\n") as running:
        assert "STATUS=waiting for the journal" in running.hear("STATUS=waiting for the journal")
        running.hear("WATCHDOG=1")
        (tmp_path / "state" / "games.sqlite").rmdir()
        running.hear("STATUS=the table is up")
        running.process.send_signal(signal.SIGTERM)
        assert running.end()[0] == 0
