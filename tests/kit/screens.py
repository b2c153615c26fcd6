"""A process in a terminal of its own, and what its screen shows."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.kit.processes import running
from tests.kit.waiting import PATIENCE_S

ROOT = Path(__file__).parents[2]
_SEQUENCE = re.compile(r"\x1b\[(\??[\d;]*)([A-Za-z])|\x1b[()][A-Z0-9]")
_UNFINISHED = re.compile(r"\x1b(\[[\d;?]*)?$")


class OwnTerminal:
    """The master's side of a terminal: what is typed into it, and the lines that it shows."""

    def __init__(self, master: int, columns: int, lines: int) -> None:
        self._master = master
        self._rest, self._row = "", 0
        self.text = ""  # all that was ever written
        self.resize(columns, lines)

    def resize(self, columns: int, lines: int) -> None:
        """Change the size; the process is told by a signal."""
        self.columns, self.lines = columns, lines
        self._rows = [""] * lines
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def type(self, keys: str) -> None:
        """Type keys."""
        os.write(self._master, keys.encode())

    @property
    def screen(self) -> str:
        """What can be read now."""
        return "\n".join(self._rows)

    def read(self, wait_s: float) -> bool:
        """Take in what is written; return whether there was anything."""
        ready, _, _ = select.select([self._master], [], [], wait_s)
        if not ready:
            return False
        written = os.read(self._master, 65536).decode(errors="replace")
        self.text += written
        self._show(self._rest + written)
        return True

    def _show(self, written: str) -> None:
        """Put the lines where they belong: each is written whole, from its first cell on."""
        unfinished = _UNFINISHED.search(written)
        self._rest = written[unfinished.start() :] if unfinished else ""
        at, row = 0, self._row
        for found in _SEQUENCE.finditer(written[: len(written) - len(self._rest)]):
            self._add(row, written[at : found.start()])
            at = found.end()
            if found.group(2) == "H":
                row = int((found.group(1) or "1").partition(";")[0]) - 1
                if 0 <= row < len(self._rows):
                    self._rows[row] = ""
            elif found.group(2) == "J":
                self._rows = [""] * self.lines
        self._add(row, written[at : len(written) - len(self._rest)])
        self._row = row

    def _add(self, row: int, text: str) -> None:
        if 0 <= row < len(self._rows):
            self._rows[row] += text

    def wait_until(self, holds: Callable[[str], bool], what: str) -> None:
        """Read on until the screen is as wanted."""
        deadline = time.monotonic() + PATIENCE_S
        while not holds(self.screen):
            left = deadline - time.monotonic()
            assert left > 0, f"{what}: the screen is\n{self.screen}\n{self.text[-400:]!r}"
            self.read(left)

    def wait_for(self, words: str) -> None:
        """Read on until the screen shows some words."""
        self.wait_until(lambda screen: words in screen, f"{words!r} is not shown")

    def read_until(self, words: str) -> None:
        """Read on until some words have been written, wherever they stand."""
        deadline = time.monotonic() + PATIENCE_S
        while words not in self.text:
            assert time.monotonic() < deadline, f"{words!r} is not written: {self.text[-2000:]}"
            self.read(deadline - time.monotonic())

    def drain(self) -> None:
        """Read until the process has closed its terminal."""
        try:
            while True:
                self.read(PATIENCE_S)
        except OSError:
            pass


@contextmanager
def in_terminal(
    *arguments: str, columns: int = 100, lines: int = 50, **environment: str
) -> Iterator[tuple[OwnTerminal, subprocess.Popen[bytes]]]:
    """Run the companion in a terminal of this size."""
    master, slave = pty.openpty()
    terminal = OwnTerminal(master, columns, lines)
    env = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment}
    command = [sys.executable, "-m", "companion", *arguments]
    with running(
        command, stdin=slave, stdout=slave, stderr=slave, cwd=ROOT, env=env, start_new_session=True
    ) as process:
        os.close(slave)
        try:
            yield terminal, process
        finally:
            os.close(master)
