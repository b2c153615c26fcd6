"""Processes that end with the test that started them, however that test ends."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def running(command: Sequence[str | Path], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a process and, at the end of the block, wait until it has ended by itself; if the block fails, kill it.

    Popen alone would wait for it even then, and nobody would learn why the test failed.
    """
    process = subprocess.Popen(command, **options)
    try:
        with process:
            try:
                yield process
            except BaseException:
                process.kill()
                raise
    finally:  # also where the wait itself was broken off
        process.kill()
        process.wait()
