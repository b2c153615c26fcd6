"""A browser of one's own with a profile that outlives it, which can be killed with everything that belongs to it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tests.kit.browser import CHROMIUM
from tests.kit.waiting import PATIENCE_MS

if TYPE_CHECKING:
    from playwright.sync_api import Page, Playwright

TICKS = os.sysconf("SC_CLK_TCK")


class Killable:
    """One browser, its own group of processes, and the page that it shows."""

    def __init__(self, process: subprocess.Popen[str], page: Page) -> None:
        self._process, self.page = process, page

    def kill(self) -> None:
        """End all of it at once, as a power cut does, but for what the system has taken already."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def cpu_s(self) -> float:
        """Return the seconds of processor that its processes have used so far."""
        used = 0
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError, ValueError):
                fields = path.read_text().rpartition(")")[2].split()
                if int(fields[2]) == self._process.pid:
                    used += int(fields[11]) + int(fields[12])
        return used / TICKS


@contextmanager
def killable(playwright: Playwright, profile: Path) -> Iterator[Killable]:
    """Start a browser with this profile; it is killed in the end at the latest."""
    command = [CHROMIUM, "--headless", "--no-sandbox", f"--user-data-dir={profile}", "--remote-debugging-port=0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stderr is not None
    try:
        address = next(found[1] for line in process.stderr if (found := re.search(r"listening on (ws://\S+)", line)))
        browser = playwright.chromium.connect_over_cdp(address, timeout=PATIENCE_MS)
        page = browser.contexts[0].pages[0] if browser.contexts[0].pages else browser.contexts[0].new_page()
        page.set_default_timeout(PATIENCE_MS)
        yield Killable(process, page)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stderr.close()
