"""A process next to this one: a module of the companion, spoken to through pipes.

It starts with a clean environment, finds the companion where this process has it, installed or not, and hears nothing
of the keys that end or stop this one in a terminal.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import companion

_KEPT: Final = ("PATH", "HOME", "TMPDIR", "TZ", "LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH")
_PLACE: Final = str(Path(companion.__file__).resolve().parents[1])


def begin(module: str, arguments: Sequence[str] = ()) -> subprocess.Popen[bytes]:
    """Start a module with pipes for its input and output; may raise OSError."""
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
    places = [_PLACE, *filter(None, [os.environ.get("PYTHONPATH")])]
    environment["PYTHONPATH"] = os.pathsep.join(places)
    command = [sys.executable, "-P", "-m", module, *arguments]  # -P: whatever lies in the working folder stays out
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment, process_group=0)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and close its pipes; whoever started it must still wait for its end."""
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe:
            with suppress(OSError):  # error about data that it never read
                pipe.close()
