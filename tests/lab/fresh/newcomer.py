"""`make lab PART=newcomer`: time from `make play` to the first move by clicks in a browser.

Needs Chromium. The project is cloned and its environment made first; then each game is timed three times, at a table
that nobody has used, and that is set up for the first on the shelf. Prints the seconds until the page is there, until
the move is kept, and the clicks: medians.
"""

from __future__ import annotations

import os
import re
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import httpx

from tests.browser.newcomer import COUNT, WAYS, make_first_move
from tests.kit.browser import chromium, visitor
from tests.kit.processes import running
from tests.lab.boot.root_folder import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ADDRESS = re.compile(r"The table is at (\S+)")
TIMES = 3
SETTINGS = 'format = 1\nstate = "{state}"\n'


class Waited(NamedTuple):
    """What a newcomer waited and did, from `make play`."""

    page_s: float
    move_s: float
    clicks: float


@contextmanager
def played(clone: Path, state: Path) -> Iterator[str]:
    """Type `make play`, and return the address that it prints."""
    (clone / "hansa.toml").write_text(SETTINGS.format(state=state))
    with running(
        ("make", "play"), cwd=clone, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as process:
        try:
            assert process.stdout
            yield next(match[1] for line in process.stdout if (match := ADDRESS.search(line)))
        finally:
            os.killpg(process.pid, signal.SIGTERM)


def time_once(browser: Browser, clone: Path, game: str) -> Waited:
    """Play once at a table that nobody has used."""
    with TemporaryDirectory() as state:
        began = time.monotonic()
        with (
            played(clone, Path(state)) as address,
            visitor(browser, address, size="notebook", tour=True, hardware=False, script=COUNT) as newcomer,
            httpx.Client(base_url=address, timeout=60) as client,
        ):
            there = time.monotonic()
            clicks = make_first_move(newcomer.page, game, lambda: client.get("/api/state?lang=en").json())
            return Waited(there - began, time.monotonic() - began, clicks)


def main() -> int:
    """Time it, and print a row for each game."""
    print("| game | until the page is there | until the move is kept | clicks | load before |")
    print("|---|---|---|---|---|")
    with TemporaryDirectory() as folder, chromium() as browser:
        clone = Path(folder, "hansa")
        subprocess.run(("git", "clone", "--quiet", ROOT, clone), check=True)
        subprocess.run(("tools/make-venv", ".venv", "demo", "playable"), cwd=clone, check=True, stdout=sys.stderr)
        for game in WAYS:
            load = os.getloadavg()[0]
            waited = [time_once(browser, clone, game) for _ in range(TIMES)]
            page_s, move_s, clicks = map(statistics.median, zip(*waited, strict=True))
            print(f"| {game} | {page_s:.1f} s | {move_s:.1f} s | {clicks:.0f} | {load:.1f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
