"""`play --page` from the outside: an address, a browser that is led there, and a good end."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.assembly.service import Service
from companion.cli import main
from companion.errors import FAILED, OK
from companion.simulator.browser import has_screen
from tests.kit.own_log import own_log
from tests.kit.processes import running
from tests.kit.waiting import PATIENCE_S

__all__ = ["own_log"]


@pytest.mark.network
@pytest.mark.process
def test_play_prints_an_address_opens_a_browser_there_and_ends_well(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}.part" && mv "{opened}.part" "{opened}"\n')
    browser.chmod(0o755)
    seen = {**os.environ, "DISPLAY": ":0", "BROWSER": f"{browser} %s"}  # the first is where it could be seen
    # A port that no other test takes while the power is off.
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "companion", "play", "--page", "--port", str(port), "--state", str(tmp_path)]
    with running(command, env=seen, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        line = process.stdout.readline()
        found = re.search(rf"http://(localhost|127\.0\.0\.1):{port}/", line)
        assert found, line
        page = httpx.get(found[0], timeout=PATIENCE_S)
        assert "<title>Hansa companion</title>" in page.text
        assert httpx.get(f"{found[0]}api/state", timeout=PATIENCE_S).json()["bench"]["readers"][0] == "pad"
        _cut_the_power_and_go_on(found[0])
        deadline = time.monotonic() + PATIENCE_S
        while not opened.exists():
            assert time.monotonic() < deadline, "no browser was opened"
        assert opened.read_text().strip() == found[0]
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, said


@pytest.mark.network
@pytest.mark.usefixtures("own_log")
def test_port_that_is_named_and_taken_is_told_and_the_configured_one_gives_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[int] = []
    monkeypatch.setattr(Service, "serve", lambda service: served.append(1))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command = ["play", "--page", "--state", str(tmp_path)]
        assert main([*command, "--port", str(port)]) == FAILED
        assert f"port {port} of 127.0.0.1 is taken; choose another one with --port" in capsys.readouterr().err
        assert served == []
        config = tmp_path / "config.toml"
        config.write_text(f"format = 1\n[web]\nport = {port}\n")
        assert main([*command, "--config", str(config)]) == OK
    assert served == [1]


def test_browser_is_for_where_there_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not has_screen()
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        with monkeypatch.context() as here:
            here.setenv(name, ":0")
            assert has_screen()


def _cut_the_power_and_go_on(address: str) -> None:
    """Begin a game, cut the power, and find the game again at the same address."""

    def post(path: str, body: dict[str, object]) -> None:
        answer = httpx.post(f"{address}{path}", json=body, headers={"Origin": address.rstrip("/")}, timeout=PATIENCE_S)
        assert answer.status_code == 200, answer.text

    def until(pace: str) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            with contextlib.suppress(httpx.TransportError):
                state: dict[str, Any] = httpx.get(f"{address}api/state", timeout=PATIENCE_S).json()
                shown = state["table"]["dialog"]["name"] if state else ""
                is_gray = shown == "home" and (state["game"]["phase"], state["game"]["mover"]) == ("place", "gray")
                if is_gray and state["bench"]["robots"]["pace"] == pace:
                    return state
        raise AssertionError("gray was not asked for a place")

    post("api/virtual/begin", {"players": 4, "skill": "simple"})
    post("api/virtual/robots", {"skills": {}, "pace": "slow"})
    before = until("slow")
    post("api/virtual/fault", {"fault": "power", "on": True})
    after = until("normal")  # as after every start; nobody is asked about a board that is not there
    assert after["revision"] == before["revision"]
    assert after["bench"]["robots"]["skills"] == {"yellow": "simple", "purple": "simple", "white": "simple"}
