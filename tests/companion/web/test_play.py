"""`play --page` from the outside: an address, a page there, and a good end."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx

LIMIT_S = 30.0


def test_play_prints_an_address_serves_there_and_ends_well(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "play", "--page", "--no-browser", "--state", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            line = process.stdout.readline()
            found = re.search(r"http://localhost:\d+/", line)
            assert found, line
            page = httpx.get(found[0], timeout=LIMIT_S)
            assert "<title>Hansa companion</title>" in page.text
            assert httpx.get(f"{found[0]}api/state", timeout=LIMIT_S).json()["bench"]["readers"][0] == "pad"
        finally:
            process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0, said
