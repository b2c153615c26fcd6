"""Commands of the laboratory: what they said enters the error when they fail."""

from __future__ import annotations

import subprocess


class CommandFailed(Exception):
    """A command went wrong; `said` is all that it said."""

    def __init__(self, command: tuple[str, ...], code: int, said: str) -> None:
        lines = [line for line in said.strip().splitlines() if line.strip()] or ["it said nothing"]
        super().__init__(f"{' '.join(command)[:120]}: exit {code}: {lines[-1][:300]}")
        self.code, self.said = code, said


def run(*command: str, within_s: float = 1800) -> str:
    """Run a command, and return what it said; raise CommandFailed."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=within_s,
        check=False,
    )
    if done.returncode:
        raise CommandFailed(command, done.returncode, done.stdout)
    return done.stdout
