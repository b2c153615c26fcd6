"""Limits the memory of the companion where the kernel does not.

Raspberry Pi OS starts its kernel with `cgroup_disable=memory`: the unit's MemoryMax= does nothing there, and a leak
would end in a Pi that swaps. So the watchdog asks here and stops feeding when it is too much: systemd restarts the
companion, and the game goes on where it was.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

# A table with its page takes some 60 MB, and the unit's own limit is 400 MB.
MOST_MB: Final = 350
_STATM: Final = Path("/proc/self/statm")


def resident_mb(statm: Path = _STATM) -> float:
    """Return how much memory this process uses (proc_pid_statm(5)), or 0 if the system does not say."""
    try:
        pages = int(statm.read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def strain(resident: Callable[[], float] = resident_mb) -> str:
    """Return a message if the companion uses too much memory, otherwise an empty text."""
    taken = resident()
    return f"{taken:.0f} MB of memory are taken, and {MOST_MB} MB are the most" if taken > MOST_MB else ""
