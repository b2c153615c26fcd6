"""How much memory the companion takes, and when that is too much: a bound of its own, wherever the kernel keeps none.

Raspberry Pi OS starts its kernel with `cgroup_disable=memory`: the unit's MemoryMax= does nothing there, and a leak
would end in a Pi that swaps. The watchdog asks here, and then is not fed any more: systemd starts the companion again,
and the game goes on where it was.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

# A table with its page takes some 60 MB, and the unit's own bound is 400 MB.
MOST_MB: Final = 350
_STATM: Final = Path("/proc/self/statm")


def resident_mb(statm: Path = _STATM) -> float:
    """Return how much of this process is in memory (proc_pid_statm(5)); 0 where the system does not tell."""
    try:
        pages = int(statm.read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def strain(resident: Callable[[], float] = resident_mb) -> str:
    """Tell that it is too much, and how much it is; empty: it is not."""
    taken = resident()
    return f"{taken:.0f} MB of memory are taken, and {MOST_MB} MB are the most" if taken > MOST_MB else ""
