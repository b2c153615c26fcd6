"""Commands of the laboratory: what they said enters the error when they fail."""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryFile


class CommandFailed(Exception):
    """A command went wrong; `said` is all that it said."""

    def __init__(self, command: tuple[str, ...], code: int, said: str) -> None:
        lines = [line for line in said.strip().splitlines() if line.strip()] or ["it said nothing"]
        super().__init__(f"{' '.join(command)[:120]}: exit {code}: {lines[-1][:300]}")
        self.code, self.said = code, said


def run(*command: str, within_s: float = 1800, log: Path | None = None) -> str:
    """Run a command, and return what it said, which can be read in a log meanwhile; raise CommandFailed."""
    with log.open("w+", errors="replace") if log else TemporaryFile("w+", errors="replace") as said:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT, timeout=within_s, check=False
        )
        said.seek(0)
        text = said.read()
    if done.returncode:
        raise CommandFailed(command, done.returncode, text)
    return text
